//===- SimplifyElementwise.cpp - arithmetic of elements -------------------===//
//
// Rules hold for every value, NaN and infinities included, except that a zero
// may lose its sign.
//
//===----------------------------------------------------------------------===//

#include "Match.h"
#include "SimplifyPatterns.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

static bool isFloat(Value value) { return isa<FloatType>(tensorType(value).getElementType()); }

/// 1 / number is a number of the same type, exactly.
static bool hasExactInverse(double number) {
  int exponent;
  return std::fabs(std::frexp(number, &exponent)) == 0.5 && std::abs(exponent) < 100;
}

/// x fn number as something simpler; null if there is nothing.
static Value simplifyWithNumber(GraphBuilder &b, BinaryFn fn, Value x, double number) {
  switch (fn) {
  case BinaryFn::Add:
  case BinaryFn::Sub:
    return number == 0 ? x : Value();
  case BinaryFn::Mul:
    return number == 1 ? x : number == -1 && isFloat(x) ? b.unary(UnaryFn::Neg, x) : Value();
  case BinaryFn::Div:
    if (number == 1)
      return x;
    return isFloat(x) && hasExactInverse(number) ? b.mul(x, 1 / number) : Value();
  case BinaryFn::Max:
    return number == 0 && !tensorType(x).getElementType().isUnsignedInteger() ? b.unary(UnaryFn::Relu, x)
                                                                              : Value();
  case BinaryFn::Pow:
    if (number == 1)
      return x;
    if (number == 2)
      return b.unary(UnaryFn::Square, x);
    if (number == 3)
      return b.mul(b.unary(UnaryFn::Square, x), x);
    if (!isFloat(x))
      return {};
    // pow(-inf, 0.5) is inf and sqrt(-inf) NaN: no model's values.
    return number == 0.5    ? b.unary(UnaryFn::Sqrt, x)
           : number == -0.5 ? b.unary(UnaryFn::Rsqrt, x)
           : number == -1   ? b.unary(UnaryFn::Reciprocal, x)
                            : Value();
  default:
    return {};
  }
}

namespace {

/// Numbers go to the right of add, mul, max and min.
struct NumberToTheRight : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    BinaryFn fn = op.getFn();
    bool commutes = fn == BinaryFn::Add || fn == BinaryFn::Mul || fn == BinaryFn::Max || fn == BinaryFn::Min;
    if (!commutes || !splatNumber(op.getLhs()) || splatNumber(op.getRhs()))
      return rewriter.notifyMatchFailure(op, "no number on the left");
    rewriter.replaceOpWithNewOp<BinaryOp>(op, fn, op.getRhs(), op.getLhs());
    return success();
  }
};

/// x + 0, x * 1, x / 4, pow(x, 2), max(x, 0), ...
struct BinaryWithNumber : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    std::optional<double> number = splatNumber(op.getRhs());
    GraphBuilder b(rewriter, op.getLoc());
    Value simpler = number ? simplifyWithNumber(b, op.getFn(), op.getLhs(), *number) : Value();
    if (!simpler)
      return rewriter.notifyMatchFailure(op, "no number that simplifies");
    rewriter.replaceOp(op, simpler);
    return success();
  }
};

/// (x * a) * b  ->  x * (a b), for numbers a and b
struct ProductOfNumbers : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    std::optional<double> outer = splatNumber(op.getRhs());
    auto inner = op.getFn() == BinaryFn::Mul && outer && isFloat(op.getLhs())
                     ? splitNumber(op.getLhs(), BinaryFn::Mul)
                     : std::nullopt;
    if (!inner || !op.getLhs().hasOneUse())
      return rewriter.notifyMatchFailure(op, "no product of two numbers");
    double number = *outer * inner->number;
    // A product that over- or underflows alone is not what the model says.
    if (!std::isnormal(float(number)))
      return rewriter.notifyMatchFailure(op, "product is out of range");
    GraphBuilder b(rewriter, op.getLoc());
    rewriter.replaceOp(op, b.mul(inner->x, number));
    return success();
  }
};

