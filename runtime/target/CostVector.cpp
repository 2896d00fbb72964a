//===- CostVector.cpp - VectorE formulas ----------------------------------===//
//
// Everything is counted in elements for each partition; perf modes in 3.3 of
// the machine reference (docs/assumptions.md, A-08, A-28).
//
//===----------------------------------------------------------------------===//

#include "CostSite.h"

#include <algorithm>

using namespace neuron;

double neuron::vectorPerfFactor(const CostSite &site) {
  if (!site.target.vectorPerfModes || !site.perfTypes({0, 1}))
    return 1;
  unsigned psum = site.inPsum(0) + site.inPsum(1);
  bool contiguous = innermostContiguous(site.operand(0)) && innermostContiguous(site.operand(1));
  if (psum == 0)
    return contiguous ? 4 : 2;
  return psum == 1 && contiguous ? 2 : 1;
}

/// One stream for each element instead of two: the other comes from PSUM.
static bool oneFromPsum(const CostSite &site, unsigned a, unsigned b) {
  return site.inPsum(a) != site.inPsum(b);
}

/// v2: bf16 add, subtract or multiply of contiguous SBUF operands at N.
static bool fastOnV2(const CostSite &site) {
  if (site.inst.opcode != Opcode::TensorTensor)
    return false;
  AluOp op = site.alu(0);
  if (op != AluOp::Add && op != AluOp::Multiply && op != AluOp::Subtract)
    return false;
  for (unsigned slot : {0u, 1u, 2u})
    if (site.operand(slot).dtype != DType::BF16 || !wholeContiguous(site.operand(slot)))
      return false;
  return true;
}

/// tensor_tensor and scalar_tensor_tensor: two streams at N when their ports
/// allow it, else 2 N. `second` is the slot of the other full input.
static Cycles twoStreams(const CostSite &site, double count, unsigned second) {
  if (oneFromPsum(site, 1, second))
    return {.work = count, .plainWork = count};
  bool perf = site.target.vectorPerfModes && site.perfTypes({0, 1, second});
  bool fast = !site.target.vectorPerfModes && fastOnV2(site);
  bool sbuf = !site.inPsum(1) && !site.inPsum(second);
  return {.work = sbuf && (perf || fast) ? count : 2 * count,
          .plainWork = sbuf && fast ? count : 2 * count};
}

/// Slots 1 and 2: predicate and data of the predicated copies.
static double predicated(const CostSite &site, double count) {
  if (!site.has(1) || !site.has(2) || oneFromPsum(site, 1, 2))
    return count;
  return 2 * count;
}

static double reduceWork(const CostSite &site, double count) {
  AluOp op = site.alu(0);
  bool fast = site.operand(0).dtype == DType::BF16 && site.operand(1).dtype == DType::BF16 &&
              (op == AluOp::Add || op == AluOp::Max);
  return fast ? count / 2 : count;
}

static double memsetWork(const CostSite &site, double count) {
  DType type = site.operand(0).dtype;
  bool half = site.immediate(0) == 0 && (type == DType::BF16 || type == DType::F16);
  return half ? count / 2 : count;
}

/// Work of the instructions without perf modes.
static double plainWork(const CostSite &site, double count) {
  switch (site.inst.opcode) {
  case Opcode::TensorReduce:
    return reduceWork(site, count);
  case Opcode::TensorTensorScan:
    return 2 * count;
  case Opcode::TensorCopyPredicated:
  case Opcode::SelectReduce:
    return predicated(site, count);
  case Opcode::BnAggr:
    return 13 * count / 3;
  case Opcode::Reciprocal:
    return 8 * count;
  case Opcode::Memset:
    return memsetWork(site, count);
  case Opcode::Rng:
    return count / site.target.engine.randomPerCycle;
  default:
    return count;
  }
}

/// The accumulators are read out when there is a result tile.
static double readout(const CostSite &site) {
  switch (site.inst.opcode) {
  case Opcode::TensorScalarReduce:
  case Opcode::SelectReduce:
  case Opcode::RangeSelect: {
    int slot = site.info.operandSlot("result");
    return slot >= 0 && site.has(slot) ? site.target.engine.readoutCycles : 0;
  }
  default:
    return 0;
  }
}

static Cycles vectorWork(const CostSite &site, double count) {
  switch (site.inst.opcode) {
  case Opcode::TensorCopy:
  case Opcode::TensorScalar:
    return {.work = count / vectorPerfFactor(site), .plainWork = count};
  case Opcode::TensorTensor:
    return twoStreams(site, count, 2);
  case Opcode::ScalarTensorTensor:
    return twoStreams(site, count, 3);
  default: {
    double work = plainWork(site, count);
    return {.work = work, .plainWork = work};
  }
  }
}

Cycles neuron::vectorCycles(const CostSite &site) {
  Cycles cycles = vectorWork(site, site.elements() * site.strideFactor());
  cycles.floor = site.target.engine.minIntervalCycles;
  cycles.readout = readout(site);
  return cycles;
}
