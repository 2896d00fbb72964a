//===- IntMath.cpp - exact 32-bit integer arithmetic on tiles -------------===//
//
// GpSimdE adds and multiplies 32-bit integers exactly, VectorE does bit
// operations; everything else is made of these. VectorE arithmetic goes through
// f32 and is exact below 2^24 only.
//
//===----------------------------------------------------------------------===//

#include "TileMath.h"

using namespace neuron;

Tile IntMath::temp(const Tile &like, DType type) {
  Shape sizes;
  for (const TileDim &dim : like.dims)
    sizes.push_back(dim.size);
  return b.sbuf(like.partitions, sizes, type);
}

Tile IntMath::constant(const Tile &like, int32_t value) {
  Tile tile = temp(like, DType::I32);
  b.fill(tile, value);
  return tile;
}

void IntMath::add(const Tile &dst, const Tile &x, const Tile &y) {
  b.tensorTensor(AluOp::Add, dst.as(DType::I32), x.as(DType::I32), y.as(DType::I32), Engine::GpSimd);
}

void IntMath::multiply(const Tile &dst, const Tile &x, const Tile &y) {
  b.tensorTensor(AluOp::Multiply, dst.as(DType::I32), x.as(DType::I32), y.as(DType::I32), Engine::GpSimd);
}

void IntMath::negate(const Tile &dst, const Tile &x) { multiply(dst, x, constant(x, -1)); }

void IntMath::subtract(const Tile &dst, const Tile &x, const Tile &y) {
  Tile minus = temp(y, DType::I32);
  negate(minus, y);
  add(dst, x, minus);
}

void IntMath::shift(AluOp op, const Tile &dst, const Tile &x, int amount) {
  b.tensorScalar(dst.as(DType::U32), x.as(DType::U32), {op, b.integerScalar(x.partitions, amount)});
}

/// Through the complement where x is negative: ~(~x >> n).
void IntMath::arithmeticShift(const Tile &dst, const Tile &x, const Tile &amount) {
  Tile value = x.as(DType::U32), mask = temp(x, DType::U32), bits = temp(x, DType::U32);
  shift(AluOp::RightShift, mask, x, 31);
  negate(mask, mask); // all ones where negative
  b.tensorTensor(AluOp::BitwiseXor, bits, value, mask);
  b.tensorTensor(AluOp::RightShift, bits, bits, amount.as(DType::U32));
  b.tensorTensor(AluOp::BitwiseXor, dst.as(DType::U32), bits, mask);
}

/// dst (any type) = x < y over the whole range: high halves decide, low halves
/// break ties. Signed values are shifted to unsigned order first.
void IntMath::less(const Tile &dst, const Tile &x, const Tile &y) {
  auto halves = [&](const Tile &value, Tile &high, Tile &low) {
    Tile bits = temp(value, DType::U32);
    int32_t flip = value.type == DType::I32 ? int32_t(0x80000000u) : 0;
    b.tensorScalar(bits, value.as(DType::U32), {AluOp::BitwiseXor, b.integerScalar(value.partitions, flip)});
    high = temp(value, DType::U32);
    low = temp(value, DType::U32);
    shift(AluOp::RightShift, high, bits, 16);
    b.tensorScalar(low, bits, {AluOp::BitwiseAnd, b.integerScalar(value.partitions, 0xffff)});
  };
  Tile xHigh, xLow, yHigh, yLow;
  halves(x, xHigh, xLow);
  halves(y, yHigh, yLow);
  Tile high = temp(x, DType::F32), low = temp(x, DType::F32), tie = temp(x, DType::F32);
  b.tensorTensor(AluOp::Less, high, xHigh, yHigh);
  b.tensorTensor(AluOp::Equal, tie, xHigh, yHigh);
  b.tensorTensor(AluOp::Less, low, xLow, yLow);
  b.tensorTensor(AluOp::Multiply, low, low, tie);
  b.tensorTensor(AluOp::Add, dst, high, low);
}

void IntMath::select(const Tile &dst, const Tile &pred, const Tile &x, const Tile &y) {
  Tile result = temp(x, x.type);
  b.copyTile(result, y.as(x.type));
  b.copyPredicated(result, pred, x);
  b.copyTile(dst, result.as(dst.type));
}

