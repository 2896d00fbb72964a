//===- Rng.cpp - pseudo-random numbers ------------------------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

using Words = std::array<uint32_t, 4>;

/// Philox-4x32-10 of a counter with a key.
static Words philox(uint64_t counter, uint32_t key0, uint32_t key1) {
  Words x{uint32_t(counter), uint32_t(counter >> 32), 0, 0};
  for (int round = 0; round < 10; ++round) {
    uint64_t a = uint64_t(0xD2511F53) * x[0], b = uint64_t(0xCD9E8D57) * x[2];
    x = {uint32_t(b >> 32) ^ x[1] ^ key0, uint32_t(b), uint32_t(a >> 32) ^ x[3] ^ key1, uint32_t(a)};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return x;
}

/// The upper 24 bits as a number in [0, 1).
static double unit(uint32_t word) { return (word >> 8) * 0x1p-24; }

/// Element i of the words (0, 1) or (2, 3) of its block, by Box-Muller.
static double normalOf(const Words &block, unsigned i) {
  double radius = std::sqrt(-2 * std::log(unit(block[i & 2]) + 0x1p-24));
  double angle = 2 * M_PI * unit(block[(i & 2) + 1]);
  return radius * (i & 1 ? std::sin(angle) : std::cos(angle));
}

Tensor eval::evalRng(RngOp op, Operands in) {
  RankedTensorType type = typeOf(op.getResult());
  uint32_t seed = in[0]->ints().front(), stream = uint64_t(op.getStream());
  double a = op.getA().convertToDouble(), b = op.getB().convertToDouble();
  std::vector<double> values(type.getNumElements());
  Words block{};
  for (size_t i = 0; i < values.size(); ++i) {
    if (i % 4 == 0)
      block = philox(i / 4, seed, stream);
    values[i] =
        op.getFn() == RngFn::Uniform ? a + (b - a) * unit(block[i % 4]) : a + b * normalOf(block, i % 4);
  }
  return Tensor::fromFloats(type, values);
}
