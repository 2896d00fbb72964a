//===- Emitter.h - short names for building neuron ops ----------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_EMITTER_H
#define NEURONC_LIB_FRONTEND_PT2_EMITTER_H

#include "dialects/Neuron/Neuron.h"

namespace neuron::pt2 {

using Shape = llvm::SmallVector<int64_t>;
using Dims = llvm::ArrayRef<int64_t>;

/// Builds ops at one source location. Operands that break an op's rules give an
/// op that the verifier reports; only shapes must be possible (isValidShape).
class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location loc) : b(builder), loc(loc) {}

  // Facts about values. A dim may count from the end; one that is not there has size 1.
  static mlir::RankedTensorType type(mlir::Value x) { return tensorType(x); }
  static Dims shape(mlir::Value x) { return type(x).getShape(); }
  static mlir::Type element(mlir::Value x) { return type(x).getElementType(); }
  static int64_t rank(mlir::Value x) { return type(x).getRank(); }
  static int64_t size(mlir::Value x, int64_t dim);
  static bool isFloat(mlir::Value x) { return llvm::isa<mlir::FloatType>(element(x)); }

  // Constants.
  mlir::Value full(Dims shape, mlir::Type element, double value);
  mlir::Value fullInt(Dims shape, mlir::Type element, int64_t value);
  /// Every element `value`, type and shape of `x`.
  mlir::Value like(mlir::Value x, double value) { return full(shape(x), element(x), value); }
  /// A rank-1 tensor of integers.
  mlir::Value ints(Dims values, mlir::Type element);

  // Elementwise. Operands of two-operand functions have equal types.
  mlir::Value unary(UnaryFn fn, mlir::Value x) { return UnaryOp::create(b, loc, fn, x); }
  mlir::Value binary(BinaryFn fn, mlir::Value x, mlir::Value y);
  mlir::Value add(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Add, x, y); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Sub, x, y); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Mul, x, y); }
  mlir::Value div(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Div, x, y); }
  /// With a number; `mul` by 1 and `add` of 0 give `x` itself.
  mlir::Value addNumber(mlir::Value x, double y) { return y == 0 ? x : add(x, like(x, y)); }
  mlir::Value mulNumber(mlir::Value x, double y) { return y == 1 ? x : mul(x, like(x, y)); }
  mlir::Value compare(CompareFn fn, mlir::Value x, mlir::Value y) {
    return CompareOp::create(b, loc, fn, x, y);
  }
  mlir::Value compareNumber(CompareFn fn, mlir::Value x, double y) { return compare(fn, x, like(x, y)); }
  mlir::Value select(mlir::Value pred, mlir::Value x, mlir::Value y);
  mlir::Value clamp(mlir::Value x, std::optional<double> min, std::optional<double> max);
  mlir::Value cast(mlir::Value x, mlir::Type element) { return castTo(b, loc, x, element); }
  mlir::Value notOf(mlir::Value x) { return unary(UnaryFn::LogicalNot, x); }

  // Movement.
  mlir::Value reshape(mlir::Value x, Dims shape) { return reshapeTo(b, loc, x, shape); }
  /// By NumPy's rules; the shapes must fit.
  mlir::Value broadcast(mlir::Value x, Dims shape) { return broadcastTo(b, loc, x, shape); }
  /// A rank-1 tensor along dim `dim` of `shape`.
  mlir::Value broadcastAlong(mlir::Value x, int64_t dim, Dims shape);
  mlir::Value transpose(mlir::Value x, Dims perm);
  /// Dims `a` and `b` exchanged.
  mlir::Value swap(mlir::Value x, int64_t dimA, int64_t dimB);
  mlir::Value slice(mlir::Value x, Dims starts, Dims sizes, Dims strides);
  /// `count` elements along one dim, from `start` in steps.
  mlir::Value sliceDim(mlir::Value x, int64_t dim, int64_t start, int64_t count, int64_t step = 1);
  /// `x` without dim `dim`, of which index `index` is taken.
  mlir::Value selectDim(mlir::Value x, int64_t dim, int64_t index);
  mlir::Value concat(llvm::ArrayRef<mlir::Value> xs, int64_t dim);
  mlir::Value unsqueeze(mlir::Value x, int64_t dim);
  /// A dim of size one removed.
  mlir::Value squeeze(mlir::Value x, int64_t dim);
  mlir::Value reverse(mlir::Value x, Dims dims) { return ReverseOp::create(b, loc, x, dims); }
  mlir::Value pad(mlir::Value x, Dims lo, Dims hi, double value = 0, PadMode mode = PadMode::Constant);
  mlir::Value gather(mlir::Value x, mlir::Value indices, int64_t axis);
  mlir::Value gatherElements(mlir::Value x, mlir::Value indices, int64_t axis);
  mlir::Value scatter(ScatterFn fn, mlir::Value x, mlir::Value indices, mlir::Value updates);
  mlir::Value scatterElements(ScatterFn fn, mlir::Value x, mlir::Value indices, mlir::Value updates,
                              int64_t axis);
  /// `update` at the fixed place `starts` of `x`.
  mlir::Value updateSlice(mlir::Value x, mlir::Value update, Dims starts);

  // Reductions and products.
  mlir::Value reduce(ReduceFn fn, mlir::Value x, Dims dims, bool keepDims = false);
  mlir::Value mean(mlir::Value x, Dims dims, bool keepDims = false);
  mlir::Value cumulative(ReduceFn fn, mlir::Value x, int64_t dim);
  mlir::Value iota(Dims shape, int64_t dim, mlir::Type element);
  mlir::Value dot(mlir::Value lhs, mlir::Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract,
                  Dims rhsContract);
  /// [.., M, K] x [.., K, N] with equal leading dims.
  mlir::Value matmul(mlir::Value lhs, mlir::Value rhs);
  mlir::Value softmax(mlir::Value x, int64_t dim);

  mlir::OpBuilder &b;
  mlir::Location loc;
};

/// The product of the dims.
int64_t numElements(Dims shape);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_EMITTER_H
