//===- SymFunctions.cpp - functions in symbolic sizes ---------------------===//
#include "SymFunctions.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <numeric>

using namespace llvm;

namespace neuron::pt2 {

using Maybe = MaybeNumber;

int compare(Number a, Number b) {
  if (a.exact && b.exact) {
    __int128 left = __int128(a.num) * b.den, right = __int128(b.num) * a.den;
    return left < right ? -1 : left > right;
  }
  return a.toDouble() < b.toDouble() ? -1 : a.toDouble() > b.toDouble();
}

namespace {

/// The reduced fraction num / den.
Maybe fraction(int64_t num, int64_t den) {
  if (den == 0 || num == INT64_MIN || den == INT64_MIN)
    return std::nullopt;
  int64_t divisor = std::gcd(num, den) * (den < 0 ? -1 : 1);
  num /= divisor;
  den /= divisor;
  return Number{num, den, double(num) / double(den), true};
}

Maybe add(Number a, Number b) {
  if (!a.exact || !b.exact)
    return Number::floating(a.toDouble() + b.toDouble());
  int64_t left, right, sum, den;
  if (MulOverflow(a.num, b.den, left) || MulOverflow(b.num, a.den, right) || AddOverflow(left, right, sum) ||
      MulOverflow(a.den, b.den, den))
    return std::nullopt;
  return fraction(sum, den);
}

Maybe mul(Number a, Number b) {
  if (!a.exact || !b.exact)
    return Number::floating(a.toDouble() * b.toDouble());
  int64_t num, den;
  if (MulOverflow(a.num, b.num, num) || MulOverflow(a.den, b.den, den))
    return std::nullopt;
  return fraction(num, den);
}

Maybe div(Number a, Number b) {
  if (!a.exact || !b.exact)
    return Number::floating(a.toDouble() / b.toDouble());
  Maybe inverse = fraction(b.den, b.num);
  return inverse ? mul(a, *inverse) : std::nullopt;
}

Maybe floorOf(Number a) {
  if (a.exact)
    return Number::integer(a.num / a.den - (a.num % a.den < 0));
  if (!(std::fabs(a.real) < 9e18))
    return std::nullopt;
  return Number::integer(int64_t(std::floor(a.real)));
}

Maybe ceilOf(Number a) {
  Maybe minus = negate(a);
  Maybe floor = minus ? floorOf(*minus) : std::nullopt;
  return floor ? negate(*floor) : std::nullopt;
}

Maybe floorDiv(Number a, Number b) {
  Maybe quotient = div(a, b);
  return quotient ? floorOf(*quotient) : std::nullopt;
}

/// Python's remainder: the sign of the divisor.
Maybe mod(Number a, Number b) {
  Maybe quotient = floorDiv(a, b);
  Maybe whole = quotient ? mul(*quotient, b) : std::nullopt;
  return whole ? subtract(a, *whole) : std::nullopt;
}

Maybe power(Number base, Number exponent) {
  if (!base.exact || !exponent.isInteger())
    return Number::floating(std::pow(base.toDouble(), exponent.toDouble()));
  if (std::abs(exponent.num) > 64)
    return std::nullopt;
  Maybe result = Number::integer(1);
  for (int64_t i = 0; i < std::abs(exponent.num) && result; ++i)
    result = mul(*result, base);
  return result && exponent.num < 0 ? div(Number::integer(1), *result) : result;
}

bool isTrue(Number a) { return a.exact ? a.num != 0 : a.real != 0; }
Maybe toFloat(Number a) { return Number::floating(a.toDouble()); }
Maybe roundEven(Number a) { return floorOf(Number::floating(std::nearbyint(a.toDouble()))); }
Maybe truncOf(Number a) { return compare(a, Number::integer(0)) < 0 ? ceilOf(a) : floorOf(a); }

using Unary = Maybe (*)(Number);
using Binary = BinaryFunction;

/// Functions of one argument, by the names that sympy and torch give them.
const StringMap<Unary> &unaryFunctions() {
  static const StringMap<Unary> table = {
      {"Integer", [](Number a) -> Maybe { return a; }},
      {"Float", toFloat},
      {"ToFloat", toFloat},
      {"Identity", [](Number a) -> Maybe { return a; }},
      {"floor", floorOf},
      {"ceiling", ceilOf},
      {"FloorToInt", floorOf},
      {"CeilToInt", ceilOf},
      {"TruncToInt", truncOf},
      {"TruncToFloat", truncOf},
      {"RoundToInt", roundEven},
      {"Abs", [](Number a) -> Maybe { return compare(a, Number::integer(0)) < 0 ? negate(a) : a; }},
      {"Not", [](Number a) { return truth(!isTrue(a)); }},
      {"OpaqueUnaryFn_sqrt", [](Number a) -> Maybe { return Number::floating(std::sqrt(a.toDouble())); }},
  };
  return table;
}

const StringMap<Binary> &binaryFunctions() {
  static const StringMap<Binary> table = {
      {"Rational", div},
      {"FloorDiv", floorDiv},
      {"CleanDiv", floorDiv},
      {"CeilDiv",
       [](Number a, Number b) {
         Maybe q = div(a, b);
         return q ? ceilOf(*q) : std::nullopt;
       }},
      {"Mod", mod},
      {"PythonMod", mod},
      {"IntTrueDiv",
       [](Number a, Number b) {
         Maybe q = div(a, b);
         return q ? toFloat(*q) : std::nullopt;
       }},
      {"FloatTrueDiv",
       [](Number a, Number b) {
         Maybe q = div(a, b);
         return q ? toFloat(*q) : std::nullopt;
       }},
      {"Pow", power},
      {"PowByNatural", power},
      {"FloatPow", [](Number a, Number b) { return power(*toFloat(a), b); }},
      {"Eq", [](Number a, Number b) { return truth(compare(a, b) == 0); }},
      {"Equality", [](Number a, Number b) { return truth(compare(a, b) == 0); }},
      {"Ne", [](Number a, Number b) { return truth(compare(a, b) != 0); }},
      {"Unequality", [](Number a, Number b) { return truth(compare(a, b) != 0); }},
      {"StrictLessThan", [](Number a, Number b) { return truth(compare(a, b) < 0); }},
      {"LessThan", [](Number a, Number b) { return truth(compare(a, b) <= 0); }},
      {"StrictGreaterThan", [](Number a, Number b) { return truth(compare(a, b) > 0); }},
      {"GreaterThan", [](Number a, Number b) { return truth(compare(a, b) >= 0); }},
  };
  return table;
}

/// Functions of any number of arguments: the left fold of the binary one.
const StringMap<Binary> &folds() {
  static const StringMap<Binary> table = {
      {"Add", add},
      {"Mul", mul},
      {"Max", [](Number a, Number b) -> Maybe { return compare(a, b) < 0 ? b : a; }},
      {"Min", [](Number a, Number b) -> Maybe { return compare(a, b) > 0 ? b : a; }},
      {"And", [](Number a, Number b) { return truth(isTrue(a) && isTrue(b)); }},
      {"Or", [](Number a, Number b) { return truth(isTrue(a) || isTrue(b)); }},
  };
  return table;
}

} // namespace

MaybeNumber negate(Number a) { return mul(a, Number::integer(-1)); }

MaybeNumber subtract(Number a, Number b) {
  Maybe minus = negate(b);
  return minus ? add(a, *minus) : std::nullopt;
}

BinaryFunction findBinary(StringRef name) {
  auto it = folds().find(name);
  return it != folds().end() ? it->second : binaryFunctions().lookup(name);
}

MaybeNumber callFunction(StringRef name, ArrayRef<Number> args) {
  if (auto it = folds().find(name); it != folds().end() && !args.empty()) {
    Maybe result = args[0];
    for (Number next : args.drop_front())
      result = result ? it->second(*result, next) : result;
    return result;
  }
  if (auto it = unaryFunctions().find(name); it != unaryFunctions().end() && args.size() == 1)
    return it->second(args[0]);
  if (auto it = binaryFunctions().find(name); it != binaryFunctions().end() && args.size() == 2)
    return it->second(args[0], args[1]);
  if (name == "Where" && args.size() == 3)
    return isTrue(args[0]) ? args[1] : args[2];
  return std::nullopt;
}

} // namespace neuron::pt2
