//===- Decode.cpp - translation at load -----------------------------------===//

#include "Decode.h"

#include "Handlers.h"
#include "kernels/Kernels.h"

#include <algorithm>

using namespace neuron;
using namespace neuron::exec;

/// Rows of an HBM operand and elements of a row have no bound of their own on
/// the machine's side; these keep the arithmetic below far from overflow.
static constexpr int64_t kMaxStep = int64_t(1) << 40;
static constexpr uint64_t kMaxRowElements = uint64_t(1) << 31;
/// Section 2.3: what an instruction of an engine may touch in one partition.
static constexpr uint32_t kMaxEngineElements = 65536;

Geometry exec::geometryFor(const Target *target) {
  Geometry g;
  g.sbufBytes = target ? target->sbufBytes : 212984;
  g.sbufPitch = (int64_t(g.sbufBytes) + 4095) / 4096 * 4096 + 320;
  return g;
}

std::string exec::describe(const Program &program, uint32_t instruction, Engine engine) {
  const Instruction &inst = program.instructions[instruction];
  const InstructionInfo *info = infoOf(inst.opcode);
  std::string text(info ? info->name : "unknown");
  text += ", instruction " + std::to_string(instruction) + " of the " + std::string(nameOf(engine)) + " engine";
  if (inst.kernel < program.kernels.size()) {
    const Kernel &kernel = program.kernels[inst.kernel];
    text += ", kernel '" + kernel.name + "'";
    if (!kernel.source.empty())
      text += " of '" + kernel.source + "'";
    if (!kernel.location.empty())
      text += " (" + kernel.location + ")";
  }
  return text;
}

namespace {
/// Decodes the program; `fail` records the first error.
class Decoder {
public:
  explicit Decoder(const Program &program) : p(program) {}
  Result<DecodedProgram> run();

private:
  const Program &p;
  DecodedProgram out;
  Status error;
  uint32_t current = 0;
  Engine engine{};

  bool fail(const std::string &rule);
  bool range(Range r, size_t size, const char *what) {
    return (uint64_t(r.first) + r.count <= size) || fail(std::string(what) + " lie outside their pool");
  }
  bool function(const Affine &from, unsigned depth, Function &to);
  bool pattern(const Operand &from, DecodedOperand &to);
  bool place(const Operand &from, DecodedOperand &to);
  bool operand(const Operand &from, const OperandInfo &info, unsigned depth, DecodedOperand &to);
  bool waits(const Instruction &inst, unsigned depth, DecodedInstruction &to);
  bool types(const DecodedInstruction &inst);
  bool immediates(const DecodedInstruction &inst);
  bool queue(DecodedInstruction &inst);
  bool instruction(uint32_t index, unsigned depth, DecodedInstruction &to);
  bool stream(Engine which);
};
} // namespace

bool Decoder::fail(const std::string &rule) {
  std::string where = current < p.instructions.size() ? describe(p, current, engine)
                                                      : "stream of the " + std::string(nameOf(engine)) + " engine";
  error = Status(ErrorClass::BadInput, 7004, where + ": " + rule);
  return false;
}

bool Decoder::function(const Affine &from, unsigned depth, Function &to) {
  if (!range(from.terms, p.terms.size(), "terms"))
    return false;
  to = {from.base, p.terms.data() + from.terms.first, from.terms.count};
  for (uint32_t i = 0; i < to.count; ++i)
    if (to.terms[i].level >= depth)
      return fail("an affine term names loop level " + std::to_string(to.terms[i].level) + " at depth " +
                  std::to_string(depth));
  return true;
}

