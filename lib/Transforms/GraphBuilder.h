//===- GraphBuilder.h - short forms for building neuron IR ------*- C++ -*-===//
#ifndef NEURONC_LIB_TRANSFORMS_GRAPHBUILDER_H
#define NEURONC_LIB_TRANSFORMS_GRAPHBUILDER_H

#include "dialects/Neuron/Neuron.h"

namespace neuron {

/// Builds operations at one place, under one location. Numbers become constants
/// of the other operand's type.
class GraphBuilder {
public:
  GraphBuilder(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::Value number(mlir::Value like, double value) { return splat(builder, loc, tensorType(like), value); }
  mlir::Value unary(UnaryFn fn, mlir::Value x) { return UnaryOp::create(builder, loc, fn, x); }
  mlir::Value binary(BinaryFn fn, mlir::Value a, mlir::Value b) {
    return BinaryOp::create(builder, loc, fn, a, b);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) { return binary(BinaryFn::Add, a, b); }
  mlir::Value sub(mlir::Value a, mlir::Value b) { return binary(BinaryFn::Sub, a, b); }
  mlir::Value mul(mlir::Value a, mlir::Value b) { return binary(BinaryFn::Mul, a, b); }
  mlir::Value div(mlir::Value a, mlir::Value b) { return binary(BinaryFn::Div, a, b); }
  mlir::Value add(mlir::Value a, double b) { return add(a, number(a, b)); }
  mlir::Value sub(mlir::Value a, double b) { return add(a, number(a, -b)); }
  mlir::Value sub(double a, mlir::Value b) { return sub(number(b, a), b); }
  mlir::Value mul(mlir::Value a, double b) { return mul(a, number(a, b)); }
  mlir::Value max(mlir::Value a, double b) { return binary(BinaryFn::Max, a, number(a, b)); }
  mlir::Value min(mlir::Value a, double b) { return binary(BinaryFn::Min, a, number(a, b)); }
  mlir::Value compare(CompareFn fn, mlir::Value a, mlir::Value b) {
    return CompareOp::create(builder, loc, fn, a, b);
  }
  mlir::Value compare(CompareFn fn, mlir::Value a, double b) { return compare(fn, a, number(a, b)); }
  mlir::Value select(mlir::Value pred, mlir::Value a, mlir::Value b) {
    return SelectOp::create(builder, loc, pred, a, b);
  }
  mlir::Value cast(mlir::Value x, mlir::Type element) { return castTo(builder, loc, x, element); }
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape) {
    return reshapeTo(builder, loc, x, shape);
  }
  mlir::Value transpose(mlir::Value x, llvm::ArrayRef<int64_t> perm) {
    return TransposeOp::create(builder, loc, x, perm);
  }
  mlir::Value reduce(ReduceFn fn, mlir::Value x, llvm::ArrayRef<int64_t> dims) {
    return ReduceOp::create(builder, loc, fn, x, dims);
  }
  /// `x` with dim i as dim dims[i] of `shape`; itself if nothing changes.
  mlir::Value broadcast(mlir::Value x, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dims);
  /// Elements [start, start + size) of `dim`.
  mlir::Value slice(mlir::Value x, int64_t dim, int64_t start, int64_t size, int64_t stride = 1);
  mlir::Value concat(mlir::ValueRange parts, int64_t dim) {
    return ConcatOp::create(builder, loc, parts, dim);
  }
  /// c[0] + c[1] x + c[2] x^2 + ...
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<double> coefficients);
  mlir::Type f32() { return builder.getF32Type(); }
  /// `x` in f32 if it is a narrower float.
  mlir::Value widened(mlir::Value x);

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// Dims from `first` up to `last`.
llvm::SmallVector<int64_t> dimRange(int64_t first, int64_t last);
/// All dims of a rank but `without`.
llvm::SmallVector<int64_t> otherDims(int64_t rank, llvm::ArrayRef<int64_t> without);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_GRAPHBUILDER_H
