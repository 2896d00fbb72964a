//===- DmaCost.cpp - time of a copy on the DMA system ---------------------===//
//
// A copy is a list of descriptors, one for each run of bytes that is contiguous
// on both sides, cut into packets that are spread over the DMA engines.
//
//===----------------------------------------------------------------------===//

#include "neuron/target.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace neuron;

namespace {
enum Dge : uint32_t { Software = 1, Hardware = 2, Static = 3 };

/// One side of a copy in the linear order of its elements. Counts are doubles:
/// a hostile access pattern may describe more elements than 64 bits hold.
struct Side {
  double elements = 0;
  double run = 1; ///< elements that follow each other in memory
};

/// Operands and immediates of a DMA instruction by role.
struct Copy {
  const Operand *dst = nullptr;
  const Operand *sources[2] = {};
  bool indexed[2] = {}; ///< dst, src: rows start where an index says
  uint32_t dge = Static;
  Engine issuer = Engine::Sync;
};
} // namespace

static Side sideOf(const Operand &operand, bool rowsApart) {
  Side side;
  double size = 1;
  bool merging = true;
  for (unsigned i = operand.rank; i-- > 0;) {
    const Dim &dim = operand.dims[i];
    merging = merging && (dim.num <= 1 || double(dim.step) == side.run);
    if (merging)
      side.run *= std::max(1u, dim.num);
    size *= dim.num;
  }
  bool rowsFollow = operand.space == Space::Hbm && !rowsApart && merging &&
                    double(operand.partitionStep) == side.run;
  if (rowsFollow)
    side.run *= operand.numPartitions;
  side.elements = size * operand.numPartitions;
  return side;
}

/// Breaks of either side cut the copy: the multiples of `a` and of `b` below
/// `elements`, those of both counted once.
static double descriptorCount(double elements, double a, double b) {
  constexpr double exact = 9e15; // integers of a double
  if (elements <= 0)
    return 0;
  if (a > exact || b > exact)
    return std::ceil(elements / std::min(a, b));
  double common = a / double(std::gcd(uint64_t(a), uint64_t(b))) * b;
  return std::ceil(elements / a + elements / b - elements / common);
}

static Copy roles(const Program &program, const Instruction &inst) {
  const InstructionInfo &info = *infoOf(inst.opcode);
  auto operand = [&](const char *name) -> const Operand * {
    int slot = info.operandSlot(name);
    if (slot < 0 || program.operands[inst.firstOperand + slot].space == Space::None)
      return nullptr;
    return &program.operands[inst.firstOperand + slot];
  };
  auto immediate = [&](const char *name) {
    int slot = info.immediateSlot(name);
    return slot < 0 ? 0u : program.immediates[inst.firstImmediate + slot];
  };
  Copy copy;
  copy.dst = operand("dst");
  copy.sources[0] = operand("src") ? operand("src") : operand("src0");
  copy.sources[1] = operand("src1");
  copy.dge = immediate("dge");
  if (const Operand *index = operand("index"); index && index->numPartitions > 1) {
    copy.indexed[0] = immediate("indirect") == 2;
    copy.indexed[1] = immediate("indirect") == 1;
  }
  if (uint32_t queue = immediate("queue"); queue < program.queues.size())
    copy.issuer = program.queues[queue].owner;
  return copy;
}

static double bytesOf(const Operand *operand) {
  return operand ? sideOf(*operand, false).elements * bytesOf(operand->dtype) : 0;
}

/// 64-bit byte counts of reports saturate instead of wrapping.
static uint64_t saturated(double value) {
  return value >= 1.8e19 ? UINT64_MAX : uint64_t(std::max(0.0, value));
}

static void countBytes(const Copy &copy, DmaCost &cost) {
  double read = 0, most = bytesOf(copy.dst);
  for (const Operand *source : copy.sources) {
    most = std::max(most, bytesOf(source));
    if (source && source->space == Space::Hbm)
      read += bytesOf(source);
  }
  cost.bytes = saturated(most);
  cost.hbmReadBytes = saturated(read);
  cost.hbmWriteBytes = copy.dst->space == Space::Hbm ? saturated(bytesOf(copy.dst)) : 0;
}

/// Factor on the time of the data: casts, sums, transposes.
static double dataFactor(const Target &target, const Copy &copy, Opcode opcode) {
  const Operand &src = *copy.sources[0];
  if (opcode == Opcode::DmaTranspose)
    return src.space == Space::Hbm ? target.dma.hbmTransposeFactor : target.dma.sbufTransposeFactor;
  bool cast = src.dtype != copy.dst->dtype ||
              (copy.sources[1] && copy.sources[1]->dtype != copy.dst->dtype);
  if (cast)
    return target.dma.castFactor;
  return copy.sources[1] ? target.dma.addFactor : 1;
}

/// Fills descriptors, engineNs and shareNs.
static void spread(const Target &target, const Copy &copy, Opcode opcode, DmaCost &cost) {
  double factor = dataFactor(target, copy, opcode);
  if (opcode == Opcode::DmaTranspose) { // in blocks on all engines (5.4)
    cost.descriptors = target.dmaEngines;
    cost.shareNs = double(cost.bytes) / (target.dmaEngines * target.dmaBytesPerNs) * factor +
                   target.dmaPerCopyNs;
    cost.engineNs = cost.shareNs;
    return;
  }
  Side dst = sideOf(*copy.dst, copy.indexed[0]), src = sideOf(*copy.sources[0], copy.indexed[1]);
  double count = std::max(1.0, descriptorCount(dst.elements, dst.run, src.run));
  double size = double(cost.bytes) / count;
  double packets = count * std::max(1.0, std::ceil(size / target.dma.packetBytes));
  double packet = std::max(double(cost.bytes) / packets, double(target.dma.minRunBytes)) *
                  factor / target.dmaBytesPerNs;
  cost.descriptors = saturated(count);
  cost.engineNs = std::ceil(packets / target.dmaEngines) * packet + target.dmaPerCopyNs;
  cost.shareNs = packets * packet / target.dmaEngines + target.dmaPerCopyNs;
}

static void descriptorTimes(const Target &target, const Copy &copy, DmaCost &cost) {
  cost.completeNs = target.dmaCompleteNs;
  cost.startNs = copy.dge == Hardware ? target.dmaHwdgeStartNs : target.dmaStaticStartNs;
  cost.issueNs = target.dma.triggerNs;
  if (copy.dge == Software)
    cost.gpsimdNs = target.dma.softwareNs + target.dma.softwareCycles * double(cost.descriptors) /
                                                target.clockGhz[unsigned(Engine::GpSimd)];
  if (copy.dge != Hardware)
    return;
  cost.generatorNs = target.dma.generatorNs;
  // ScalarE goes on while its generator works; SyncE has nothing else to do and
  // executes the instruction for that long.
  if (copy.issuer != Engine::Scalar)
    cost.issueNs = target.dma.generatorNs;
}

DmaCost neuron::dmaCost(const Target &target, const Program &program, const Instruction &inst) {
  Copy copy = roles(program, inst);
  DmaCost cost;
  countBytes(copy, cost);
  spread(target, copy, inst.opcode, cost);
  descriptorTimes(target, copy, cost);
  return cost;
}
