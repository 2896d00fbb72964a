//===- DecomposeRng.cpp - Philox in 32-bit integer arithmetic -------------===//
//
// All four words of the blocks are computed for all blocks at once; elements
// are the words one after the other. Engines multiply 32 by 32 bits to the low
// 32; the high ones are put together from halves of 16 bits.
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"

#include <array>
#include <cmath>

using namespace mlir;
using namespace neuron;

namespace {
class Philox {
public:
  Philox(GraphBuilder &b, RankedTensorType type, Value seed, uint32_t stream) : b(b), type(type) {
    Value counter = IotaOp::create(b.builder, b.loc, type, 0);
    Value zero = word(0);
    x = {counter, zero, zero, zero};
    key = {seed, word(stream)};
  }

  std::array<Value, 4> run() {
    for (int round = 0; round < 10; ++round) {
      auto [highA, lowA] = multiply(x[0], 0xD2511F53);
      auto [highB, lowB] = multiply(x[2], 0xCD9E8D57);
      x = {exclusiveOr(exclusiveOr(highB, x[1]), key[0]), lowB, exclusiveOr(exclusiveOr(highA, x[3]), key[1]),
           lowA};
      key = {b.add(key[0], word(0x9E3779B9)), b.add(key[1], word(0xBB67AE85))};
    }
    return x;
  }

private:
  Value word(uint32_t value) { return splatInt(b.builder, b.loc, type, value); }
  Value exclusiveOr(Value a, Value c) { return b.binary(BinaryFn::Xor, a, c); }
  Value shifted(Value a) { return b.binary(BinaryFn::Shr, a, word(16)); }
  Value lowHalf(Value a) { return b.binary(BinaryFn::And, a, word(0xFFFF)); }

  /// High and low 32 bits of the product with a constant.
  std::pair<Value, Value> multiply(Value a, uint32_t factor) {
    Value low = lowHalf(a), high = shifted(a);
    auto times = [&](Value v, uint32_t f) { return b.mul(v, word(f)); };
    uint32_t factorLow = factor & 0xFFFF, factorHigh = factor >> 16;
    Value lowLow = times(low, factorLow), highLow = times(high, factorLow);
    Value lowHigh = times(low, factorHigh), highHigh = times(high, factorHigh);
    // Sums of three numbers below 2^16 carry into the high half.
    Value middle = b.add(b.add(shifted(lowLow), lowHalf(highLow)), lowHalf(lowHigh));
    Value top = b.add(b.add(highHigh, shifted(highLow)), b.add(shifted(lowHigh), shifted(middle)));
    return {top, times(a, factor)};
  }

  GraphBuilder &b;
  RankedTensorType type;
  std::array<Value, 4> x;
  std::array<Value, 2> key;
};
} // namespace

/// (word >> 8) * 2^-24
static Value unit(GraphBuilder &b, Value word) {
  Value eight = splatInt(b.builder, b.loc, tensorType(word), 8);
  Value bits = b.binary(BinaryFn::Shr, word, eight);
  return b.mul(b.cast(bits, b.f32()), 0x1p-24);
}

/// Two normal numbers from two words.
static std::pair<Value, Value> boxMuller(GraphBuilder &b, Value first, Value second) {
  Value logarithm = b.unary(UnaryFn::Log, b.add(unit(b, first), 0x1p-24));
  Value radius = b.unary(UnaryFn::Sqrt, b.mul(logarithm, -2.0));
  Value angle = b.mul(unit(b, second), 2 * M_PI);
  return {b.mul(radius, b.unary(UnaryFn::Cos, angle)), b.mul(radius, b.unary(UnaryFn::Sin, angle))};
}

Value neuron::decomposeRng(RngOp op, GraphBuilder &b) {
  RankedTensorType type = op.getResult().getType();
  int64_t count = type.getNumElements(), blocks = (count + 3) / 4;
  double lo = op.getA().convertToDouble(), hi = op.getB().convertToDouble();
  // The counter is one word here.
  if (blocks > int64_t(UINT32_MAX) || count == 0)
    return {};
  auto wordType =
      RankedTensorType::get({blocks}, IntegerType::get(op.getContext(), 32, IntegerType::Unsigned));
  Value seed = b.broadcast(b.reshape(op.getSeed(), {1}), {blocks}, {0});
  std::array<Value, 4> words = Philox(b, wordType, seed, uint32_t(op.getStream())).run();
  bool isUniform = op.getFn() == RngFn::Uniform;
  if (isUniform) {
    for (Value &word : words)
      word = unit(b, word);
  } else {
    std::tie(words[0], words[1]) = boxMuller(b, words[0], words[1]);
    std::tie(words[2], words[3]) = boxMuller(b, words[2], words[3]);
  }
  SmallVector<Value> columns;
  for (Value word : words)
    columns.push_back(b.reshape(word, {blocks, 1}));
  Value all = b.reshape(b.concat(columns, 1), {blocks * 4});
  if (blocks * 4 != count)
    all = b.slice(all, 0, 0, count);
  all = b.add(b.mul(all, isUniform ? hi - lo : hi), lo);
  return b.cast(b.reshape(all, type.getShape()), type.getElementType());
}
