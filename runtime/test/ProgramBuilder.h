//===- ProgramBuilder.h - programs by hand, for tests -----------*- C++ -*-===//
//
// Appends instructions, loops and operands to a Program:
//
//   ProgramBuilder b;
//   b.emit(Engine::Vector, Opcode::TensorCopy, {b.sbuf(0, DType::F32, 128, {{1, 512}}), ...});
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_TEST_PROGRAMBUILDER_H
#define NEURON_TEST_PROGRAMBUILDER_H

#include "neuron/program.h"

#include <bit>
#include <cassert>
#include <initializer_list>

namespace neuron::test {

class ProgramBuilder {
public:
  Program program;

  /// base + sum of coefficient * counter(level).
  Affine affine(int64_t base, std::initializer_list<Term> terms = {}) {
    Affine a{base, {uint32_t(program.terms.size()), uint32_t(terms.size())}};
    program.terms.insert(program.terms.end(), terms);
    return a;
  }

  /// A wait for instance `index` of source `source`.
  Wait wait(unsigned source, Affine index) { return {uint8_t(source), 0, index, {}}; }
  Wait wait(Engine engine, int64_t index) { return wait(unsigned(engine), affine(index)); }
  Wait waitQueue(unsigned queue, int64_t index) {
    return wait(kFirstQueueSource + queue, affine(index));
  }

  Operand operand(Space space, int64_t address, DType dtype, unsigned partitions,
                  std::initializer_list<Dim> dims) {
    assert(dims.size() <= kMaxFreeDims);
    Operand o;
    o.space = space;
    o.dtype = dtype;
    o.rank = uint8_t(dims.size());
    o.numPartitions = uint16_t(partitions);
    o.address = affine(address);
    std::copy(dims.begin(), dims.end(), o.dims.begin());
    return o;
  }
  Operand sbuf(int64_t address, DType dtype, unsigned partitions, std::initializer_list<Dim> dims) {
    return operand(Space::Sbuf, address, dtype, partitions, dims);
  }
  Operand psum(int64_t address, DType dtype, unsigned partitions, std::initializer_list<Dim> dims) {
    return operand(Space::Psum, address, dtype, partitions, dims);
  }
  /// Rows of an HBM variable, `rowStep` elements apart.
  Operand hbm(uint32_t variable, DType dtype, unsigned rows, int64_t rowStep,
              std::initializer_list<Dim> dims) {
    Operand o = operand(Space::Hbm, 0, dtype, rows, dims);
    o.variable = variable;
    o.partitionStep = rowStep;
    return o;
  }
  static Operand none() { return {}; }

  uint32_t variable(VarKind kind, uint64_t bytes, std::string name = "v") {
    Variable v;
    v.name = std::move(name);
    v.kind = kind;
    v.shape = {int64_t(bytes)};
    v.bytes = bytes;
    program.variables.push_back(std::move(v));
    return uint32_t(program.variables.size() - 1);
  }

  uint32_t queue(Engine owner, uint32_t depth = 16) {
    program.queues.push_back({owner, depth});
    return uint32_t(program.queues.size() - 1);
  }

  /// Appends the instruction to the pool only. Missing trailing immediates are 0.
  uint32_t instruction(Opcode opcode, std::vector<Operand> operands,
                       std::vector<uint32_t> immediates = {}, std::vector<Wait> waits = {}) {
    const InstructionInfo &info = *infoOf(opcode);
    assert(operands.size() == info.operands.size());
    immediates.resize(info.immediates.size());
    Instruction inst;
    inst.opcode = opcode;
    inst.firstOperand = append(program.operands, operands).first;
    inst.firstImmediate = append(program.immediates, immediates).first;
    inst.waits = append(program.waits, waits);
    inst.kernel = kernel;
    if (program.kernels.empty())
      program.kernels.push_back({"kernel", "source", "", 0, 0});
    program.instructions.push_back(inst);
    return uint32_t(program.instructions.size() - 1);
  }

  uint32_t emit(Engine engine, Opcode opcode, std::vector<Operand> operands,
                std::vector<uint32_t> immediates = {}, std::vector<Wait> waits = {}) {
    uint32_t index = instruction(opcode, std::move(operands), std::move(immediates), std::move(waits));
    nodes(engine).push_back({Node::Instr, index});
    return index;
  }

  /// A plain copy on `queue` by its owner. dge as in instructions.def.
  uint32_t copy(uint32_t queue, Operand dst, Operand src, uint32_t dge = 3,
                std::vector<Wait> waits = {}) {
    return emit(program.queues[queue].owner, Opcode::DmaCopy, {dst, src, none()}, {queue, dge},
                std::move(waits));
  }

  void loop(Engine engine, Affine trip) {
    program.loops.push_back({trip});
    nodes(engine).push_back({Node::Loop, uint32_t(program.loops.size() - 1)});
  }
  void loop(Engine engine, int64_t trip) { loop(engine, affine(trip)); }
  void end(Engine engine) { nodes(engine).push_back({Node::End, 0}); }

  static uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
  static uint32_t bits(AluOp op) { return uint32_t(op); }
  static uint32_t bits(ActFn fn) { return uint32_t(fn); }

  /// Kernel of the instructions to come.
  uint32_t kernel = 0;

private:
  std::vector<Node> &nodes(Engine engine) { return program.streams[unsigned(engine)].nodes; }
  template <typename T> static Range append(std::vector<T> &pool, const std::vector<T> &items) {
    Range range{uint32_t(pool.size()), uint32_t(items.size())};
    pool.insert(pool.end(), items.begin(), items.end());
    return range;
  }
};

} // namespace neuron::test

#endif // NEURON_TEST_PROGRAMBUILDER_H
