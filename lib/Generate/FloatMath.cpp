//===- FloatMath.cpp - float functions on tiles ---------------------------===//

#include "TileMath.h"

#include <cmath>
#include <limits>

using namespace neuron;

static constexpr float kInf = std::numeric_limits<float>::infinity();

Tile FloatMath::temp(const Tile &like, DType type) {
  Shape sizes;
  for (const TileDim &dim : like.dims)
    sizes.push_back(dim.size);
  return b.sbuf(like.partitions, sizes, type);
}

void FloatMath::act(ActFn fn, const Tile &dst, const Tile &x, float scale, float bias) {
  b.activation(fn, dst, x, {scale, bias, ReduceCmd::Idle, std::nullopt, 0.0f});
}

/// Adding and taking away 1.5 * 2^23 rounds |x| < 2^22 to an integer; larger
/// values keep what they are.
void FloatMath::roundEven(const Tile &dst, const Tile &x) {
  constexpr float magic = 12582912.0f;
  Tile rounded = temp(x), magnitude = temp(x), isSmall = temp(x, DType::U8), result = temp(x);
  b.tensorScalar(rounded, x, {AluOp::Add, magic}, {AluOp::Subtract, magic});
  b.activation(ActFn::Abs, magnitude, x);
  b.tensorScalar(isSmall, magnitude, {AluOp::Less, 4194304.0f});
  b.copyTile(result, x);
  b.copyPredicated(result, isSmall, rounded);
  b.copyTile(dst, result);
}

void FloatMath::floor(const Tile &dst, const Tile &x) {
  Tile rounded = temp(x), over = temp(x);
  roundEven(rounded, x);
  b.tensorTensor(AluOp::Greater, over, rounded, x);
  b.tensorTensor(AluOp::Subtract, dst, rounded, over);
}

void FloatMath::ceil(const Tile &dst, const Tile &x) {
  Tile rounded = temp(x), under = temp(x);
  roundEven(rounded, x);
  b.tensorTensor(AluOp::Less, under, rounded, x);
  b.tensorTensor(AluOp::Add, dst, rounded, under);
}

void FloatMath::trunc(const Tile &dst, const Tile &x) {
  Tile magnitude = temp(x), sign = temp(x), whole = temp(x);
  b.activation(ActFn::Abs, magnitude, x);
  b.activation(ActFn::Sign, sign, x);
  floor(whole, magnitude);
  b.tensorTensor(AluOp::Multiply, dst, whole, sign);
}

/// log over all of f32: the Scalar engine's table ends at 2^64, so exponent and
/// mantissa are taken apart: log(x) = e * ln 2 + log(m), m in [1, 2).
void FloatMath::log(const Tile &dst, const Tile &x, float factor) {
  Tile value = temp(x), scaled = temp(x), isTiny = temp(x, DType::U8);
  b.copyTile(value, x);
  // Subnormals and their neighbours: times 2^64, exponent less 64.
  b.tensorScalar(scaled, value, {AluOp::Multiply, 18446744073709551616.0f});
  b.tensorScalar(isTiny, value, {AluOp::Less, 1e-30f});
  Tile normal = temp(x);
  b.copyTile(normal, value);
  b.copyPredicated(normal, isTiny, scaled);
  Tile bits = normal.as(DType::I32), exponentBits = temp(x, DType::I32), mantissaBits = temp(x, DType::I32);
  int64_t rows = x.partitions;
  b.tensorScalar(exponentBits, bits, {AluOp::RightShift, b.integerScalar(rows, 23, DType::I32)});
  b.tensorScalar(mantissaBits, bits, {AluOp::BitwiseAnd, b.integerScalar(rows, 0x7fffff, DType::I32)},
                 {AluOp::BitwiseOr, b.integerScalar(rows, 0x3f800000, DType::I32)});
  Tile exponent = temp(x), correction = temp(x), mantissaLog = temp(x), result = temp(x);
  b.tensorScalar(exponent, exponentBits, {AluOp::Subtract, 127.0f});
  b.tensorScalar(correction, isTiny, {AluOp::Multiply, -64.0f});
  b.tensorTensor(AluOp::Add, exponent, exponent, correction);
  act(ActFn::Log, mantissaLog, mantissaBits.as(DType::F32));
  b.scalarTensorTensor(result, exponent, {AluOp::Multiply, 0.693147180559945309f}, AluOp::Add, mantissaLog);
  // log 0 = -inf, log inf = inf, log of negatives and NaN = NaN.
  Tile pred = temp(x, DType::U8);
  b.tensorScalar(pred, value, {AluOp::Equal, 0.0f});
  b.copyPredicated(result, pred, -kInf);
  b.tensorScalar(pred, value, {AluOp::Equal, kInf});
  b.copyPredicated(result, pred, kInf);
  b.tensorScalar(pred, value, {AluOp::GreaterEqual, 0.0f});
  b.copyPredicated(result, pred, std::numeric_limits<float>::quiet_NaN(), /*reverse=*/true);
  b.tensorScalar(dst, result, {AluOp::Multiply, factor});
}

