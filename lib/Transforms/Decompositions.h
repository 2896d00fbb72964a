//===- Decompositions.h - composites in terms of the other ops --*- C++ -*-===//
//
// Each function builds the value of its operation from other ones, at the
// builder's place. A null value means that this one has no decomposition.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_TRANSFORMS_DECOMPOSITIONS_H
#define NEURONC_LIB_TRANSFORMS_DECOMPOSITIONS_H

#include "GraphBuilder.h"

namespace neuron {

mlir::Value decomposeUnary(UnaryOp op, GraphBuilder &b);
mlir::Value decomposeBinary(BinaryOp op, GraphBuilder &b);
mlir::Value decomposeClamp(ClampOp op, GraphBuilder &b);
mlir::Value decomposeSoftmax(SoftmaxOp op, GraphBuilder &b);
mlir::Value decomposeLogSoftmax(LogSoftmaxOp op, GraphBuilder &b);
mlir::Value decomposeLayerNorm(LayerNormOp op, GraphBuilder &b);
mlir::Value decomposeRmsNorm(RmsNormOp op, GraphBuilder &b);
mlir::Value decomposeGroupNorm(GroupNormOp op, GraphBuilder &b);
mlir::Value decomposeBatchNorm(BatchNormOp op, GraphBuilder &b);
mlir::Value decomposeAttention(AttentionOp op, GraphBuilder &b);
mlir::Value decomposeResize(ResizeOp op, GraphBuilder &b);
mlir::Value decomposePool(PoolOp op, GraphBuilder &b);
mlir::Value decomposeCumulative(CumulativeOp op, GraphBuilder &b);
mlir::Value decomposePad(PadOp op, GraphBuilder &b);
mlir::Value decomposeReverse(ReverseOp op, GraphBuilder &b);
mlir::Value decomposeQuantize(QuantizeOp op, GraphBuilder &b);
mlir::Value decomposeDequantize(DequantizeOp op, GraphBuilder &b);
mlir::Value decomposeRng(RngOp op, GraphBuilder &b);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_DECOMPOSITIONS_H
