//===- Generators.h - the generators ----------------------------*- C++ -*-===//
//
// Each emits the kernels of one op (or neuron.kernel) through
// Lowering::kernel, reading operands with Lowering::operand and writing to
// Lowering::result. Registry.cpp says which op goes where.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_GENERATORS_H
#define NEURONC_LIB_GENERATE_GENERATORS_H

#include "Lowering.h"

namespace neuron {
mlir::LogicalResult generateElementwise(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateDotGeneral(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateAttention(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateReduce(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateSoftmax(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateLogSoftmax(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateLayerNorm(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateRmsNorm(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateGroupNorm(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateConcat(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generatePad(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateIota(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateDynamicSlice(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateDynamicUpdateSlice(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generatePool(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateConv(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateGather(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateGatherElements(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateScatter(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateScatterElements(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateArgReduce(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateSort(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateTopK(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateCumulative(Lowering &lowering, mlir::Operation *op);
mlir::LogicalResult generateLinearScan(Lowering &lowering, mlir::Operation *op);
} // namespace neuron

#endif // NEURONC_LIB_GENERATE_GENERATORS_H
