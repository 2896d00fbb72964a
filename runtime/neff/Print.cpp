//===- Print.cpp - text form of a program ---------------------------------===//
//
// One instruction to a line, loops indented. Parse.cpp reads it back.
//
//   nc_matmul dst=psum/f32/0:128/@0/[512*1] stationary=... accumulate=2 kernel=0 wait=vector:3+1*i0:0
//
// An operand is memory/type/rows/@address/[count*step,..]; rows are start:count
// on chip and variable:count:step in hbm; a ring adds /r(position,slots,bytes).
//
//===----------------------------------------------------------------------===//

#include "neuron/neff.h"

#include <cstdio>

using namespace neuron;

namespace {
class Printer {
public:
  explicit Printer(const Program &program) : p(program) {}
  std::string run();

private:
  const Program &p;
  std::string out;

  static std::string quoted(const std::string &text);
  std::string affine(const Affine &affine) const;
  std::string operand(const Operand &operand) const;
  void variable(size_t index);
  void instruction(const Instruction &inst, const std::string &indent);
  void stream(Engine engine);
};
} // namespace

std::string Printer::quoted(const std::string &text) {
  std::string result = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\' || c < 32 || c >= 127) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\%02x", c);
      result += escape;
    } else {
      result += char(c);
    }
  }
  return result + "\"";
}

std::string Printer::affine(const Affine &affine) const {
  std::string text = std::to_string(affine.base);
  for (uint32_t i = 0; i < affine.terms.count; ++i) {
    const Term &term = p.terms[affine.terms.first + i];
    text += (term.coefficient < 0 ? "-" : "+") +
            std::to_string(term.coefficient < 0 ? -term.coefficient : term.coefficient) + "*i" + std::to_string(term.level);
  }
  return text;
}

std::string Printer::operand(const Operand &o) const {
  std::string text = std::string(nameOf(o.space)) + "/" + std::string(nameOf(o.dtype)) + "/";
  if (o.space == Space::Hbm)
    text += "v" + std::to_string(o.variable) + ":" + std::to_string(o.numPartitions) + ":" + std::to_string(o.partitionStep);
  else
    text += std::to_string(o.startPartition) + ":" + std::to_string(o.numPartitions);
  text += "/@" + affine(o.address) + "/[";
  for (unsigned i = 0; i < o.rank; ++i)
    text += (i ? "," : "") + std::to_string(o.dims[i].num) + "*" + std::to_string(o.dims[i].step);
  text += "]";
  if (o.rotation >= 0) {
    const Rotation &r = p.rotations[size_t(o.rotation)];
    text += "/r(" + affine(r.position) + "," + std::to_string(r.slots) + "," + std::to_string(r.slotBytes) + ")";
  }
  return text;
}

static std::string sourceName(uint8_t source) {
  return source < kNumEngines ? std::string(nameOf(Engine(source))) : "q" + std::to_string(source - kFirstQueueSource);
}

void Printer::instruction(const Instruction &inst, const std::string &indent) {
  const InstructionInfo &info = *infoOf(inst.opcode);
  out += indent + std::string(info.name);
  for (size_t i = 0; i < info.operands.size(); ++i) {
    const Operand &o = p.operands[inst.firstOperand + i];
    if (o.space != Space::None)
      out += " " + std::string(info.operands[i].name) + "=" + operand(o);
  }
  for (size_t i = 0; i < info.immediates.size(); ++i)
    if (uint32_t word = p.immediates[inst.firstImmediate + i])
      out += " $" + std::string(info.immediates[i].name) + "=" + std::to_string(word);
  for (uint32_t i = 0; i < inst.waits.count; ++i) {
    const Wait &wait = p.waits[inst.waits.first + i];
    out += " wait=" + sourceName(wait.source) + ":" + affine(wait.index) + ":" + affine(wait.guard);
  }
  out += " kernel=" + std::to_string(inst.kernel) + "\n";
}

void Printer::stream(Engine engine) {
  out += "stream " + std::string(nameOf(engine)) + "\n";
  std::string indent = "  ";
  for (const Node &node : p.streams[unsigned(engine)].nodes) {
    if (node.kind == Node::End)
      indent.resize(indent.size() - 2);
    if (node.kind == Node::Instr) {
      instruction(p.instructions[node.value], indent);
      continue;
    }
    out += indent + (node.kind == Node::Loop ? "loop " + affine(p.loops[node.value].trip) : "end") + "\n";
    if (node.kind == Node::Loop)
      indent += "  ";
  }
}

void Printer::variable(size_t index) {
  const Variable &v = p.variables[index];
  static constexpr const char *kinds[] = {"input", "output", "inout", "state", "weight", "scratch", "seed"};
  out += "variable " + quoted(v.name) + " " + kinds[size_t(v.kind)] + " " + std::string(nameOf(v.dtype)) + " [";
  for (size_t i = 0; i < v.shape.size(); ++i)
    out += (i ? "," : "") + std::to_string(v.shape[i]);
  out += "] bytes=" + std::to_string(v.bytes) + " file=" + quoted(v.file) + " offset=" + std::to_string(v.fileOffset) +
         " in=" + std::to_string(v.inputIndex) + " out=" + std::to_string(v.outputIndex) + "\n";
}

std::string Printer::run() {
  out = "program " + quoted(p.name) + " target=" + quoted(p.target) + " core=" + std::to_string(p.core) + "\n";
  for (const Queue &queue : p.queues)
    out += "queue owner=" + std::string(nameOf(queue.owner)) + " depth=" + std::to_string(queue.depth) + "\n";
  for (size_t i = 0; i < p.variables.size(); ++i)
    variable(i);
  for (const Kernel &k : p.kernels)
    out += "kernel " + quoted(k.name) + " source=" + quoted(k.source) + " location=" + quoted(k.location) +
           " flops=" + std::to_string(k.flops) + " bytes=" + std::to_string(k.hbmBytes) + "\n";
  for (unsigned e = 0; e < kNumEngines; ++e)
    stream(Engine(e));
  return std::move(out);
}

std::string neuron::printProgram(const Program &program) { return Printer(program).run(); }
