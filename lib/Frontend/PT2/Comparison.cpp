//===- Comparison.cpp - relations, logic, bits, choices -------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

template <CompareFn fn> Value compare(Call &c) {
  Type type = c.promotedType({"self", "other"});
  constexpr bool isOrder = fn != CompareFn::Eq && fn != CompareFn::Ne;
  if (isOrder && isBool(type)) // as 0 and 1
    type = c.e.b.getI32Type();
  auto values = c.promote({"self", "other"}, type);
  return c.failed() ? Value() : c.e.compare(fn, values[0], values[1]);
}

Value truth(Call &c, StringRef name) { return c.e.cast(c.tensor(name), c.e.b.getI1Type()); }

template <BinaryFn fn> Value logical(Call &c) {
  Value values[] = {truth(c, "self"), truth(c, "other")};
  return c.broadcastTogether(values) ? c.e.binary(fn, values[0], values[1]) : Value();
}

Value logicalNot(Call &c) { return c.e.notOf(truth(c, "self")); }

template <BinaryFn fn> Value bitwise(Call &c) {
  auto values = c.promote({"self", "other"});
  return c.failed() ? Value() : c.e.binary(fn, values[0], values[1]);
}

Value bitwiseNot(Call &c) {
  Value x = c.tensor("self");
  return isBool(c.e.element(x)) ? c.e.notOf(x) : c.e.unary(UnaryFn::BitwiseNot, x);
}

/// A predicate of floats, false for integers.
template <UnaryFn fn> Value floatPredicate(Call &c) {
  Value x = c.tensor("self");
  return c.e.isFloat(x) ? c.e.unary(fn, x) : c.e.full(Shape(c.e.shape(x)), c.e.b.getI1Type(), 0);
}

Value isFinite(Call &c) {
  Value x = c.tensor("self");
  if (!c.e.isFloat(x))
    return c.e.full(Shape(c.e.shape(x)), c.e.b.getI1Type(), 1);
  return c.e.notOf(c.e.binary(BinaryFn::Or, c.e.unary(UnaryFn::IsNan, x), c.e.unary(UnaryFn::IsInf, x)));
}

template <CompareFn sign> Value isSignedInf(Call &c) {
  Value x = c.tensor("self");
  if (!c.e.isFloat(x))
    return c.e.full(Shape(c.e.shape(x)), c.e.b.getI1Type(), 0);
  return c.e.binary(BinaryFn::And, c.e.unary(UnaryFn::IsInf, x), c.e.compareNumber(sign, x, 0));
}

/// |a - b| <= atol + rtol * |b|, or equal.
Value isClose(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], equal = c.e.compare(CompareFn::Eq, x, y);
  if (!c.e.isFloat(x)) {
    x = c.e.cast(x, c.e.b.getF32Type());
    y = c.e.cast(y, c.e.b.getF32Type());
  }
  Value gap = c.e.unary(UnaryFn::Abs, c.e.sub(x, y));
  Value limit = c.e.addNumber(c.e.mulNumber(c.e.unary(UnaryFn::Abs, y), c.number("rtol")), c.number("atol"));
  Value finite = c.e.notOf(c.e.unary(UnaryFn::IsInf, limit));
  Value close = c.e.binary(BinaryFn::And, finite, c.e.compare(CompareFn::Le, gap, limit));
  Value result = c.e.binary(BinaryFn::Or, equal, close);
  if (!c.flag("equal_nan"))
    return result;
  Value bothNan = c.e.binary(BinaryFn::And, c.e.unary(UnaryFn::IsNan, x), c.e.unary(UnaryFn::IsNan, y));
  return c.e.binary(BinaryFn::Or, result, bothNan);
}

/// Which elements occur among the others.
Value isIn(Call &c) {
  Type type = c.promotedType({"elements", "test_elements"});
  Value x = c.e.cast(c.tensor("elements"), type), y = c.e.cast(c.tensor("test_elements"), type);
  if (c.failed())
    return {};
  Shape shape(c.e.shape(x));
  shape.push_back(numElements(c.e.shape(y)));
  if (!c.requireShape(shape))
    return {};
  Value left = c.e.broadcast(c.e.unsqueeze(x, c.e.rank(x)), shape);
  Value right = c.e.broadcastAlong(c.e.reshape(y, {shape.back()}), shape.size() - 1, shape);
  Value found =
      c.e.reduce(ReduceFn::Or, c.e.compare(CompareFn::Eq, left, right), {int64_t(shape.size()) - 1});
  return c.flag("invert") ? c.e.notOf(found) : found;
}

/// condition ? self : other.
Value where(Call &c) {
  Type type = c.promotedType({"self", "other"});
  auto side = [&](StringRef name) {
    return c.isTensor(name) ? c.e.cast(c.tensor(name), type) : c.fullScalar(c.scalar(name), {}, type);
  };
  Value values[] = {truth(c, "condition"), side("self"), side("other")};
  if (c.failed() || !c.broadcastTogether(values))
    return {};
  return c.e.select(values[0], values[1], values[2]);
}

