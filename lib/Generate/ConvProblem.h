//===- ConvProblem.h - what all convolutions share --------------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_CONVPROBLEM_H
#define NEURONC_LIB_GENERATE_CONVPROBLEM_H

#include "Epilogue.h"
#include "Plane.h"

namespace neuron {

/// Bytes of a partition for the planes of one piece.
constexpr int64_t kConvPlaneBudget = 72 << 10;

/// A convolution and its epilogue as images [N, C, D, H, W]. A transposed one is
/// a convolution over the input with gaps, and turned weights.
struct ConvProblem {
  ConvProblem(Lowering &lowering, Epilogue &epilogue);

  Lowering &lowering;
  Epilogue &epilogue;
  mutable ConvOp op; ///< a handle: const says nothing of what it names
  WindowGeometry g;
  int64_t groups, channels, outputs; ///< channels and outputs of a group
  TensorView image, out;
  DType type; ///< of products

  /// Weights as [group, channels, D, H, W, outputs], turned for a transposed
  /// convolution.
  TensorView orderedWeights() const;
  /// Weights of the model file are stored in this order, others are copied.
  TensorView dense(const TensorView &view) const;
  /// `count` outputs from `output` and `rows` x `width` positions of an image.
  TensorView window(const TensorView &view, const Offset &n, const Offset &output, int64_t count, const Offset &depth,
                    const Offset &row, int64_t rows, const Offset &column, int64_t width) const;
};

/// One input channel for each group, on the Vector engine.
mlir::LogicalResult generateDepthwise(const ConvProblem &conv);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_CONVPROBLEM_H
