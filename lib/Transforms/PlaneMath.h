//===- PlaneMath.h - 64-bit integers in two 32-bit tensors ------*- C++ -*-===//
//
// No engine computes with 64 bits. A value that needs them is a pair of
// tensors: the low words, unsigned, and the high words, which carry the sign.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_TRANSFORMS_PLANEMATH_H
#define NEURONC_LIB_TRANSFORMS_PLANEMATH_H

#include "GraphBuilder.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace neuron {

struct Planes {
  mlir::Value low;  ///< ui32
  mlir::Value high; ///< i32, or ui32 of an unsigned value
};

class PlaneMath {
public:
  explicit PlaneMath(GraphBuilder &b, bool isUnsigned = false) : b(b), isUnsigned(isUnsigned) {}

  /// The words of an integer of up to 32 bits, or of a 64-bit one whose values
  /// have been shown to fit 32.
  Planes fromNarrow(mlir::Value x);
  Planes fromFloat(mlir::Value x);
  Planes number(mlir::RankedTensorType like, int64_t value);
  /// The words of a value that fits 32 bits, as 64-bit type `element`.
  mlir::Value toNarrow(Planes x, mlir::Type element);
  /// In f32, within one unit in the last place; exact below 2^24.
  mlir::Value toFloat(Planes x);
  mlir::Value isNotZero(Planes x);

  /// A null `low` if there is no sequence for the function.
  Planes unary(UnaryFn fn, Planes x);
  Planes binary(BinaryFn fn, Planes x, Planes y);
  mlir::Value compare(CompareFn fn, Planes x, Planes y);
  Planes select(mlir::Value pred, Planes x, Planes y);
  /// The same operation on both words.
  Planes each(Planes x, llvm::function_ref<mlir::Value(mlir::Value)> fn) { return {fn(x.low), fn(x.high)}; }

private:
  GraphBuilder &b;
  bool isUnsigned;

  mlir::Type word(bool isSigned);
  mlir::Type highType() { return word(!isUnsigned); }
  mlir::Value as(mlir::Value x, mlir::Type element) { return b.cast(x, element); }
  mlir::Value splat(mlir::Value like, int64_t value);
  mlir::Value less(Planes x, Planes y);
  mlir::Value isNegative(Planes x);
  Planes zero(Planes like);
  Planes add(Planes x, Planes y);
  Planes subtract(Planes x, Planes y);
  Planes multiply(Planes x, Planes y);
  mlir::Value highProduct(mlir::Value x, mlir::Value y);
  mlir::Value shiftAmount(Planes by);
  Planes shiftLeft(Planes x, mlir::Value by);
  Planes shiftRight(Planes x, mlir::Value by);
  Planes magnitude(Planes x);
  Planes negateWhere(mlir::Value pred, Planes x);
  std::pair<Planes, Planes> divideMagnitudes(Planes x, Planes y);
  Planes divide(BinaryFn fn, Planes x, Planes y);
};

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_PLANEMATH_H
