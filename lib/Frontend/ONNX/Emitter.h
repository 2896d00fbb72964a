//===- Emitter.h - builds neuron ops and folds them at once -----*- C++ -*-===//
//
// The shapes of an ONNX model are computed by the model itself, so every op
// whose operands are constants is evaluated as soon as it is built. What
// operators ask for as a constant (a shape, axes, a condition) is then there.
//
// The numbers come from the file: an op that breaks a rule of the dialect is
// reported at the node, once, and what is built after it does not matter.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_EMITTER_H
#define NEURONC_LIB_FRONTEND_ONNX_EMITTER_H

#include "dialects/Neuron/Neuron.h"
#include "neuronc/Evaluator/Tensor.h"

namespace neuron::onnx {

using Shape = llvm::SmallVector<int64_t>;
using Dims = llvm::ArrayRef<int64_t>;

/// What the emitters of one import share.
struct EmitterState {
  explicit EmitterState(WeightStore &weights) : weights(weights) {}

  WeightStore &weights;
  /// Steps of evaluation that may still be spent on folding.
  double foldBudget = double(int64_t(1) << 31);
  /// Makes names of generated tables distinct.
  unsigned numTables = 0;
};

/// Builds ops at one source location.
class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location loc, EmitterState &state)
      : b(builder), loc(loc), state(state) {}

  // Facts about values.
  static Dims shape(mlir::Value x) { return tensorType(x).getShape(); }
  static mlir::Type element(mlir::Value x) { return tensorType(x).getElementType(); }
  static int64_t rank(mlir::Value x) { return tensorType(x).getRank(); }
  static int64_t size(mlir::Value x, int64_t dim) { return shape(x)[dim]; }
  static int64_t count(mlir::Value x) { return tensorType(x).getNumElements(); }
  static bool isFloat(mlir::Value x) { return llvm::isa<mlir::FloatType>(element(x)); }
  static bool isUnsigned(mlir::Value x) { return element(x).isUnsignedInteger(); }

  /// The elements of `x` if they are known: a constant, a small weight, or what
  /// follows from these.
  std::optional<Tensor> constant(mlir::Value x) const;

  // Types.
  mlir::Type f32() { return b.getF32Type(); }
  mlir::Type i1() { return b.getI1Type(); }
  mlir::Type i32() { return b.getI32Type(); }
  mlir::Type i64() { return b.getI64Type(); }
  /// The type of these dims; a shape that cannot be is reported.
  mlir::RankedTensorType type(Dims shape, mlir::Type element);

  /// Builds an op with one result.
  template <typename OpT, typename... Args> mlir::Value make(Args &&...args) {
    return finish(OpT::create(b, loc, std::forward<Args>(args)...))->getResult(0);
  }
  /// Builds an op with several results, which is not folded.
  template <typename OpT, typename... Args> OpT makeMany(Args &&...args) {
    OpT op = OpT::create(b, loc, std::forward<Args>(args)...);
    check(op);
    return op;
  }

  // Constants.
  mlir::Value full(Dims shape, mlir::Type element, double value);
  mlir::Value fullInt(Dims shape, mlir::Type element, int64_t value);
  mlir::Value scalar(mlir::Type element, double value) { return full({}, element, value); }
  /// Every element `value`, type and shape of `x`.
  mlir::Value like(mlir::Value x, double value) { return full(shape(x), element(x), value); }
  /// A rank-1 tensor.
  mlir::Value ints(Dims values, mlir::Type element);
  /// A generated table of floats: a constant if it is small, else a weight.
  mlir::Value floats(llvm::ArrayRef<double> values, Dims shape, mlir::Type element);
  mlir::Value dense(mlir::DenseElementsAttr value) { return ConstantOp::create(b, loc, value); }

  // Elementwise. Operands of two-operand functions have equal types.
  mlir::Value unary(UnaryFn fn, mlir::Value x) { return make<UnaryOp>(fn, x); }
  mlir::Value binary(BinaryFn fn, mlir::Value x, mlir::Value y);
  /// `x` itself, whose operation must not be computed in less than f64.
  mlir::Value needingF64(mlir::Value x) {
    x.getDefiningOp()->setAttr(kNeedsF64, b.getUnitAttr());
    return x;
  }
  mlir::Value add(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Add, x, y); }
  mlir::Value sub(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Sub, x, y); }
  mlir::Value mul(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Mul, x, y); }
  mlir::Value div(mlir::Value x, mlir::Value y) { return binary(BinaryFn::Div, x, y); }
  /// With a number; adding 0 and multiplying by 1 give `x` itself.
  mlir::Value addNumber(mlir::Value x, double y) { return y == 0 ? x : add(x, like(x, y)); }
  mlir::Value mulNumber(mlir::Value x, double y) { return y == 1 ? x : mul(x, like(x, y)); }
  mlir::Value compare(CompareFn fn, mlir::Value x, mlir::Value y);
  mlir::Value compareNumber(CompareFn fn, mlir::Value x, double y) { return compare(fn, x, like(x, y)); }
  mlir::Value select(mlir::Value pred, mlir::Value x, mlir::Value y) { return make<SelectOp>(pred, x, y); }
  mlir::Value clamp(mlir::Value x, std::optional<double> min, std::optional<double> max);
  mlir::Value cast(mlir::Value x, mlir::Type element);
  mlir::Value notOf(mlir::Value x) { return unary(UnaryFn::LogicalNot, x); }

  // Movement.
  mlir::Value reshape(mlir::Value x, Dims shape);
  /// By NumPy's rules; a shape that does not fit is reported.
  mlir::Value broadcast(mlir::Value x, Dims shape);
  /// Dim i of `x` becomes dim `dims[i]` of `shape`.
  mlir::Value broadcastInDim(mlir::Value x, Dims dims, Dims shape);
  /// A rank-1 tensor along dim `dim` of `shape`.
  mlir::Value broadcastAlong(mlir::Value x, int64_t dim, Dims shape) {
    return broadcastInDim(x, {dim}, shape);
  }
  mlir::Value transpose(mlir::Value x, Dims perm);
  /// The last two dims exchanged.
  mlir::Value transposeLast(mlir::Value x);
  mlir::Value slice(mlir::Value x, Dims starts, Dims sizes, Dims strides);
  /// `count` elements along one dim, from `start` in steps.
  mlir::Value sliceDim(mlir::Value x, int64_t dim, int64_t start, int64_t count, int64_t step = 1);
  /// `x` without dim `dim`, of which index `index` is taken.
  mlir::Value selectDim(mlir::Value x, int64_t dim, int64_t index);
  mlir::Value concat(llvm::ArrayRef<mlir::Value> xs, int64_t dim);
  mlir::Value unsqueeze(mlir::Value x, int64_t dim);
  mlir::Value squeeze(mlir::Value x, int64_t dim);
  mlir::Value reverse(mlir::Value x, Dims dims) { return make<ReverseOp>(x, dims); }
  mlir::Value pad(mlir::Value x, Dims lo, Dims hi, double value = 0, PadMode mode = PadMode::Constant);
  mlir::Value gather(mlir::Value x, mlir::Value indices, int64_t axis) {
    return make<GatherOp>(x, indices, axis);
  }

  // Reductions and products.
  mlir::Value reduce(ReduceFn fn, mlir::Value x, Dims dims, bool keepDims = false);
  mlir::Value mean(mlir::Value x, Dims dims, bool keepDims = false);
  mlir::Value iota(Dims shape, int64_t dim, mlir::Type element);
  /// The result has element type `element`, or that of `lhs`.
  mlir::Value dot(mlir::Value lhs, mlir::Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract,
                  Dims rhsContract, mlir::Type element = {});
  /// Matrix product by NumPy's rules, vectors and broadcast batches included.
  mlir::Value matmul(mlir::Value lhs, mlir::Value rhs, mlir::Type element = {});

  /// Reports that the node contradicts the rules (NRN-E3010); later reports are dropped.
  void invalid(const llvm::Twine &what) { report(3010, what); }
  /// Reports an error with its code; later reports are dropped.
  void report(unsigned code, const llvm::Twine &what);
  bool failed() const { return hasFailed; }

  mlir::OpBuilder &b;
  mlir::Location loc;

private:
  /// Reports a dim that `x` does not have.
  bool hasDim(mlir::Value x, int64_t dim);
  mlir::Operation *finish(mlir::Operation *op);
  bool check(mlir::Operation *op);

  EmitterState &state;
  bool hasFailed = false;
};

/// The product of the dims.
int64_t numElements(Dims shape);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_EMITTER_H
