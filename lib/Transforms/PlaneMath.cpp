//===- PlaneMath.cpp - 64-bit arithmetic on 32-bit words ------------------===//

#include "PlaneMath.h"

using namespace mlir;
using namespace neuron;

Type PlaneMath::word(bool isSigned) {
  return IntegerType::get(b.builder.getContext(), 32, isSigned ? IntegerType::Signless : IntegerType::Unsigned);
}

Value PlaneMath::splat(Value like, int64_t value) { return splatInt(b.builder, b.loc, tensorType(like), value); }

static bool isUnsignedTensor(Value x) {
  Type element = tensorType(x).getElementType();
  return element.isUnsignedInteger() || element.isInteger(1);
}

// Conversions.

Planes PlaneMath::fromNarrow(Value x) {
  Value low = as(x, word(false));
  if (isUnsignedTensor(x))
    return {low, as(splat(low, 0), highType())};
  // The high word repeats the sign.
  Value bits = as(x, word(true));
  return {low, as(b.binary(BinaryFn::Shr, bits, splat(bits, 31)), highType())};
}

/// Saturated, as `cast` has it. Scaling by 2^32 and what is taken off are exact.
Planes PlaneMath::fromFloat(Value x) {
  Value whole = b.unary(UnaryFn::Trunc, b.cast(x, b.f32()));
  Value top = b.unary(UnaryFn::Floor, b.mul(whole, 0x1p-32));
  Value rest = b.sub(whole, b.mul(top, 0x1p32));
  Value low = as(rest, word(false));
  double limit = isUnsigned ? 0x1p32 : 0x1p31, least = isUnsigned ? 0 : -0x1p31;
  low = b.select(b.compare(CompareFn::Ge, top, limit), splat(low, -1), low);
  low = b.select(b.compare(CompareFn::Lt, top, least), splat(low, 0), low);
  return {low, as(top, highType())};
}

Planes PlaneMath::number(RankedTensorType like, int64_t value) {
  auto type = [&](Type element) { return RankedTensorType::get(like.getShape(), element); };
  return {splatInt(b.builder, b.loc, type(word(false)), value),
          splatInt(b.builder, b.loc, type(highType()), value >> 32)};
}

Value PlaneMath::toNarrow(Planes x, Type element) {
  return as(element.isUnsignedInteger() ? x.low : as(x.low, word(true)), element);
}

/// The low word counts as signed and the high one takes the carry, so that a
/// small value is rounded once.
Value PlaneMath::toFloat(Planes x) {
  Value carry = b.binary(BinaryFn::Shr, x.low, splat(x.low, 31));
  Value top = b.add(b.cast(x.high, b.f32()), b.cast(carry, b.f32()));
  return b.add(b.mul(top, 0x1p32), b.cast(as(x.low, word(true)), b.f32()));
}

Value PlaneMath::isNotZero(Planes x) {
  Value any = b.binary(BinaryFn::Or, x.low, as(x.high, word(false)));
  return b.compare(CompareFn::Ne, any, splat(any, 0));
}

// Comparison and selection.

Value PlaneMath::isNegative(Planes x) { return b.compare(CompareFn::Lt, x.high, splat(x.high, 0)); }

Value PlaneMath::less(Planes x, Planes y) {
  Value tie = b.compare(CompareFn::Eq, x.high, y.high);
  Value low = b.binary(BinaryFn::And, tie, b.compare(CompareFn::Lt, x.low, y.low));
  return b.binary(BinaryFn::Or, b.compare(CompareFn::Lt, x.high, y.high), low);
}

Value PlaneMath::compare(CompareFn fn, Planes x, Planes y) {
  auto isNot = [&](Value pred) { return b.unary(UnaryFn::LogicalNot, pred); };
  switch (fn) {
  case CompareFn::Eq:
  case CompareFn::Ne: {
    Value equal = b.binary(BinaryFn::And, b.compare(CompareFn::Eq, x.low, y.low), b.compare(CompareFn::Eq, x.high, y.high));
    return fn == CompareFn::Eq ? equal : isNot(equal);
  }
  case CompareFn::Lt: return less(x, y);
  case CompareFn::Gt: return less(y, x);
  case CompareFn::Le: return isNot(less(y, x));
  case CompareFn::Ge: return isNot(less(x, y));
  }
  llvm_unreachable("all relations are listed");
}

Planes PlaneMath::select(Value pred, Planes x, Planes y) {
  return {b.select(pred, x.low, y.low), b.select(pred, x.high, y.high)};
}

// Sums and products.

Planes PlaneMath::zero(Planes like) { return {splat(like.low, 0), splat(like.high, 0)}; }

