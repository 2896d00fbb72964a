//===- DecomposeMath.cpp - functions that no engine has -------------------===//
//
// Written in terms of exp, log, sqrt, sin, cos and arctan, which the engines
// have, so that the result is within a few units in the last place of f32
// wherever the function is well conditioned. Ranges are split with selects.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

static constexpr double kLn2 = 0.693147180559945309417;
/// Below the square root of the largest f32; squares stay finite.
static constexpr double kLarge = 1.0e9;

/// exp(x) - 1: Taylor's series where the difference would cancel.
static Value expm1(GraphBuilder &b, Value x) {
  Value magnitude = b.unary(UnaryFn::Abs, x);
  Value isSmall = b.compare(CompareFn::Lt, magnitude, 0.5);
  Value series =
      b.polynomial(x, {1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320});
  Value large = b.sub(b.unary(UnaryFn::Exp, x), 1.0);
  return b.select(isSmall, b.mul(series, x), large);
}

/// log(1 + x): what rounding of u = 1 + x loses is (x - (u - 1)) / u.
static Value log1p(GraphBuilder &b, Value x) {
  Value logarithm = b.unary(UnaryFn::Log, b.add(x, 1.0));
  Value finite = b.min(x, 1.0e30);
  Value u = b.add(finite, 1.0);
  Value lost = b.sub(finite, b.sub(u, 1.0));
  return b.add(logarithm, b.div(lost, b.max(u, 1.0e-30)));
}

static Value withSignOf(GraphBuilder &b, Value magnitude, Value x) {
  Value isNegative = b.compare(CompareFn::Lt, x, 0.0);
  return b.select(isNegative, b.unary(UnaryFn::Neg, magnitude), magnitude);
}

/// exp(|x|) / 2, finite as long as sinh and cosh are.
static Value halfExp(GraphBuilder &b, Value magnitude) {
  return b.unary(UnaryFn::Exp, b.sub(magnitude, kLn2));
}

static Value sinh(GraphBuilder &b, Value x) {
  Value magnitude = b.unary(UnaryFn::Abs, x);
  Value isSmall = b.compare(CompareFn::Lt, magnitude, 1.0);
  Value square = b.mul(x, x);
  Value series = b.polynomial(square, {1.0, 1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880});
  Value half = halfExp(b, magnitude);
  Value large = b.sub(half, b.div(b.number(half, 0.25), half));
  return b.select(isSmall, b.mul(series, x), withSignOf(b, large, x));
}

static Value cosh(GraphBuilder &b, Value x) {
  Value half = halfExp(b, b.unary(UnaryFn::Abs, x));
  return b.add(half, b.div(b.number(half, 0.25), half));
}

/// log1p(a + a^2 / (1 + sqrt(a^2 + 1))) with the sign of x, a = |x|.
static Value asinh(GraphBuilder &b, Value x) {
  Value magnitude = b.unary(UnaryFn::Abs, x);
  Value a = b.min(magnitude, kLarge), square = b.mul(a, a);
  Value root = b.unary(UnaryFn::Sqrt, b.add(square, 1.0));
  Value small = log1p(b, b.add(a, b.div(square, b.add(root, 1.0))));
  Value large = b.add(b.unary(UnaryFn::Log, magnitude), kLn2);
  Value isLarge = b.compare(CompareFn::Gt, magnitude, kLarge);
  return withSignOf(b, b.select(isLarge, large, small), x);
}

/// log1p(t + sqrt(2 t + t^2)), t = x - 1.
static Value acosh(GraphBuilder &b, Value x) {
  Value t = b.sub(b.min(x, kLarge), 1.0);
  Value root = b.unary(UnaryFn::Sqrt, b.mul(t, b.add(t, 2.0)));
  Value large = b.add(b.unary(UnaryFn::Log, x), kLn2);
  Value isLarge = b.compare(CompareFn::Gt, x, kLarge);
  return b.select(isLarge, large, log1p(b, b.add(t, root)));
}

static Value atanh(GraphBuilder &b, Value x) {
  // log1p(2 x / (1 - x)) / 2, of |x| so that nothing cancels.
  Value a = b.unary(UnaryFn::Abs, x);
  Value argument = b.div(b.mul(a, 2.0), b.sub(1.0, a));
  return withSignOf(b, b.mul(log1p(b, argument), 0.5), x);
}

namespace {
/// asin(|x|) in the form that fits |x|: direct up to 1/2, above as
/// pi/2 - 2 asin(sqrt((1 - |x|) / 2)).
struct ArcSine {
  Value isLarge;
  Value direct; // asin of |x|, or of the root
};
} // namespace

