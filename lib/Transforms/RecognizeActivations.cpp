//===- RecognizeActivations.cpp - functions that exporters write out ------===//

#include "Match.h"
#include "SimplifyPatterns.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

/// `value` is x * number.
static bool isScaled(Value value, Value x, double number) {
  Product product = productOf(value);
  return product.factors.size() == 1 && product.factors[0] == x &&
         std::fabs(product.number - number) <= 1e-5 * std::fabs(number);
}

/// The argument of 1 + f(argument); null if it is something else.
static Value argumentOfOnePlus(Value value, UnaryFn fn) {
  Value other = otherThanNumber(value, BinaryFn::Add, 1.0);
  UnaryOp op = other ? definingUnary(other, fn) : UnaryOp();
  return op ? Value(op.getX()) : Value();
}

/// `value` is number * x^power.
static bool isPower(Value value, Value x, unsigned power, double number) {
  Product product = productOf(value);
  return product.factors.size() == power && llvm::all_of(product.factors, [&](Value f) { return f == x; }) &&
         std::fabs(product.number - number) <= 1e-4 * std::fabs(number);
}

/// `value` is sqrt(2 / pi) (x + 0.044715 x^3), in one of its forms.
static bool isGeluTanhArgument(Value value, Value x) {
  Product product = productOf(value);
  if (std::fabs(product.number - std::sqrt(2 / M_PI)) > 1e-4)
    return false;
  if (product.factors.size() == 1) {
    // x + 0.044715 x^3
    BinaryOp sum = definingBinary(product.factors[0], BinaryFn::Add);
    return sum && ((sum.getLhs() == x && isPower(sum.getRhs(), x, 3, 0.044715)) ||
                   (sum.getRhs() == x && isPower(sum.getLhs(), x, 3, 0.044715)));
  }
  // x (1 + 0.044715 x^2)
  if (product.factors.size() != 2 || !llvm::is_contained(product.factors, x))
    return false;
  Value rest = product.factors[product.factors[0] == x ? 1 : 0];
  Value square = otherThanNumber(rest, BinaryFn::Add, 1.0);
  return square && isPower(square, x, 2, 0.044715);
}

/// The function f(x) that is number * x * `other`.
static std::optional<UnaryFn> activationOf(double number, Value x, Value other) {
  bool isHalf = std::fabs(number - 0.5) <= 1e-6;
  bool isOne = std::fabs(number - 1) <= 1e-6;
  if (Value argument = argumentOfOnePlus(other, UnaryFn::Erf);
      argument && isHalf && isScaled(argument, x, M_SQRT1_2))
    return UnaryFn::Gelu;
  if (Value argument = argumentOfOnePlus(other, UnaryFn::Tanh);
      argument && isHalf && isGeluTanhArgument(argument, x))
    return UnaryFn::GeluTanh;
  if (UnaryOp sigmoid = definingUnary(other, UnaryFn::Sigmoid); sigmoid && isOne) {
    if (sigmoid.getX() == x)
      return UnaryFn::Silu;
    if (isScaled(sigmoid.getX(), x, 1.702))
      return UnaryFn::GeluSigmoid;
  }
  UnaryOp tanh = definingUnary(other, UnaryFn::Tanh);
  UnaryOp softplus = tanh ? definingUnary(tanh.getX(), UnaryFn::Softplus) : UnaryOp();
  if (softplus && softplus.getX() == x && isOne)
    return UnaryFn::Mish;
  return std::nullopt;
}

namespace {

/// number * x * g(x)  ->  gelu, gelu_tanh, silu, gelu_sigmoid, mish
struct ProductToActivation : OpRewritePattern<BinaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op, PatternRewriter &rewriter) const final {
    if (op.getFn() != BinaryFn::Mul || !isa<FloatType>(tensorType(op.getLhs()).getElementType()))
      return rewriter.notifyMatchFailure(op, "no product of floats");
    Product product = productOf(op.getResult());
    if (product.factors.size() < 2 || product.factors.size() > 8)
      return rewriter.notifyMatchFailure(op, "no product of x and another");
    // The last factor that fits is the function; what is left is x, which may
    // itself be a product.
    for (auto [i, other] : llvm::enumerate(product.factors)) {
      Value x = restOf(op, product, i);
      if (!x)
        continue;
      if (auto fn = activationOf(product.number, x, other)) {
        rewriter.replaceOpWithNewOp<UnaryOp>(op, *fn, x);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "no activation function");
  }

  /// The one other factor.
  static Value restOf(BinaryOp, const Product &product, size_t index) {
    return product.factors.size() == 2 ? product.factors[1 - index] : Value();
  }
};

/// 1 / (1 + exp(-x))  ->  sigmoid(x)
struct ReciprocalToSigmoid : OpRewritePattern<UnaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnaryOp op, PatternRewriter &rewriter) const final {
    Value argument = op.getFn() == UnaryFn::Reciprocal ? argumentOfOnePlus(op.getX(), UnaryFn::Exp) : Value();
    UnaryOp neg = argument ? definingUnary(argument, UnaryFn::Neg) : UnaryOp();
    if (!neg)
      return rewriter.notifyMatchFailure(op, "no 1 / (1 + exp(-x))");
    rewriter.replaceOpWithNewOp<UnaryOp>(op, UnaryFn::Sigmoid, neg.getX());
    return success();
  }
};

/// log(1 + exp(x)), log1p(exp(x))  ->  softplus(x)
struct LogToSoftplus : OpRewritePattern<UnaryOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(UnaryOp op, PatternRewriter &rewriter) const final {
    Value argument;
    if (op.getFn() == UnaryFn::Log)
      argument = argumentOfOnePlus(op.getX(), UnaryFn::Exp);
    else if (UnaryOp exp = definingUnary(op.getX(), UnaryFn::Exp); exp && op.getFn() == UnaryFn::Log1p)
      argument = exp.getX();
    if (!argument)
      return rewriter.notifyMatchFailure(op, "no log(1 + exp(x))");
    rewriter.replaceOpWithNewOp<UnaryOp>(op, UnaryFn::Softplus, argument);
    return success();
  }
};

} // namespace

void neuron::addActivationPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductToActivation, ReciprocalToSigmoid, LogToSoftplus>(patterns.getContext());
}