void IntMath::compare(CompareFn fn, const Tile &dst, const Tile &x, const Tile &y) {
  auto invert = [&](const Tile &value) { b.tensorScalar(dst, value, {AluOp::Equal, 0.0f}); };
  switch (fn) {
  case CompareFn::Eq:
  case CompareFn::Ne: {
    Tile difference = temp(x, DType::U32);
    b.tensorTensor(AluOp::BitwiseXor, difference, x.as(DType::U32), y.as(DType::U32));
    b.tensorScalar(dst, difference, {fn == CompareFn::Eq ? AluOp::Equal : AluOp::NotEqual, 0.0f});
    return;
  }
  case CompareFn::Lt: return less(dst, x, y);
  case CompareFn::Gt: return less(dst, y, x);
  case CompareFn::Le: {
    Tile greater = temp(x, DType::U8);
    less(greater, y, x);
    return invert(greater);
  }
  case CompareFn::Ge: {
    Tile smaller = temp(x, DType::U8);
    less(smaller, x, y);
    return invert(smaller);
  }
  }
}

void IntMath::wrap(const Tile &x, unsigned bits, bool isSigned) {
  if (bits >= 32)
    return;
  if (!isSigned) {
    b.tensorScalar(x.as(DType::U32), x.as(DType::U32),
                   {AluOp::BitwiseAnd, b.integerScalar(x.partitions, int32_t((1u << bits) - 1))});
    return;
  }
  shift(AluOp::LeftShift, x, x, 32 - bits);
  arithmeticShift(x, x.as(DType::I32), constant(x, 32 - bits));
}

/// Quotient and remainder by an f32 estimate and exact correction. Magnitudes
/// first; two estimates leave a remainder off by at most one divisor.
void IntMath::divide(BinaryFn fn, const Tile &dst, const Tile &x, const Tile &y) {
  bool isSigned = x.type == DType::I32;
  Tile negX = temp(x, DType::U8), negY = temp(x, DType::U8), zero = constant(x, 0);
  Tile absX = temp(x, DType::I32), absY = temp(x, DType::I32), minus = temp(x, DType::I32);
  b.copyTile(absX, x.as(DType::I32));
  b.copyTile(absY, y.as(DType::I32));
  if (isSigned) {
    less(negX, x, zero);
    less(negY, y, zero);
    negate(minus, x);
    b.copyPredicated(absX, negX, minus);
    negate(minus, y);
    b.copyPredicated(absY, negY, minus);
  }
  Tile rest = temp(x, DType::I32), quotient = temp(x, DType::I32), step = temp(x, DType::I32);
  Tile inverse = temp(x, DType::F32), estimate = temp(x, DType::F32), product = temp(x, DType::I32);
  b.reciprocal(inverse, absY.as(DType::U32));
  b.copyTile(rest, absX);
  b.fill(quotient, 0);
  FloatMath floats(b);
  for (int round = 0; round < 3; ++round) {
    // The remainder may be negative after an estimate that was too large.
    b.tensorTensor(AluOp::Multiply, estimate, round == 0 ? rest.as(DType::U32) : rest, inverse);
    floats.unary(UnaryFn::Floor, estimate, estimate);
    b.copyTile(round == 0 ? step.as(DType::U32) : step, estimate);
    multiply(product, step, absY);
    add(quotient, quotient, step);
    subtract(rest, rest, product);
  }
  // 0 <= rest < |y| after one step either way.
  Tile pred = temp(x, DType::U8), fixed = temp(x, DType::I32), one = constant(x, 1), minusOne = constant(x, -1);
  less(pred, rest, zero);
  add(fixed, quotient, minusOne);
  b.copyPredicated(quotient, pred, fixed);
  add(fixed, rest, absY);
  b.copyPredicated(rest, pred, fixed);
  less(pred, rest.as(DType::U32), absY.as(DType::U32));
  add(fixed, quotient, one);
  b.copyPredicated(quotient, pred, fixed, /*reverse=*/true);
  subtract(fixed, rest, absY);
  b.copyPredicated(rest, pred, fixed, /*reverse=*/true);
  if (isSigned) {
    // Truncated: the quotient is negative where signs differ, the remainder
    // has the dividend's sign.
    Tile differ = temp(x, DType::U8);
    b.tensorTensor(AluOp::NotEqual, differ, negX, negY);
    negate(minus, quotient);
    b.copyPredicated(quotient, differ, minus);
    negate(minus, rest);
    b.copyPredicated(rest, negX, minus);
    if (fn == BinaryFn::FloorDiv || fn == BinaryFn::Mod) {
      Tile isExact = temp(x, DType::U8), isFloored = temp(x, DType::U8);
      compare(CompareFn::Ne, isExact, rest, zero);
      b.tensorTensor(AluOp::LogicalAnd, isFloored, isExact, differ);
      add(fixed, quotient, minusOne);
      b.copyPredicated(quotient, isFloored, fixed);
      add(fixed, rest, y);
      b.copyPredicated(rest, isFloored, fixed);
    }
  }
  bool isQuotient = fn == BinaryFn::Div || fn == BinaryFn::FloorDiv;
  b.copyTile(dst.as(DType::I32), isQuotient ? quotient : rest);
}

