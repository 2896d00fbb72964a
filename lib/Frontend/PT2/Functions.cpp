//===- Functions.cpp - functions of one element ---------------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Float functions: integers are converted first.
template <UnaryFn fn> Value floatUnary(Call &c) {
  return c.e.unary(fn, c.e.cast(c.tensor("self"), c.resultElement()));
}

/// Functions that keep the type.
template <UnaryFn fn> Value sameUnary(Call &c) { return c.e.unary(fn, c.tensor("self")); }

/// Rounding functions leave integers alone.
template <UnaryFn fn> Value rounding(Call &c) {
  Value x = c.tensor("self");
  return c.e.isFloat(x) ? c.e.unary(fn, x) : x;
}

Value erfc(Call &c) {
  Value x = c.e.unary(UnaryFn::Erf, c.e.cast(c.tensor("self"), c.resultElement()));
  return c.e.sub(c.e.like(x, 1), x);
}

Value log10(Call &c) {
  Value x = c.e.unary(UnaryFn::Log, c.e.cast(c.tensor("self"), c.resultElement()));
  return c.e.mulNumber(x, 0.43429448190325182765);
}

template <int toDegrees> Value angle(Call &c) {
  Value x = c.e.cast(c.tensor("self"), c.resultElement());
  constexpr double degree = 0.017453292519943295769;
  return c.e.mulNumber(x, toDegrees ? 1 / degree : degree);
}

Value frac(Call &c) {
  Value x = c.tensor("self");
  return c.e.sub(x, c.e.unary(UnaryFn::Trunc, x));
}

Value roundDecimals(Call &c) {
  Value x = c.tensor("self");
  int64_t decimals = c.integer("decimals");
  if (!c.e.isFloat(x))
    return x;
  double scale = std::pow(10.0, double(std::clamp<int64_t>(decimals, -30, 30)));
  return c.e.mulNumber(c.e.unary(UnaryFn::RoundEven, c.e.mulNumber(x, scale)), 1 / scale);
}

Value logit(Call &c) {
  Value x = c.e.cast(c.tensor("self"), c.resultElement());
  if (c.has("eps"))
    x = c.e.clamp(x, c.number("eps"), 1 - c.number("eps"));
  return c.e.unary(UnaryFn::Log, c.e.div(x, c.e.sub(c.e.like(x, 1), x)));
}

Value nanToNum(Call &c) {
  Value x = c.tensor("self");
  auto element = dyn_cast<FloatType>(c.e.element(x));
  if (!element)
    return x;
  double largest = APFloat::getLargest(element.getFloatSemantics()).convertToDouble();
  double high = c.has("posinf") ? c.number("posinf") : largest,
         low = c.has("neginf") ? c.number("neginf") : -largest;
  Value isInf = c.e.unary(UnaryFn::IsInf, x), positive = c.e.compareNumber(CompareFn::Gt, x, 0);
  Value finite = c.e.select(isInf, c.e.select(positive, c.e.like(x, high), c.e.like(x, low)), x);
  return c.e.select(c.e.unary(UnaryFn::IsNan, x), c.e.like(x, c.has("nan") ? c.number("nan") : 0), finite);
}

const OpRow rows[] = {
    {"abs(Tensor self)", sameUnary<UnaryFn::Abs>},
    {"absolute(Tensor self)", sameUnary<UnaryFn::Abs>},
    {"neg(Tensor self)", sameUnary<UnaryFn::Neg>},
    {"negative(Tensor self)", sameUnary<UnaryFn::Neg>},
    {"sign(Tensor self)", sameUnary<UnaryFn::Sign>},
    {"sgn(Tensor self)", sameUnary<UnaryFn::Sign>},
    {"square(Tensor self)", sameUnary<UnaryFn::Square>},
    {"exp(Tensor self)", floatUnary<UnaryFn::Exp>},
    {"exp2(Tensor self)", floatUnary<UnaryFn::Exp2>},
    {"special_exp2(Tensor self)", floatUnary<UnaryFn::Exp2>},
    {"expm1(Tensor self)", floatUnary<UnaryFn::Expm1>},
    {"log(Tensor self)", floatUnary<UnaryFn::Log>},
    {"log1p(Tensor self)", floatUnary<UnaryFn::Log1p>},
    {"log2(Tensor self)", floatUnary<UnaryFn::Log2>},
    {"log10(Tensor self)", log10},
    {"sqrt(Tensor self)", floatUnary<UnaryFn::Sqrt>},
    {"rsqrt(Tensor self)", floatUnary<UnaryFn::Rsqrt>},
    {"reciprocal(Tensor self)", floatUnary<UnaryFn::Reciprocal>},
    {"sin(Tensor self)", floatUnary<UnaryFn::Sin>},
    {"cos(Tensor self)", floatUnary<UnaryFn::Cos>},
    {"tan(Tensor self)", floatUnary<UnaryFn::Tan>},
    {"asin(Tensor self)", floatUnary<UnaryFn::Asin>},
    {"acos(Tensor self)", floatUnary<UnaryFn::Acos>},
    {"atan(Tensor self)", floatUnary<UnaryFn::Atan>},
    {"arctan(Tensor self)", floatUnary<UnaryFn::Atan>},
    {"sinh(Tensor self)", floatUnary<UnaryFn::Sinh>},
    {"cosh(Tensor self)", floatUnary<UnaryFn::Cosh>},
    {"asinh(Tensor self)", floatUnary<UnaryFn::Asinh>},
    {"acosh(Tensor self)", floatUnary<UnaryFn::Acosh>},
    {"atanh(Tensor self)", floatUnary<UnaryFn::Atanh>},
    {"erf(Tensor self)", floatUnary<UnaryFn::Erf>},
    {"special_erf(Tensor self)", floatUnary<UnaryFn::Erf>},
    {"erfc(Tensor self)", erfc},
    {"floor(Tensor self)", rounding<UnaryFn::Floor>},
    {"ceil(Tensor self)", rounding<UnaryFn::Ceil>},
    {"trunc(Tensor self)", rounding<UnaryFn::Trunc>},
    {"fix(Tensor self)", rounding<UnaryFn::Trunc>},
    {"round(Tensor self)", rounding<UnaryFn::RoundEven>},
    {"round.decimals(Tensor self, *, int decimals)", roundDecimals},
    {"frac(Tensor self)", frac},
    {"deg2rad(Tensor self)", angle<0>},
    {"rad2deg(Tensor self)", angle<1>},
    {"logit(Tensor self, float? eps=None)", logit},
    {"nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None)", nanToNum},
};

} // namespace

ArrayRef<OpRow> functionOps() { return rows; }

} // namespace neuron::pt2
