//===- RowKeys.h - order of elements as exact f32 keys ----------*- C++ -*-===//
//
// VectorE compares through f32. What one f32 does not order (32-bit integers,
// NaN beside infinity) is ordered by two keys, the first one first.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_ROWKEYS_H
#define NEURONC_LIB_GENERATE_ROWKEYS_H

#include "TileBuilder.h"

namespace neuron {

/// How many keys elements of `type` have: one or two.
unsigned keyCount(DType type);
/// f32 tiles; larger values have lexicographically larger keys, and NaN is larger
/// than any number. Floats: the number (NaN as +inf), then whether it is NaN.
llvm::SmallVector<Tile, 2> orderKeys(TileBuilder &b, const Tile &values);
/// The values that have these keys.
Tile valuesOf(TileBuilder &b, llvm::ArrayRef<Tile> keys, DType type);

/// f32 tile of `rows` x `n` with 0, 1, 2, ... in each row.
Tile numbers(TileBuilder &b, int64_t rows, int64_t n);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ROWKEYS_H
