//===- TilePlan.h - cut an iteration space into tiles -----------*- C++ -*-===//
//
// Elementwise kernels, reductions and row-wise composites walk tensors of one
// common shape. A plan says which dim lies on the partitions, which dims make
// up the free axis of a tile and which become loops.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_TILEPLAN_H
#define NEURONC_LIB_GENERATE_TILEPLAN_H

#include "TensorView.h"
#include "TileBuilder.h"

namespace neuron {

struct TilePlan {
  /// All views with the same dims: dim 0 goes to the partitions, then loop
  /// dims, then the free dims of a tile (the last `freeDims`).
  llvm::SmallVector<TensorView, 4> views;
  unsigned freeDims = 1;
  Shape chunks; ///< tile extent of each dim (1 for loop dims, <= 128 for dim 0)
};

/// Plans for elementwise work on `views` (equal sizes): `maxFree` elements of a
/// partition fit one tile. One plan, or a main part and a tail where the number
/// of elements has no useful divisor; none for an empty tensor. `rowSteps` has
/// for each view the distance of the rows with which its producer wrote it (0:
/// unknown): rows that stay where they are need no copy between kernels.
llvm::SmallVector<TilePlan, 2> planElementwise(llvm::ArrayRef<TensorView> views, int64_t maxFree,
                                               llvm::ArrayRef<int64_t> rowSteps = {});

/// A plan for views whose dim 0 already is one block of rows.
TilePlan planFree(llvm::ArrayRef<TensorView> views, int64_t maxFree);

/// Calls `body` once for each kind of tile (full and remainder ones, inside
/// rolled loops) with the windows of the views: [rows, free dims...].
void forEachTile(TileBuilder &b, const TilePlan &plan,
                 llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_TILEPLAN_H