/// The table covers [2^-116, 2^118]; 0 and inf are their own roots.
void FloatMath::sqrt(const Tile &dst, const Tile &x) {
  Tile value = temp(x), root = temp(x), pred = temp(x, DType::U8);
  b.copyTile(value, x);
  act(ActFn::Sqrt, root, value);
  b.tensorScalar(pred, value, {AluOp::Equal, 0.0f});
  b.copyPredicated(root, pred, value);
  b.tensorScalar(pred, value, {AluOp::Equal, kInf});
  b.copyPredicated(root, pred, value);
  b.copyTile(dst, root);
}

/// sin(x + quarterTurns * pi/2) with the argument brought to [-pi, pi]: the
/// multiple of 2 pi is taken away in three parts, so no digits are lost for
/// |x| up to some 10^5.
void FloatMath::sine(const Tile &dst, const Tile &x, float quarterTurns) {
  constexpr double twoPi = 6.28318530717958647692;
  constexpr float c1 = 6.28125f;
  float c2 = float(twoPi - c1) - std::fmod(float(twoPi - c1), 1.0f / (1 << 22));
  float c3 = float(twoPi - c1 - c2);
  Tile turns = temp(x), reduced = temp(x);
  float shift = quarterTurns * 1.57079632679489662f;
  b.tensorScalar(turns, x, {AluOp::Add, shift}, {AluOp::Multiply, float(1 / twoPi)});
  roundEven(turns, turns);
  b.scalarTensorTensor(reduced, turns, {AluOp::Multiply, -c1}, AluOp::Add, x);
  b.scalarTensorTensor(reduced, turns, {AluOp::Multiply, -c2}, AluOp::Add, reduced);
  b.scalarTensorTensor(reduced, turns, {AluOp::Multiply, -c3}, AluOp::Add, reduced);
  constexpr float pi = 3.14159265358979323846f;
  if (shift != 0)
    b.tensorScalar(reduced, reduced, {AluOp::Add, shift});
  b.tensorScalar(reduced, reduced, {AluOp::Min, pi}, {AluOp::Max, -pi});
  // NaN and infinities: max and min keep NaN, inf - inf is NaN.
  act(ActFn::Sin, dst, reduced);
}

/// atan x = sign(x) * (pi/2 - atan(1/|x|)) beyond 1.
void FloatMath::arctan(const Tile &dst, const Tile &x) {
  Tile value = temp(x), magnitude = temp(x), inverse = temp(x), isLarge = temp(x, DType::U8);
  b.copyTile(value, x);
  b.activation(ActFn::Abs, magnitude, value);
  b.tensorScalar(isLarge, magnitude, {AluOp::Greater, 1.0f});
  b.reciprocal(inverse, magnitude);
  b.copyPredicated(magnitude, isLarge, inverse);
  act(ActFn::Arctan, magnitude, magnitude);
  b.tensorScalar(inverse, magnitude, {AluOp::Subtract, 1.57079632679489662f, /*reverse=*/true});
  b.copyPredicated(magnitude, isLarge, inverse);
  Tile sign = temp(x);
  b.activation(ActFn::Sign, sign, value);
  b.tensorTensor(AluOp::Multiply, dst, magnitude, sign);
}

void FloatMath::division(const Tile &dst, const Tile &x, const Tile &y) {
  Tile inverse = temp(y);
  b.reciprocal(inverse, y);
  b.tensorTensor(AluOp::Multiply, dst, x, inverse);
}

/// value = high + low, both with at most 12 significant bits, so that products
/// of halves are exact.
void FloatMath::halve(const Tile &value, const Tile &high, const Tile &low) {
  Tile scaled = temp(value), rest = temp(value);
  b.tensorScalar(scaled, value, {AluOp::Multiply, 4097.0f});
  b.tensorTensor(AluOp::Subtract, rest, scaled, value);
  b.tensorTensor(AluOp::Subtract, high, scaled, rest);
  b.tensorTensor(AluOp::Subtract, low, value, high);
}

