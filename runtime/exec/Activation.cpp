//===- Activation.cpp - the Scalar engine ---------------------------------===//

#include "Handlers.h"
#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

/// Multiplications an element of a function costs, for cutting into parts.
static unsigned weightOf(ActFn fn) {
  switch (fn) {
  case ActFn::Copy: case ActFn::Square: case ActFn::Abs: case ActFn::Sign: case ActFn::Relu: case ActFn::Prelu:
    return 2;
  default:
    return 16;
  }
}

static void scaleBias(const Kernels &k, float *data, const float *scale, const float *bias, size_t count, size_t n) {
  for (size_t r = 0; r < count; ++r)
    if (scale[r] != 1.0f || bias[r] != 0.0f)
      k.scaleBias(data + r * n, scale[r], bias[r], data + r * n, n);
}

Status exec::execActivation(Frame &f) {
  const Kernels &k = f.core.kernels;
  ActFn fn = ActFn(f.word(0));
  ReduceCmd cmd = ReduceCmd(f.word(3));
  size_t n = f.operand(0).pattern.count;
  float *registers = f.core.scalarRegisters + f.operand(1).startPartition;
  forRowBlocks(f, f.operand(0).rows, n, weightOf(fn), [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *scale = s.buffer(1, count), *bias = s.buffer(2, count);
    readRows(f, 1, first, count, data, s);
    readScalars(f, 2, f.real(1), first, count, scale);
    readScalars(f, 3, f.real(2), first, count, bias);
    scaleBias(k, data, scale, bias, count, n);
    k.activate[unsigned(fn)](data, data, n * count, f.real(4));
    if (cmd == ReduceCmd::Reset || cmd == ReduceCmd::ResetReduce)
      std::fill_n(registers + first, count, 0.0f);
    if (cmd == ReduceCmd::Reduce || cmd == ReduceCmd::ResetReduce)
      k.reduceRows[unsigned(AluOp::Add)](data, count, n, registers + first);
    writeRows(f, 0, first, count, data, s);
    if (f.has(4))
      writeRows(f, 4, first, count, registers + first, s);
  });
  return {};
}
