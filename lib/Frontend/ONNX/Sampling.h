//===- Sampling.h - values between the pixels -------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_SAMPLING_H
#define NEURONC_LIB_FRONTEND_ONNX_SAMPLING_H

#include "Call.h"

namespace neuron::onnx {

enum class Padding { Zeros, Border, Reflection };

/// How an image is read at a place that is no pixel.
struct Sampling {
  Padding padding = Padding::Zeros;
  /// For reflection: at the centres of the outer pixels, not at their edges.
  bool alignCorners = false;
  /// Neighbours along each dim: 1 (nearest), 2 (linear) or 4 (cubic).
  int64_t taps = 2;
};

/// The neighbours along one dim of the image.
struct Axis {
  llvm::SmallVector<mlir::Value> places;  ///< i64, inside of the image
  llvm::SmallVector<mlir::Value> weights; ///< zero for what lies outside of an image padded with zeros
};

/// Weights of the neighbours for a distance from the one before: linear, or cubic with a = -0.75.
llvm::SmallVector<mlir::Value> tapWeights(Call &n, mlir::Value t, int64_t taps);

/// The neighbours for coordinates in pixels along a dim of `size`.
Axis neighbours(Call &n, mlir::Value x, int64_t size, const Sampling &s);

/// Sums over all combinations of neighbours. `image` is [batch, channels, sizes..]; `axes` belong to the
/// sizes and hold values of shape [batch, positions]. Gives [batch, channels, positions].
mlir::Value sample(Call &n, mlir::Value image, llvm::ArrayRef<Axis> axes, int64_t taps);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_SAMPLING_H
