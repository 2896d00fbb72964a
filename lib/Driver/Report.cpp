//===- Report.cpp - the compile report ------------------------------------===//

#include "Report.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace neuron;
namespace json = llvm::json;

static constexpr int kSchemaVersion = 1;

static uint64_t compulsoryBytes(const Program &program) {
  uint64_t bytes = 0;
  for (const Variable &variable : program.variables)
    switch (variable.kind) {
    case VarKind::Input: case VarKind::Output: case VarKind::InOut: case VarKind::State: case VarKind::Weight:
    case VarKind::Seed:
      bytes += variable.bytes;
      break;
    case VarKind::Scratch:
      break;
    }
  return bytes;
}

static uint64_t weightBytes(const Program &program) {
  uint64_t bytes = 0;
  for (const Variable &variable : program.variables)
    if (variable.kind == VarKind::Weight)
      bytes += variable.bytes;
  return bytes;
}

/// FLOPs of contractions, as multiples of the bf16 rate: the type of the moving
/// operand decides.
static double computeNs(const ReportInput &input) {
  double ns = 0;
  std::vector<DType> typeOfKernel(input.program.kernels.size(), DType::F32);
  for (const Instruction &inst : input.program.instructions)
    if (inst.opcode == Opcode::NcMatmul)
      typeOfKernel[inst.kernel] = input.program.operands[inst.firstOperand + 2].dtype;
  for (auto [kernel, type] : llvm::zip(input.program.kernels, typeOfKernel))
    if (llvm::StringRef(kernel.name).starts_with("matmul") || llvm::StringRef(kernel.name).starts_with("conv"))
      ns += double(kernel.flops) / input.target.peakFlopsPerNs(type);
  return ns;
}

double neuron::roofline(const ReportInput &input) {
  return std::max(computeNs(input), double(compulsoryBytes(input.program)) / input.target.bytesPerNs());
}

static json::Object engines(const ReportInput &input) {
  json::Object result;
  static constexpr llvm::StringLiteral names[] = {"tensor", "vector", "scalar", "gpsimd", "sync"};
  for (unsigned i = 0; i < kNumEngines; ++i)
    result[(names[i] + "_engine_active_time_us").str()] = input.sim.busyNs[i] / 1e3;
  result["dma_active_time_us"] = input.sim.dmaBusyNs / 1e3;
  return result;
}

static json::Array kernels(const ReportInput &input) {
  json::Array rows;
  for (auto [i, kernel] : llvm::enumerate(input.program.kernels)) {
    auto at = [&, i = i](const std::vector<double> &values) { return i < values.size() ? values[i] / 1e3 : 0.0; };
    rows.push_back(json::Object{{"name", kernel.name},
                                {"source", kernel.source},
                                {"location", kernel.location},
                                {"flops", int64_t(kernel.flops)},
                                {"active_time_us", at(input.sim.kernelNs)},
                                {"start_us", at(input.sim.kernelStartNs)},
                                {"end_us", at(input.sim.kernelEndNs)}});
  }
  return rows;
}

std::string neuron::reportJson(const ReportInput &input) {
  uint64_t flops = 0;
  for (const Kernel &kernel : input.program.kernels)
    flops += kernel.flops;
  json::Object report{
      {"schema_version", kSchemaVersion},
      {"producer", "neuronc"},
      {"target", input.program.target},
      {"flags", input.options.flags},
      {"predicted_us", input.sim.totalNs / 1e3},
      {"bound_us", roofline(input) / 1e3},
      {"compute_bound_us", computeNs(input) / 1e3},
      {"memory_bound_us", double(compulsoryBytes(input.program)) / input.target.bytesPerNs() / 1e3},
      {"model_flops", int64_t(flops)},
      {"compulsory_bytes", int64_t(compulsoryBytes(input.program))},
      {"hbm_read_bytes", int64_t(input.sim.hbmReadBytes)},
      {"hbm_write_bytes", int64_t(input.sim.hbmWriteBytes)},
      {"weight_size_bytes", int64_t(weightBytes(input.program))},
      {"dma_transfer_count", int64_t(input.sim.dmaCopies)},
      {"executed_instruction_count", int64_t(input.sim.instructions)},
      {"instruction_count", int64_t(input.program.instructions.size())},
      {"peak_sbuf_bytes_per_partition", int64_t(input.schedule.sbufBytes)},
      {"peak_psum_banks", int64_t(input.schedule.psumBanks)},
      {"peak_hbm_bytes", int64_t(input.schedule.hbmBytes)},
      {"spill_count", int64_t(input.schedule.spills)},
      {"engines", engines(input)},
      {"kernels", kernels(input)}};
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(report));
  return text;
}