static ArcSine arcSine(GraphBuilder &b, Value x) {
  Value a = b.unary(UnaryFn::Abs, x);
  Value isLarge = b.compare(CompareFn::Gt, a, 0.5);
  Value square = b.select(isLarge, b.mul(b.sub(1.0, a), 0.5), b.mul(a, a));
  Value y = b.select(isLarge, b.unary(UnaryFn::Sqrt, square), a);
  // A minimax polynomial of (asin(y) - y) / y^3 in y^2 for y up to 1/2.
  Value series = b.polynomial(
      square, {1.6666752422e-1, 7.4953002686e-2, 4.5470025998e-2, 2.4181311049e-2, 4.2163199048e-2});
  return {isLarge, b.add(y, b.mul(b.mul(y, square), series))};
}

static Value asin(GraphBuilder &b, Value x) {
  ArcSine parts = arcSine(b, x);
  Value large = b.sub(M_PI_2, b.mul(parts.direct, 2.0));
  return withSignOf(b, b.select(parts.isLarge, large, parts.direct), x);
}

static Value acos(GraphBuilder &b, Value x) {
  ArcSine parts = arcSine(b, x);
  Value isNegative = b.compare(CompareFn::Lt, x, 0.0);
  Value twice = b.mul(parts.direct, 2.0);
  Value large = b.select(isNegative, b.sub(M_PI, twice), twice);
  Value small = b.sub(M_PI_2, withSignOf(b, parts.direct, x));
  return b.select(parts.isLarge, large, small);
}

static Value tan(GraphBuilder &b, Value x) {
  return b.div(b.unary(UnaryFn::Sin, x), b.unary(UnaryFn::Cos, x));
}

static Value applyMath(GraphBuilder &b, UnaryFn fn, Value x) {
  switch (fn) {
  case UnaryFn::Expm1:
    return expm1(b, x);
  case UnaryFn::Log1p:
    return log1p(b, x);
  case UnaryFn::Tan:
    return tan(b, x);
  case UnaryFn::Asin:
    return asin(b, x);
  case UnaryFn::Acos:
    return acos(b, x);
  case UnaryFn::Sinh:
    return sinh(b, x);
  case UnaryFn::Cosh:
    return cosh(b, x);
  case UnaryFn::Asinh:
    return asinh(b, x);
  case UnaryFn::Acosh:
    return acosh(b, x);
  case UnaryFn::Atanh:
    return atanh(b, x);
  default:
    return {};
  }
}

Value neuron::decomposeUnary(UnaryOp op, GraphBuilder &b) {
  if (!isa<FloatType>(tensorType(op.getX()).getElementType()))
    return {};
  // Narrow floats are computed in f32 and rounded once.
  Value result = applyMath(b, op.getFn(), b.widened(op.getX()));
  return result ? b.cast(result, op.getResult().getType().getElementType()) : result;
}

/// The angle of (x, y): arctan of the smaller over the larger, then moved into
/// its octant.
static Value atan2(GraphBuilder &b, Value y, Value x) {
  // Two infinities make 45 degrees, so they are as good as equal numbers.
  Value ay = b.min(b.unary(UnaryFn::Abs, y), 3.0e38);
  Value ax = b.min(b.unary(UnaryFn::Abs, x), 3.0e38);
  Value larger = b.binary(BinaryFn::Max, ax, ay);
  Value smaller = b.binary(BinaryFn::Min, ax, ay);
  Value angle = b.unary(UnaryFn::Atan, b.div(smaller, b.max(larger, 1.0e-37)));
  Value isSteep = b.compare(CompareFn::Gt, ay, ax);
  angle = b.select(isSteep, b.sub(M_PI_2, angle), angle);
  Value isLeft = b.compare(CompareFn::Lt, x, 0.0);
  angle = b.select(isLeft, b.sub(M_PI, angle), angle);
  return withSignOf(b, angle, y);
}

/// x to a constant integer power, by repeated squaring.
static Value integerPower(GraphBuilder &b, Value x, uint64_t exponent) {
  Value result, square = x;
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1)
      result = result ? b.mul(result, square) : square;
    if (exponent > 1)
      square = b.mul(square, square);
  }
  return result ? result : b.number(x, 1.0);
}

Value neuron::decomposeBinary(BinaryOp op, GraphBuilder &b) {
  Type element = tensorType(op.getLhs()).getElementType();
  if (op.getFn() == BinaryFn::Atan2)
    return b.cast(atan2(b, b.widened(op.getLhs()), b.widened(op.getRhs())), element);
  if (op.getFn() != BinaryFn::Pow || isa<FloatType>(element))
    return {};
  auto constant = op.getRhs().getDefiningOp<ConstantOp>();
  if (!constant || !constant.getDense().isSplat())
    return {};
  APInt exponent = constant.getDense().getSplatValue<APInt>();
  if (!element.isUnsignedInteger() && exponent.isNegative())
    return {};
  return integerPower(b, op.getLhs(), exponent.getZExtValue());
}

Value neuron::decomposeClamp(ClampOp op, GraphBuilder &b) {
  if (!isa<FloatType>(tensorType(op.getX()).getElementType()))
    return {};
  Value result = op.getX();
  if (op.getMin())
    result = b.max(result, op.getMin()->convertToDouble());
  if (op.getMax())
    result = b.min(result, op.getMax()->convertToDouble());
  return result;
}