Planes PlaneMath::add(Planes x, Planes y) {
  Value low = b.add(x.low, y.low);
  Value carry = b.cast(b.compare(CompareFn::Lt, low, x.low), highType());
  return {low, b.add(b.add(x.high, y.high), carry)};
}

Planes PlaneMath::subtract(Planes x, Planes y) {
  Value borrow = b.cast(b.compare(CompareFn::Lt, x.low, y.low), highType());
  return {b.sub(x.low, y.low), b.sub(b.sub(x.high, y.high), borrow)};
}

/// The high words of products of two words, by halves of 16 bits.
Value PlaneMath::highProduct(Value x, Value y) {
  auto lower = [&](Value v) { return b.binary(BinaryFn::And, v, splat(v, 0xffff)); };
  auto upper = [&](Value v) { return b.binary(BinaryFn::Shr, v, splat(v, 16)); };
  Value lowLow = b.mul(lower(x), lower(y)), lowHigh = b.mul(lower(x), upper(y));
  Value highLow = b.mul(upper(x), lower(y)), highHigh = b.mul(upper(x), upper(y));
  // Three numbers below 2^16: the sum carries into the high word.
  Value middle = b.add(b.add(upper(lowLow), lower(lowHigh)), lower(highLow));
  return b.add(b.add(highHigh, upper(middle)), b.add(upper(lowHigh), upper(highLow)));
}

Planes PlaneMath::multiply(Planes x, Planes y) {
  Value crossed = b.add(b.mul(as(x.high, word(false)), y.low), b.mul(x.low, as(y.high, word(false))));
  return {b.mul(x.low, y.low), as(b.add(highProduct(x.low, y.low), crossed), highType())};
}

// Shifts: a shift of a word by 32 or more leaves nothing, also where the amount
// wrapped below zero.

/// 0 .. 64 as ui32; anything else is 64.
Value PlaneMath::shiftAmount(Planes by) {
  Value isLarge = b.compare(CompareFn::Ne, by.high, splat(by.high, 0));
  Value low = b.binary(BinaryFn::Min, by.low, splat(by.low, 64));
  return b.select(isLarge, splat(by.low, 64), low);
}

Planes PlaneMath::shiftLeft(Planes x, Value by) {
  Value width = splat(by, 32), high = as(x.high, word(false));
  Value kept = b.binary(BinaryFn::Shl, high, by);
  Value near = b.binary(BinaryFn::Shr, x.low, b.sub(width, by));
  Value far = b.binary(BinaryFn::Shl, x.low, b.sub(by, width));
  Value top = b.binary(BinaryFn::Or, b.binary(BinaryFn::Or, kept, near), far);
  return {b.binary(BinaryFn::Shl, x.low, by), as(top, highType())};
}

Planes PlaneMath::shiftRight(Planes x, Value by) {
  Value width = splat(by, 32), high = as(x.high, word(false));
  // Signed words are shifted by 31 at most: the sign fills them.
  auto shifted = [&](Value amount) {
    Value capped = b.binary(BinaryFn::Min, amount, splat(amount, isUnsigned ? 32 : 31));
    return b.binary(BinaryFn::Shr, x.high, as(capped, highType()));
  };
  Value near = b.binary(BinaryFn::Or, b.binary(BinaryFn::Shr, x.low, by),
                        b.binary(BinaryFn::Shl, high, b.sub(width, by)));
  Value isNear = b.compare(CompareFn::Lt, by, width);
  Value far = as(shifted(b.sub(by, width)), word(false));
  return {b.select(isNear, near, far), shifted(by)};
}

// Functions.

Planes PlaneMath::negateWhere(Value pred, Planes x) { return select(pred, subtract(zero(x), x), x); }

Planes PlaneMath::magnitude(Planes x) { return isUnsigned ? x : negateWhere(isNegative(x), x); }

Planes PlaneMath::unary(UnaryFn fn, Planes x) {
  switch (fn) {
  case UnaryFn::Neg: return subtract(zero(x), x);
  case UnaryFn::Abs: return magnitude(x);
  case UnaryFn::Square: return multiply(x, x);
  case UnaryFn::Relu: return isUnsigned ? x : select(isNegative(x), zero(x), x);
  case UnaryFn::BitwiseNot: return each(x, [&](Value v) { return b.unary(UnaryFn::BitwiseNot, v); });
  case UnaryFn::Sign: {
    Planes some = fromNarrow(isNotZero(x));
    return isUnsigned ? some : select(isNegative(x), {splat(x.low, -1), splat(x.high, -1)}, some);
  }
  default: return {};
  }
}

