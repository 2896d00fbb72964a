//===- Matmul.cpp - the Tensor engine -------------------------------------===//

#include "Handlers.h"
#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

namespace {
/// A matrix of f32 rows: in place, or packed into scratch memory.
struct Matrix {
  const float *data;
  size_t pitch;
};
} // namespace

/// Operand i as rows of f32. Rows that are f32 and contiguous stay where they are.
/// Double row: the two halves of K become neighbouring rows.
static Matrix packRows(const Frame &f, unsigned i, bool isDouble, unsigned buffer) {
  const DecodedOperand &op = f.operand(i);
  if (op.dtype == DType::F32 && op.pattern.isContiguous && !isDouble)
    return {reinterpret_cast<const float *>(f.base[i]), size_t(op.rowPitch) / 4};
  size_t n = op.pattern.count;
  float *to = f.core.scratch[0].buffer(buffer, n * op.rows);
  forRowBlocks(f, op.rows, n, 1, [&](size_t first, size_t count, Scratch &s) {
    readRows(f, i, first, count, to + first * n, s);
  });
  return {to, isDouble ? n / 2 : n};
}

/// False while all loop counters of the mask are zero.
bool exec::accumulates(const Frame &f) {
  switch (Accumulate(f.word(0))) {
  case Accumulate::Never: return false;
  case Accumulate::Always: return true;
  case Accumulate::UnlessFirst: break;
  }
  for (unsigned level = 0; level < f.depth && level < 32; ++level)
    if ((f.word(1) >> level & 1) && f.counters[level] != 0)
      return true;
  return false;
}

/// Bits of operand i as [rows][count], then written transposed to operand 0.
/// One-byte elements may land as words whose upper byte is zero.
static Status transposeBits(Frame &f, unsigned i) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(i);
  size_t rows = src.rows, columns = src.pattern.count, bytes = src.elementBytes, to = dst.elementBytes;
  Scratch &s = f.core.scratch[0];
  std::byte *in = reinterpret_cast<std::byte *>(s.buffer(0, rows * columns * 2));
  std::byte *out = reinterpret_cast<std::byte *>(s.buffer(1, rows * columns * 2));
  for (size_t r = 0; r < rows; ++r)
    gatherBits(src, f.row(i, r), in + r * columns * bytes);
  if (bytes == 4 && to == 4) {
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = 0; c < columns; ++c)
        std::memcpy(out + (c * rows + r) * 4, in + (r * columns + c) * 4, 4);
  } else {
    std::memset(out, 0, rows * columns * to);
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = 0; c < columns; ++c)
        std::memcpy(out + (c * rows + r) * to, in + (r * columns + c) * bytes, bytes);
  }
  for (size_t c = 0; c < columns; ++c)
    scatterBits(dst, out + c * rows * to, f.row(0, c));
  return {};
}

/// v2: the array multiplies by one and adds zeros in fp32.
static Status transposeFloats(Frame &f, unsigned i) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(i);
  size_t rows = src.rows, columns = src.pattern.count;
  Scratch &s = f.core.scratch[0];
  float *in = s.buffer(0, rows * columns), *out = s.buffer(1, rows * columns);
  readRows(f, i, 0, rows, in, s);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      out[c * rows + r] = in[r * columns + c];
  writeRows(f, 0, 0, dst.rows, out, s);
  return {};
}

static Status transpose(Frame &f, unsigned i) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(i);
  bool isWidened = dst.elementBytes == 2 && src.elementBytes == 1;
  return dst.elementBytes == src.elementBytes || isWidened ? transposeBits(f, i) : transposeFloats(f, i);
}

Status exec::execNcTranspose(Frame &f) { return transpose(f, 1); }

Status exec::execNcMatmul(Frame &f) {
  bool isDouble = f.word(2) & 8;
  if (f.word(2) & 1)
    return transpose(f, 1);
  const DecodedOperand &dst = f.operand(0);
  Matrix stationary = packRows(f, 1, isDouble, 0), moving = packRows(f, 2, isDouble, 1);
  unsigned k = f.operand(1).rows * (isDouble ? 2 : 1), m = dst.rows, n = dst.pattern.count;
  bool isDirect = dst.dtype == DType::F32 && dst.pattern.isContiguous, accumulate = accumulates(f);
  float *out = isDirect ? reinterpret_cast<float *>(f.base[0]) : f.core.scratch[0].buffer(2, size_t(m) * n);
  size_t pitch = isDirect ? size_t(dst.rowPitch) / 4 : n;
  auto rows = [&](unsigned first, unsigned count, Scratch &s) {
    if (!isDirect && accumulate)
      readRows(f, 0, first, count, out + first * pitch, s);
    f.core.kernels.matmul({stationary.data + first, stationary.pitch, moving.data, moving.pitch, out + first * pitch,
                           pitch, k, count, n, accumulate});
    if (!isDirect)
      writeRows(f, 0, first, count, out + first * pitch, s);
  };
  unsigned threads = f.core.pool.size();
  if (threads == 1 || uint64_t(k) * m * n < 65536 || m < 16) {
    rows(0, m, f.core.scratch[0]);
    return {};
  }
  // Parts end at multiples of 12 rows, the largest block of a kernel.
  unsigned part = ((m + 2 * threads - 1) / (2 * threads) + 11) / 12 * 12;
  f.core.pool.run((m + part - 1) / part, [&](unsigned i, unsigned thread) {
    rows(i * part, std::min(part, m - i * part), f.core.scratch[thread]);
  });
  return {};
}
