//===- Elementwise.cpp - instructions that go element by element ----------===//

#include "Handlers.h"
#include "Reduction.h"
#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

static bool isBypass(AluOp op) { return op == AluOp::Bypass; }

static void loadBits(const Frame &f, unsigned i, size_t r, uint32_t *to, Scratch &scratch) {
  const DecodedOperand &op = f.operand(i);
  size_t n = op.pattern.count;
  if (op.elementBytes == 4)
    return gatherBits(op, f.row(i, r), to);
  void *raw = scratch.buffer(Scratch::kBuffers - 1, n);
  gatherBits(op, f.row(i, r), raw);
  for (size_t j = 0; j < n; ++j)
    to[j] = op.elementBytes == 1 ? static_cast<const uint8_t *>(raw)[j] : static_cast<const uint16_t *>(raw)[j];
}

uint32_t *exec::readBits(const Frame &f, unsigned i, size_t r, unsigned buffer, Scratch &scratch) {
  uint32_t *to = reinterpret_cast<uint32_t *>(scratch.buffer(buffer, f.operand(i).pattern.count));
  loadBits(f, i, r, to, scratch);
  return to;
}

void exec::writeBits(const Frame &f, unsigned i, size_t r, const uint32_t *from, Scratch &scratch) {
  const DecodedOperand &op = f.operand(i);
  size_t n = op.pattern.count;
  if (op.elementBytes == 4)
    return scatterBits(op, from, f.row(i, r));
  void *raw = scratch.buffer(Scratch::kBuffers - 1, n);
  for (size_t j = 0; j < n; ++j)
    if (op.elementBytes == 1)
      static_cast<uint8_t *>(raw)[j] = uint8_t(from[j]);
    else
      static_cast<uint16_t *>(raw)[j] = uint16_t(from[j]);
  scatterBits(op, raw, f.row(i, r));
}

static uint32_t *words(Scratch &scratch, unsigned i, size_t n) {
  return reinterpret_cast<uint32_t *>(scratch.buffer(i, n));
}

Status exec::execTensorTensor(Frame &f) {
  const Kernels &k = f.core.kernels;
  AluOp op = f.alu(0);
  size_t n = f.operand(0).pattern.count, rows = f.operand(0).rows;
  bool isBits = isBitOp(op);
  DType type = f.operand(0).dtype;
  bool isInt = f.inst.engine == Engine::GpSimd && (type == DType::I32 || type == DType::U32) &&
               f.operand(1).dtype == type && f.operand(2).dtype == type && k.int32[unsigned(op)];
  forRowBlocks(f, rows, n, op == AluOp::Power ? 32 : 1, [&](size_t first, size_t count, Scratch &s) {
    if (!isBits && !isInt) {
      size_t total = n * count;
      float *a = s.buffer(0, total), *b = s.buffer(1, total);
      readRows(f, 1, first, count, a, s);
      readRows(f, 2, first, count, b, s);
      k.binary[unsigned(op)](a, b, a, total);
      return writeRows(f, 0, first, count, a, s);
    }
    uint32_t *a = words(s, 0, n), *b = words(s, 1, n);
    for (size_t r = first; r < first + count; ++r) {
      loadBits(f, 1, r, a, s);
      loadBits(f, 2, r, b, s);
      if (isBits)
        k.bits[unsigned(op)](a, b, a, n);
      else if (type == DType::I32)
        k.int32[unsigned(op)](reinterpret_cast<int32_t *>(a), reinterpret_cast<int32_t *>(b),
                              reinterpret_cast<int32_t *>(a), n);
      else
        k.uint32[unsigned(op)](a, b, a, n);
      writeBits(f, 0, r, a, s);
    }
  });
  return {};
}

/// data = data op scalar for a block of rows with one scalar each.
static void applyScalars(const Kernels &k, AluOp op, bool reverse, float *data, const float *scalars, size_t count,
                         size_t n, Scratch &s) {
  if (isBypass(op) && !reverse)
    return;
  if (count == 1) {
    auto kernel = reverse ? k.scalarReverse[unsigned(op)] : k.scalar[unsigned(op)];
    return kernel(data, scalars[0], data, n);
  }
  float *spread = s.buffer(4, n * count);
  for (size_t r = 0; r < count; ++r)
    std::fill_n(spread + r * n, n, scalars[r]);
  if (reverse)
    k.binary[unsigned(op)](spread, data, data, n * count);
  else
    k.binary[unsigned(op)](data, spread, data, n * count);
}

static void scalarBits(Frame &f, unsigned slot, uint32_t immediate, size_t r, AluOp op, bool reverse, uint32_t *data,
                       size_t n, Scratch &s) {
  if (isBypass(op))
    return;
  uint32_t value = immediate;
  if (f.has(slot))
    loadBits(f, slot, f.operand(slot).rows == 1 ? 0 : r, &value, s);
  uint32_t *spread = words(s, 4, n);
  std::fill_n(spread, n, value);
  f.core.kernels.bits[unsigned(op)](reverse ? spread : data, reverse ? data : spread, data, n);
}

/// Bit operations: an immediate is the 32 bits themselves.
static Status tensorScalarBits(Frame &f) {
  size_t n = f.operand(0).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 1, [&](size_t first, size_t count, Scratch &s) {
    uint32_t *data = words(s, 0, n);
    for (size_t r = first; r < first + count; ++r) {
      loadBits(f, 1, r, data, s);
      scalarBits(f, 2, f.word(4), r, f.alu(0), f.word(2), data, n, s);
      scalarBits(f, 3, f.word(5), r, f.alu(1), f.word(3), data, n, s);
      writeBits(f, 0, r, data, s);
    }
  });
  return {};
}

