//===- Plan.h - a program prepared for timing -------------------*- C++ -*-===//
//
// All that does not depend on loop counters, computed once for each static
// instruction: costs, ports, byte extents of operands.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_SIM_PLAN_H
#define NEURON_SIM_PLAN_H

#include "Time.h"

#include "neuron/program.h"
#include "neuron/status.h"
#include "neuron/target.h"

#include <vector>

namespace neuron {

/// An SBUF or PSUM operand as a block of partitions x bytes.
struct PlanOperand {
  const Operand *operand;
  bool psum;
  bool write;
  uint16_t endPartition;
  int64_t low, high; ///< first byte and end relative to the address
};

struct PlanCopy {
  uint32_t queue;
  Time share, engine, start, complete, gpsimd, generator;
  uint64_t readBytes, writeBytes;
};

struct PlanInstruction {
  Time interval = 0;
  Time plainInterval = 0; ///< without VectorE's perf mode
  Time latency = 0;
  const Instruction *inst = nullptr;
  uint32_t index = 0;     ///< into Program::instructions
  Range operands;         ///< of Plan::operands; for TensorE only its PSUM result
  int32_t copy = -1;      ///< index into Plan::copies
  int16_t table = -1;     ///< ScalarE function table, -1: any
  uint16_t tile = 0;      ///< TensorE: 32 x 32 blocks of the array, 0 = all
  bool sbuf = false, psum = false;
  /// How many of the enclosing loops, from the outermost, the addresses of
  /// `operands` and the waits depend on.
  uint8_t operandLevels = 0, waitLevels = 0;
};

struct PlanNode {
  Node::Kind kind;
  uint32_t value; ///< Instr: index into Plan::instructions. Loop, End: of Program::loops
  uint32_t match; ///< Loop: node behind its End. End: first node of the body
};

struct Plan {
  std::vector<PlanNode> streams[kNumEngines];
  std::vector<PlanInstruction> instructions; ///< one for each Instr node
  std::vector<PlanOperand> operands;
  std::vector<PlanCopy> copies;
  unsigned depth = 0;                        ///< deepest loop nest
};

/// Checks the indices of the program as far as timing needs them (the rest is
/// verifyProgram's) and computes all static costs.
Result<Plan> makePlan(const Program &program, const Target &target);

} // namespace neuron

#endif // NEURON_SIM_PLAN_H
