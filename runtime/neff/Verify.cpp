//===- Verify.cpp - static checks of a program from outside ---------------===//
//
// Everything that execution relies on: indices into pools, the rules of the
// instruction table, and that no access pattern leaves its memory for any value
// of the loop counters. Ranges are computed with 128-bit integers, so nothing
// overflows; the cost is linear in the written program.
//
// What depends on data (rows that an index names) is checked when it is known.
// What depends on the target (its SBUF is smaller than the largest one) is
// checked by the executor.
//
//===----------------------------------------------------------------------===//

#include "Verifier.h"

#include "Layout.h"
#include "StreamCodec.h"

#include <algorithm>

using namespace neuron;

static constexpr Wide kMaxExecuted = Wide(1) << 48;
static constexpr Wide kMaxValue = Wide(1) << 62;
static constexpr uint64_t kMaxVariableBytes = uint64_t(1) << 42;
static constexpr uint32_t kMaxQueueDepth = 256;
/// A wait names its source in one byte.
static constexpr size_t kMaxQueues = 256 - kFirstQueueSource;

/// Its terms exist, name open loops, and no value leaves 62 bits.
bool Verifier::isValid(const Affine &affine) const {
  if (affine.terms.count > kMaxLoopDepth || !inPool(affine.terms, p.terms.size()))
    return false;
  for (uint32_t i = 0; i < affine.terms.count; ++i)
    if (p.terms[affine.terms.first + i].level >= trips.size())
      return false;
  Interval range = rangeOf(affine);
  return range.low > -kMaxValue && range.high < kMaxValue;
}

/// Values over all counters, and of all partial sums that start with the base.
Interval Verifier::rangeOf(const Affine &affine) const {
  Interval range{affine.base, affine.base};
  for (uint32_t i = 0; i < affine.terms.count; ++i) {
    const Term &term = p.terms[affine.terms.first + i];
    Wide last = Wide(term.coefficient) * std::max<int64_t>(0, trips[term.level] - 1);
    (last < 0 ? range.low : range.high) += last;
  }
  return range;
}

// Variables and queues.

Status Verifier::checkVariables() {
  for (const Variable &v : p.variables) {
    variable = &v;
    uint64_t bytes = 0;
    if (v.kind > VarKind::Seed || nameOf(v.dtype) == "?")
      return bad("unknown kind or type");
    if (v.bytes > kMaxVariableBytes)
      return bad("larger than 4 TiB");
    if (!denseBytes(v.dtype, v.shape, bytes) || bytes > v.bytes)
      return bad("its shape needs more bytes than it has");
    bool isUsers = v.inputIndex >= 0 || v.outputIndex >= 0;
    if (isUsers && (v.kind == VarKind::Weight || v.kind == VarKind::Scratch))
      return bad("weights and scratch are not part of the signature");
    if (isUsers && bytes != v.bytes)
      return bad("its size is not that of its shape");
    if (v.kind == VarKind::Weight && v.file.empty() && v.bytes > 0)
      return bad("a weight without a file");
  }
  variable = nullptr;
  if (Status status = checkIndices(&Variable::inputIndex, "input"); !status)
    return status;
  return checkIndices(&Variable::outputIndex, "output");
}

/// Positions in the signature are 0, 1, 2, ... once each; -1 is none.
Status Verifier::checkIndices(int32_t Variable::*index, const char *name) const {
  std::vector<int32_t> indices;
  for (const Variable &v : p.variables)
    if (v.*index != -1)
      indices.push_back(v.*index);
  std::sort(indices.begin(), indices.end());
  for (size_t i = 0; i < indices.size(); ++i)
    if (indices[i] != int32_t(i))
      return Status(ErrorClass::BadInput, 2014, std::string(name) + " " + std::to_string(i) + " of the signature is missing or given twice");
  return {};
}

Status Verifier::checkQueues() const {
  auto bad = [](const std::string &what) { return Status(ErrorClass::BadInput, 2014, "queues: " + what); };
  if (p.queues.size() > kMaxQueues)
    return bad("more than " + std::to_string(kMaxQueues));
  for (const Queue &queue : p.queues)
    if (unsigned(queue.owner) >= kNumEngines || queue.depth == 0 || queue.depth > kMaxQueueDepth)
      return bad("unknown owner, or a depth that is not 1 to 256");
  return {};
}

// Instructions.

Status Verifier::checkLoop(const Loop &loop) {
  if (!isValid(loop.trip))
    return bad("trip count uses a counter that is not in scope, or overflows");
  Interval trip = rangeOf(loop.trip);
  if (trip.high >= kMaxExecuted || trip.low < 0)
    return bad("trip count is negative or 2^48 and more");
  trips.push_back(int64_t(trip.high));
  if (trips.size() > kMaxLoopDepth)
    return bad("loops are nested too deeply");
  return {};
}

Status Verifier::checkWaits(const Instruction &inst) const {
  if (!inPool(inst.waits, p.waits.size()))
    return bad("waits out of range");
  for (uint32_t i = 0; i < inst.waits.count; ++i) {
    const Wait &wait = p.waits[inst.waits.first + i];
    if (wait.source >= kFirstQueueSource + p.queues.size() || wait.core != 0)
      return bad("waits for an unknown engine or queue");
    if (!isValid(wait.index) || !isValid(wait.guard))
      return bad("a wait uses a counter that is not in scope, or overflows");
  }
  return {};
}

