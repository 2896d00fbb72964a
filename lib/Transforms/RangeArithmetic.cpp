//===- RangeArithmetic.cpp - functions of intervals -----------------------===//
//
// Each gives an interval that holds every result; where that is not worth
// working out, the interval of the type.
//
//===----------------------------------------------------------------------===//

#include "IntegerRanges.h"

#include <array>

using namespace mlir;
using namespace neuron;

IntegerRange IntegerRange::ofType(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  unsigned bits = integer ? integer.getWidth() : 64;
  if (bits == 1 || (integer && integer.isUnsigned()))
    return {0, (Integer(1) << bits) - 1};
  return {-(Integer(1) << (bits - 1)), (Integer(1) << (bits - 1)) - 1};
}

IntegerRange IntegerRange::join(const IntegerRange &other) const {
  return {std::min(lo, other.lo), std::max(hi, other.hi)};
}

IntegerRange IntegerRange::meet(const IntegerRange &other) const {
  IntegerRange both{std::max(lo, other.lo), std::min(hi, other.hi)};
  return both.lo <= both.hi ? both : other;
}

/// The hull of a function at the four corners: right where it is monotone in
/// each operand.
template <typename Fn> static IntegerRange corners(IntegerRange a, IntegerRange b, Fn fn) {
  std::array<Integer, 4> values{fn(a.lo, b.lo), fn(a.lo, b.hi), fn(a.hi, b.lo), fn(a.hi, b.hi)};
  auto [least, most] = std::minmax_element(values.begin(), values.end());
  return {*least, *most};
}

IntegerRange neuron::rangeOfUnary(UnaryFn fn, IntegerRange x, Type element) {
  switch (fn) {
  case UnaryFn::Neg: return {-x.hi, -x.lo};
  case UnaryFn::Abs:
    if (x.lo >= 0)
      return x;
    return {x.hi < 0 ? -x.hi : 0, std::max(-x.lo, x.hi)};
  case UnaryFn::Sign: return {x.lo < 0 ? -1 : x.lo > 0, x.hi > 0 ? 1 : -Integer(x.hi < 0)};
  case UnaryFn::Square: {
    IntegerRange magnitude = rangeOfUnary(UnaryFn::Abs, x, element);
    return rangeOfBinary(BinaryFn::Mul, magnitude, magnitude, element);
  }
  case UnaryFn::Relu: return {std::max<Integer>(x.lo, 0), std::max<Integer>(x.hi, 0)};
  case UnaryFn::BitwiseNot:
    return element.isUnsignedInteger() ? IntegerRange::ofType(element) : IntegerRange{-x.hi - 1, -x.lo - 1};
  default: return IntegerRange::ofType(element);
  }
}

/// Two unsigned numbers of 64 bits have a product that no Integer holds.
static IntegerRange products(IntegerRange a, IntegerRange b, Type element) {
  Integer limit = Integer(1) << 63;
  if (a.hi > limit || b.hi > limit)
    return IntegerRange::ofType(element);
  return corners(a, b, [](Integer x, Integer y) { return x * y; });
}

/// Quotients, truncated or rounded down. A quotient by zero is 0.
static IntegerRange quotients(IntegerRange a, IntegerRange b, bool isFloored) {
  auto divide = [&](Integer x, Integer y) {
    Integer q = x / y;
    return isFloored && x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
  };
  if (b.lo > 0 || b.hi < 0)
    return corners(a, b, divide);
  Integer most = std::max(-a.lo, a.hi);
  return {-std::max<Integer>(most, 0) - isFloored, std::max<Integer>(most, 0)};
}

/// Remainders: smaller than the divisor, with the sign of `signOf`.
static IntegerRange remainders(IntegerRange a, IntegerRange b, bool hasSignOfDivisor) {
  Integer most = std::max<Integer>(std::max(-b.lo, b.hi) - 1, 0);
  IntegerRange sign = hasSignOfDivisor ? b : a;
  IntegerRange result{sign.lo < 0 ? -most : 0, sign.hi > 0 ? most : 0};
  if (!hasSignOfDivisor || (a.lo >= 0 && b.lo >= 0))
    result = {std::max(result.lo, std::min<Integer>(a.lo, 0)), std::min(result.hi, std::max<Integer>(a.hi, 0))};
  return result;
}

/// The least 2^n - 1 that is not below `value`.
static Integer onesUpTo(Integer value) {
  Integer ones = 0;
  while (ones < value)
    ones = ones * 2 + 1;
  return ones;
}

static IntegerRange bitwise(BinaryFn fn, IntegerRange a, IntegerRange b) {
  if (a.lo >= 0 && b.lo >= 0)
    return {0, fn == BinaryFn::And ? std::min(a.hi, b.hi) : onesUpTo(std::max(a.hi, b.hi))};
  if (fn == BinaryFn::And && (a.lo >= 0 || b.lo >= 0))
    return {0, a.lo >= 0 ? a.hi : b.hi};
  // Sign extension commutes with all three.
  Integer most = onesUpTo(std::max(std::max(a.hi, b.hi), std::max(-a.lo - 1, -b.lo - 1)));
  return {-most - 1, most};
}

static IntegerRange shifted(BinaryFn fn, IntegerRange a, IntegerRange b, Type element) {
  if (b.lo < 0 || b.hi > 62)
    return fn == BinaryFn::Shr && b.lo >= 0 ? a.join({0, 0}) : IntegerRange::ofType(element);
  if (fn == BinaryFn::Shr)
    return corners(a, b, [](Integer x, Integer by) { return x >> by; });
  return corners(a, b, [](Integer x, Integer by) { return x * (Integer(1) << by); });
}

IntegerRange neuron::rangeOfBinary(BinaryFn fn, IntegerRange a, IntegerRange b, Type element) {
  switch (fn) {
  case BinaryFn::Add: return {a.lo + b.lo, a.hi + b.hi};
  case BinaryFn::Sub: return {a.lo - b.hi, a.hi - b.lo};
  case BinaryFn::Mul: return products(a, b, element);
  case BinaryFn::Max: return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  case BinaryFn::Min: return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  case BinaryFn::Div: return quotients(a, b, /*isFloored=*/false);
  case BinaryFn::FloorDiv: return quotients(a, b, /*isFloored=*/true);
  case BinaryFn::Rem: return remainders(a, b, /*hasSignOfDivisor=*/false);
  case BinaryFn::Mod: return remainders(a, b, /*hasSignOfDivisor=*/true);
  case BinaryFn::And:
  case BinaryFn::Or:
  case BinaryFn::Xor: return bitwise(fn, a, b);
  case BinaryFn::Shl:
  case BinaryFn::Shr: return shifted(fn, a, b, element);
  default: return IntegerRange::ofType(element);
  }
}
