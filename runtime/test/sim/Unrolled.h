//===- Unrolled.h - a program without loops ---------------------*- C++ -*-===//
#ifndef NEURON_TEST_SIM_UNROLLED_H
#define NEURON_TEST_SIM_UNROLLED_H

#include "neuron/program.h"

namespace neuron::test {

/// The same instructions in the same order, each written out with the
/// addresses and waits of its iteration.
class Unrolled {
public:
  explicit Unrolled(const Program &source) : source(source), program(source) {
    program.instructions.clear();
    program.operands.clear();
    program.waits.clear();
    for (unsigned engine = 0; engine < kNumEngines; ++engine) {
      program.streams[engine].nodes.clear();
      body(engine, 0);
    }
  }
  Program take() { return std::move(program); }

private:
  Affine constant(const Affine &affine) const { return {evaluate(source, affine, counters.data()), {}}; }

  /// Nodes from `position` up to the end of the loop they are in; returns the
  /// position of that end.
  size_t body(unsigned engine, size_t position) {
    const std::vector<Node> &nodes = source.streams[engine].nodes;
    for (; position < nodes.size() && nodes[position].kind != Node::End; ++position)
      if (nodes[position].kind == Node::Loop)
        position = loop(engine, position);
      else
        emit(engine, source.instructions[nodes[position].value]);
    return position;
  }

  size_t loop(unsigned engine, size_t position) {
    int64_t trip = evaluate(source, source.loops[source.streams[engine].nodes[position].value].trip, counters.data());
    size_t end = position;
    counters.push_back(0);
    for (; counters.back() < trip; ++counters.back())
      end = body(engine, position + 1);
    counters.pop_back();
    return end; // every loop of these tests runs at least once
  }

  void emit(unsigned engine, Instruction inst) {
    uint32_t operand = inst.firstOperand, wait = inst.waits.first;
    inst.firstOperand = uint32_t(program.operands.size());
    for (size_t i = 0; i < infoOf(inst.opcode)->operands.size(); ++i)
      program.operands.push_back(place(source.operands[operand + i]));
    inst.waits.first = uint32_t(program.waits.size());
    for (uint32_t i = 0; i < inst.waits.count; ++i) {
      const Wait &w = source.waits[wait + i];
      program.waits.push_back({w.source, w.core, constant(w.index), constant(w.guard)});
    }
    program.streams[engine].nodes.push_back({Node::Instr, uint32_t(program.instructions.size())});
    program.instructions.push_back(inst);
  }

  Operand place(Operand operand) const {
    operand.address = constant(operand.address);
    if (operand.rotation >= 0) {
      const Rotation &ring = source.rotations[operand.rotation];
      operand.address.base += evaluate(source, ring.position, counters.data()) % ring.slots * ring.slotBytes;
      operand.rotation = -1;
    }
    return operand;
  }

  const Program &source;
  Program program;
  std::vector<int64_t> counters;
};

} // namespace neuron::test

#endif // NEURON_TEST_SIM_UNROLLED_H
