//===- Rows.cpp - operands as rows of f32 ---------------------------------===//

#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

template <typename T> static void gather(const Pattern &p, const std::byte *row, void *to) {
  typedef T Cell __attribute__((aligned(1), may_alias));
  const Cell *from = reinterpret_cast<const Cell *>(row);
  T *out = static_cast<T *>(to);
  forEachRun(p, [&](int64_t offset, int64_t step, uint32_t n) {
    const Cell *src = from + offset;
    if (step == 1)
      std::memcpy(out, src, size_t(n) * sizeof(T));
    else if (step == 0)
      std::fill_n(out, n, T(*src));
    else
      for (uint32_t i = 0; i < n; ++i)
        out[i] = src[int64_t(i) * step];
    out += n;
  });
}

template <typename T> static void scatter(const Pattern &p, const void *from, std::byte *row) {
  typedef T Cell __attribute__((aligned(1), may_alias));
  Cell *to = reinterpret_cast<Cell *>(row);
  const T *in = static_cast<const T *>(from);
  forEachRun(p, [&](int64_t offset, int64_t step, uint32_t n) {
    Cell *dst = to + offset;
    if (step == 1)
      std::memcpy(dst, in, size_t(n) * sizeof(T));
    else
      for (uint32_t i = 0; i < n; ++i)
        dst[int64_t(i) * step] = in[i];
    in += n;
  });
}

void exec::gatherBits(const DecodedOperand &op, const std::byte *row, void *to) {
  if (op.pattern.isContiguous)
    return void(std::memcpy(to, row, size_t(op.pattern.count) * op.elementBytes));
  switch (op.elementBytes) {
  case 1: return gather<uint8_t>(op.pattern, row, to);
  case 2: return gather<uint16_t>(op.pattern, row, to);
  case 4: return gather<uint32_t>(op.pattern, row, to);
  default: return gather<uint64_t>(op.pattern, row, to);
  }
}

void exec::scatterBits(const DecodedOperand &op, const void *from, std::byte *row) {
  if (op.pattern.isContiguous)
    return void(std::memcpy(row, from, size_t(op.pattern.count) * op.elementBytes));
  switch (op.elementBytes) {
  case 1: return scatter<uint8_t>(op.pattern, from, row);
  case 2: return scatter<uint16_t>(op.pattern, from, row);
  case 4: return scatter<uint32_t>(op.pattern, from, row);
  default: return scatter<uint64_t>(op.pattern, from, row);
  }
}

void exec::readRow(const Kernels &kernels, const DecodedOperand &op, const std::byte *row, float *buffer, void *bits) {
  auto load = kernels.load[unsigned(op.dtype)];
  if (op.pattern.isContiguous)
    return load(row, buffer, op.pattern.count);
  if (op.dtype == DType::F32)
    return gather<uint32_t>(op.pattern, row, buffer);
  gatherBits(op, row, bits);
  load(bits, buffer, op.pattern.count);
}

void exec::writeRow(const Kernels &kernels, const DecodedOperand &op, const float *buffer, std::byte *row, void *bits) {
  auto store = kernels.store[unsigned(op.dtype)];
  if (op.pattern.isContiguous)
    return store(buffer, row, op.pattern.count);
  store(buffer, bits, op.pattern.count);
  scatterBits(op, bits, row);
}

void exec::readRows(const Frame &f, unsigned i, size_t first, size_t count, float *buffer, Scratch &scratch) {
  const DecodedOperand &op = f.operand(i);
  size_t n = op.pattern.count;
  if (n == 1 && op.dtype == DType::F32) {
    for (size_t r = 0; r < count; ++r)
      std::memcpy(buffer + r, f.row(i, first + r), 4);
    return;
  }
  void *bits = op.pattern.isContiguous ? nullptr : scratch.buffer(Scratch::kBuffers - 1, n);
  for (size_t r = 0; r < count; ++r)
    readRow(f.core.kernels, op, f.row(i, first + r), buffer + r * n, bits);
}

void exec::writeRows(const Frame &f, unsigned i, size_t first, size_t count, const float *buffer, Scratch &scratch) {
  const DecodedOperand &op = f.operand(i);
  size_t n = op.pattern.count;
  void *bits = op.pattern.isContiguous ? nullptr : scratch.buffer(Scratch::kBuffers - 1, n);
  for (size_t r = 0; r < count; ++r)
    writeRow(f.core.kernels, op, buffer + r * n, f.row(i, first + r), bits);
}

void exec::readScalars(const Frame &f, unsigned i, float immediate, size_t first, size_t count, float *values) {
  if (!f.has(i))
    return void(std::fill_n(values, count, immediate));
  const DecodedOperand &op = f.operand(i);
  auto load = f.core.kernels.load[unsigned(op.dtype)];
  for (size_t r = 0; r < count; ++r)
    load(f.row(i, op.rows == 1 ? 0 : first + r), values + r, 1);
}
