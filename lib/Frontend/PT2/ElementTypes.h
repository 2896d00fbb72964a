//===- ElementTypes.h - element types of torch ------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_ELEMENTTYPES_H
#define NEURONC_LIB_FRONTEND_PT2_ELEMENTTYPES_H

#include "neuronc/Support/ElementType.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace neuron::pt2 {

/// The element type that torch.export numbers `scalarType`; nothing for types
/// that cannot be imported (complex, and types without a DType).
std::optional<DType> dtypeOfScalarType(int64_t scalarType);

/// torch's name of a type number, e.g. "complex64"; "type 77" if it has none.
std::string scalarTypeName(int64_t scalarType);

/// The type that torch computes with if operands have the types `a` and `b`.
/// Null if it has no rule for the pair.
mlir::Type promoteTypes(mlir::Type a, mlir::Type b);

/// True for the type of truth values.
inline bool isBool(mlir::Type element) { return element.isInteger(1); }

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_ELEMENTTYPES_H
