//===- SortNetwork.cpp - a sorting network of equal steps -----------------===//

#include "SortNetwork.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace neuron;

/// Bits beyond every pair's number. One is that of steps that only shuffle.
static constexpr uint32_t kShuffle = 31, kAlwaysZero = 30;

/// Phase k (1 .. bits) merges runs of 2^k items: of its `bits` steps the last k
/// compare, the c-th of them in the direction that bit c of i gives (the last
/// phase merges all, upwards).
static std::vector<char> shiftTable(unsigned bits) {
  std::vector<char> bytes;
  for (unsigned phase = 1; phase <= bits; ++phase)
    for (unsigned step = 0; step < bits; ++step) {
      uint32_t shift = step + phase < bits ? kShuffle : phase == bits ? kAlwaysZero : step + phase - bits;
      bytes.resize(bytes.size() + sizeof(shift));
      std::memcpy(bytes.data() + bytes.size() - sizeof(shift), &shift, sizeof(shift));
    }
  return bytes;
}

unsigned neuron::sortBits(int64_t length) { return std::max(1u, llvm::Log2_64_Ceil(length)); }

TensorView SortNetwork::table(Lowering &lowering, unsigned bits) {
  return lowering.constant(DType::U32, {int64_t(bits) * bits}, shiftTable(bits));
}

SortNetwork::SortNetwork(TileBuilder &b, const TensorView &table, unsigned bits, int64_t partitions)
    : b(b), bits(bits) {
  int64_t steps = int64_t(bits) * bits;
  shifts = b.sbuf(partitions, {steps}, DType::U32);
  b.load(shifts, table.broadcast({partitions, steps}, {1}));
  active = b.sbuf(partitions, {steps}, DType::F32);
  b.tensorScalar(active, shifts, {AluOp::Less, float(kShuffle)});
}

bool SortNetwork::run(llvm::function_ref<void(const Offset &, bool)> half) {
  int64_t steps = int64_t(bits) * bits;
  b.loop(steps / 2, [&](Offset twice) {
    half(twice * 2, false);
    half(twice * 2 + 1, true);
  });
  if (steps % 2 == 0)
    return false;
  half(steps - 1, false);
  return true;
}

/// 1.0 where low is greater than high: by the last key, unless an earlier one
/// decides.
Tile SortNetwork::isGreater(const Items &low, const Items &high) {
  auto fresh = [&] { return b.sbuf(low[0].partitions, {low[0].freeSize()}, DType::F32); };
  Tile result = fresh();
  b.tensorTensor(AluOp::Greater, result, low.back(), high.back());
  for (size_t level = low.size() - 1; level-- > 0;) {
    Tile equal = fresh(), greater = fresh();
    b.tensorTensor(AluOp::Equal, equal, low[level], high[level]);
    b.tensorTensor(AluOp::Multiply, equal, equal, result);
    b.tensorTensor(AluOp::Greater, greater, low[level], high[level]);
    b.tensorTensor(AluOp::Add, greater, greater, equal);
    result = greater;
  }
  return result;
}

void SortNetwork::step(const Offset &s, const Tile &pairs, const Items &low, const Items &high, const Items &out) {
  int64_t count = pairs.freeSize();
  Tile direction = b.sbuf(pairs.partitions, {count}, DType::U32), swap = b.sbuf(pairs.partitions, {count}, DType::U8);
  Tile one = b.integerScalar(pairs.partitions, 1);
  b.tensorScalar(direction, pairs, {AluOp::RightShift, shifts.free(0, s, 1)},
                 {AluOp::BitwiseAnd, one});
  b.scalarTensorTensor(swap, isGreater(low, high), {AluOp::Multiply, active.free(0, s, 1)},
                       AluOp::NotEqual, direction);
  for (auto [a, c, both] : llvm::zip(low, high, out)) {
    Tile first = both.at(1, 0), second = both.at(1, 1);
    b.copyTile(first, a, Engine::GpSimd);
    b.copyTile(second, c, Engine::GpSimd);
    b.copyPredicated(first, swap, c);
    b.copyPredicated(second, swap, a);
  }
}
