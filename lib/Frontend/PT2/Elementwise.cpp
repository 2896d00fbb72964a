//===- Elementwise.cpp - arithmetic on elements ---------------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// torch's arithmetic on truth values: or, and.
BinaryFn onBool(BinaryFn fn) {
  return fn == BinaryFn::Add || fn == BinaryFn::Max ? BinaryFn::Or : BinaryFn::And;
}

Value arithmetic(Call &c, BinaryFn fn, Value x, Value y) {
  if (!isBool(c.e.element(x)))
    return c.e.binary(fn, x, y);
  if (fn == BinaryFn::Sub || fn == BinaryFn::Div)
    return c.refuse("arithmetic on truth values");
  return c.e.binary(onBool(fn), x, y);
}

template <BinaryFn fn> Value plainBinary(Call &c) {
  auto values = c.promote({"self", "other"});
  return c.failed() ? Value() : arithmetic(c, fn, values[0], values[1]);
}

Value timesScalar(Call &c, Value x, Scalar factor) {
  if (factor.toDouble() == 1)
    return x;
  return c.e.mul(x, c.fullScalar(factor, Shape(c.e.shape(x)), c.e.element(x)));
}

/// self + alpha * other, or self - alpha * other.
template <BinaryFn fn> Value addSub(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  return arithmetic(c, fn, values[0], timesScalar(c, values[1], c.scalar("alpha")));
}

Value rsub(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  return arithmetic(c, BinaryFn::Sub, values[1], timesScalar(c, values[0], c.scalar("alpha")));
}

Type floatTypeFor(Call &c, ArrayRef<StringRef> names) {
  Type type = c.promotedType(names);
  return isa<FloatType>(type) ? type : c.e.b.getF32Type();
}

Value divide(Call &c) {
  auto values = c.promote({"self", "other"}, floatTypeFor(c, {"self", "other"}));
  return c.failed() ? Value() : c.e.div(values[0], values[1]);
}

Value divideMode(Call &c) {
  if (!c.has("rounding_mode"))
    return divide(c);
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  if (c.string("rounding_mode") == "floor")
    return c.e.binary(BinaryFn::FloorDiv, values[0], values[1]);
  Value quotient = arithmetic(c, BinaryFn::Div, values[0], values[1]);
  return quotient && c.e.isFloat(quotient) ? c.e.unary(UnaryFn::Trunc, quotient) : quotient;
}

/// Powers by the numbers that have a function of their own.
Value powNumber(Call &c, Value x, double exponent) {
  if (exponent == 1)
    return x;
  if (exponent == 2)
    return c.e.unary(UnaryFn::Square, x);
  if (exponent == 3)
    return c.e.mul(c.e.unary(UnaryFn::Square, x), x);
  if (c.e.isFloat(x)) {
    if (exponent == 0.5)
      return c.e.unary(UnaryFn::Sqrt, x);
    if (exponent == -0.5)
      return c.e.unary(UnaryFn::Rsqrt, x);
    if (exponent == -1)
      return c.e.unary(UnaryFn::Reciprocal, x);
  }
  return c.e.binary(BinaryFn::Pow, x, c.e.like(x, exponent));
}

Value powScalar(Call &c) {
  Value x = c.e.cast(c.tensor("self"), c.promotedType({"self", "exponent"}));
  return narrowed(c, x, [&](Value wide) { return powNumber(c, wide, c.number("exponent")); });
}

Value powTensor(Call &c) {
  auto values = c.promote({"self", "exponent"});
  return c.failed() ? Value() : c.e.binary(BinaryFn::Pow, values[0], values[1]);
}

/// The larger (or smaller), where NaN loses.
template <BinaryFn fn> Value ignoringNan(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], plain = c.e.binary(fn, x, y);
  if (!c.e.isFloat(x))
    return plain;
  Value other = c.e.select(c.e.unary(UnaryFn::IsNan, y), x, plain);
  return c.e.select(c.e.unary(UnaryFn::IsNan, x), y, other);
}

Value atan2(Call &c) {
  auto values = c.promote({"self", "other"}, floatTypeFor(c, {"self", "other"}));
  return c.failed() ? Value() : c.e.binary(BinaryFn::Atan2, values[0], values[1]);
}

