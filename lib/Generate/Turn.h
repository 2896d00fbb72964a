//===- Turn.h - rows to columns on the tensor engine ------------*- C++ -*-===//
//
// A product needs what it sums over on the partitions; what is longer than 128
// lies in blocks: a tile [128][blocks, x]. An activation that has it along the
// rows is turned, several blocks for each eviction of PSUM.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_TURN_H
#define NEURONC_LIB_GENERATE_TURN_H

#include "TileBuilder.h"

namespace neuron {

/// Columns k of one block: the partitions of a turned tile.
inline constexpr int64_t kTurnBlock = 128;

/// Blocks of 128 in `size`.
inline int64_t turnBlocks(int64_t size) { return (size + kTurnBlock - 1) / kTurnBlock; }

/// dst [min(k, 128)][k blocks, x] = src [x, k], whose k is contiguous, times
/// `factor`. dst may have another float type.
void turn(TileBuilder &b, const Tile &dst, const TensorView &src, float factor = 1.0f);

/// dst [min(k, 128)][k blocks, x] = src [x, k] by DMA alone: for a source whose
/// x is contiguous.
void loadByColumns(TileBuilder &b, const Tile &dst, const TensorView &src);

/// dst [min(k, 128)][k blocks, rows] = src [rows][k], a tile, in PSUM and out.
void turnTile(TileBuilder &b, const Tile &dst, const Tile &src, float factor = 1.0f);

/// dst [min(x, 128)][x blocks, inner...] = src [x, inner...] of the same type.
void loadRowBlocks(TileBuilder &b, const Tile &dst, const TensorView &src);

/// dst = src in HBM, any equal shapes. Where neighbours on one side lie far apart
/// on the other, the tensor engine turns them: DMA would move each by itself.
void moveTensor(TileBuilder &b, const TensorView &dst, const TensorView &src);
/// True if moveTensor turns.
bool isTurned(const TensorView &dst, const TensorView &src);

/// sum = left^T right over `depth`: left [min(depth, 128)][blocks, m], right
/// [min(depth, 128)][blocks, n].
void multiplyBlocks(TileBuilder &b, const Tile &sum, const Tile &left, const Tile &right, int64_t depth);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_TURN_H
