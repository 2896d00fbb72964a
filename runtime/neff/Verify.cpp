//===- Verify.cpp - static checks of a program from outside ---------------===//
//
// Everything that execution relies on: indices into pools, the rules of the
// instruction table, and that no access pattern leaves its memory for any value
// of the loop counters. Ranges are computed with 128-bit integers, so nothing
// overflows; the cost is linear in the written program.
//
//===----------------------------------------------------------------------===//

#include "neuron/neff.h"

#include "StreamCodec.h"

using namespace neuron;

using Wide = __int128;
static constexpr int64_t kSbufPartitionBytes = 256 << 10;
static constexpr int64_t kPsumPartitionBytes = 16 << 10;
static constexpr Wide kMaxExecuted = Wide(1) << 48;

namespace {
struct Interval {
  Wide low, high;
};

class Verifier {
public:
  explicit Verifier(const Program &program) : p(program) {}
  Status run();

private:
  const Program &p;
  Engine engine = Engine::Tensor;
  std::vector<int64_t> trips; ///< largest trip of each open loop
  std::string where;

  Status bad(const std::string &what) const { return Status(ErrorClass::BadInput, 2014, where + ": " + what); }
  bool inPool(Range range, size_t size) const {
    return range.first <= size && range.count <= size - range.first;
  }
  bool isValid(const Affine &affine) const;
  Interval rangeOf(const Affine &affine) const;
  Status checkStream();
  Status checkLoop(const Loop &loop);
  Status checkInstruction(const Instruction &inst);
  Status checkOperand(const OperandInfo &info, const Operand &operand, bool isIndexed);
  Status checkWaits(const Instruction &inst);
  Status checkBounds(const OperandInfo &info, const Operand &operand, bool isIndexed);
};
} // namespace

bool Verifier::isValid(const Affine &affine) const {
  if (!inPool(affine.terms, p.terms.size()))
    return false;
  for (uint32_t i = 0; i < affine.terms.count; ++i)
    if (p.terms[affine.terms.first + i].level >= trips.size())
      return false;
  return true;
}

Interval Verifier::rangeOf(const Affine &affine) const {
  Interval range{affine.base, affine.base};
  for (uint32_t i = 0; i < affine.terms.count; ++i) {
    const Term &term = p.terms[affine.terms.first + i];
    Wide last = Wide(term.coefficient) * std::max<int64_t>(0, trips[term.level] - 1);
    (last < 0 ? range.low : range.high) += last;
  }
  return range;
}

Status Verifier::checkLoop(const Loop &loop) {
  if (!isValid(loop.trip))
    return bad("trip count uses a counter that is not in scope");
  Interval trip = rangeOf(loop.trip);
  if (trip.high >= kMaxExecuted || trip.high < 0)
    return bad("trip count out of range");
  trips.push_back(int64_t(trip.high));
  if (trips.size() > kMaxLoopDepth)
    return bad("loops are nested too deeply");
  return {};
}

static bool isLegal(const OperandInfo &info, Space space) {
  return space == Space::Hbm ? info.hbm : space == Space::Sbuf ? info.sbuf : info.psum;
}

Status Verifier::checkBounds(const OperandInfo &info, const Operand &operand, bool isIndexed) {
  Interval range = rangeOf(operand.address);
  Wide width = bytesOf(operand.dtype);
  for (unsigned i = 0; i < operand.rank; ++i) {
    Wide last = (Wide(operand.dims[i].num) - 1) * operand.dims[i].step * width;
    (last < 0 ? range.low : range.high) += last;
  }
  if (operand.rotation >= 0) {
    const Rotation &rotation = p.rotations[size_t(operand.rotation)];
    range.high += Wide(rotation.slots - 1) * rotation.slotBytes;
  }
  Wide limit = operand.space == Space::Sbuf ? kSbufPartitionBytes : kPsumPartitionBytes;
  if (operand.space == Space::Hbm) {
    limit = p.variables[operand.variable].bytes;
    // Rows that an index names are checked when it is known.
    Wide last = isIndexed ? Wide(0) : Wide(operand.numPartitions - 1) * operand.partitionStep * width;
    (last < 0 ? range.low : range.high) += last;
  }
  if (range.low < 0 || range.high + width > limit)
    return bad("operand '" + std::string(info.name) + "' leaves its memory");
  return {};
}

