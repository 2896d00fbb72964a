//===- ScatterMath.h - updates that meet what is there ----------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_SCATTERMATH_H
#define NEURONC_LIB_GENERATE_SCATTERMATH_H

#include "TileBuilder.h"

#include "dialects/Neuron/Neuron.h"

namespace neuron {

/// dst = old joined with update; all of one type, any but a replacement.
void combine(TileBuilder &b, ScatterFn fn, const Tile &dst, const Tile &old, const Tile &update);
/// The type in which several updates are joined before they are rounded or wrapped.
DType joinType(DType storage);
/// dst = x of that type, as the type it came from.
void narrow(TileBuilder &b, const Tile &dst, const Tile &x);
/// What changes nothing when it is joined in that type.
double neutralOf(ScatterFn fn, DType type);

/// Writes updates [count, inner] into rows of `out` [n, inner] in their order, one
/// after the other, or 128 at once where nothing has to be joined.
void scatterRows(TileBuilder &b, ScatterFn fn, const TensorView &out, const TensorView &index,
                 const TensorView &updates);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_SCATTERMATH_H
