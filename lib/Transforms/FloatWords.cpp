//===- FloatWords.cpp - between f64 in two words and f32 ------------------===//
//
// f64 has sign, 11 bits of exponent (bias 1023), 52 of mantissa, of which 20 lie
// in the high word; f32 has 8 (bias 127) and 23. Bit operations are cheap,
// sums and relations of 32 bits are not: exponents are compared as f32.
//
//===----------------------------------------------------------------------===//

#include "FloatWords.h"

using namespace mlir;
using namespace neuron;

static constexpr uint32_t kSign = 0x80000000, kInfinity32 = 0x7f800000, kNan32 = 0x7fc00000, kInfinity64 = 0x7ff00000;
/// What the exponents' biases differ by.
static constexpr int64_t kBias = 1023 - 127;

namespace {
/// Short forms for ui32 words and numbers.
class WordBuilder {
public:
  explicit WordBuilder(GraphBuilder &b) : b(b) {}

  Value with(BinaryFn fn, Value x, uint32_t number) {
    return b.binary(fn, x, splatInt(b.builder, b.loc, tensorType(x), number));
  }
  Value masked(Value x, uint32_t mask) { return with(BinaryFn::And, x, mask); }
  Value left(Value x, uint32_t by) { return with(BinaryFn::Shl, x, by); }
  Value right(Value x, uint32_t by) { return with(BinaryFn::Shr, x, by); }
  Value either(Value x, Value y) { return b.binary(BinaryFn::Or, x, y); }
  /// `number` where `pred`, else `x`.
  Value choose(Value pred, uint32_t number, Value x) {
    return b.select(pred, splatInt(b.builder, b.loc, tensorType(x), number), x);
  }
  /// Bits from `at` on, of which `mask` are kept, as a number in f32.
  Value field(Value x, uint32_t at, uint32_t mask) { return b.cast(masked(right(x, at), mask), b.f32()); }
  Value isNotZero(Value x) { return b.compare(CompareFn::Ne, x, 0); }

private:
  GraphBuilder &b;
};
} // namespace

Value neuron::floatFromWords(GraphBuilder &b, Planes words) {
  WordBuilder w(b);
  Value low = words.low, high = words.high;
  Value exponent = w.field(high, 20, 0x7ff);
  // Of the exponent eight bits are left; less 896 they are those of f32. That is
  // 896 modulo 256 = 128, one bit.
  Value top = w.with(BinaryFn::Xor, w.masked(w.left(high, 3), ~kSign), 0x40000000);
  Value bits = w.either(top, w.right(low, 29));
  // One more if the 29 bits that go are above the half, or are it and the last
  // bit is set. The carry may end in the exponent, which is right.
  Value dropped = b.add(w.masked(low, 0x1fffffff), w.masked(bits, 1));
  Value rounded = b.add(bits, w.right(w.with(BinaryFn::Add, dropped, 0x0fffffff), 29));

  Value isTiny = b.binary(BinaryFn::Or, b.compare(CompareFn::Lt, exponent, kBias),
                          b.compare(CompareFn::Eq, w.field(rounded, 23, 0xff), 0));
  Value isLarge = b.compare(CompareFn::Gt, exponent, kBias + 254);
  Value mantissa = w.either(w.masked(high, 0xfffff), low);
  Value isNan = b.binary(BinaryFn::And, b.compare(CompareFn::Eq, exponent, 0x7ff), w.isNotZero(mantissa));
  Value number = w.choose(isLarge, kInfinity32, w.choose(isTiny, 0, rounded));
  Value result = w.either(w.choose(isNan, kNan32, number), w.masked(high, kSign));
  return BitcastOp::create(b.builder, b.loc, withElement(result.getType(), b.f32()), result);
}

Planes neuron::wordsOfFloat(GraphBuilder &b, Value x) {
  WordBuilder w(b);
  Type word = b.builder.getIntegerType(32, /*isSigned=*/false);
  Value bits = BitcastOp::create(b.builder, b.loc, withElement(x.getType(), word), x);
  Value exponent = w.field(bits, 23, 0xff), shifted = w.right(w.masked(bits, ~kSign), 3);
  Value isZero = b.compare(CompareFn::Eq, exponent, 0), isSpecial = b.compare(CompareFn::Eq, exponent, 0xff);
  Value special = w.with(BinaryFn::Or, shifted, kInfinity64);
  Value high = b.select(isSpecial, special, w.with(BinaryFn::Add, shifted, kBias << 20));
  high = w.either(w.choose(isZero, 0, high), w.masked(bits, kSign));
  return {w.choose(isZero, 0, w.left(bits, 29)), high};
}