Status exec::execTensorScalar(Frame &f) {
  if (isBitOp(f.alu(0)) || isBitOp(f.alu(1)))
    return tensorScalarBits(f);
  const Kernels &k = f.core.kernels;
  size_t n = f.operand(0).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 2, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *scalars = s.buffer(1, count);
    readRows(f, 1, first, count, data, s);
    readScalars(f, 2, f.real(4), first, count, scalars);
    applyScalars(k, f.alu(0), f.word(2), data, scalars, count, n, s);
    if (!isBypass(f.alu(1))) {
      readScalars(f, 3, f.real(5), first, count, scalars);
      applyScalars(k, f.alu(1), f.word(3), data, scalars, count, n, s);
    }
    writeRows(f, 0, first, count, data, s);
  });
  return {};
}

Status exec::execScalarTensorTensor(Frame &f) {
  const Kernels &k = f.core.kernels;
  size_t n = f.operand(0).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 2, [&](size_t first, size_t count, Scratch &s) {
    size_t total = n * count;
    float *data = s.buffer(0, total), *scalars = s.buffer(1, count), *b = s.buffer(2, total);
    readRows(f, 1, first, count, data, s);
    readScalars(f, 2, f.real(4), first, count, scalars);
    applyScalars(k, f.alu(0), f.word(2), data, scalars, count, n, s);
    readRows(f, 3, first, count, b, s);
    auto kernel = k.binary[unsigned(f.alu(1))];
    f.word(3) ? kernel(b, data, data, total) : kernel(data, b, data, total);
    writeRows(f, 0, first, count, data, s);
  });
  return {};
}

Status exec::execTensorCopy(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  size_t n = dst.pattern.count;
  forRowBlocks(f, dst.rows, n, 1, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count * (src.elementBytes == 8 ? 2 : 1));
    if (dst.dtype != src.dtype) {
      readRows(f, 1, first, count, data, s);
      return writeRows(f, 0, first, count, data, s);
    }
    for (size_t r = first; r < first + count; ++r) {
      gatherBits(src, f.row(1, r), data);
      scatterBits(dst, data, f.row(0, r));
    }
  });
  return {};
}

Status exec::execMemset(Frame &f) {
  const DecodedOperand &dst = f.operand(0);
  size_t n = dst.pattern.count;
  forRowBlocks(f, dst.rows, n, 1, [&](size_t first, size_t count, Scratch &s) {
    // Integers: the low bits of the word. Floats: the f32 rounded to the type.
    std::byte *row = reinterpret_cast<std::byte *>(s.buffer(0, n));
    for (size_t i = 0; i < n; ++i)
      if (isFloat(dst.dtype)) {
        float value = f.real(0);
        f.core.kernels.store[unsigned(dst.dtype)](&value, row + i * dst.elementBytes, 1);
      } else {
        uint32_t word = f.word(0);
        std::memcpy(row + i * dst.elementBytes, &word, dst.elementBytes);
      }
    for (size_t r = first; r < first + count; ++r)
      scatterBits(dst, row, f.row(0, r));
  });
  return {};
}

Status exec::execReciprocal(Frame &f) {
  size_t n = f.operand(0).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 2, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count);
    readRows(f, 1, first, count, data, s);
    f.core.kernels.scalar[unsigned(AluOp::Reciprocal)](data, 0, data, n * count);
    writeRows(f, 0, first, count, data, s);
  });
  return {};
}

Status exec::execTensorCopyPredicated(Frame &f) {
  size_t n = f.operand(0).pattern.count;
  bool isTile = f.has(2) && f.operand(2).pattern.count == n && f.operand(2).rows == f.operand(0).rows;
  forRowBlocks(f, f.operand(0).rows, n, 2, [&](size_t first, size_t count, Scratch &s) {
    float *scalars = s.buffer(3, count);
    if (!isTile)
      readScalars(f, 2, f.real(1), first, count, scalars);
    uint32_t *data = words(s, 0, n), *pred = words(s, 1, n), *src = words(s, 2, n);
    bool copiesBits = isTile && f.operand(2).dtype == f.operand(0).dtype;
    for (size_t r = first; r < first + count; ++r) {
      loadBits(f, 0, r, data, s);
      loadBits(f, 1, r, pred, s);
      if (copiesBits) {
        loadBits(f, 2, r, src, s);
      } else { // through f32 to the type of dst
        float *values = s.buffer(4, n);
        if (isTile)
          readRows(f, 2, r, 1, values, s);
        else
          std::fill_n(values, n, scalars[r - first]);
        std::byte *raw = reinterpret_cast<std::byte *>(s.buffer(2, n));
        f.core.kernels.store[unsigned(f.operand(0).dtype)](values, raw, n);
        for (size_t i = n; i-- > 0;) {
          uint32_t word = 0;
          std::memcpy(&word, raw + i * f.operand(0).elementBytes, f.operand(0).elementBytes);
          src[i] = word;
        }
      }
      for (size_t i = 0; i < n; ++i)
        data[i] = (pred[i] != 0) != bool(f.word(0)) ? src[i] : data[i];
      writeBits(f, 0, r, data, s);
    }
  });
  return {};
}
