//===- Reduce.cpp - reductions, scans, statistics -------------------------===//
//
// All sums run along the free axis in order, in fp32.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Reduction.h"
#include "Rows.h"

#include <limits>

using namespace neuron;
using namespace neuron::exec;

float exec::identityOf(AluOp op) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  switch (op) {
  case AluOp::Multiply: case AluOp::LogicalAnd: return 1.0f;
  case AluOp::Max: return -inf;
  case AluOp::Min: case AluOp::AbsMin: return inf;
  default: return 0.0f;
  }
}

uint32_t exec::bitIdentityOf(AluOp op) { return op == AluOp::BitwiseAnd ? 0xFFFFFFFFu : 0u; }

static Status reduceBits(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  AluOp op = f.alu(0);
  size_t outer = dst.pattern.count, inner = src.pattern.count / outer;
  for (size_t r = 0; r < dst.rows; ++r) {
    Scratch &s = f.core.scratch[0];
    uint32_t *data = readBits(f, 1, r, 0, s);
    uint32_t *out = reinterpret_cast<uint32_t *>(s.buffer(1, outer));
    for (size_t o = 0; o < outer; ++o) {
      out[o] = bitIdentityOf(op);
      for (size_t i = 0; i < inner; ++i)
        f.core.kernels.bits[unsigned(op)](&out[o], &data[o * inner + i], &out[o], 1);
    }
    writeBits(f, 0, r, out, s);
  }
  return {};
}

Status exec::execTensorReduce(Frame &f) {
  AluOp op = f.alu(0);
  if (isBitOp(op))
    return reduceBits(f);
  size_t n = f.operand(1).pattern.count, outer = f.operand(0).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 4, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *acc = s.buffer(1, outer * count);
    readRows(f, 1, first, count, data, s);
    std::fill_n(acc, outer * count, identityOf(op));
    f.core.kernels.reduceRows[unsigned(op)](data, outer * count, n / outer, acc);
    if (f.word(2))
      f.core.kernels.scalar[unsigned(AluOp::Multiply)](acc, -1.0f, acc, outer * count);
    writeRows(f, 0, first, count, acc, s);
  });
  return {};
}

/// Applies a command to accumulator registers before values are added to them.
static void prepareRegisters(const Frame &f, ReduceCmd cmd, AluOp op, unsigned initSlot, float init, size_t first,
                             size_t count, float *registers) {
  if (cmd == ReduceCmd::Reset || cmd == ReduceCmd::ResetReduce)
    std::fill_n(registers + first, count, identityOf(op));
  if (cmd == ReduceCmd::LoadReduce)
    readScalars(f, initSlot, init, first, count, registers + first);
}
static bool reduces(ReduceCmd cmd) {
  return cmd == ReduceCmd::Reduce || cmd == ReduceCmd::ResetReduce || cmd == ReduceCmd::LoadReduce;
}

Status exec::execTensorScalarReduce(Frame &f) {
  const Kernels &k = f.core.kernels;
  AluOp op = f.alu(0), reduce = f.alu(1);
  ReduceCmd cmd = ReduceCmd(f.word(2));
  size_t n = f.operand(0).pattern.count;
  float *registers = f.core.vectorRegisters + f.operand(1).startPartition;
  forRowBlocks(f, f.operand(0).rows, n, 4, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *scalars = s.buffer(1, count), *out = s.buffer(2, count);
    readRows(f, 1, first, count, data, s);
    readScalars(f, 2, f.real(4), first, count, scalars);
    for (size_t r = 0; r < count; ++r)
      k.scalar[unsigned(op)](data + r * n, scalars[r], data + r * n, n);
    prepareRegisters(f, cmd, reduce, 3, f.real(5), first, count, registers);
    if (reduces(cmd))
      k.reduceRows[unsigned(reduce)](data, count, n, registers + first);
    writeRows(f, 0, first, count, data, s);
    if (!f.has(4))
      return;
    for (size_t r = 0; r < count; ++r)
      out[r] = f.word(3) ? -registers[first + r] : registers[first + r];
    writeRows(f, 4, first, count, out, s);
  });
  return {};
}

Status exec::execSelectReduce(Frame &f) {
  ReduceCmd cmd = ReduceCmd(f.word(1));
  size_t n = f.operand(0).pattern.count;
  float *registers = f.core.vectorRegisters + f.operand(2).startPartition;
  forRowBlocks(f, f.operand(0).rows, n, 4, [&](size_t first, size_t count, Scratch &s) {
    float *pred = s.buffer(0, n * count), *data = s.buffer(1, n * count), *other = s.buffer(2, count);
    readRows(f, 1, first, count, pred, s);
    readRows(f, 2, first, count, data, s);
    readScalars(f, 3, f.real(2), first, count, other);
    for (size_t r = 0; r < count; ++r)
      for (size_t i = r * n; i < (r + 1) * n; ++i)
        data[i] = (pred[i] != 0.0f) != bool(f.word(0)) ? data[i] : other[r];
    prepareRegisters(f, cmd, AluOp::Max, 0, 0, first, count, registers);
    if (reduces(cmd))
      f.core.kernels.reduceRows[unsigned(AluOp::Max)](data, count, n, registers + first);
    writeRows(f, 0, first, count, data, s);
    if (f.has(4))
      writeRows(f, 4, first, count, registers + first, s);
  });
  return {};
}

