//===- ElementType.h - DType and MLIR's element types -----------*- C++ -*-===//
#ifndef NEURONC_SUPPORT_ELEMENTTYPE_H
#define NEURONC_SUPPORT_ELEMENTTYPE_H

#include "neuron/types.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace neuron {

/// The element type of the `neuron` dialect for `type`; null for those that it
/// does not have (tf32, f8E8M0).
mlir::Type elementTypeOf(mlir::MLIRContext *context, DType type);

/// The DType of an element type of the `neuron` dialect; nothing for others.
std::optional<DType> dtypeOf(mlir::Type element);

} // namespace neuron

#endif // NEURONC_SUPPORT_ELEMENTTYPE_H
