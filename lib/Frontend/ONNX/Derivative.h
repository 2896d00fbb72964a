//===- Derivative.h - how results change with operands ----------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_DERIVATIVE_H
#define NEURONC_LIB_FRONTEND_ONNX_DERIVATIVE_H

#include "Emitter.h"

namespace neuron::onnx {

/// What `gradient`, that of the only result of `op`, gives for operand `i`;
/// null if there is no rule for this operation or this operand.
mlir::Value derivative(Emitter &e, mlir::Operation *op, unsigned i, mlir::Value gradient);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_DERIVATIVE_H