bool Decoder::pattern(const Operand &from, DecodedOperand &to) {
  if (from.rank > kMaxFreeDims)
    return fail("more than four free dims");
  to.rank = from.rank;
  std::copy_n(from.dims.begin(), kMaxFreeDims, to.dims);
  Pattern &pattern = to.pattern;
  uint64_t count = 1;
  int64_t low = 0, high = 0;
  for (unsigned i = 0; i < from.rank; ++i) {
    const Dim &dim = from.dims[i];
    count *= dim.num;
    if (dim.num == 0 || count > kMaxRowElements)
      return fail("an access pattern is empty or too long");
    int64_t reach = int64_t(dim.step) * (int64_t(dim.num) - 1);
    if (reach > kMaxStep || reach < -kMaxStep)
      return fail("an access pattern spans too many bytes");
    (reach < 0 ? low : high) += reach;
    if (dim.num == 1)
      continue;
    Pattern::PatternDim *last = pattern.rank ? &pattern.dims[pattern.rank - 1] : nullptr;
    if (last && last->step == int64_t(dim.step) * dim.num && uint64_t(last->num) * dim.num < kMaxRowElements)
      *last = {dim.step, last->num * dim.num};
    else
      pattern.dims[pattern.rank++] = {dim.step, dim.num};
  }
  pattern.count = uint32_t(count);
  pattern.isContiguous = pattern.rank == 0 || (pattern.rank == 1 && pattern.dims[0].step == 1);
  to.low = low * to.elementBytes;
  to.high = (high + 1) * to.elementBytes;
  return true;
}

/// Section 2.2.
static bool legalStart(unsigned start, unsigned rows) {
  return rows > 64 ? start == 0 : rows > 32 ? start % 64 == 0 : start % 32 == 0;
}

bool Decoder::place(const Operand &from, DecodedOperand &to) {
  to.rows = from.numPartitions;
  if (to.rows == 0)
    return fail("an operand has no rows");
  if (to.space == Space::Hbm) {
    if (from.variable >= p.variables.size())
      return fail("an operand names variable " + std::to_string(from.variable) + " of " +
                  std::to_string(p.variables.size()));
    if (from.partitionStep > kMaxStep || from.partitionStep < -kMaxStep)
      return fail("a row step is too large");
    to.variable = from.variable;
    to.limit = p.variables[from.variable].bytes;
    to.rowPitch = from.partitionStep * to.elementBytes;
    return true;
  }
  to.startPartition = from.startPartition;
  if (from.startPartition + to.rows > kPartitions)
    return fail("an operand ends at partition " + std::to_string(from.startPartition + to.rows));
  to.limit = to.space == Space::Sbuf ? out.geometry.sbufBytes : kPsumBytes;
  to.rowPitch = to.space == Space::Sbuf ? out.geometry.sbufPitch : out.geometry.psumPitch;
  return true;
}

static bool isOptional(char access) { return access == 's' || access == 'o' || access == 'i'; }
static bool isWritten(char access) { return access == 'w' || access == 'x' || access == 'o'; }

bool Decoder::operand(const Operand &from, const OperandInfo &info, unsigned depth, DecodedOperand &to) {
  to.space = from.space;
  to.dtype = from.dtype;
  to.access = info.access;
  std::string name(info.name);
  if (from.space == Space::None)
    return isOptional(info.access) || fail("operand '" + name + "' is missing");
  bool legal = from.space == Space::Hbm ? info.hbm : from.space == Space::Sbuf ? info.sbuf
             : from.space == Space::Psum && info.psum;
  if (!legal)
    return fail("operand '" + name + "' may not lie in " + std::string(nameOf(from.space)));
  if (unsigned(from.dtype) >= kNumDTypes || nameOf(from.dtype) == "?" || from.core != 0)
    return fail("operand '" + name + "' has an unknown type or core");
  to.elementBytes = uint8_t(bytesOf(from.dtype));
  if (!pattern(from, to) || !place(from, to) || !function(from.address, depth, to.address))
    return false;
  if (from.rotation >= 0) {
    if (size_t(from.rotation) >= p.rotations.size() || p.rotations[from.rotation].slots == 0)
      return fail("operand '" + name + "' names a rotation that does not exist");
    const Rotation &rotation = p.rotations[from.rotation];
    to.slots = rotation.slots;
    to.slotBytes = rotation.slotBytes;
    if (!function(rotation.position, depth, to.position))
      return false;
  }
  if (isWritten(info.access) && to.space == Space::Hbm) {
    VarKind kind = p.variables[to.variable].kind;
    if (kind == VarKind::Weight || kind == VarKind::Input)
      return fail("writes to '" + p.variables[to.variable].name + "', which is only read");
  }
  return true;
}

