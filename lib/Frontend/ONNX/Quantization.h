//===- Quantization.h - scales and zero points ------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_QUANTIZATION_H
#define NEURONC_LIB_FRONTEND_ONNX_QUANTIZATION_H

#include "Call.h"

namespace neuron::onnx {

/// A scale or zero point as the dialect wants it: rank 0 for a single one, else as it is. Null stays null.
mlir::Value perAxis(Call &n, mlir::Value x);

/// The operand less its zero point (null: none), as i32. A vector of zero points runs along `dim`.
mlir::Value lessZeroPoint(Call &n, mlir::Value x, mlir::Value zeroPoint, int64_t dim);

/// Sums of products times both scales, quantised with the scale of input `yInput` and the zero point after
/// it. A vector of scales runs along `dim` of the sums.
llvm::LogicalResult requantize(Call &n, mlir::Value sums, mlir::Value aScale, mlir::Value bScale, int64_t dim,
                               unsigned yInput);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_QUANTIZATION_H
