//===- Window.h - attributes of convolutions and pools ----------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_WINDOW_H
#define NEURONC_LIB_FRONTEND_ONNX_WINDOW_H

#include "Call.h"

namespace neuron::onnx {

/// How windows lie over the spatial dims; one entry for each.
struct Window {
  Shape kernel, strides, dilations, lo, hi;
};

/// Reads strides, dilations, pads and auto_pad for an operand of shape [N, C, spatial..].
/// SAME pads so that there are ceil(in / stride) positions. Reports what does not fit.
llvm::FailureOr<Window> readWindow(Call &n, Dims shape, Shape kernel);

/// The sizes of the weights' spatial dims; kernel_shape has to agree with them if it is there.
bool readKernel(Call &n, mlir::Value w, Shape &kernel);

/// Adds a vector along the channels (dim 1), or nothing if it is null.
mlir::Value addBias(Call &n, mlir::Value x, mlir::Value bias);

/// Positions of windows along a dim, the last one complete.
int64_t windowPositions(int64_t size, int64_t kernel, int64_t stride, int64_t dilation, int64_t lo,
                        int64_t hi);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_WINDOW_H
