//===- Shadow.h - who touched which bytes -----------------------*- C++ -*-===//
//
// One cell for four bytes: the last writer and up to three readers since, each
// with the bytes it touched. More readers, and earlier writers of other bytes of
// the cell, go to side tables. Cells hold access numbers (0: nobody); the checker
// knows what they stand for.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_SHADOW_H
#define NEURON_EXEC_SHADOW_H

#include "Core.h"

#include <unordered_map>

namespace neuron::exec {

/// Access number and the touched bytes of the cell in the low four bits.
using Mark = uint32_t;
inline constexpr uint32_t kMaxAccesses = 1u << 28;

struct ShadowCell {
  Mark writer;
  Mark readers[3];
};

/// State bits of a cell.
inline constexpr uint8_t kWrittenBits = 0x0F; ///< bytes that hold something
inline constexpr uint8_t kBegunBit = 0x10;    ///< psum: last written by a matmul

inline constexpr uint8_t kMoreWritersBit = 0x20;

/// Shadow of a memory of `rows` rows of `bytes` bytes.
struct Shadow {
  Shadow(size_t rows, size_t bytes)
      : cellsPerRow((bytes + 3) / 4), cells(rows * cellsPerRow * sizeof(ShadowCell)), states(rows * cellsPerRow) {}

  size_t cellsPerRow;
  Pages cells;  ///< ShadowCell
  Pages states; ///< uint8_t
  std::unordered_map<size_t, std::vector<Mark>> moreReaders, moreWriters; ///< by cell

  ShadowCell *cellsAt(size_t row) const { return reinterpret_cast<ShadowCell *>(cells.data()) + row * cellsPerRow; }
  uint8_t *statesAt(size_t row) const { return reinterpret_cast<uint8_t *>(states.data()) + row * cellsPerRow; }
};

} // namespace neuron::exec

#endif // NEURON_EXEC_SHADOW_H