Planes PlaneMath::binary(BinaryFn fn, Planes x, Planes y) {
  switch (fn) {
  case BinaryFn::Add: return add(x, y);
  case BinaryFn::Sub: return subtract(x, y);
  case BinaryFn::Mul: return multiply(x, y);
  case BinaryFn::Max: return select(less(x, y), y, x);
  case BinaryFn::Min: return select(less(x, y), x, y);
  case BinaryFn::And:
  case BinaryFn::Or:
  case BinaryFn::Xor: return {b.binary(fn, x.low, y.low), b.binary(fn, x.high, y.high)};
  case BinaryFn::Shl: return shiftLeft(x, shiftAmount(y));
  case BinaryFn::Shr: return shiftRight(x, shiftAmount(y));
  case BinaryFn::Div:
  case BinaryFn::FloorDiv:
  case BinaryFn::Rem:
  case BinaryFn::Mod: return divide(fn, x, y);
  default: return {};
  }
}

// Division.

/// Quotient and remainder of unsigned numbers, a bit for each of 64 steps: the
/// remainder takes the next bit of the dividend and gives off the divisor.
std::pair<Planes, Planes> PlaneMath::divideMagnitudes(Planes x, Planes y) {
  PlaneMath math(b, /*isUnsigned=*/true);
  auto bits = [&](Planes v) { return Planes{v.low, as(v.high, word(false))}; };
  Planes dividend = bits(x), divisor = bits(y), none = math.zero(dividend);
  Type type = dividend.low.getType();
  SmallVector<Type> types(6, type);
  SmallVector<Value> inits{dividend.low, dividend.high, none.low, none.high, none.low, none.high};
  auto noDims = b.builder.getDenseI64ArrayAttr({});
  auto noFlags = b.builder.getDenseBoolArrayAttr({});
  auto scan = ScanOp::create(b.builder, b.loc, types, inits, ValueRange(), b.builder.getI64IntegerAttr(64), noDims,
                             noFlags, noDims, noFlags);
  Block &body = scan.getBody().emplaceBlock();
  for (Type carried : types)
    body.addArgument(carried, b.loc);
  OpBuilder::InsertionGuard guard(b.builder);
  b.builder.setInsertionPointToStart(&body);
  auto pair = [&](unsigned i) { return Planes{body.getArgument(i), body.getArgument(i + 1)}; };
  Planes left = pair(0), quotient = pair(2), rest = pair(4);
  Value one = splat(left.low, 1);
  Value bit = b.binary(BinaryFn::Shr, left.high, splat(left.high, 31));
  Value lost = b.compare(CompareFn::Ne, b.binary(BinaryFn::Shr, rest.high, splat(rest.high, 31)), splat(rest.high, 0));
  rest = math.shiftLeft(rest, one);
  rest.low = b.binary(BinaryFn::Or, rest.low, bit);
  Value isTaken = b.binary(BinaryFn::Or, lost, b.unary(UnaryFn::LogicalNot, math.less(rest, divisor)));
  rest = math.select(isTaken, math.subtract(rest, divisor), rest);
  quotient = math.shiftLeft(quotient, one);
  quotient.low = b.binary(BinaryFn::Or, quotient.low, b.cast(isTaken, word(false)));
  left = math.shiftLeft(left, one);
  YieldOp::create(b.builder, b.loc, ValueRange{left.low, left.high, quotient.low, quotient.high, rest.low, rest.high});
  auto result = [&](unsigned i) { return Planes{scan.getResult(i), as(scan.getResult(i + 1), highType())}; };
  b.builder.setInsertionPointAfter(scan);
  return {result(2), result(4)};
}

/// By magnitudes; a divisor of zero gives 0.
Planes PlaneMath::divide(BinaryFn fn, Planes x, Planes y) {
  auto [quotient, rest] = divideMagnitudes(magnitude(x), magnitude(y));
  Value hasDivisor = isNotZero(y);
  if (!isUnsigned) {
    Value differ = b.binary(BinaryFn::Xor, isNegative(x), isNegative(y));
    quotient = negateWhere(differ, quotient);
    rest = negateWhere(isNegative(x), rest);
    if (fn == BinaryFn::FloorDiv || fn == BinaryFn::Mod) {
      Value isRounded = b.binary(BinaryFn::And, differ, isNotZero(rest));
      quotient = select(isRounded, subtract(quotient, fromNarrow(splat(y.low, 1))), quotient);
      rest = select(isRounded, add(rest, y), rest);
    }
  }
  bool isQuotient = fn == BinaryFn::Div || fn == BinaryFn::FloorDiv;
  return select(hasDivisor, isQuotient ? quotient : rest, zero(x));
}
