//===- Rows.h - kernels that reduce along rows ------------------*- C++ -*-===//
//
// Softmax, normalisations and reductions treat a tensor as rows (kept dims, one
// of them on the partitions) of inner elements (on the free axis).
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_ROWS_H
#define NEURONC_LIB_GENERATE_ROWS_H

#include "TilePlan.h"

namespace neuron {

using Windows = llvm::SmallVector<TensorView, 4>;

/// A view with `inner` as its last dims, in that order, the others before.
TensorView withInnerDims(const TensorView &view, llvm::ArrayRef<int64_t> inner);

/// The view with `size` positions of stride 0 as its last dim: it takes part in a
/// walk over rows of that size, and the body puts its own size back.
TensorView withInner(const TensorView &view, int64_t size);

/// Walks the first `rowDims` dims of `views` (equal sizes): one on the
/// partitions, the others in loops. `body` gets windows [rows, inner...] whose
/// inner dims are merged where all views allow it.
void forEachRowBlock(TileBuilder &b, llvm::ArrayRef<TensorView> views, unsigned rowDims,
                     llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body);

/// Cuts the inner dims of such windows into tiles of at most `maxFree` elements.
void forEachChunk(TileBuilder &b, llvm::ArrayRef<TensorView> windows, int64_t maxFree,
                  llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body);

/// Elements of one row of a window.
int64_t innerSize(const TensorView &window);
/// The free sizes of a window.
Shape innerShape(const TensorView &window);
/// Loads a window as f32.
Tile loadFloat(TileBuilder &b, const TensorView &window);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ROWS_H