bool Decoder::waits(const Instruction &inst, unsigned depth, DecodedInstruction &to) {
  if (!range(inst.waits, p.waits.size(), "waits"))
    return false;
  for (uint32_t i = 0; i < inst.waits.count; ++i) {
    const Wait &wait = p.waits[inst.waits.first + i];
    DecodedWait decoded{wait.source, {}, {}};
    if (wait.source >= kFirstQueueSource + p.queues.size() || wait.core != 0)
      return fail("waits for source " + std::to_string(wait.source) + ", which does not exist");
    if (!function(wait.index, depth, decoded.index) || !function(wait.guard, depth, decoded.guard))
      return false;
    to.waits.push_back(decoded);
  }
  return true;
}

bool Decoder::queue(DecodedInstruction &inst) {
  int slot = inst.info->immediateSlot("queue");
  uint32_t number = inst.immediates[slot];
  if (number >= p.queues.size())
    return fail("names queue " + std::to_string(number) + " of " + std::to_string(p.queues.size()));
  if (p.queues[number].owner != engine)
    return fail("triggers a queue of the " + std::string(nameOf(p.queues[number].owner)) + " engine");
  if (p.queues[number].depth == 0)
    return fail("triggers a queue of depth 0");
  inst.queue = int(number);
  return true;
}

/// Types the engines can compute with; copies of bits take any.
bool Decoder::types(const DecodedInstruction &inst) {
  bool copies = inst.opcode == Opcode::TensorCopy || inst.opcode == Opcode::NcTranspose ||
                inst.opcode == Opcode::DmaCopy || inst.opcode == Opcode::DmaTranspose;
  if (copies && inst.operands[0].dtype == inst.operands[1].dtype)
    return true;
  for (const DecodedOperand &op : inst.operands)
    if (op && !portableKernels().load[unsigned(op.dtype)])
      return fail("the engines cannot read or write " + std::string(nameOf(op.dtype)));
  return true;
}

/// Whether immediate `i` of the instruction is an operator it can execute.
static bool legalOperator(const DecodedInstruction &inst, unsigned i) {
  const Kernels &k = portableKernels();
  std::string_view name = inst.info->immediates[i].name;
  uint32_t op = inst.immediates[i];
  if (op >= kNumAluOps)
    return false;
  bool isReduction = name == "reduce_op" || inst.opcode == Opcode::TensorReduce ||
                     inst.opcode == Opcode::TensorPartitionReduce;
  bool takesBits = inst.opcode == Opcode::TensorTensor || inst.opcode == Opcode::TensorScalar ||
                   inst.opcode == Opcode::TensorReduce || inst.opcode == Opcode::TensorPartitionReduce;
  bool isBinaryBits = k.bits[op] && !(isReduction && op >= unsigned(AluOp::Invert));
  return (isReduction ? k.reduceRows[op] != nullptr : k.binary[op] != nullptr) || (takesBits && isBinaryBits);
}

bool Decoder::immediates(const DecodedInstruction &inst) {
  const Kernels &k = portableKernels();
  bool hasBits = false, hasArithmetic = false;
  for (unsigned i = 0; i < inst.info->immediates.size(); ++i) {
    std::string_view kind = inst.info->immediates[i].kind;
    uint32_t value = inst.immediates[i];
    if (kind == "alu") {
      if (!legalOperator(inst, i))
        return fail("operator " + std::to_string(value) + " is not one of this instruction");
      (k.bits[value] ? hasBits : hasArithmetic) |= value != unsigned(AluOp::Bypass);
    }
    if ((kind == "act" && (value >= kNumActFns || !k.activate[value])) ||
        (kind == "cmd" && value > unsigned(ReduceCmd::LoadReduce)) ||
        (kind == "acc" && value > unsigned(Accumulate::UnlessFirst)))
      return fail("immediate " + std::to_string(i) + " has the unknown value " + std::to_string(value));
  }
  if (hasBits && hasArithmetic)
    return fail("mixes a bit operator with an arithmetic one");
  for (const DecodedOperand &op : inst.operands)
    if (hasBits && op && (isFloat(op.dtype) || op.elementBytes > 4))
      return fail("a bit operator needs integers, but got " + std::string(nameOf(op.dtype)));
  return true;
}

