//===- RecognizeNorms.cpp - softmax and norms that exporters write out ----===//
//
// The other patterns have brought these chains into one form: a value for each
// row stands in front of its broadcast, quotients are products with inverses.
//
//===----------------------------------------------------------------------===//

#include "Match.h"
#include "SimplifyPatterns.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

/// A factor of a product that is one number per row.
static std::optional<std::pair<Value, BroadcastInDimOp>> splitRowFactor(Value product) {
  BinaryOp op = definingBinary(product, BinaryFn::Mul);
  if (!op)
    return std::nullopt;
  if (auto right = op.getRhs().getDefiningOp<BroadcastInDimOp>())
    return std::make_pair(op.getLhs(), right);
  if (auto left = op.getLhs().getDefiningOp<BroadcastInDimOp>())
    return std::make_pair(op.getRhs(), left);
  return std::nullopt;
}

/// The reduction whose mean `value` is.
static ReduceOp meanReduction(Value value) {
  for (BinaryFn fn : {BinaryFn::Mul, BinaryFn::Div}) {
    auto parts = splitNumber(value, fn);
    auto reduce = parts ? parts->x.getDefiningOp<ReduceOp>() : ReduceOp();
    if (!reduce || reduce.getFn() != ReduceFn::Add)
      continue;
    double count = 1;
    for (int64_t dim : reduce.getDims())
      count *= tensorType(reduce.getX()).getDimSize(dim);
    double divisor = fn == BinaryFn::Div ? parts->number : 1 / parts->number;
    if (std::fabs(divisor - count) <= 1e-5 * count)
      return reduce;
  }
  return {};
}

/// The dims are the last ones of the rank.
static bool areTrailing(ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [i, dim] : llvm::enumerate(dims))
    if (dim != rank - int64_t(dims.size()) + int64_t(i))
      return false;
  return !dims.empty();
}

/// `x` whose mean over `dims` `value` has subtracted; null if it has not.
static Value centredOf(Value value, ArrayRef<int64_t> dims) {
  BinaryOp sub = definingBinary(value, BinaryFn::Sub);
  Value mean = sub ? spreadOver(sub.getRhs(), dims) : Value();
  ReduceOp reduce = mean ? meanReduction(mean) : ReduceOp();
  return reduce && reduce.getX() == sub.getLhs() && reduce.getDims() == dims ? sub.getLhs() : Value();
}

/// The operand that is not `value`, of a sum or product with it.
static Value otherOperand(BinaryOp op, Value value) {
  return op.getLhs() == value ? op.getRhs() : op.getLhs();
}

namespace {

/// x * broadcast(rsqrt(mean(square(x)) + epsilon))  ->  rms_norm, or, if x is
/// y - broadcast(mean(y)), layer_norm of y
struct ProductToNorm : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    auto parts = splitRowFactor(op.getResult());
    UnaryOp rsqrt = parts ? definingUnary(parts->second.getX(), UnaryFn::Rsqrt) : UnaryOp();
    auto sum = rsqrt ? splitNumber(rsqrt.getX(), BinaryFn::Add) : std::nullopt;
    ReduceOp reduce = sum ? meanReduction(sum->x) : ReduceOp();
    UnaryOp square = reduce ? definingUnary(reduce.getX(), UnaryFn::Square) : UnaryOp();
    if (!square || square.getX() != parts->first || !(sum->number >= 0))
      return rewriter.notifyMatchFailure(op, "no division by the deviation");
    Value x = square.getX();
    ArrayRef<int64_t> dims = reduce.getDims();
    int64_t rank = tensorType(x).getRank();
    if (!areTrailing(dims, rank) || spreadOver(parts->second, dims) != rsqrt.getResult())
      return rewriter.notifyMatchFailure(op, "not over trailing dims");
    APFloat epsilon(sum->number);
    if (Value centred = centredOf(x, dims))
      rewriter.replaceOpWithNewOp<LayerNormOp>(op, centred, Value(), Value(), dims.front(), epsilon);
    else
      rewriter.replaceOpWithNewOp<RmsNormOp>(op, x, Value(), dims.front(), epsilon);
    return success();
  }
};

/// The parameter that `value` spreads over the leading dims of a norm from
/// `axis` on.
Value normParameter(Value value, int64_t axis) {
  auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
  if (!broadcast)
    return {};
  RankedTensorType type = tensorType(value);
  bool isTrailing = ArrayRef<int64_t>(dimRange(axis, type.getRank())) == broadcast.getDims();
  return isTrailing && tensorType(broadcast.getX()).getShape() == type.getShape().drop_front(axis)
             ? Value(broadcast.getX())
             : Value();
}