/// log(exp(a) + exp(b)) = max + log1p(exp(-|a - b|)), where equal infinities stay.
Value logAddExp(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], larger = c.e.binary(BinaryFn::Max, x, y);
  Value gap = c.e.unary(UnaryFn::Neg, c.e.unary(UnaryFn::Abs, c.e.sub(x, y)));
  Value sum = c.e.add(larger, c.e.unary(UnaryFn::Log1p, c.e.unary(UnaryFn::Exp, gap)));
  return c.e.select(c.e.unary(UnaryFn::IsInf, larger), larger, sum);
}

/// x * log(y), 0 where x is 0.
Value xlogy(Call &c) {
  auto values = c.promote({"self", "other"}, floatTypeFor(c, {"self", "other"}));
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], zero = c.e.like(x, 0);
  Value keepZero =
      c.e.binary(BinaryFn::And, c.e.compare(CompareFn::Eq, x, zero), c.e.notOf(c.e.unary(UnaryFn::IsNan, y)));
  return c.e.select(keepZero, zero, c.e.mul(x, c.e.unary(UnaryFn::Log, y)));
}

Value hypot(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  Value x = c.e.unary(UnaryFn::Abs, values[0]), y = c.e.unary(UnaryFn::Abs, values[1]);
  Value large = c.e.binary(BinaryFn::Max, x, y), small = c.e.binary(BinaryFn::Min, x, y);
  Value ratio = c.e.div(small, large), one = c.e.like(x, 1);
  Value root = c.e.mul(large, c.e.unary(UnaryFn::Sqrt, c.e.add(one, c.e.unary(UnaryFn::Square, ratio))));
  return c.e.select(c.e.compareNumber(CompareFn::Eq, large, 0), large, root);
}

Value lerp(Call &c) {
  auto values = c.promote({"self", "end", "weight"}, c.promotedType({"self", "end"}));
  if (c.failed())
    return {};
  Value a = values[0], b = values[1], w = values[2], gap = c.e.sub(b, a);
  Value fromStart = c.e.add(a, c.e.mul(w, gap));
  Value fromEnd = c.e.sub(b, c.e.mul(gap, c.e.sub(c.e.like(w, 1), w)));
  return c.e.select(c.e.compareNumber(CompareFn::Lt, c.e.unary(UnaryFn::Abs, w), 0.5), fromStart, fromEnd);
}

/// self + value * tensor1 (*|/) tensor2.
template <BinaryFn fn> Value addProduct(Call &c) {
  auto values = c.promote({"self", "tensor1", "tensor2"});
  if (c.failed())
    return {};
  return c.e.add(values[0], c.e.binary(fn, timesScalar(c, values[1], c.scalar("value")), values[2]));
}

Value clampScalars(Call &c) {
  Value x = c.e.cast(c.tensor("self"), c.resultElement());
  auto bound = [&](StringRef name) {
    return c.has(name) ? std::optional<double>(c.number(name)) : std::nullopt;
  };
  std::optional<double> min = bound("min"), max = bound("max");
  return min || max ? c.e.clamp(x, min, max) : x;
}

template <BinaryFn fn, int isMin> Value clampOne(Call &c) {
  auto values = c.promote({"self", isMin ? "min" : "max"});
  return c.failed() ? Value() : c.e.binary(fn, values[0], values[1]);
}

Value clampTensors(Call &c) {
  SmallVector<StringRef> names{"self"};
  for (StringRef name : {"min", "max"})
    if (c.has(name))
      names.push_back(name);
  auto values = c.promote(names);
  if (c.failed())
    return {};
  Value x = values[0];
  if (c.has("min"))
    x = c.e.binary(BinaryFn::Max, x, values[1]);
  return c.has("max") ? c.e.binary(BinaryFn::Min, x, values.back()) : x;
}