/// 1 / x  ->  reciprocal x;  x * x  ->  square x;  x - x' forms of neg
struct BinaryToUnary : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    BinaryFn fn = op.getFn();
    auto replace = [&](UnaryFn unary, Value x) {
      rewriter.replaceOpWithNewOp<UnaryOp>(op, unary, x);
      return success();
    };
    std::optional<double> left = splatNumber(op.getLhs());
    if (fn == BinaryFn::Div && left == 1.0 && isFloat(op.getRhs()))
      return replace(UnaryFn::Reciprocal, op.getRhs());
    if (fn == BinaryFn::Sub && left == 0.0)
      return replace(UnaryFn::Neg, op.getRhs());
    if (fn == BinaryFn::Mul && op.getLhs() == op.getRhs())
      return replace(UnaryFn::Square, op.getLhs());
    return rewriter.notifyMatchFailure(op, "no function of one value");
  }
};

/// a + (-b)  ->  a - b;  a - (-b)  ->  a + b
struct AddOfNeg : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    bool isAdd = op.getFn() == BinaryFn::Add;
    if (!isAdd && op.getFn() != BinaryFn::Sub)
      return rewriter.notifyMatchFailure(op, "neither sum nor difference");
    BinaryFn other = isAdd ? BinaryFn::Sub : BinaryFn::Add;
    if (UnaryOp neg = definingUnary(op.getRhs(), UnaryFn::Neg)) {
      rewriter.replaceOpWithNewOp<BinaryOp>(op, other, op.getLhs(), neg.getX());
      return success();
    }
    UnaryOp neg = definingUnary(op.getLhs(), UnaryFn::Neg);
    if (!neg || !isAdd)
      return rewriter.notifyMatchFailure(op, "nothing negated");
    rewriter.replaceOpWithNewOp<BinaryOp>(op, other, op.getRhs(), neg.getX());
    return success();
  }
};

/// A user rounds the value to an integer, where a half that is off by one unit
/// goes to the other side.
bool isRounded(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    if (auto cast = dyn_cast<CastOp>(user))
      return !isFloat(cast.getResult());
    auto unary = dyn_cast<UnaryOp>(user);
    return unary && llvm::is_contained({UnaryFn::RoundEven, UnaryFn::Floor, UnaryFn::Ceil, UnaryFn::Trunc},
                                       unary.getFn());
  });
}

/// x / broadcast(y)  ->  x * broadcast(1 / y), which inverts fewer numbers
struct DivisionByBroadcast : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastInDimOp>();
    if (op.getFn() != BinaryFn::Div || !broadcast || !isFloat(op.getLhs()) || splatNumber(op.getRhs()) ||
        tensorType(broadcast.getX()).getNumElements() * 4 > tensorType(op.getLhs()).getNumElements())
      return rewriter.notifyMatchFailure(op, "divisor is no small broadcast");
    if (isRounded(op.getResult()))
      return rewriter.notifyMatchFailure(op, "the quotient is rounded");
    // In a narrow type the inverse would lose half of its few digits.
    if (tensorType(op.getLhs()).getElementTypeBitWidth() < 32)
      return rewriter.notifyMatchFailure(op, "type is too narrow");
    GraphBuilder b(rewriter, op.getLoc());
    Value inverse = b.unary(UnaryFn::Reciprocal, broadcast.getX());
    rewriter.replaceOp(
        op, b.mul(op.getLhs(), b.broadcast(inverse, broadcast.getType().getShape(), broadcast.getDims())));
    return success();
  }
};

/// Functions of functions.
struct UnaryOfUnary : OpRewritePattern<UnaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnaryOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getX().getDefiningOp<UnaryOp>();
    if (!inner || inner.getX().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "operand is no function");
    UnaryFn outerFn = op.getFn(), innerFn = inner.getFn();
    auto is = [&](UnaryFn a, UnaryFn b) { return outerFn == a && innerFn == b; };
    if (is(UnaryFn::Neg, UnaryFn::Neg) || is(UnaryFn::LogicalNot, UnaryFn::LogicalNot) ||
        is(UnaryFn::BitwiseNot, UnaryFn::BitwiseNot)) {
      rewriter.replaceOp(op, inner.getX());
      return success();
    }
    // An idempotent function, applied twice.
    if (outerFn == innerFn && llvm::is_contained({UnaryFn::Relu, UnaryFn::Abs, UnaryFn::Floor, UnaryFn::Ceil,
                                                  UnaryFn::RoundEven, UnaryFn::Trunc, UnaryFn::Sign},
                                                 outerFn)) {
      rewriter.replaceOp(op, inner.getResult());
      return success();
    }
    if (is(UnaryFn::Reciprocal, UnaryFn::Sqrt)) {
      rewriter.replaceOpWithNewOp<UnaryOp>(op, UnaryFn::Rsqrt, inner.getX());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no rule for these two");
  }
};

