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
} // namespace neuron

#endif // NEURONC_LIB_GENERATE_GENERATORS_H
