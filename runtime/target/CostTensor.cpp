//===- CostTensor.cpp - TensorE, ScalarE and GpSimdE formulas -------------===//

#include "CostSite.h"

#include <algorithm>
#include <cmath>

using namespace neuron;

/// Bits of nc_matmul's flags word, instructions.def.
enum MatmulFlags : uint32_t { Transpose = 1, StationaryOneZero = 2, MovingOneZero = 4, DoubleRow = 8 };

static bool isF32(const Operand &operand) { return operand.dtype == DType::F32; }

/// Slots: 0 dst, 1 stationary, 2 moving; immediates: 2 flags.
static double matmulFactor(const CostSite &site, uint32_t flags) {
  const EngineCosts &costs = site.target.engine;
  bool stationary = isF32(site.operand(1)), moving = isF32(site.operand(2));
  if (!stationary && !moving)
    return 1;
  if (flags & Transpose)
    return costs.fp32TransposeFactor;
  bool hinted = (stationary && (flags & StationaryOneZero)) || (moving && (flags & MovingOneZero));
  return hinted ? costs.fp32OneZeroFactor : costs.fp32MatmulFactor;
}

/// LS of the next matmul runs behind the MM of this one, so the longer counts.
static Cycles matmul(const CostSite &site) {
  const EngineCosts &costs = site.target.engine;
  uint32_t flags = site.immediate(2);
  double halves = flags & DoubleRow ? 2 : 1;
  double load = elementsOf(site.operand(1)) / halves / costs.weightColumnsPerCycle;
  double move = elementsOf(site.operand(2)) / halves * site.strideFactor();
  double factor = matmulFactor(site, flags);
  if (flags & Transpose)
    factor *= costs.transposeFactor;
  double work = std::max(load, move) * factor;
  return {.work = work, .floor = costs.matmulMinCycles * factor, .plainWork = work};
}

/// Moving: an identity of P columns. Stationary: the F columns of the source.
static Cycles transpose(const CostSite &site) {
  const EngineCosts &costs = site.target.engine;
  const Operand &src = site.operand(1);
  double columns = std::max<double>(src.numPartitions, std::min(costs.matmulMinCycles, elementsOf(src)));
  double factor = (isF32(src) ? costs.fp32TransposeFactor : 1) * costs.transposeFactor;
  double work = columns * site.strideFactor() * factor;
  return {.work = work, .plainWork = work};
}

Cycles neuron::tensorCycles(const CostSite &site) {
  return site.inst.opcode == Opcode::NcMatmul ? matmul(site) : transpose(site);
}

/// Slots of activation: 4 result. Of the copies: 0 dst, 1 src.
Cycles neuron::scalarCycles(const CostSite &site) {
  const EngineCosts &costs = site.target.engine;
  double work = site.elements() * site.strideFactor();
  bool activation = site.inst.opcode == Opcode::Activation;
  if (!activation && site.target.scalarPerfModes && site.perfTypes({0, 1}))
    work /= 2;
  return {.work = work, .floor = costs.minIntervalCycles,
          .readout = activation && site.has(4) ? costs.readoutCycles : 0, .plainWork = work};
}

/// Cycles for each index of local_gather times their count: reads of
/// (28 + 4 n) / 4 cycles against 4 bytes or n elements at a time.
static double localGather(const CostSite &site) {
  double run = std::max(1u, site.immediate(0)), valid = site.immediate(1);
  double size = bytesOf(site.operand(1).dtype);
  double perElement = (28 + 4 * run) / (4 * run) / std::min(4 / size, run);
  return valid * run * perElement;
}

static double gpsimdWork(const CostSite &site) {
  constexpr double gatherGroup = 512; // elements of one nc_n_gather group, 3.7
  double count = site.elements() * site.strideFactor();
  switch (site.inst.opcode) {
  case Opcode::TensorTensor:
    return site.alu(0) == AluOp::Power ? 4 * count : count;
  case Opcode::TensorScalar:
    return site.alu(0) == AluOp::Rsqrt || site.alu(1) == AluOp::Rsqrt ? 4 * count : count;
  case Opcode::LocalGather:
    return localGather(site);
  case Opcode::TensorPartitionReduce:
    return site.operand(1).numPartitions * elementsOf(site.operand(1)) / 16;
  case Opcode::TopK:
    return 4.0 * site.immediate(0) + site.immediate(1);
  case Opcode::NcNGather: {
    double groups = std::ceil(elementsOf(site.operand(0)) / gatherGroup);
    return groups * (site.target.engine.gpsimdStartCycles + 2 * gatherGroup) -
           site.target.engine.gpsimdStartCycles;
  }
  default:
    return count;
  }
}

/// tensor_copy and memset have the floor of the other engines, topk only its
/// work; the rest pays the start of a GpSimdE instruction.
Cycles neuron::gpsimdCycles(const CostSite &site) {
  const EngineCosts &costs = site.target.engine;
  double work = gpsimdWork(site);
  switch (site.inst.opcode) {
  case Opcode::TensorCopy:
    return {.work = work, .floor = costs.minIntervalCycles, .plainWork = work};
  case Opcode::Memset:
    work = vectorCycles(site).work;
    return {.work = work, .floor = costs.minIntervalCycles, .plainWork = work};
  case Opcode::TopK:
    return {.work = work, .plainWork = work};
  default:
    return {.work = work, .start = costs.gpsimdStartCycles, .plainWork = work};
  }
}