Status Verifier::checkOperand(const OperandInfo &info, const Operand &operand, bool isIndexed) {
  bool isOptional = info.access == 's' || info.access == 'o' || info.access == 'i';
  if (operand.space == Space::None)
    return isOptional ? Status() : bad("operand '" + std::string(info.name) + "' is missing");
  if (!isLegal(info, operand.space))
    return bad("operand '" + std::string(info.name) + "' may not lie there");
  if (nameOf(operand.dtype) == "?" || operand.core != 0)
    return bad("operand '" + std::string(info.name) + "' has an unknown type or core");
  if (!isValid(operand.address) || operand.rank > kMaxFreeDims)
    return bad("operand '" + std::string(info.name) + "' uses a counter that is not in scope");
  if (operand.rotation >= 0) {
    if (size_t(operand.rotation) >= p.rotations.size())
      return bad("rotation out of range");
    const Rotation &rotation = p.rotations[size_t(operand.rotation)];
    if (!isValid(rotation.position) || rotation.slots == 0 || rangeOf(rotation.position).low < 0)
      return bad("rotation of operand '" + std::string(info.name) + "' is not valid");
  }
  for (unsigned i = 0; i < operand.rank; ++i)
    if (operand.dims[i].num == 0)
      return bad("operand '" + std::string(info.name) + "' is empty");
  bool isOnChip = operand.space != Space::Hbm;
  if (operand.numPartitions == 0 || (isOnChip && operand.startPartition + operand.numPartitions > 128))
    return bad("operand '" + std::string(info.name) + "' leaves the 128 partitions");
  if (!isOnChip && operand.variable >= p.variables.size())
    return bad("operand '" + std::string(info.name) + "' names no variable");
  return checkBounds(info, operand, isIndexed);
}

Status Verifier::checkWaits(const Instruction &inst) {
  if (!inPool(inst.waits, p.waits.size()))
    return bad("waits out of range");
  for (uint32_t i = 0; i < inst.waits.count; ++i) {
    const Wait &wait = p.waits[inst.waits.first + i];
    if (wait.source >= kFirstQueueSource + p.queues.size() || wait.core != 0)
      return bad("waits for an unknown engine or queue");
    if (!isValid(wait.index) || !isValid(wait.guard))
      return bad("a wait uses a counter that is not in scope");
  }
  return {};
}

Status Verifier::checkInstruction(const Instruction &inst) {
  const InstructionInfo *info = infoOf(inst.opcode);
  if (!info)
    return bad("unknown opcode " + std::to_string(unsigned(inst.opcode)));
  where = std::string(nameOf(engine)) + " stream: " + std::string(info->name);
  if (!info->isDma() && !info->runsOn(engine))
    return bad("does not run on this engine");
  if (!inPool({inst.firstOperand, uint32_t(info->operands.size())}, p.operands.size()) ||
      !inPool({inst.firstImmediate, uint32_t(info->immediates.size())}, p.immediates.size()))
    return bad("operands out of range");
  if (inst.kernel >= p.kernels.size())
    return bad("kernel out of range");
  if (Status status = checkWaits(inst); !status)
    return status;
  int indirect = info->immediateSlot("indirect"), queue = info->immediateSlot("queue");
  uint32_t side = indirect >= 0 ? p.immediates[inst.firstImmediate + uint32_t(indirect)] : 0;
  if (queue >= 0) {
    uint32_t number = p.immediates[inst.firstImmediate + uint32_t(queue)];
    if (number >= p.queues.size() || p.queues[number].owner != engine)
      return bad("uses a queue that another engine owns");
  }
  for (size_t i = 0; i < info->operands.size(); ++i) {
    bool isIndexed = (side == 1 && i == 1) || (side == 2 && i == 0);
    if (Status status = checkOperand(info->operands[i], p.operands[inst.firstOperand + i], isIndexed); !status)
      return status;
  }
  return {};
}

Status Verifier::checkStream() {
  Wide executed = 0, factor = 1;
  std::vector<Wide> factors;
  trips.clear();
  for (const Node &node : p.streams[unsigned(engine)].nodes) {
    where = std::string(nameOf(engine)) + " stream";
    switch (node.kind) {
    case Node::Loop:
      if (node.value >= p.loops.size())
        return bad("loop out of range");
      if (Status status = checkLoop(p.loops[node.value]); !status)
        return status;
      factors.push_back(factor);
      factor = std::min(factor * std::max<int64_t>(trips.back(), 1), kMaxExecuted);
      break;
    case Node::End:
      if (trips.empty())
        return bad("a loop ends that was not opened");
      trips.pop_back();
      factor = factors.back();
      factors.pop_back();
      break;
    case Node::Instr:
      if (node.value >= p.instructions.size())
        return bad("instruction out of range");
      if (Status status = checkInstruction(p.instructions[node.value]); !status)
        return status;
      executed += factor;
      if (executed >= kMaxExecuted)
        return bad("executes more than 2^48 instructions");
      break;
    }
  }
  return trips.empty() ? Status() : bad("a loop is not closed");
}

Status Verifier::run() {
  for (const Variable &variable : p.variables)
    if (variable.bytes > (uint64_t(1) << 42))
      return Status(ErrorClass::BadInput, 2014, "variable '" + variable.name + "' is larger than 4 TiB");
  for (unsigned e = 0; e < kNumEngines; ++e) {
    engine = Engine(e);
    if (Status status = checkStream(); !status)
      return status;
  }
  return {};
}

Status neuron::verifyProgram(const Program &program) { return Verifier(program).run(); }