/// Largest value of an immediate that is an enumeration or a small number.
static uint32_t largest(const ImmediateInfo &info) {
  if (info.kind == "cmd")
    return uint32_t(ReduceCmd::LoadReduce);
  if (info.kind == "acc")
    return uint32_t(Accumulate::UnlessFirst);
  if (info.kind == "act")
    return uint32_t(ActFn::Arctan);
  if (info.kind == "flag" || info.name == "oob")
    return 1;
  if (info.name == "indirect")
    return 2;
  if (info.name == "dge")
    return 3;
  return info.kind == "alu" ? uint32_t(AluOp::RightShift) : UINT32_MAX;
}

Status Verifier::checkImmediates(const InstructionInfo &info, const Instruction &inst) const {
  for (size_t i = 0; i < info.immediates.size(); ++i) {
    const ImmediateInfo &row = info.immediates[i];
    uint32_t value = immediate(inst, int(i));
    bool isGap = row.kind == "alu" && value > uint32_t(AluOp::Reciprocal) && value < uint32_t(AluOp::BitwiseAnd);
    if (value > largest(row) || isGap)
      return bad("immediate '" + std::string(row.name) + "' has the unknown value " + std::to_string(value));
  }
  if (info.opcode != Opcode::NcMatmul)
    return {};
  if (immediate(inst, info.immediateSlot("first")) >> trips.size())
    return bad("immediate 'first' names a loop that is not open");
  if (immediate(inst, info.immediateSlot("flags")) > 15 || immediate(inst, info.immediateSlot("rows")) > 128 ||
      immediate(inst, info.immediateSlot("cols")) > 128)
    return bad("unknown flags, or a tile larger than the array");
  return {};
}

Status Verifier::checkQueueOf(const InstructionInfo &info, const Instruction &inst) const {
  int slot = info.immediateSlot("queue");
  if (slot < 0)
    return {};
  uint32_t number = immediate(inst, slot);
  return number >= p.queues.size() || p.queues[number].owner != engine ? bad("uses a queue that another engine owns")
                                                                        : Status();
}

/// Whether an index places the rows of the operand: the executor checks those.
bool Verifier::isIndexed(const InstructionInfo &info, const Instruction &inst, size_t slot) const {
  int index = info.operandSlot("index"), indirect = info.immediateSlot("indirect");
  if (index < 0 || indirect < 0 || p.operands[inst.firstOperand + uint32_t(index)].space == Space::None)
    return false;
  bool isDst = immediate(inst, indirect) == 2;
  if (info.opcode == Opcode::DmaCopy)
    return slot == (isDst ? 0 : 1);
  return isDst ? slot <= 1 : slot == 2; // a scatter adds to dst, which src0 is
}

Status Verifier::checkInstruction(const Instruction &inst) {
  const InstructionInfo *info = current = infoOf(inst.opcode);
  if (!info)
    return bad("unknown opcode " + std::to_string(unsigned(inst.opcode)));
  if (!info->runsOn(engine))
    return bad("does not run on this engine");
  if (!inPool({inst.firstOperand, uint32_t(info->operands.size())}, p.operands.size()) ||
      !inPool({inst.firstImmediate, uint32_t(info->immediates.size())}, p.immediates.size()))
    return bad("operands out of range");
  if (inst.kernel >= p.kernels.size())
    return bad("kernel out of range");
  if (Status status = checkWaits(inst); !status)
    return status;
  if (Status status = checkImmediates(*info, inst); !status)
    return status;
  if (Status status = checkQueueOf(*info, inst); !status)
    return status;
  for (size_t i = 0; i < info->operands.size(); ++i)
    if (Status status = checkOperand(info->operands[i], p.operands[inst.firstOperand + i], isIndexed(*info, inst, i)); !status)
      return status;
  return {};
}

Status Verifier::checkStream() {
  Wide executed = 0, factor = 1;
  std::vector<Wide> factors;
  trips.clear();
  for (const Node &node : p.streams[unsigned(engine)].nodes) {
    current = nullptr;
    switch (node.kind) {
    case Node::Loop:
      if (node.value >= p.loops.size())
        return bad("loop out of range");
      if (Status status = checkLoop(p.loops[node.value]); !status)
        return status;
      factors.push_back(factor);
      factor = std::min(factor * std::max<int64_t>(trips.back(), 1), kMaxExecuted);
      executed += factor; // an empty body takes time, too
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
      break;
    default:
      return bad("unknown kind of node");
    }
    if (executed >= kMaxExecuted)
      return bad("executes 2^48 instructions or more");
  }
  return trips.empty() ? Status() : bad("a loop is not closed");
}

Status Verifier::run() {
  if (Status status = checkVariables(); !status)
    return status;
  if (Status status = checkQueues(); !status)
    return status;
  for (unsigned e = 0; e < kNumEngines; ++e) {
    engine = Engine(e);
    if (Status status = checkStream(); !status)
      return status;
  }
  return {};
}

Status neuron::verifyProgram(const Program &program) { return Verifier(program).run(); }