Value maskedFill(Call &c) {
  Value x = c.tensor("self"), mask = truth(c, "mask");
  Value values[] = {mask, x};
  if (!c.broadcastTogether(values))
    return {};
  Type element = c.e.element(x);
  Shape shape(c.e.shape(values[0]));
  Value fill = c.isTensor("value") ? c.broadcastTo(c.e.cast(c.tensor("value"), element), shape)
                                   : c.fullScalar(c.scalar("value"), shape, element);
  return fill ? c.e.select(values[0], fill, values[1]) : Value();
}

const OpRow rows[] = {
    {"eq.Tensor(Tensor self, Tensor other)", compare<CompareFn::Eq>},
    {"eq.Scalar(Tensor self, Scalar other)", compare<CompareFn::Eq>},
    {"ne.Tensor(Tensor self, Tensor other)", compare<CompareFn::Ne>},
    {"ne.Scalar(Tensor self, Scalar other)", compare<CompareFn::Ne>},
    {"not_equal.Tensor(Tensor self, Tensor other)", compare<CompareFn::Ne>},
    {"not_equal.Scalar(Tensor self, Scalar other)", compare<CompareFn::Ne>},
    {"lt.Tensor(Tensor self, Tensor other)", compare<CompareFn::Lt>},
    {"lt.Scalar(Tensor self, Scalar other)", compare<CompareFn::Lt>},
    {"less.Tensor(Tensor self, Tensor other)", compare<CompareFn::Lt>},
    {"less.Scalar(Tensor self, Scalar other)", compare<CompareFn::Lt>},
    {"le.Tensor(Tensor self, Tensor other)", compare<CompareFn::Le>},
    {"le.Scalar(Tensor self, Scalar other)", compare<CompareFn::Le>},
    {"less_equal.Tensor(Tensor self, Tensor other)", compare<CompareFn::Le>},
    {"less_equal.Scalar(Tensor self, Scalar other)", compare<CompareFn::Le>},
    {"gt.Tensor(Tensor self, Tensor other)", compare<CompareFn::Gt>},
    {"gt.Scalar(Tensor self, Scalar other)", compare<CompareFn::Gt>},
    {"greater.Tensor(Tensor self, Tensor other)", compare<CompareFn::Gt>},
    {"greater.Scalar(Tensor self, Scalar other)", compare<CompareFn::Gt>},
    {"ge.Tensor(Tensor self, Tensor other)", compare<CompareFn::Ge>},
    {"ge.Scalar(Tensor self, Scalar other)", compare<CompareFn::Ge>},
    {"greater_equal.Tensor(Tensor self, Tensor other)", compare<CompareFn::Ge>},
    {"greater_equal.Scalar(Tensor self, Scalar other)", compare<CompareFn::Ge>},
    {"logical_and(Tensor self, Tensor other)", logical<BinaryFn::And>},
    {"logical_or(Tensor self, Tensor other)", logical<BinaryFn::Or>},
    {"logical_xor(Tensor self, Tensor other)", logical<BinaryFn::Xor>},
    {"logical_not(Tensor self)", logicalNot},
    {"bitwise_and.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::And>},
    {"bitwise_and.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::And>},
    {"__and__.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::And>},
    {"__and__.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::And>},
    {"bitwise_or.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Or>},
    {"bitwise_or.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Or>},
    {"__or__.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Or>},
    {"__or__.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Or>},
    {"bitwise_xor.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Xor>},
    {"bitwise_xor.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Xor>},
    {"__xor__.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Xor>},
    {"__xor__.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Xor>},
    {"bitwise_not(Tensor self)", bitwiseNot},
    {"bitwise_left_shift.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Shl>},
    {"bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Shl>},
    {"__lshift__.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Shl>},
    {"__lshift__.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Shl>},
    {"bitwise_right_shift.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Shr>},
    {"bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Shr>},
    {"__rshift__.Tensor(Tensor self, Tensor other)", bitwise<BinaryFn::Shr>},
    {"__rshift__.Scalar(Tensor self, Scalar other)", bitwise<BinaryFn::Shr>},
    {"isnan(Tensor self)", floatPredicate<UnaryFn::IsNan>},
    {"isinf(Tensor self)", floatPredicate<UnaryFn::IsInf>},
    {"isfinite(Tensor self)", isFinite},
    {"isposinf(Tensor self)", isSignedInf<CompareFn::Gt>},
    {"isneginf(Tensor self)", isSignedInf<CompareFn::Lt>},
    {"isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False)", isClose},
    {"isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool "
     "invert=False)",
     isIn},
    {"isin.Tensor_Scalar(Tensor elements, Scalar test_elements, *, bool assume_unique=False, bool "
     "invert=False)",
     isIn},
    {"where.self(Tensor condition, Tensor self, Tensor other)", where},
    {"where.ScalarOther(Tensor condition, Tensor self, Scalar other)", where},
    {"where.ScalarSelf(Tensor condition, Scalar self, Tensor other)", where},
    {"where.Scalar(Tensor condition, Scalar self, Scalar other)", where},
    {"masked_fill.Scalar(Tensor self, Tensor mask, Scalar value)", maskedFill},
    {"masked_fill.Tensor(Tensor self, Tensor mask, Tensor value)", maskedFill},
};

} // namespace

ArrayRef<OpRow> comparisonOps() { return rows; }

} // namespace neuron::pt2
