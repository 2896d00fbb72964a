//===- StreamCodec.cpp - binary form of an engine stream ------------------===//
//
// A stream is a sequence of records, each led by a byte: 0 ends a loop, 1 opens
// one (trip count), 2 is an instruction. Everything an instruction needs stands
// in its record, so the streams of the engines are independent files.
//
//===----------------------------------------------------------------------===//

#include "StreamCodec.h"

#include "Bytes.h"

using namespace neuron;

static constexpr char kMagic[4] = {'N', 'S', 'T', '1'};
enum Record : uint8_t { kEnd = 0, kLoop = 1, kInstruction = 2 };

// Writing.

static void write(ByteWriter &out, const Program &p, const Affine &affine) {
  out.integer(affine.base);
  out.number(affine.terms.count);
  for (uint32_t i = 0; i < affine.terms.count; ++i) {
    const Term &term = p.terms[affine.terms.first + i];
    out.number(term.level);
    out.integer(term.coefficient);
  }
}

static void write(ByteWriter &out, const Program &p, const Operand &operand) {
  out.byte(uint8_t(operand.space));
  if (operand.space == Space::None)
    return;
  out.byte(uint8_t(operand.dtype));
  out.byte(operand.core);
  out.number(operand.numPartitions);
  if (operand.space == Space::Hbm) {
    out.number(operand.variable);
    out.integer(operand.partitionStep);
  } else {
    out.number(operand.startPartition);
  }
  write(out, p, operand.address);
  out.byte(operand.rotation >= 0);
  if (operand.rotation >= 0) {
    const Rotation &rotation = p.rotations[size_t(operand.rotation)];
    write(out, p, rotation.position);
    out.number(rotation.slots);
    out.number(rotation.slotBytes);
  }
  out.byte(operand.rank);
  for (unsigned i = 0; i < operand.rank; ++i) {
    out.integer(operand.dims[i].step);
    out.number(operand.dims[i].num);
  }
}

static void write(ByteWriter &out, const Program &p, const Instruction &inst) {
  const InstructionInfo &info = *infoOf(inst.opcode);
  out.number(uint64_t(inst.opcode));
  out.number(inst.kernel);
  out.number(inst.waits.count);
  for (uint32_t i = 0; i < inst.waits.count; ++i) {
    const Wait &wait = p.waits[inst.waits.first + i];
    out.byte(wait.source);
    out.byte(wait.core);
    write(out, p, wait.index);
    write(out, p, wait.guard);
  }
  for (size_t i = 0; i < info.operands.size(); ++i)
    write(out, p, p.operands[inst.firstOperand + i]);
  for (size_t i = 0; i < info.immediates.size(); ++i)
    out.number(p.immediates[inst.firstImmediate + i]);
}

std::string neuron::encodeStream(const Program &program, Engine engine) {
  ByteWriter out;
  for (char c : kMagic)
    out.byte(uint8_t(c));
  for (const Node &node : program.streams[unsigned(engine)].nodes) {
    switch (node.kind) {
    case Node::End:
      out.byte(kEnd);
      break;
    case Node::Loop:
      out.byte(kLoop);
      write(out, program, program.loops[node.value].trip);
      break;
    case Node::Instr:
      out.byte(kInstruction);
      write(out, program, program.instructions[node.value]);
      break;
    }
  }
  return out.take();
}

// Reading: only form is checked here, meaning by verifyProgram.

static Affine readAffine(ByteReader &in, Program &p) {
  Affine affine;
  affine.base = in.integer();
  affine.terms.first = uint32_t(p.terms.size());
  affine.terms.count = uint32_t(in.below(kMaxLoopDepth + 1));
  for (uint32_t i = 0; i < affine.terms.count && in.ok(); ++i) {
    Term term;
    term.level = uint32_t(in.below(kMaxLoopDepth));
    term.coefficient = in.integer();
    p.terms.push_back(term);
  }
  return affine;
}

