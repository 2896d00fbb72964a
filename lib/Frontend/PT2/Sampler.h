//===- Sampler.h - images read at positions between pixels ------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_SAMPLER_H
#define NEURONC_LIB_FRONTEND_PT2_SAMPLER_H

#include "OpHelpers.h"

namespace neuron::pt2 {

struct Sampler {
  Call &c;
  mlir::Value image; ///< [N, C, H * W]
  int64_t height, width;
  bool zeros;
  Shape shape; ///< [N, C, positions]

  /// Values at whole pixels `y`, `x` [N, positions]; outside the image 0, or the nearest pixel's.
  mlir::Value at(mlir::Value y, mlir::Value x);
  /// Between the four pixels around `y`, `x`.
  mlir::Value bilinear(mlir::Value y, mlir::Value x);
  /// [N, positions] for each channel.
  mlir::Value spread(mlir::Value x);
};

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_SAMPLER_H
