//===- TapFold.h - taps that share a product --------------------*- C++ -*-===//
//
// A convolution over few channels puts neighbouring taps on the partitions
// (docs/rationale/0010-few-channels.md).
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_TAPFOLD_H
#define NEURONC_LIB_GENERATE_TAPFOLD_H

#include "Plane.h"

namespace neuron {

/// Taps [h0, + rowSteps * rows) x [w0, + columnSteps * columns), of which rows x
/// columns neighbours are one product: those of a fold, or what is left over.
struct TapBlock {
  int64_t h0 = 0, rowSteps = 1, rows = 1;
  int64_t w0 = 0, columnSteps = 1, columns = 1;
  int64_t slot = 0;   ///< of the first product among those of all blocks
  TensorView weights; ///< [group, columns * rows * channels, D * rowSteps * columnSteps, outputs]
};

/// What a fold is chosen by.
struct FoldProblem {
  const WindowGeometry &geometry;
  int64_t channels = 1, outputs = 1; ///< of a group
  DType type = DType::F32;           ///< of the image
  int64_t budget = 0;                ///< bytes of a partition for a plane
};

TapFold chooseFold(const FoldProblem &problem);

/// All taps of the kernel, the whole folds first; without weights and slots.
llvm::SmallVector<TapBlock, 4> tapBlocks(const WindowGeometry &geometry, const TapFold &fold);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_TAPFOLD_H
