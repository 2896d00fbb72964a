//===- RowKeys.h - order of elements as exact f32 keys ----------*- C++ -*-===//
//
// VectorE compares through f32. Values that f32 does not hold exactly (32-bit
// integers) are ordered by two keys: the high half, then the low half.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_ROWKEYS_H
#define NEURONC_LIB_GENERATE_ROWKEYS_H

#include "TileBuilder.h"

namespace neuron {

/// One or two f32 tiles; larger values have lexicographically larger keys. NaN
/// orders as +inf.
llvm::SmallVector<Tile, 2> orderKeys(TileBuilder &b, const Tile &values);

/// f32 tile of `rows` x `n` with 0, 1, 2, ... in each row.
Tile numbers(TileBuilder &b, int64_t rows, int64_t n);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ROWKEYS_H
