//===- CostSite.h - one instruction as the cost formulas see it -*- C++ -*-===//
#ifndef NEURON_TARGET_COSTSITE_H
#define NEURON_TARGET_COSTSITE_H

#include "neuron/target.h"

namespace neuron {

/// An instruction with its target and engine. Operands and immediates are
/// addressed by the names of the instruction table.
struct CostSite {
  const Target &target;
  const Program &program;
  const Instruction &inst;
  const InstructionInfo &info;
  Engine engine;

  const Operand &operand(unsigned slot) const {
    return program.operands[inst.firstOperand + slot];
  }
  bool has(unsigned slot) const { return operand(slot).space != Space::None; }
  uint32_t immediate(unsigned slot) const { return program.immediates[inst.firstImmediate + slot]; }
  AluOp alu(unsigned slot) const { return AluOp(immediate(slot)); }

  /// Elements for each partition of the largest full operand (those that are
  /// not one [P, 1] column by their role in the table).
  double elements() const;
  /// EngineCosts::stridePortFactor when a full operand has a long innermost
  /// stride, else 1.
  double strideFactor() const;
  bool inPsum(unsigned slot) const { return operand(slot).space == Space::Psum; }
  /// All of the operands are of types that the 16-bit paths take.
  bool perfTypes(std::initializer_list<unsigned> slots) const;
};

/// Elements for each partition.
double elementsOf(const Operand &operand);
/// The innermost dim with more than one element has step 1 (or none has).
bool innermostContiguous(const Operand &operand);
/// The operand is one run of bytes in each partition.
bool wholeContiguous(const Operand &operand);

/// Cycles of an instruction. interval = start + max(floor, work) + readout.
struct Cycles {
  double work = 0;
  double floor = 0;
  double start = 0;
  double readout = 0;
  /// work without VectorE's perf modes.
  double plainWork = 0;
};

Cycles tensorCycles(const CostSite &site);
Cycles vectorCycles(const CostSite &site);
Cycles scalarCycles(const CostSite &site);
Cycles gpsimdCycles(const CostSite &site);

/// Factor of the perf modes of tensor_copy and tensor_scalar on VectorE.
double vectorPerfFactor(const CostSite &site);

} // namespace neuron

#endif // NEURON_TARGET_COSTSITE_H