/// The quotient by reciprocal is off by an ulp at times. Its error x - q*y is
/// computed exactly from halves and corrected, for quotients that are rounded
/// to integers afterwards.
void FloatMath::exactDivision(const Tile &dst, const Tile &x, const Tile &y) {
  Tile inverse = temp(x), quotient = temp(x), error = temp(x), product = temp(x), isFinite = temp(x, DType::U8);
  Tile qHigh = temp(x), qLow = temp(x), yHigh = temp(x), yLow = temp(x);
  b.reciprocal(inverse, y);
  b.tensorTensor(AluOp::Multiply, quotient, x, inverse);
  halve(quotient, qHigh, qLow);
  halve(y, yHigh, yLow);
  b.tensorTensor(AluOp::Multiply, product, qHigh, yHigh);
  b.tensorTensor(AluOp::Subtract, error, x, product);
  for (auto [left, right] : {std::pair(qHigh, yLow), std::pair(qLow, yHigh), std::pair(qLow, yLow)}) {
    b.tensorTensor(AluOp::Multiply, product, left, right);
    b.tensorTensor(AluOp::Subtract, error, error, product);
  }
  b.tensorTensor(AluOp::Multiply, error, error, inverse);
  // Infinities and zero divisors make the error NaN: no correction there.
  b.tensorTensor(AluOp::Equal, isFinite, error, error);
  b.tensorTensor(AluOp::Add, error, error, quotient);
  b.copyPredicated(quotient, isFinite, error);
  b.copyTile(dst, quotient);
}

/// x - trunc(x/y)*y, or with floor. One step of correction makes up for the
/// rounding of the quotient.
void FloatMath::remainder(const Tile &dst, const Tile &x, const Tile &y, bool isFloored) {
  Tile quotient = temp(x), product = temp(x), rest = temp(x), pred = temp(x), fix = temp(x);
  division(quotient, x, y);
  if (isFloored)
    floor(quotient, quotient);
  else
    trunc(quotient, quotient);
  b.tensorTensor(AluOp::Multiply, product, quotient, y);
  b.tensorTensor(AluOp::Subtract, rest, x, product);
  // |rest| >= |y|: one more y; wrong sign: one y less.
  Tile restAbs = temp(x), yAbs = temp(x), sign = temp(x);
  b.activation(ActFn::Abs, restAbs, rest);
  b.activation(ActFn::Abs, yAbs, y);
  b.tensorTensor(AluOp::GreaterEqual, pred, restAbs, yAbs);
  b.activation(ActFn::Sign, sign, rest);
  b.tensorTensor(AluOp::Multiply, fix, pred, yAbs);
  b.tensorTensor(AluOp::Multiply, fix, fix, sign);
  b.tensorTensor(AluOp::Subtract, rest, rest, fix);
  b.tensorTensor(AluOp::Multiply, pred, rest, isFloored ? y : x);
  b.tensorScalar(pred, pred, {AluOp::Less, 0.0f});
  Tile reference = isFloored ? y : yAbs;
  if (!isFloored) {
    b.activation(ActFn::Sign, sign, x);
    b.tensorTensor(AluOp::Multiply, yAbs, yAbs, sign);
  }
  b.tensorTensor(AluOp::Multiply, fix, pred, reference);
  b.tensorTensor(AluOp::Add, rest, rest, fix);
  // An infinite divisor leaves x, or for mod the divisor where signs differ.
  Tile isInfinite = temp(x, DType::U8), remains = temp(x), differs = temp(x, DType::U8), product2 = temp(x);
  b.activation(ActFn::Abs, product2, y);
  b.tensorScalar(isInfinite, product2, {AluOp::Equal, kInf});
  b.copyTile(remains, x);
  if (isFloored) {
    b.tensorTensor(AluOp::Multiply, product2, x, y);
    b.tensorScalar(differs, product2, {AluOp::Less, 0.0f});
    Tile divisor = temp(x);
    b.copyTile(divisor, y);
    b.copyPredicated(remains, differs, divisor);
  }
  b.activation(ActFn::Abs, product2, x);
  b.tensorScalar(differs, product2, {AluOp::Less, kInf});
  b.tensorTensor(AluOp::LogicalAnd, isInfinite, isInfinite, differs);
  b.copyPredicated(rest, isInfinite, remains);
  b.copyTile(dst, rest);
}