const OpRow rows[] = {
    {"add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)", addSub<BinaryFn::Add>},
    {"add.Scalar(Tensor self, Scalar other, Scalar alpha=1)", addSub<BinaryFn::Add>},
    {"sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)", addSub<BinaryFn::Sub>},
    {"sub.Scalar(Tensor self, Scalar other, Scalar alpha=1)", addSub<BinaryFn::Sub>},
    {"subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)", addSub<BinaryFn::Sub>},
    {"subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1)", addSub<BinaryFn::Sub>},
    {"rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)", rsub},
    {"rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1)", rsub},
    {"mul.Tensor(Tensor self, Tensor other)", plainBinary<BinaryFn::Mul>},
    {"mul.Scalar(Tensor self, Scalar other)", plainBinary<BinaryFn::Mul>},
    {"multiply.Tensor(Tensor self, Tensor other)", plainBinary<BinaryFn::Mul>},
    {"multiply.Scalar(Tensor self, Scalar other)", plainBinary<BinaryFn::Mul>},
    {"div.Tensor(Tensor self, Tensor other)", divide},
    {"div.Scalar(Tensor self, Scalar other)", divide},
    {"divide.Tensor(Tensor self, Tensor other)", divide},
    {"divide.Scalar(Tensor self, Scalar other)", divide},
    {"true_divide.Tensor(Tensor self, Tensor other)", divide},
    {"true_divide.Scalar(Tensor self, Scalar other)", divide},
    {"div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode)", divideMode},
    {"div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode)", divideMode},
    {"floor_divide(Tensor self, Tensor other)", plainBinary<BinaryFn::FloorDiv>},
    {"floor_divide.Scalar(Tensor self, Scalar other)", plainBinary<BinaryFn::FloorDiv>},
    {"remainder.Tensor(Tensor self, Tensor other)", plainBinary<BinaryFn::Mod>},
    {"remainder.Scalar(Tensor self, Scalar other)", plainBinary<BinaryFn::Mod>},
    {"fmod.Tensor(Tensor self, Tensor other)", plainBinary<BinaryFn::Rem>},
    {"fmod.Scalar(Tensor self, Scalar other)", plainBinary<BinaryFn::Rem>},
    {"pow.Tensor_Scalar(Tensor self, Scalar exponent)", powScalar},
    {"pow.Tensor_Tensor(Tensor self, Tensor exponent)", powTensor},
    {"pow.Scalar(Scalar self, Tensor exponent)", powTensor},
    {"maximum(Tensor self, Tensor other)", plainBinary<BinaryFn::Max>},
    {"minimum(Tensor self, Tensor other)", plainBinary<BinaryFn::Min>},
    {"max.other(Tensor self, Tensor other)", plainBinary<BinaryFn::Max>},
    {"min.other(Tensor self, Tensor other)", plainBinary<BinaryFn::Min>},
    {"fmax(Tensor self, Tensor other)", ignoringNan<BinaryFn::Max>},
    {"fmin(Tensor self, Tensor other)", ignoringNan<BinaryFn::Min>},
    {"atan2(Tensor self, Tensor other)", atan2},
    {"arctan2(Tensor self, Tensor other)", atan2},
    {"logaddexp(Tensor self, Tensor other)", logAddExp},
    {"xlogy.Tensor(Tensor self, Tensor other)", xlogy},
    {"hypot(Tensor self, Tensor other)", hypot},
    {"lerp.Scalar(Tensor self, Tensor end, Scalar weight)", lerp},
    {"lerp.Tensor(Tensor self, Tensor end, Tensor weight)", lerp},
    {"addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1)", addProduct<BinaryFn::Mul>},
    {"addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1)", addProduct<BinaryFn::Div>},
    {"clamp(Tensor self, Scalar? min=None, Scalar? max=None)", clampScalars},
    {"clip(Tensor self, Scalar? min=None, Scalar? max=None)", clampScalars},
    {"clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None)", clampTensors},
    {"clamp_min(Tensor self, Scalar min)", clampOne<BinaryFn::Max, 1>},
    {"clamp_min.Tensor(Tensor self, Tensor min)", clampOne<BinaryFn::Max, 1>},
    {"clamp_max(Tensor self, Scalar max)", clampOne<BinaryFn::Min, 0>},
    {"clamp_max.Tensor(Tensor self, Tensor max)", clampOne<BinaryFn::Min, 0>},
};

} // namespace

ArrayRef<OpRow> elementwiseOps() { return rows; }

} // namespace neuron::pt2
