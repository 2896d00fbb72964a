//===- Trace.cpp - a timeline for Perfetto --------------------------------===//
//
// Everything about a slice but its times is the same for all instances of an
// instruction and formatted once.
//
//===----------------------------------------------------------------------===//

#include "neuron/trace.h"

#include "neuron/file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

using namespace neuron;

static std::string jsonString(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// "sbuf bf16[128, 4x512]": memory, type, partitions and free dims.
static std::string describe(const Operand &operand) {
  std::string text = std::string(nameOf(operand.space)) + " " + std::string(nameOf(operand.dtype)) +
                     "[" + std::to_string(operand.numPartitions);
  for (unsigned i = 0; i < operand.rank; ++i)
    text += (i == 0 ? ", " : "x") + std::to_string(operand.dims[i].num);
  return text + "]";
}

static std::string describe(const Program &program, const Instruction &inst) {
  const InstructionInfo &info = *infoOf(inst.opcode);
  std::string text(info.name);
  for (size_t i = 0; i < info.operands.size(); ++i) {
    const Operand &operand = program.operands[inst.firstOperand + i];
    if (operand.space != Space::None)
      text += " " + std::string(info.operands[i].name) + "=" + describe(operand);
  }
  return text;
}

namespace {
class TraceWriter {
public:
  TraceWriter(const Program &program, OutputFile &file, uint64_t maxSlices)
      : program(program), file(file), maxSlices(maxSlices), tails(program.instructions.size()),
        used(kFirstQueueSource + program.queues.size()) {}

  void begin() { file.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"); }
  void slice(const SimSlice &slice);
  void end(const SimResult &result);

private:
  const std::string &tail(uint32_t instruction);
  std::string trackName(unsigned track) const;
  void span(unsigned track, double startNs, double endNs, const std::string &rest);

  const Program &program;
  OutputFile &file;
  uint64_t maxSlices, written = 0, dropped = 0;
  double cutNs = 0;
  std::vector<std::string> tails; ///< name and arguments by instruction
  std::vector<bool> used;
};
} // namespace

const std::string &TraceWriter::tail(uint32_t instruction) {
  std::string &text = tails[instruction];
  if (!text.empty())
    return text;
  const Instruction &inst = program.instructions[instruction];
  Kernel none;
  const Kernel &kernel = inst.kernel < program.kernels.size() ? program.kernels[inst.kernel] : none;
  std::string name = !kernel.source.empty() ? kernel.source
                     : !kernel.name.empty() ? kernel.name
                                            : std::string(infoOf(inst.opcode)->name);
  text = ",\"name\":" + jsonString(name) + ",\"args\":{\"instruction\":" +
         jsonString(describe(program, inst)) + ",\"index\":" + std::to_string(instruction);
  if (!kernel.name.empty())
    text += ",\"kernel\":" + jsonString(kernel.name);
  if (!kernel.location.empty())
    text += ",\"location\":" + jsonString(kernel.location);
  return text += "}}";
}

/// Chrome's times are in microseconds.
void TraceWriter::span(unsigned track, double startNs, double endNs, const std::string &rest) {
  char head[128];
  int size = std::snprintf(head, sizeof head, "%s{\"ph\":\"X\",\"pid\":0,\"tid\":%u,\"ts\":%.6f,\"dur\":%.6f",
                           written++ ? ",\n" : "", track, startNs / 1000, (endNs - startNs) / 1000);
  file.append({head, size_t(size)});
  file.append(rest);
}

void TraceWriter::slice(const SimSlice &slice) {
  if (written == maxSlices) {
    cutNs = dropped++ == 0 ? slice.startNs : std::min(cutNs, slice.startNs);
    return;
  }
  used[slice.track] = true;
  span(slice.track, slice.startNs, slice.endNs, tail(slice.instruction));
}

std::string TraceWriter::trackName(unsigned track) const {
  static constexpr const char *engines[] = {"TensorE", "VectorE", "ScalarE", "GpSimdE", "SyncE"};
  if (track < kNumEngines)
    return engines[track];
  unsigned queue = track - kFirstQueueSource;
  return "DMA queue " + std::to_string(queue) + " (" +
         std::string(nameOf(program.queues[queue].owner)) + ")";
}

void TraceWriter::end(const SimResult &result) {
  unsigned noteTrack = unsigned(used.size());
  auto name = [&](unsigned track, const std::string &text) {
    std::string id = ",\"pid\":0,\"tid\":" + std::to_string(track) + ",\"args\":{";
    file.append((written++ ? ",\n" : "") + ("{\"ph\":\"M\",\"name\":\"thread_name\"" + id) + "\"name\":" +
               jsonString(text) + "}},\n{\"ph\":\"M\",\"name\":\"thread_sort_index\"" + id +
               "\"sort_index\":" + std::to_string(track) + "}}");
  };
  for (unsigned track = 0; track < used.size(); ++track)
    if (used[track])
      name(track, trackName(track));
  if (dropped) {
    span(noteTrack, cutNs, std::max(cutNs, result.totalNs),
         ",\"name\":" + jsonString("cut: " + std::to_string(dropped) + " later slices are not in this file") +
             ",\"args\":{}}");
    name(noteTrack, "trace cut");
  }
  nlohmann::json other = {{"target", program.target}, {"program", program.name},
                          {"predicted_us", result.totalNs / 1000},
                          {"instructions", result.instructions}, {"dma_copies", result.dmaCopies},
                          {"slices_not_written", dropped}};
  file.append("\n],\"otherData\":" +
             other.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "}\n");
}

Result<SimResult> neuron::writeTrace(const Program &program, const Target &target,
                                     const std::string &path, const TraceOptions &options) {
  OutputFile file(path);
  if (Status status = file.open(); !status)
    return status;
  TraceWriter writer(program, file, options.maxSlices);
  SimOptions sim = options.sim;
  sim.trace = [&](const SimSlice &slice) {
    writer.slice(slice);
    if (options.sim.trace)
      options.sim.trace(slice);
  };
  writer.begin();
  Result<SimResult> result = simulate(program, target, sim);
  if (!result)
    return result;
  writer.end(*result);
  if (Status status = file.commit(); !status)
    return status;
  return result;
}
