//===- Check.cpp - indices of a program that timing relies on -------------===//

#include "Check.h"

using namespace neuron;

Status neuron::badProgram(const std::string &what) {
  return Status(ErrorClass::BadInput, 7101, "program cannot be timed: " + what);
}

/// [first, first + count) lies in a pool of `size`, compared without overflow.
static bool inPool(Range range, size_t size) {
  return range.first <= size && range.count <= size - range.first;
}

bool neuron::checkAffine(const Program &program, const Affine &affine, unsigned depth) {
  if (!inPool(affine.terms, program.terms.size()))
    return false;
  for (uint32_t i = 0; i < affine.terms.count; ++i)
    if (program.terms[affine.terms.first + i].level >= depth)
      return false;
  return true;
}

static Status checkWaits(const Program &program, const Instruction &inst, unsigned depth) {
  if (!inPool(inst.waits, program.waits.size()))
    return badProgram("waits outside their pool");
  for (uint32_t i = 0; i < inst.waits.count; ++i) {
    const Wait &wait = program.waits[inst.waits.first + i];
    if (wait.source >= kFirstQueueSource + program.queues.size())
      return badProgram("wait for source " + std::to_string(wait.source) + ", which does not exist");
    if (!checkAffine(program, wait.index, depth) || !checkAffine(program, wait.guard, depth))
      return badProgram("wait uses a loop level that is not open");
  }
  return {};
}

static Status checkOperand(const Program &program, const Operand &operand, unsigned depth) {
  if (operand.rank > kMaxFreeDims)
    return badProgram("operand of rank " + std::to_string(operand.rank));
  if (!checkAffine(program, operand.address, depth))
    return badProgram("address uses a loop level that is not open");
  if (operand.rotation < 0)
    return {};
  if (size_t(operand.rotation) >= program.rotations.size())
    return badProgram("rotation outside its pool");
  const Rotation &rotation = program.rotations[operand.rotation];
  if (rotation.slots == 0 || !checkAffine(program, rotation.position, depth))
    return badProgram("rotation without slots or with a loop level that is not open");
  return {};
}

static Status checkDma(const Program &program, const Target &target, const Instruction &inst,
                       const InstructionInfo &info, Engine engine) {
  uint32_t queue = program.immediates[inst.firstImmediate + info.immediateSlot("queue")];
  if (queue >= program.queues.size())
    return badProgram("queue " + std::to_string(queue) + " does not exist");
  if (program.queues[queue].owner != engine)
    return badProgram("queue " + std::to_string(queue) + " belongs to " +
                      std::string(nameOf(program.queues[queue].owner)) + ", but " +
                      std::string(nameOf(engine)) + " uses it");
  if (program.queues[queue].depth == 0)
    return badProgram("queue " + std::to_string(queue) + " has depth 0");
  uint32_t dge = program.immediates[inst.firstImmediate + info.immediateSlot("dge")];
  if (dge == 2 && !target.hasDge)
    return Status(ErrorClass::Unsupported, 7103,
                  "target " + std::string(target.name) + " has no hardware descriptor generation");
  for (unsigned slot = 0; slot < 2; ++slot) // dst and the first source
    if (program.operands[inst.firstOperand + slot].space == Space::None)
      return badProgram("a copy needs two sides");
  return {};
}

Status neuron::checkInstruction(const Program &program, const Target &target, uint32_t index,
                                Engine engine, unsigned depth) {
  if (index >= program.instructions.size())
    return badProgram("instruction outside its pool");
  const Instruction &inst = program.instructions[index];
  const InstructionInfo *info = infoOf(inst.opcode);
  if (!info || !info->runsOn(engine))
    return badProgram("opcode " + std::to_string(unsigned(inst.opcode)) + " does not run on " +
                      std::string(nameOf(engine)));
  if (!inPool({inst.firstOperand, uint32_t(info->operands.size())}, program.operands.size()) ||
      !inPool({inst.firstImmediate, uint32_t(info->immediates.size())}, program.immediates.size()))
    return badProgram("operands or immediates outside their pools");
  if (!program.kernels.empty() && inst.kernel >= program.kernels.size())
    return badProgram("kernel outside its pool");
  for (size_t i = 0; i < info->operands.size(); ++i)
    if (Status status = checkOperand(program, program.operands[inst.firstOperand + i], depth); !status)
      return status;
  if (Status status = checkWaits(program, inst, depth); !status)
    return status;
  return info->isDma() ? checkDma(program, target, inst, *info, engine) : Status();
}
