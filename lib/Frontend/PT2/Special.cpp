//===- Special.cpp - rarer functions of elements --------------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

constexpr double kPi = 3.14159265358979323846, kLn2 = 0.69314718055994530942;

/// Also true for -0: its reciprocal is -inf.
Value isNegative(Call &c, Value x) {
  Value below = c.e.compareNumber(CompareFn::Lt, x, 0);
  if (!c.e.isFloat(x))
    return below;
  Value minusZero = c.e.compareNumber(CompareFn::Eq, c.e.unary(UnaryFn::Reciprocal, x),
                                      -std::numeric_limits<double>::infinity());
  return c.e.binary(BinaryFn::Or, below, minusZero);
}

Value signbit(Call &c) { return isNegative(c, c.tensor("self")); }

Type floatType(Call &c, ArrayRef<StringRef> names) {
  Type type = c.promotedType(names);
  return isa<FloatType>(type) ? type : c.e.b.getF32Type();
}

Value copysign(Call &c) {
  auto values = c.promote({"self", "other"}, floatType(c, {"self", "other"}));
  if (c.failed())
    return {};
  Value size = c.e.unary(UnaryFn::Abs, values[0]);
  return c.e.select(isNegative(c, values[1]), c.e.unary(UnaryFn::Neg, size), size);
}

/// 0 below 0, `values` at 0, 1 above.
Value heaviside(Call &c) {
  auto values = c.promote({"self", "values"});
  if (c.failed())
    return {};
  Value x = values[0], above = c.e.compareNumber(CompareFn::Gt, x, 0);
  Value step = c.e.select(above, c.e.like(x, 1), c.e.like(x, 0));
  return c.e.select(c.e.compareNumber(CompareFn::Eq, x, 0), values[1], step);
}

/// self * 2^other.
Value ldexp(Call &c) {
  auto values = c.promote({"self", "other"}, floatType(c, {"self", "other"}));
  return c.failed() ? Value() : c.e.mul(values[0], c.e.unary(UnaryFn::Exp2, values[1]));
}

/// sin(pi x) / (pi x), 1 at 0.
Value sinc(Call &c) {
  Value x = c.e.mulNumber(c.e.cast(c.tensor("self"), c.resultElement()), kPi);
  Value ratio = c.e.div(c.e.unary(UnaryFn::Sin, x), x);
  return c.e.select(c.e.compareNumber(CompareFn::Eq, x, 0), c.e.like(x, 1), ratio);
}

/// max + log2(1 + 2^-|a - b|), where equal infinities stay.
Value logAddExp2(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], larger = c.e.binary(BinaryFn::Max, x, y);
  Value gap = c.e.unary(UnaryFn::Neg, c.e.unary(UnaryFn::Abs, c.e.sub(x, y)));
  Value log = c.e.mulNumber(c.e.unary(UnaryFn::Log1p, c.e.unary(UnaryFn::Exp2, gap)), 1 / kLn2);
  return c.e.select(c.e.unary(UnaryFn::IsInf, larger), larger, c.e.add(larger, log));
}

/// Of real numbers: 0 or pi.
Value angle(Call &c) {
  Value x = c.e.cast(c.tensor("self"), c.resultElement());
  Value result = c.e.select(c.e.compareNumber(CompareFn::Lt, x, 0), c.e.like(x, kPi), c.e.like(x, 0));
  return c.e.isFloat(x) ? c.e.select(c.e.unary(UnaryFn::IsNan, x), x, result) : result;
}

Value floatPower(Call &c) {
  Type type = c.resultElement();
  auto values = c.promote({"self", "exponent"}, type);
  return c.failed() ? Value() : c.e.binary(BinaryFn::Pow, values[0], values[1]);
}

Value isReal(Call &c) { return c.e.full(Shape(c.e.shape(c.tensor("self"))), c.e.b.getI1Type(), 1); }

/// -x log(x), 0 at 0, -inf below.
Value entropy(Call &c) {
  Value x = c.e.cast(c.tensor("self"), c.resultElement());
  Value inner = c.e.unary(UnaryFn::Neg, c.e.mul(x, c.e.unary(UnaryFn::Log, x)));
  inner = c.e.select(c.e.compareNumber(CompareFn::Eq, x, 0), c.e.like(x, 0), inner);
  Value below = c.e.compareNumber(CompareFn::Lt, x, 0);
  return c.e.select(below, c.e.like(x, -std::numeric_limits<double>::infinity()), inner);
}

const OpRow rows[] = {
    {"signbit(Tensor self)", signbit},
    {"copysign.Tensor(Tensor self, Tensor other)", copysign},
    {"copysign.Scalar(Tensor self, Scalar other)", copysign},
    {"heaviside(Tensor self, Tensor values)", heaviside},
    {"ldexp.Tensor(Tensor self, Tensor other)", ldexp},
    {"sinc(Tensor self)", sinc},
    {"special_sinc(Tensor self)", sinc},
    {"logaddexp2(Tensor self, Tensor other)", logAddExp2},
    {"angle(Tensor self)", angle},
    {"float_power.Tensor_Tensor(Tensor self, Tensor exponent)", floatPower},
    {"float_power.Tensor_Scalar(Tensor self, Scalar exponent)", floatPower},
    {"float_power.Scalar(Scalar self, Tensor exponent)", floatPower},
    {"isreal(Tensor self)", isReal},
    {"special_entr(Tensor self)", entropy},
};

} // namespace

ArrayRef<OpRow> specialOps() { return rows; }

} // namespace neuron::pt2