Status exec::execRangeSelect(Frame &f) {
  const Kernels &k = f.core.kernels;
  ReduceCmd cmd = ReduceCmd(f.word(3));
  size_t n = f.operand(0).pattern.count;
  float *registers = f.core.vectorRegisters + f.operand(1).startPartition;
  forRowBlocks(f, f.operand(0).rows, n, 6, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *index = s.buffer(1, n), *keep = s.buffer(2, n), *keep1 = s.buffer(3, n);
    float *bounds = s.buffer(4, 2 * count);
    readRows(f, 1, first, count, data, s);
    readScalars(f, 2, 0, first, count, bounds);
    readScalars(f, 3, 0, first, count, bounds + count);
    for (size_t i = 0; i < n; ++i)
      index[i] = f.real(2) + float(i);
    for (size_t r = 0; r < count; ++r) {
      k.scalar[unsigned(f.alu(0))](index, bounds[r], keep, n);
      k.scalar[unsigned(f.alu(1))](index, bounds[count + r], keep1, n);
      for (size_t i = 0; i < n; ++i)
        data[r * n + i] = keep[i] != 0.0f && keep1[i] != 0.0f ? data[r * n + i] : -std::numeric_limits<float>::max();
    }
    prepareRegisters(f, cmd, AluOp::Max, 0, 0, first, count, registers);
    if (reduces(cmd))
      k.reduceRows[unsigned(AluOp::Max)](data, count, n, registers + first);
    writeRows(f, 0, first, count, data, s);
    if (f.has(4))
      writeRows(f, 4, first, count, registers + first, s);
  });
  return {};
}

/// a op b, or b op a.
static float apply(const Kernels &k, AluOp op, bool reverse, float a, float b) {
  float value;
  reverse ? k.binary[unsigned(op)](&b, &a, &value, 1) : k.binary[unsigned(op)](&a, &b, &value, 1);
  return value;
}

Status exec::execTensorTensorScan(Frame &f) {
  const Kernels &k = f.core.kernels;
  size_t n = f.operand(0).pattern.count;
  AluOp op0 = f.alu(0), op1 = f.alu(1);
  bool isLinear = op0 == AluOp::Multiply && op1 == AluOp::Add;
  forRowBlocks(f, f.operand(0).rows, n, 8, [&](size_t first, size_t count, Scratch &s) {
    float *a = s.buffer(0, n * count), *b = s.buffer(1, n * count), *state = s.buffer(2, count);
    readRows(f, 1, first, count, a, s);
    readRows(f, 2, first, count, b, s);
    readScalars(f, 3, f.real(4), first, count, state);
    for (size_t r = 0; r < count; ++r) {
      float value = state[r];
      for (size_t i = r * n; i < (r + 1) * n; ++i) {
        float product = isLinear ? a[i] * value : apply(k, op0, f.word(2), a[i], value);
        value = isLinear ? product + b[i] : apply(k, op1, f.word(3), product, b[i]);
        a[i] = value;
      }
    }
    writeRows(f, 0, first, count, a, s);
  });
  return {};
}

Status exec::execTensorScalarCumulative(Frame &f) {
  const Kernels &k = f.core.kernels;
  ReduceCmd cmd = ReduceCmd(f.word(2));
  AluOp op1 = f.alu(1);
  size_t n = f.operand(0).pattern.count;
  float *registers = f.core.vectorRegisters + f.operand(1).startPartition;
  forRowBlocks(f, f.operand(0).rows, n, 8, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *scalars = s.buffer(1, count);
    readRows(f, 1, first, count, data, s);
    readScalars(f, 2, f.real(4), first, count, scalars);
    prepareRegisters(f, cmd, op1, 3, f.real(5), first, count, registers);
    for (size_t r = 0; r < count; ++r) {
      auto kernel = f.word(3) ? k.scalarReverse : k.scalar;
      kernel[unsigned(f.alu(0))](data + r * n, scalars[r], data + r * n, n);
      float value = registers[first + r];
      for (size_t i = r * n; i < (r + 1) * n; ++i)
        data[i] = value = op1 == AluOp::Add ? data[i] + value : apply(k, op1, false, data[i], value);
      registers[first + r] = value;
    }
    writeRows(f, 0, first, count, data, s);
  });
  return {};
}

/// count, mean, variance * count of every second element.
static void statistics(const float *data, size_t n, float *out) {
  float count = 0, sum = 0, squares = 0;
  for (size_t i = 0; i < n; i += 2, count += 1.0f)
    sum += data[i];
  float mean = count > 0 ? sum / count : 0.0f;
  for (size_t i = 0; i < n; i += 2)
    squares += (data[i] - mean) * (data[i] - mean);
  out[0] = count, out[1] = mean, out[2] = squares;
}

Status exec::execBnStats(Frame &f) {
  size_t n = f.operand(1).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 8, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *out = s.buffer(1, 6 * count);
    readRows(f, 1, first, count, data, s);
    for (size_t r = 0; r < count; ++r) {
      statistics(data + r * n, n, out + 6 * r);
      statistics(data + r * n + 1, n - 1, out + 6 * r + 3);
    }
    writeRows(f, 0, first, count, out, s);
  });
  return {};
}

Status exec::execBnAggr(Frame &f) {
  size_t n = f.operand(1).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 8, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *out = s.buffer(1, 2 * count);
    readRows(f, 1, first, count, data, s);
    for (size_t r = 0; r < count; ++r) {
      const float *triple = data + r * n;
      float total = 0, weighted = 0, squares = 0;
      for (size_t i = 0; i < n; i += 3) {
        total += triple[i];
        weighted += triple[i] * triple[i + 1];
      }
      float mean = weighted / total;
      for (size_t i = 0; i < n; i += 3) {
        float d = triple[i + 1] - mean;
        squares += triple[i + 2] + triple[i] * d * d;
      }
      out[2 * r] = mean;
      out[2 * r + 1] = squares / total;
    }
    writeRows(f, 0, first, count, out, s);
  });
  return {};
}