bool FloatMath::unary(UnaryFn fn, const Tile &dst, const Tile &x) {
  switch (fn) {
  case UnaryFn::Neg: b.tensorScalar(dst, x, {AluOp::Multiply, -1.0f}); return true;
  case UnaryFn::Abs: act(ActFn::Abs, dst, x); return true;
  case UnaryFn::Sign: act(ActFn::Sign, dst, x); return true;
  case UnaryFn::Exp: act(ActFn::Exp, dst, x); return true;
  case UnaryFn::Exp2: act(ActFn::Exp, dst, x, 0.693147180559945309f); return true;
  case UnaryFn::Log: log(dst, x); return true;
  case UnaryFn::Log2: log(dst, x, 1.44269504088896341f); return true;
  case UnaryFn::Sqrt: sqrt(dst, x); return true;
  case UnaryFn::Rsqrt: {
    Tile root = temp(x);
    sqrt(root, x);
    b.reciprocal(dst, root);
    return true;
  }
  case UnaryFn::Reciprocal: b.reciprocal(dst, x); return true;
  case UnaryFn::Square: b.tensorTensor(AluOp::Multiply, dst, x, x); return true;
  case UnaryFn::Sin: sine(dst, x, 0); return true;
  case UnaryFn::Cos: sine(dst, x, 1); return true;
  case UnaryFn::Atan: arctan(dst, x); return true;
  case UnaryFn::Tanh: act(ActFn::Tanh, dst, x); return true;
  case UnaryFn::Erf: act(ActFn::Erf, dst, x); return true;
  case UnaryFn::Sigmoid: act(ActFn::Sigmoid, dst, x); return true;
  case UnaryFn::Silu: act(ActFn::Silu, dst, x); return true;
  case UnaryFn::Gelu: act(ActFn::Gelu, dst, x); return true;
  case UnaryFn::GeluTanh: act(ActFn::GeluTanh, dst, x); return true;
  case UnaryFn::GeluSigmoid: act(ActFn::GeluSigmoid, dst, x); return true;
  case UnaryFn::Softplus: act(ActFn::Softplus, dst, x); return true;
  case UnaryFn::Mish: act(ActFn::Mish, dst, x); return true;
  case UnaryFn::Relu: b.tensorScalar(dst, x, {AluOp::Max, 0.0f}); return true;
  case UnaryFn::Floor: floor(dst, x); return true;
  case UnaryFn::Ceil: ceil(dst, x); return true;
  case UnaryFn::RoundEven: roundEven(dst, x); return true;
  case UnaryFn::Trunc: trunc(dst, x); return true;
  case UnaryFn::IsNan: b.tensorTensor(AluOp::NotEqual, dst, x, x); return true;
  case UnaryFn::IsInf: {
    Tile magnitude = temp(x);
    act(ActFn::Abs, magnitude, x);
    b.tensorScalar(dst, magnitude, {AluOp::Equal, kInf});
    return true;
  }
  default: return false;
  }
}

bool FloatMath::binary(BinaryFn fn, const Tile &dst, const Tile &x, const Tile &y) {
  switch (fn) {
  case BinaryFn::Add: b.tensorTensor(AluOp::Add, dst, x, y); return true;
  case BinaryFn::Sub: b.tensorTensor(AluOp::Subtract, dst, x, y); return true;
  case BinaryFn::Mul: b.tensorTensor(AluOp::Multiply, dst, x, y); return true;
  case BinaryFn::Div: division(dst, x, y); return true;
  case BinaryFn::Max: b.tensorTensor(AluOp::Max, dst, x, y); return true;
  case BinaryFn::Min: b.tensorTensor(AluOp::Min, dst, x, y); return true;
  case BinaryFn::Pow: b.tensorTensor(AluOp::Power, dst, x, y, Engine::GpSimd); return true;
  case BinaryFn::Rem: remainder(dst, x, y, false); return true;
  case BinaryFn::Mod: remainder(dst, x, y, true); return true;
  case BinaryFn::FloorDiv: {
    Tile quotient = temp(x);
    division(quotient, x, y);
    floor(dst, quotient);
    return true;
  }
  default: return false;
  }
}

static AluOp relation(CompareFn fn) {
  switch (fn) {
  case CompareFn::Eq: return AluOp::Equal;
  case CompareFn::Ne: return AluOp::NotEqual;
  case CompareFn::Lt: return AluOp::Less;
  case CompareFn::Le: return AluOp::LessEqual;
  case CompareFn::Gt: return AluOp::Greater;
  case CompareFn::Ge: return AluOp::GreaterEqual;
  }
  return AluOp::Equal;
}

void FloatMath::compare(CompareFn fn, const Tile &dst, const Tile &x, const Tile &y) {
  b.tensorTensor(relation(fn), dst, x, y);
}
