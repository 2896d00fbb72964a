//===- Rows.h - operands as rows of f32 -------------------------*- C++ -*-===//
//
// Engines read operands as f32 and round at the write. A block of rows is read
// as a whole before anything of it is written, so an instruction whose
// destination overlaps a source in the same partitions is well defined: sources
// are read first.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_ROWS_H
#define NEURON_EXEC_ROWS_H

#include "Core.h"

#include <algorithm>

namespace neuron::exec {

/// Calls fn(offset, step, length) for each innermost run, in order; offset in
/// elements from the row's address.
template <typename Fn> inline void forEachRun(const Pattern &p, Fn &&fn) {
  if (p.rank == 0)
    return fn(int64_t(0), int64_t(1), uint32_t(1));
  const Pattern::PatternDim &inner = p.dims[p.rank - 1];
  uint32_t index[kMaxFreeDims] = {};
  int64_t offset = 0;
  while (true) {
    fn(offset, inner.step, inner.num);
    int d = int(p.rank) - 2;
    for (; d >= 0; --d) {
      offset += p.dims[d].step;
      if (++index[d] < p.dims[d].num)
        break;
      offset -= p.dims[d].step * int64_t(p.dims[d].num);
      index[d] = 0;
    }
    if (d < 0)
      return;
  }
}

/// Elements of a row, as bits, to contiguous memory and back.
void gatherBits(const DecodedOperand &op, const std::byte *row, void *to);
void scatterBits(const DecodedOperand &op, const void *from, std::byte *row);

/// A row as f32 in `buffer`, which holds pattern.count elements; `bits` is room
/// for as many elements of any engine type.
void readRow(const Kernels &kernels, const DecodedOperand &op, const std::byte *row, float *buffer, void *bits);
void writeRow(const Kernels &kernels, const DecodedOperand &op, const float *buffer, std::byte *row, void *bits);

/// Rows first .. first+count-1 of operand i as f32, one after the other.
void readRows(const Frame &f, unsigned i, size_t first, size_t count, float *buffer, Scratch &scratch);
void writeRows(const Frame &f, unsigned i, size_t first, size_t count, const float *buffer, Scratch &scratch);

/// One value for each row: an optional [P,1] (or one element) operand, or the
/// immediate when it is absent.
void readScalars(const Frame &f, unsigned i, float immediate, size_t first, size_t count, float *values);

/// Rows that are worked on together: enough elements to pay for the call.
inline size_t rowsPerBlock(size_t rowElements) { return rowElements >= 1024 ? 1 : 1024 / rowElements; }

/// Calls fn(first, count, scratch) for blocks of rows, on several threads when
/// there is enough work. `weight`: cost of an element, 1 for an addition.
template <typename Fn> void forRowBlocks(const Frame &f, size_t rows, size_t rowElements, unsigned weight, Fn &&fn) {
  size_t block = rowsPerBlock(rowElements);
  auto span = [&](size_t begin, size_t end, unsigned thread) {
    for (size_t first = begin; first < end; first += block)
      fn(first, std::min(block, end - first), f.core.scratch[thread]);
  };
  unsigned threads = f.core.pool.size();
  if (threads == 1 || rows * rowElements * weight < 32768)
    return span(0, rows, 0);
  size_t part = (rows + 2 * threads - 1) / (2 * threads);
  f.core.pool.run(unsigned((rows + part - 1) / part), [&](unsigned i, unsigned thread) {
    span(i * part, std::min(rows, (i + 1) * part), thread);
  });
}

} // namespace neuron::exec

#endif // NEURON_EXEC_ROWS_H