/// norm(x) * broadcast(scale)  ->  norm(x) scale(scale);  the same with + bias
template <typename OpT> struct NormParameter : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    OpT norm = op.getLhs().template getDefiningOp<OpT>();
    if (!norm)
      norm = op.getRhs().template getDefiningOp<OpT>();
    if (!norm || !norm->hasOneUse())
      return rewriter.notifyMatchFailure(op, "no norm of its own");
    Value parameter = normParameter(otherOperand(op, norm.getResult()), norm.getAxis());
    Value replacement = parameter ? withParameter(op.getFn(), norm, parameter, rewriter) : Value();
    if (!replacement)
      return rewriter.notifyMatchFailure(op, "no parameter that is missing");
    rewriter.replaceOp(op, replacement);
    return success();
  }

  static Value withParameter(BinaryFn fn, LayerNormOp norm, Value parameter, PatternRewriter &rewriter) {
    bool isScale = fn == BinaryFn::Mul && !norm.getScale() && !norm.getBias();
    bool isBias = fn == BinaryFn::Add && !norm.getBias();
    if (!isScale && !isBias)
      return {};
    return LayerNormOp::create(rewriter, norm.getLoc(), norm.getX(), isScale ? parameter : norm.getScale(),
                               isBias ? parameter : norm.getBias(), norm.getAxis(), norm.getEpsilon());
  }

  static Value withParameter(BinaryFn fn, RmsNormOp norm, Value parameter, PatternRewriter &rewriter) {
    if (fn != BinaryFn::Mul || norm.getScale())
      return {};
    return RmsNormOp::create(rewriter, norm.getLoc(), norm.getX(), parameter, norm.getAxis(),
                             norm.getEpsilon());
  }
};

/// x - broadcast(max(x)) of one dim: the dim.
std::optional<int64_t> dimOfMinusMax(BinaryOp sub) {
  auto broadcast = sub ? sub.getRhs().getDefiningOp<BroadcastInDimOp>() : BroadcastInDimOp();
  auto max = broadcast ? broadcast.getX().getDefiningOp<ReduceOp>() : ReduceOp();
  if (!max || max.getFn() != ReduceFn::Max || max.getX() != sub.getLhs() || max.getDims().size() != 1 ||
      spreadOver(sub.getRhs(), max.getDims()) != max.getResult())
    return std::nullopt;
  return max.getDims().front();
}

/// `value` is the sum of `exp` along `dim`.
bool isSumAlong(Value value, Value exp, int64_t dim) {
  auto sum = value.getDefiningOp<ReduceOp>();
  return sum && sum.getFn() == ReduceFn::Add && sum.getX() == exp && sum.getDims() == ArrayRef<int64_t>(dim);
}

/// exp(x - max) * broadcast(1 / sum(exp(x - max)))  ->  softmax
struct ProductToSoftmax : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    auto parts = splitRowFactor(op.getResult());
    UnaryOp exp = parts ? definingUnary(parts->first, UnaryFn::Exp) : UnaryOp();
    UnaryOp inverse = exp ? definingUnary(parts->second.getX(), UnaryFn::Reciprocal) : UnaryOp();
    BinaryOp sub = inverse ? definingBinary(exp.getX(), BinaryFn::Sub) : BinaryOp();
    std::optional<int64_t> dim = dimOfMinusMax(sub);
    if (!dim || !isSumAlong(inverse.getX(), exp, *dim) ||
        spreadOver(parts->second, {*dim}) != inverse.getResult())
      return rewriter.notifyMatchFailure(op, "no softmax");
    rewriter.replaceOpWithNewOp<SoftmaxOp>(op, sub.getLhs(), *dim);
    return success();
  }
};

/// (x - max) - broadcast(log(sum(exp(x - max))))  ->  log_softmax
struct DifferenceToLogSoftmax : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    BinaryOp sub = op.getFn() == BinaryFn::Sub ? definingBinary(op.getLhs(), BinaryFn::Sub) : BinaryOp();
    std::optional<int64_t> dim = dimOfMinusMax(sub);
    Value row = dim ? spreadOver(op.getRhs(), {*dim}) : Value();
    UnaryOp log = row ? definingUnary(row, UnaryFn::Log) : UnaryOp();
    auto sum = log ? log.getX().getDefiningOp<ReduceOp>() : ReduceOp();
    UnaryOp exp = sum ? definingUnary(sum.getX(), UnaryFn::Exp) : UnaryOp();
    if (!exp || exp.getX() != op.getLhs() || !isSumAlong(sum, exp, *dim))
      return rewriter.notifyMatchFailure(op, "no log_softmax");
    rewriter.replaceOpWithNewOp<LogSoftmaxOp>(op, sub.getLhs(), *dim);
    return success();
  }
};

/// cast(norm(cast(x))) back to the narrow type of x  ->  norm(x), which is
/// computed in f32 anyway
struct NarrowNorm : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const final {
    Operation *norm = op.getX().getDefiningOp();
    if (!isa_and_nonnull<SoftmaxOp, LogSoftmaxOp, LayerNormOp, RmsNormOp, GroupNormOp>(norm) ||
        norm->getNumOperands() != 1 || !norm->hasOneUse())
      return rewriter.notifyMatchFailure(op, "operand is no bare norm");
    auto widening = norm->getOperand(0).getDefiningOp<CastOp>();
    if (!widening || widening.getX().getType() != op.getType() ||
        !isa<BFloat16Type, Float16Type>(tensorType(op.getResult()).getElementType()) ||
        !tensorType(op.getX()).getElementType().isF32())
      return rewriter.notifyMatchFailure(op, "norm of another value");
    Operation *narrow = rewriter.clone(*norm);
    narrow->setOperand(0, widening.getX());
    narrow->getResult(0).setType(op.getType());
    rewriter.replaceOp(op, narrow->getResults());
    return success();
  }
};

} // namespace

void neuron::addNormPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductToNorm, NormParameter<LayerNormOp>, NormParameter<RmsNormOp>, ProductToSoftmax,
               DifferenceToLogSoftmax, NarrowNorm>(patterns.getContext());
}