bool Decoder::instruction(uint32_t index, unsigned depth, DecodedInstruction &to) {
  current = index;
  const Instruction &inst = p.instructions[index];
  to.info = infoOf(inst.opcode);
  to.opcode = inst.opcode;
  to.engine = engine;
  to.index = index;
  to.handler = to.info ? handlerFor(inst.opcode) : nullptr;
  if (!to.handler)
    return fail("unknown opcode " + std::to_string(unsigned(inst.opcode)));
  if (!to.info->runsOn(engine))
    return fail("does not run on this engine");
  if (!range({inst.firstOperand, uint32_t(to.info->operands.size())}, p.operands.size(), "operands") ||
      !range({inst.firstImmediate, uint32_t(to.info->immediates.size())}, p.immediates.size(), "immediates"))
    return false;
  to.immediates = p.immediates.data() + inst.firstImmediate;
  to.operands.resize(to.info->operands.size());
  for (size_t i = 0; i < to.operands.size(); ++i) {
    DecodedOperand &op = to.operands[i];
    if (!operand(p.operands[inst.firstOperand + i], to.info->operands[i], depth, op))
      return false;
    if (!op || to.info->isDma())
      continue;
    if (!legalStart(op.startPartition, op.rows))
      return fail("operand '" + std::string(to.info->operands[i].name) + "' of " + std::to_string(op.rows) +
                  " partitions starts at partition " + std::to_string(op.startPartition));
    if (op.pattern.count > kMaxEngineElements)
      return fail("operand '" + std::string(to.info->operands[i].name) + "' has more than 65536 elements a row");
    to.maxRow = std::max(to.maxRow, op.pattern.count);
  }
  if (to.info->isDma() && !queue(to))
    return false;
  to.isIndirect = to.info->isDma() && to.operands.back() && to.info->operands.back().access == 'i' &&
                  to.opcode != Opcode::DmaTranspose;
  if (const char *rule = types(to) ? brokenShapeRule(to) : nullptr)
    return fail(rule);
  return error.ok() && immediates(to) && waits(inst, depth, to);
}

bool Decoder::stream(Engine which) {
  engine = which;
  current = UINT32_MAX;
  const std::vector<Node> &nodes = p.streams[unsigned(which)].nodes;
  std::vector<DecodedNode> &to = out.streams[unsigned(which)];
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    DecodedNode node{nodes[i].kind, nodes[i].value, 0, uint32_t(open.size())};
    if (node.kind == Node::Instr) {
      if (node.value >= p.instructions.size())
        return fail("names an instruction that does not exist");
      DecodedInstruction decoded;
      if (!instruction(node.value, unsigned(open.size()), decoded))
        return false;
      current = UINT32_MAX;
      out.maxRow = std::max(out.maxRow, decoded.maxRow);
      node.value = uint32_t(out.instructions.size());
      out.instructions.push_back(std::move(decoded));
    } else if (node.kind == Node::Loop) {
      if (node.value >= p.loops.size())
        return fail("names a loop that does not exist");
      if (!function(p.loops[node.value].trip, unsigned(open.size()), out.trips[node.value]))
        return false;
      open.push_back(i);
      out.maxDepth = std::max(out.maxDepth, uint32_t(open.size()));
    } else {
      if (node.kind != Node::End || open.empty())
        return fail("closes a loop that is not open");
      node.match = open.back() + 1;
      to[open.back()].match = i + 1;
      open.pop_back();
      node.depth = uint32_t(open.size());
    }
    to.push_back(node);
  }
  return open.empty() || fail("leaves a loop open");
}

Result<DecodedProgram> Decoder::run() {
  out.program = &p;
  out.target = findTarget(p.target);
  out.geometry = geometryFor(out.target);
  out.trips.resize(p.loops.size());
  for (unsigned e = 0; e < kNumEngines; ++e)
    if (!stream(Engine(e)))
      return error;
  return std::move(out);
}

Result<DecodedProgram> exec::decode(const Program &program) { return Decoder(program).run(); }
