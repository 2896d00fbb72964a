//===- Report.cpp - the compile report ------------------------------------===//

#include "Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace neuron;
namespace json = llvm::json;

static constexpr int kSchemaVersion = 2;

/// Of the engines, then of the DMA system; as sim.h numbers them.
static constexpr llvm::StringLiteral kTracks[] = {"tensor", "vector", "scalar", "gpsimd", "sync", "dma"};

static uint64_t weightBytes(const Program &program) {
  uint64_t bytes = 0;
  for (const Variable &variable : program.variables)
    if (variable.kind == VarKind::Weight)
      bytes += variable.bytes;
  return bytes;
}

static json::Object engines(const SimResult &sim) {
  json::Object result;
  for (unsigned i = 0; i < kNumEngines; ++i)
    result[(kTracks[i] + "_engine_active_time_us").str()] = sim.busyNs[i] / 1e3;
  result["dma_active_time_us"] = sim.dmaBusyNs / 1e3;
  return result;
}

static json::Object kernelRow(const ReportInput &input, const Traffic::Row &traffic, const Roofline::Row &bound, size_t i) {
  const Kernel &kernel = input.program.kernels[i];
  const SimResult &sim = input.sim;
  return json::Object{{"name", kernel.name},
                      {"source", kernel.source},
                      {"location", kernel.location},
                      {"flops", int64_t(kernel.flops)},
                      {"active_time_us", sim.kernelNs[i] / 1e3},
                      {"limiting_engine", kTracks[sim.kernelTrack[i]]},
                      {"bound_us", bound.boundNs() / 1e3},
                      {"hbm_read_bytes", int64_t(traffic.read)},
                      {"hbm_write_bytes", int64_t(traffic.written)},
                      {"compulsory_bytes", int64_t(traffic.compulsory)},
                      {"start_us", sim.kernelStartNs[i] / 1e3},
                      {"end_us", sim.kernelEndNs[i] / 1e3}};
}

static json::Array kernels(const ReportInput &input, const Traffic &traffic, const Roofline &roofline) {
  json::Array rows;
  for (size_t i = 0; i < input.program.kernels.size(); ++i)
    rows.push_back(kernelRow(input, traffic.kernels[i], roofline.kernels[i], i));
  return rows;
}

static int64_t flops(const Program &program) {
  uint64_t sum = 0;
  for (const Kernel &kernel : program.kernels)
    sum += kernel.flops;
  return int64_t(sum);
}

static json::Object times(const ReportInput &input, const Roofline &roofline) {
  return json::Object{{"predicted_us", input.sim.totalNs / 1e3},
                      {"didt_limited_us", input.throttledNs / 1e3},
                      {"bound_us", roofline.total.boundNs() / 1e3},
                      {"compute_bound_us", roofline.total.computeNs / 1e3},
                      {"memory_bound_us", roofline.total.memoryNs / 1e3}};
}

static json::Object memory(const ReportInput &input) {
  const ScheduleStats &schedule = input.schedule;
  return json::Object{{"peak_sbuf_bytes_per_partition", int64_t(schedule.sbufBytes)},
                      {"peak_psum_banks", int64_t(schedule.psumBanks)},
                      {"peak_hbm_bytes", int64_t(schedule.hbmBytes)},
                      {"spill_count", int64_t(schedule.spills)},
                      {"spill_bytes", int64_t(schedule.spillBytes)},
                      {"sbuf_resident_count", int64_t(schedule.onChip)},
                      {"sbuf_resident_bytes", int64_t(schedule.onChipBytes)}};
}

static json::Object counts(const ReportInput &input, const Traffic &traffic) {
  const SimResult &sim = input.sim;
  return json::Object{{"model_flops", flops(input.program)},
                      {"compulsory_bytes", int64_t(traffic.compulsory)},
                      {"hbm_read_bytes", int64_t(sim.hbmReadBytes)},
                      {"hbm_write_bytes", int64_t(sim.hbmWriteBytes)},
                      {"weight_size_bytes", int64_t(weightBytes(input.program))},
                      {"dma_transfer_count", int64_t(sim.dmaCopies)},
                      {"executed_instruction_count", int64_t(sim.instructions)},
                      {"instruction_count", int64_t(input.program.instructions.size())}};
}

json::Object neuron::sourceJson(const SourceIdentity &source) {
  return json::Object{
      {"format", source.format}, {"graph_sha256", source.graphHash}, {"weights_sha256", source.weightsHash}};
}

std::string neuron::reportJson(const ReportInput &input, const Traffic &traffic, const Roofline &roofline) {
  json::Object report{{"schema_version", kSchemaVersion},
                      {"producer", "neuronc"},
                      {"tool_version", NEURONC_VERSION},
                      {"source", sourceJson(input.source)},
                      {"target", input.program.target},
                      {"flags", input.options.flags},
                      {"engines", engines(input.sim)},
                      {"branches", branchesJson(input.branches)},
                      {"warnings", json::Array(input.warnings)},
                      {"kernels", kernels(input, traffic, roofline)}};
  for (json::Object part : {times(input, roofline), counts(input, traffic), memory(input)})
    for (auto &entry : part)
      report[entry.first] = std::move(entry.second);
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(report));
  return text;
}
