//===- IntegerRanges.h - which numbers a value can hold ---------*- C++ -*-===//
//
// An interval for every integer value of a function. Constants, iota, indices,
// comparisons and arithmetic on them have one that follows from the operation;
// an input can hold anything its type can, unless it is used as an index: an
// index lies inside the axis, or the model has no meaning.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_TRANSFORMS_INTEGERRANGES_H
#define NEURONC_LIB_TRANSFORMS_INTEGERRANGES_H

#include "dialects/Neuron/Neuron.h"
#include "neuronc/Support/WeightStore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace neuron {

/// Signed or unsigned 64 bits and products of two of them fit.
using Integer = __int128;

/// A closed interval; never empty.
struct IntegerRange {
  Integer lo = 0, hi = 0;

  static IntegerRange ofType(mlir::Type element);
  bool contains(const IntegerRange &other) const { return lo <= other.lo && other.hi <= hi; }
  bool operator==(const IntegerRange &other) const { return lo == other.lo && hi == other.hi; }
  IntegerRange join(const IntegerRange &other) const;
  /// The numbers in both; `other` if there is none.
  IntegerRange meet(const IntegerRange &other) const;
};

class IntegerRanges {
public:
  IntegerRanges(mlir::func::FuncOp func, const WeightStore *weights);

  /// The interval of an integer value; that of its type if nothing is known.
  IntegerRange of(mlir::Value value) const;
  /// True for 64-bit integers that 32 bits of the same signedness do not hold.
  bool isWide(mlir::Value value) const;

private:
  const WeightStore *weights;
  llvm::DenseMap<mlir::Value, IntegerRange> ranges;
  llvm::DenseMap<mlir::Value, IntegerRange> assumed;

  void assumeIndices(mlir::Operation *root);
  void assume(mlir::Value value, IntegerRange range);
  void compute(mlir::Block &block);
  void computeScan(ScanOp op);
  void set(mlir::Value value, IntegerRange range);
  IntegerRange transfer(mlir::Operation *op, mlir::Value result) const;
  IntegerRange ofWeight(WeightOp op) const;
};

/// The interval of a function of operands in given intervals, before it wraps.
IntegerRange rangeOfUnary(UnaryFn fn, IntegerRange x, mlir::Type element);
IntegerRange rangeOfBinary(BinaryFn fn, IntegerRange a, IntegerRange b, mlir::Type element);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_INTEGERRANGES_H
