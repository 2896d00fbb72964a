//===- RuntimePlaces.h - slices and pads decided at run time ----*- C++ -*-===//
//
// Where a model computes starts or pads from data but declares the shape of the
// result, only places are open: each dim becomes a gather.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_RUNTIMEPLACES_H
#define NEURONC_LIB_FRONTEND_ONNX_RUNTIMEPLACES_H

#include "Call.h"

namespace neuron::onnx {

/// Slice (opset 10 and later) with a result of `shape`.
llvm::LogicalResult sliceAtRun(Call &n, Dims shape);

/// Pad (opset 11 and later) with a result of `shape`. `fill` is one element, or null for zero.
llvm::LogicalResult padAtRun(Call &n, Dims shape, PadMode mode, mlir::Value fill);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_RUNTIMEPLACES_H
