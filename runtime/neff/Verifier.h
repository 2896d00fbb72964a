//===- Verifier.h - static checks of a program ------------------*- C++ -*-===//
#ifndef NEURON_NEFF_VERIFIER_H
#define NEURON_NEFF_VERIFIER_H

#include "neuron/neff.h"

#include <vector>

namespace neuron {

/// Ranges are computed with more bits than their parts have.
using Wide = __int128;

struct Interval {
  Wide low, high;
};

/// Checks one program; see Verify.cpp.
class Verifier {
public:
  explicit Verifier(const Program &program) : p(program) {}
  Status run();

private:
  const Program &p;
  Engine engine = Engine::Tensor;
  std::vector<int64_t> trips; ///< largest trip of each open loop
  const Variable *variable = nullptr;       ///< that is being checked
  const InstructionInfo *current = nullptr; ///< the instruction that is

  Status bad(const std::string &what) const {
    std::string where = std::string(nameOf(engine)) + " stream";
    if (variable)
      where = "variable '" + variable->name + "'";
    else if (current)
      where += ": " + std::string(current->name);
    return Status(ErrorClass::BadInput, 2014, where + ": " + what);
  }
  Status bad(const OperandInfo &info, const char *what) const {
    return bad("operand '" + std::string(info.name) + "' " + what);
  }
  uint32_t immediate(const Instruction &inst, int slot) const {
    return p.immediates[inst.firstImmediate + uint32_t(slot)];
  }
  bool isValid(const Affine &affine) const;
  Interval rangeOf(const Affine &affine) const;
  Status checkVariables();
  Status checkIndices(int32_t Variable::*index, const char *name) const;
  Status checkQueues() const;
  Status checkStream();
  Status checkLoop(const Loop &loop);
  Status checkInstruction(const Instruction &inst);
  Status checkImmediates(const InstructionInfo &info, const Instruction &inst) const;
  Status checkQueueOf(const InstructionInfo &info, const Instruction &inst) const;
  bool isIndexed(const InstructionInfo &info, const Instruction &inst, size_t slot) const;
  Status checkWaits(const Instruction &inst) const;
  Status checkOperand(const OperandInfo &info, const Operand &operand, bool isIndexed) const;
  Status checkRotation(const OperandInfo &info, const Operand &operand) const;
  Status checkRows(const OperandInfo &info, const Operand &operand) const;
  Status checkBounds(const OperandInfo &info, const Operand &operand, bool isIndexed) const;
};

inline bool inPool(Range range, size_t size) { return range.first <= size && range.count <= size - range.first; }

} // namespace neuron

#endif // NEURON_NEFF_VERIFIER_H
