//===- Match.h - what patterns ask about values -----------------*- C++ -*-===//
#ifndef NEURONC_LIB_TRANSFORMS_MATCH_H
#define NEURONC_LIB_TRANSFORMS_MATCH_H

#include "GraphBuilder.h"

#include <optional>

namespace neuron {

/// The number that every element of `value` is, if it is a constant or one
/// broadcast or reshaped.
std::optional<double> splatNumber(mlir::Value value);
/// True if every element is `number`, up to a few units in the last place of
/// f32 (exactly for integers).
bool isNumber(mlir::Value value, double number);

/// The operation of a value if it is that function; null otherwise.
UnaryOp definingUnary(mlir::Value value, UnaryFn fn);
BinaryOp definingBinary(mlir::Value value, BinaryFn fn);

/// The other operand of `value` = x fn number (or number fn x); null if it is
/// no such thing.
mlir::Value otherThanNumber(mlir::Value value, BinaryFn fn, double number);
/// `value` = x fn number for any number.
struct WithNumber {
  mlir::Value x;
  double number;
};
std::optional<WithNumber> splitNumber(mlir::Value value, BinaryFn fn);

/// The value that `value` spreads over `dims`, without them; null if it is not
/// one per position of the other dims.
mlir::Value spreadOver(mlir::Value value, llvm::ArrayRef<int64_t> dims);

/// A product as a number and factors, through mul, square, pow by 2 or 3, neg,
/// and division by a number.
struct Product {
  double number = 1;
  llvm::SmallVector<mlir::Value> factors;
};
Product productOf(mlir::Value value);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_MATCH_H
