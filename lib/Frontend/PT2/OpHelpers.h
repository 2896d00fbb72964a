//===- OpHelpers.h - what several operator families use ---------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_OPHELPERS_H
#define NEURONC_LIB_FRONTEND_PT2_OPHELPERS_H

#include "Registry.h"

#include "mlir/IR/BuiltinTypes.h"

namespace neuron::pt2 {

/// True for floats of less than 32 bits.
inline bool isNarrowFloat(mlir::Type element) {
  return llvm::isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
}

/// Narrow floats as f32: torch computes in f32 and rounds once.
inline mlir::Value widened(Call &c, mlir::Value x) {
  return isNarrowFloat(c.e.element(x)) ? c.e.cast(x, c.e.b.getF32Type()) : x;
}

/// `compute(x)`, in f32 for narrow floats, with the result in the type of `x`.
inline mlir::Value narrowed(Call &c, mlir::Value x, llvm::function_ref<mlir::Value(mlir::Value)> compute) {
  mlir::Type element = c.e.element(x);
  mlir::Value result = compute(widened(c, x));
  return result && isNarrowFloat(element) ? c.e.cast(result, element) : result;
}

/// A product; of truth values: and.
inline mlir::Value multiply(Call &c, mlir::Value x, mlir::Value y) {
  return c.e.binary(c.e.element(x).isInteger(1) ? BinaryFn::And : BinaryFn::Mul, x, y);
}

/// Indices counted from the end made to count from the front.
mlir::Value normalizeIndex(Call &c, mlir::Value index, int64_t size);

/// Permutation that moves `dims` to the front, the others after them in order.
Shape dimsToFront(Dims dims, int64_t rank);
/// The inverse of a permutation.
Shape inverse(Dims perm);

/// Row-major layout of a shape.
Layout contiguousLayout(Dims shape);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_OPHELPERS_H