static Operand readOperand(ByteReader &in, Program &p) {
  Operand operand;
  uint8_t space = in.byte();
  if (space > uint8_t(Space::Psum))
    return in.fail(), operand;
  operand.space = Space(space);
  if (operand.space == Space::None)
    return operand;
  operand.dtype = DType(in.byte());
  operand.core = in.byte();
  operand.numPartitions = uint16_t(in.below(65536));
  if (operand.space == Space::Hbm) {
    operand.variable = uint32_t(in.below(uint64_t(1) << 32));
    operand.partitionStep = in.integer();
  } else {
    operand.startPartition = uint16_t(in.below(65536));
  }
  operand.address = readAffine(in, p);
  if (in.byte()) {
    Rotation rotation;
    rotation.position = readAffine(in, p);
    rotation.slots = uint32_t(in.below(uint64_t(1) << 32));
    rotation.slotBytes = uint32_t(in.below(uint64_t(1) << 32));
    operand.rotation = int32_t(p.rotations.size());
    p.rotations.push_back(rotation);
  }
  operand.rank = uint8_t(in.below(kMaxFreeDims + 1));
  for (unsigned i = 0; i < operand.rank; ++i) {
    operand.dims[i].step = int32_t(in.integer());
    operand.dims[i].num = uint32_t(in.below(uint64_t(1) << 32));
  }
  return operand;
}

static Status bad(Engine engine, const ByteReader &in, const std::string &what) {
  return Status(ErrorClass::BadInput, 2010,
                std::string(nameOf(engine)) + " stream, byte " + std::to_string(in.offset()) + ": " + what);
}

static Status readInstruction(ByteReader &in, Program &p, Engine engine) {
  Instruction inst;
  uint64_t opcode = in.number();
  const InstructionInfo *info = opcode < 65536 ? infoOf(Opcode(opcode)) : nullptr;
  if (!info)
    return bad(engine, in, "unknown opcode " + std::to_string(opcode) + "; a newer runtime may know it");
  inst.opcode = info->opcode;
  inst.kernel = uint32_t(in.below(uint64_t(1) << 32));
  inst.waits.first = uint32_t(p.waits.size());
  inst.waits.count = uint32_t(in.below(256));
  for (uint32_t i = 0; i < inst.waits.count && in.ok(); ++i) {
    Wait wait;
    wait.source = in.byte();
    wait.core = in.byte();
    wait.index = readAffine(in, p);
    wait.guard = readAffine(in, p);
    p.waits.push_back(wait);
  }
  inst.firstOperand = uint32_t(p.operands.size());
  for (size_t i = 0; i < info->operands.size(); ++i)
    p.operands.push_back(readOperand(in, p));
  inst.firstImmediate = uint32_t(p.immediates.size());
  for (size_t i = 0; i < info->immediates.size(); ++i)
    p.immediates.push_back(uint32_t(in.below(uint64_t(1) << 32)));
  p.instructions.push_back(inst);
  return {};
}

Status neuron::decodeStream(Program &p, Engine engine, std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  std::vector<Node> &nodes = p.streams[unsigned(engine)].nodes;
  for (char c : kMagic)
    if (in.byte() != uint8_t(c))
      return bad(engine, in, "wrong magic");
  unsigned depth = 0;
  while (in.ok() && !in.atEnd()) {
    switch (in.byte()) {
    case kEnd:
      if (depth-- == 0)
        return bad(engine, in, "a loop ends that was not opened");
      nodes.push_back({Node::End, 0});
      break;
    case kLoop:
      if (++depth > kMaxLoopDepth)
        return bad(engine, in, "loops are nested too deeply");
      nodes.push_back({Node::Loop, uint32_t(p.loops.size())});
      p.loops.push_back({readAffine(in, p)});
      break;
    case kInstruction:
      nodes.push_back({Node::Instr, uint32_t(p.instructions.size())});
      if (Status status = readInstruction(in, p, engine); !status)
        return status;
      break;
    default:
      return bad(engine, in, "unknown record");
    }
  }
  if (!in.ok())
    return bad(engine, in, "truncated or out of range");
  if (depth != 0)
    return bad(engine, in, "a loop is not closed");
  return {};
}
