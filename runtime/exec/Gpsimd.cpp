//===- Gpsimd.cpp - affine values, gathers, partition reductions ----------===//

#include "Handlers.h"
#include "Reduction.h"
#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

/// The affine values of row r over the free dims of dst as written: int32 with
/// wraparound. Immediates 0.. are offset, channel multiplier, steps.
static void affineRow(const Frame &f, size_t r, int32_t *to) {
  const DecodedOperand &dst = f.operand(0);
  uint32_t value = f.word(0) + uint32_t(r) * f.word(1);
  uint32_t index[kMaxFreeDims] = {};
  for (size_t i = 0; i < dst.pattern.count; ++i) {
    to[i] = int32_t(value);
    for (int d = int(dst.rank) - 1; d >= 0; --d) {
      value += f.word(2 + d);
      if (++index[d] < dst.dims[d].num)
        break;
      value -= f.word(2 + d) * dst.dims[d].num;
      index[d] = 0;
    }
  }
}

Status exec::execIota(Frame &f) {
  const DecodedOperand &dst = f.operand(0);
  size_t n = dst.pattern.count;
  forRowBlocks(f, dst.rows, n, 4, [&](size_t first, size_t count, Scratch &s) {
    int32_t *values = reinterpret_cast<int32_t *>(s.buffer(0, n));
    float *floats = s.buffer(1, n);
    for (size_t r = first; r < first + count; ++r) {
      affineRow(f, r, values);
      if (dst.dtype == DType::I32 || dst.dtype == DType::U32) {
        scatterBits(dst, values, f.row(0, r));
        continue;
      }
      f.core.kernels.load[unsigned(DType::I32)](values, floats, n);
      writeRows(f, 0, r, 1, floats, s);
    }
  });
  return {};
}

static bool holds(AluOp cmp, int32_t value) {
  switch (cmp) {
  case AluOp::NotEqual: return value != 0;
  case AluOp::GreaterEqual: return value >= 0;
  case AluOp::Greater: return value > 0;
  case AluOp::LessEqual: return value <= 0;
  case AluOp::Less: return value < 0;
  default: return value == 0;
  }
}

Status exec::execAffineSelect(Frame &f) {
  const DecodedOperand &dst = f.operand(0);
  size_t n = dst.pattern.count;
  bool copiesBits = dst.dtype == f.operand(1).dtype;
  forRowBlocks(f, dst.rows, n, 4, [&](size_t first, size_t count, Scratch &s) {
    int32_t *affine = reinterpret_cast<int32_t *>(s.buffer(0, n));
    uint32_t fill = 0;
    float fillValue = f.real(7);
    f.core.kernels.store[unsigned(dst.dtype)](&fillValue, &fill, 1);
    for (size_t r = first; r < first + count; ++r) {
      affineRow(f, r, affine);
      if (copiesBits) {
        uint32_t *data = readBits(f, 1, r, 1, s);
        for (size_t i = 0; i < n; ++i)
          data[i] = holds(f.alu(6), affine[i]) ? data[i] : fill;
        writeBits(f, 0, r, data, s);
        continue;
      }
      float *data = s.buffer(1, n);
      readRows(f, 1, r, 1, data, s);
      for (size_t i = 0; i < n; ++i)
        data[i] = holds(f.alu(6), affine[i]) ? data[i] : fillValue;
      writeRows(f, 0, r, 1, data, s);
    }
  });
  return {};
}

Status exec::execNcNGather(Frame &f) {
  size_t n = f.operand(0).pattern.count, limit = f.operand(1).pattern.count;
  Scratch &s = f.core.scratch[0];
  for (size_t r = 0; r < f.operand(0).rows; ++r) {
    uint32_t *data = readBits(f, 1, r, 0, s), *index = readBits(f, 2, r, 1, s);
    for (size_t i = 0; i < n; ++i) {
      if (index[i] >= limit)
        return f.fail(7003, "index " + std::to_string(index[i]) + " of partition " + std::to_string(r) +
                                " is not below " + std::to_string(limit));
      index[i] = data[index[i]];
    }
    writeBits(f, 0, r, index, s);
  }
  return {};
}

/// The index list of a group of 16 partitions runs down the partitions first.
Status exec::execLocalGather(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  size_t elements = f.word(0), valid = f.word(1), limit = src.pattern.count;
  Scratch &s = f.core.scratch[0];
  for (size_t group = 0; group < src.rows; group += 16) {
    std::vector<uint32_t> list(valid);
    for (size_t p = 0; p < 16; ++p) {
      const uint32_t *row = readBits(f, 2, group + p, 0, s);
      for (size_t j = p; j < valid; j += 16)
        list[j] = row[j / 16];
    }
    for (size_t p = group; p < group + 16; ++p) {
      uint32_t *data = readBits(f, 1, p, 0, s), *out = readBits(f, 0, p, 1, s);
      for (size_t j = 0; j < valid; ++j) {
        if (list[j] + elements > limit)
          return f.fail(7003, "index " + std::to_string(list[j]) + " of group " + std::to_string(group / 16) +
                                  " leaves the " + std::to_string(limit) + " elements of a partition");
        std::copy_n(data + list[j], elements, out + j * elements);
      }
      writeBits(f, 0, p, out, s);
    }
  }
  (void)dst;
  return {};
}

Status exec::execTensorPartitionReduce(Frame &f) {
  const Kernels &k = f.core.kernels;
  AluOp op = f.alu(0);
  size_t n = f.operand(1).pattern.count, rows = f.operand(1).rows;
  Scratch &s = f.core.scratch[0];
  if (isBitOp(op)) {
    uint32_t *acc = reinterpret_cast<uint32_t *>(s.buffer(1, n));
    std::fill_n(acc, n, bitIdentityOf(op));
    for (size_t r = 0; r < rows; ++r)
      k.bits[unsigned(op)](acc, readBits(f, 1, r, 0, s), acc, n);
    writeBits(f, 0, 0, acc, s);
    return {};
  }
  float *acc = s.buffer(1, n), *data = s.buffer(0, n);
  std::fill_n(acc, n, identityOf(op));
  for (size_t r = 0; r < rows; ++r) {
    readRows(f, 1, r, 1, data, s);
    k.binary[unsigned(op)](acc, data, acc, n);
  }
  writeRows(f, 0, 0, 1, acc, s);
  return {};
}