bool IntMath::unary(UnaryFn fn, const Tile &dst, const Tile &x) {
  Tile zero, pred, minus;
  switch (fn) {
  case UnaryFn::Neg: negate(dst, x); return true;
  case UnaryFn::Square: multiply(dst, x, x); return true;
  case UnaryFn::BitwiseNot:
    b.tensorScalar(dst.as(DType::U32), x.as(DType::U32), {AluOp::BitwiseXor, b.integerScalar(x.partitions, -1)});
    return true;
  case UnaryFn::Abs:
  case UnaryFn::Relu:
  case UnaryFn::Sign:
    break;
  default: return false;
  }
  if (x.type != DType::I32 && fn != UnaryFn::Sign) {
    b.copyTile(dst, x);
    return true;
  }
  zero = constant(x, 0);
  pred = temp(x, DType::U8);
  if (fn == UnaryFn::Sign) {
    Tile positive = temp(x, DType::F32), negative = temp(x, DType::F32);
    compare(CompareFn::Ne, pred, x, zero);
    b.copyTile(positive, pred);
    b.fill(negative, 0);
    if (x.type == DType::I32)
      less(negative, x, zero);
    // 1 - 2 * negative where not zero
    b.scalarTensorTensor(dst, negative, {AluOp::Multiply, -2.0f}, AluOp::Add, positive);
    return true;
  }
  less(pred, x, zero);
  minus = zero;
  if (fn == UnaryFn::Abs) {
    minus = temp(x, DType::I32);
    negate(minus, x);
  }
  select(dst, pred, minus, x);
  return true;
}

bool IntMath::binary(BinaryFn fn, const Tile &dst, const Tile &x, const Tile &y) {
  Tile to = dst.as(DType::U32), a = x.as(DType::U32), c = y.as(DType::U32);
  Tile pred;
  switch (fn) {
  case BinaryFn::Add: add(dst, x, y); return true;
  case BinaryFn::Sub: subtract(dst, x, y); return true;
  case BinaryFn::Mul: multiply(dst, x, y); return true;
  case BinaryFn::And: b.tensorTensor(AluOp::BitwiseAnd, to, a, c); return true;
  case BinaryFn::Or: b.tensorTensor(AluOp::BitwiseOr, to, a, c); return true;
  case BinaryFn::Xor: b.tensorTensor(AluOp::BitwiseXor, to, a, c); return true;
  case BinaryFn::Shl: b.tensorTensor(AluOp::LeftShift, to, a, c); return true;
  case BinaryFn::Shr:
    if (x.type == DType::I32)
      arithmeticShift(dst, x, y);
    else
      b.tensorTensor(AluOp::RightShift, to, a, c);
    return true;
  case BinaryFn::Max:
  case BinaryFn::Min:
    pred = temp(x, DType::U8);
    less(pred, x, y);
    select(dst, pred, fn == BinaryFn::Max ? y : x, fn == BinaryFn::Max ? x : y);
    return true;
  case BinaryFn::Div:
  case BinaryFn::FloorDiv:
  case BinaryFn::Rem:
  case BinaryFn::Mod:
    divide(fn, dst, x, y);
    return true;
  default: return false;
  }
}
