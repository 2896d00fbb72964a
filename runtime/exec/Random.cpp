//===- Random.cpp - random numbers (A-14) ---------------------------------===//
//
// Vector engine up to v3: a 32-bit xorshift for each lane, started from
// seed ^ lane. GpSimd engine, and Vector on v4: XORWOW of Marsaglia for each
// lane. Element i of a row takes the lane's i-th next value.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Reduction.h"
#include "Rows.h"

using namespace neuron;
using namespace neuron::exec;

void RandomState::seed(uint32_t value) {
  for (uint32_t lane = 0; lane < kPartitions; ++lane) {
    uint32_t start = value ^ lane;
    vectorLfsr[lane] = start ? start : 0x9E3779B9u; // zero would stay zero
    const uint32_t first[6] = {123456789u ^ start, 362436069u, 521288629u, 88675123u, 5783321u, 6615241u};
    std::copy_n(first, 6, xorwow[lane]);
  }
}

static uint32_t nextLfsr(uint32_t &x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

static uint32_t nextXorwow(uint32_t *s) {
  uint32_t t = s[0] ^ (s[0] >> 2);
  std::copy_n(s + 1, 4, s);
  s[4] = (s[4] ^ (s[4] << 4)) ^ (t ^ (t << 1));
  s[5] += 362437u;
  return s[5] + s[4];
}

static uint32_t nextRandom(const Frame &f, unsigned lane) {
  const Target *target = f.core.program.target;
  bool isXorwow = f.inst.engine == Engine::GpSimd || (target && target->generation >= 4);
  RandomState &random = f.core.random;
  return isXorwow ? nextXorwow(random.xorwow[lane]) : nextLfsr(random.vectorLfsr[lane]);
}

Status exec::execRng(Frame &f) {
  const DecodedOperand &dst = f.operand(0);
  Scratch &s = f.core.scratch[0];
  for (size_t r = 0; r < dst.rows; ++r) {
    uint32_t *words = reinterpret_cast<uint32_t *>(s.buffer(0, dst.pattern.count));
    for (size_t i = 0; i < dst.pattern.count; ++i)
      words[i] = nextRandom(f, dst.startPartition + unsigned(r));
    writeBits(f, 0, r, words, s);
  }
  return {};
}

Status exec::execSetRngSeed(Frame &f) {
  uint32_t seed;
  std::memcpy(&seed, f.base[0], 4);
  f.core.random.seed(seed);
  return {};
}

Status exec::execDropout(Frame &f) {
  const DecodedOperand &dst = f.operand(0);
  size_t n = dst.pattern.count;
  Scratch &s = f.core.scratch[0];
  for (size_t r = 0; r < dst.rows; ++r) {
    float prob, *data = s.buffer(0, n);
    readRows(f, 1, r, 1, data, s);
    readScalars(f, 2, f.real(0), r, 1, &prob);
    for (size_t i = 0; i < n; ++i) {
      float u = float(nextRandom(f, dst.startPartition + unsigned(r)) >> 8) * 0x1p-24f;
      data[i] = u < prob ? 0.0f : data[i];
    }
    writeRows(f, 0, r, 1, data, s);
  }
  return {};
}