/// select of a known side, or of the same value twice.
struct KnownSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const final {
    std::optional<double> pred = splatNumber(op.getPred());
    if (!pred && op.getOnTrue() != op.getOnFalse())
      return rewriter.notifyMatchFailure(op, "predicate is not known");
    rewriter.replaceOp(op, !pred || *pred != 0 ? op.getOnTrue() : op.getOnFalse());
    return success();
  }
};

/// select(not p, a, b)  ->  select(p, b, a)
struct SelectOfNot : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const final {
    UnaryOp inverted = definingUnary(op.getPred(), UnaryFn::LogicalNot);
    if (!inverted)
      return rewriter.notifyMatchFailure(op, "predicate is not inverted");
    rewriter.replaceOpWithNewOp<SelectOp>(op, inverted.getX(), op.getOnFalse(), op.getOnTrue());
    return success();
  }
};

/// clamp(x) from 0 on  ->  relu(x)
struct ClampToRelu : OpRewritePattern<ClampOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ClampOp op, PatternRewriter &rewriter) const final {
    if (op.getMax() || !op.getMin() || !op.getMin()->isZero() ||
        tensorType(op.getX()).getElementType().isUnsignedInteger())
      return rewriter.notifyMatchFailure(op, "bounds are not [0, inf)");
    rewriter.replaceOpWithNewOp<UnaryOp>(op, UnaryFn::Relu, op.getX());
    return success();
  }
};

/// Every value of `from` is one of `to`.
bool isWider(Type from, Type to) {
  unsigned fromBits = from.getIntOrFloatBitWidth();
  if (auto toFloat = dyn_cast<FloatType>(to)) {
    if (auto fromFloat = dyn_cast<FloatType>(from))
      // Floats below 16 bits fit into each of 16 and more; bf16 and f16 not
      // into each other.
      return toFloat.isF64() || (toFloat.isF32() && fromBits < 32) ||
             (fromBits <= 8 && toFloat.getWidth() == 16);
    return fromBits < toFloat.getFPMantissaWidth();
  }
  if (isa<FloatType>(from) || to.isInteger(1))
    return false;
  bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
  return to.isUnsignedInteger() == fromUnsigned ? to.getIntOrFloatBitWidth() >= fromBits
                                                : fromUnsigned && to.getIntOrFloatBitWidth() > fromBits;
}

/// cast(cast(x))  ->  cast(x), if the first one loses nothing
struct CastOfCast : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getX().getDefiningOp<CastOp>();
    if (!inner || !isWider(tensorType(inner.getX()).getElementType(), tensorType(op.getX()).getElementType()))
      return rewriter.notifyMatchFailure(op, "operand is no widening cast");
    rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), inner.getX());
    return success();
  }
};

/// cast(transpose(x))  ->  transpose(cast(x)), so that the cast stands next to
/// what made x (its epilogue) or to a cast that it undoes. Reshapes sink by
/// themselves; a weight's views and casts are one recipe in any order.
struct CastOfTranspose : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op, PatternRewriter &rewriter) const final {
    auto transpose = op.getX().getDefiningOp<TransposeOp>();
    if (!transpose || !transpose->hasOneUse() || transpose.getX().getDefiningOp<WeightOp>())
      return rewriter.notifyMatchFailure(op, "no transpose of its own");
    Type element = tensorType(op.getResult()).getElementType();
    Value cast = castTo(rewriter, op.getLoc(), transpose.getX(), element);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), cast, transpose.getPerm());
    return success();
  }
};

} // namespace

void neuron::addElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<NumberToTheRight, BinaryWithNumber, ProductOfNumbers, BinaryToUnary, AddOfNeg,
               DivisionByBroadcast, UnaryOfUnary, KnownSelect, SelectOfNot, ClampToRelu, CastOfCast, CastOfTranspose>(
      patterns.getContext());
}
