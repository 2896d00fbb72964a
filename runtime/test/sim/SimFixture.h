//===- SimFixture.h - times of small programs -------------------*- C++ -*-===//
#ifndef NEURON_TEST_SIM_SIMFIXTURE_H
#define NEURON_TEST_SIM_SIMFIXTURE_H

#include "../ProgramBuilder.h"

#include "neuron/sim.h"

#include <gtest/gtest.h>

namespace neuron::test {

/// Builds a program, runs it and keeps the slices of each track.
struct SimFixture : ProgramBuilder, testing::Test {
  static constexpr Engine T = Engine::Tensor, V = Engine::Vector, S = Engine::Scalar,
                          G = Engine::GpSimd, Y = Engine::Sync;
  static constexpr DType F32 = DType::F32, BF16 = DType::BF16, U8 = DType::U8;

  /// Runs without an error; `slices` are those of all tracks.
  SimResult run(const char *target = "trn2", SimOptions options = {}) {
    slices.clear();
    options.trace = [&](const SimSlice &slice) { slices.push_back(slice); };
    Result<SimResult> result = simulate(program, *findTarget(target), options);
    EXPECT_TRUE(result.ok()) << result.status().message();
    return result ? *result : SimResult{};
  }
  Status fail(const char *target = "trn2") {
    Result<SimResult> result = simulate(program, *findTarget(target), {});
    EXPECT_FALSE(result.ok());
    return result.status();
  }

  std::vector<SimSlice> track(unsigned index) const {
    std::vector<SimSlice> list;
    for (const SimSlice &slice : slices)
      if (slice.track == index)
        list.push_back(slice);
    return list;
  }
  SimSlice slice(Engine engine, size_t n) const { return track(unsigned(engine)).at(n); }
  SimSlice copySlice(unsigned queue, size_t n) const { return track(kFirstQueueSource + queue).at(n); }
  double start(Engine engine, size_t n) const { return slice(engine, n).startNs; }

  Operand tile(int64_t address, unsigned n, DType type = F32) {
    return sbuf(address, type, 128, {{1, n}});
  }
  Operand bank(unsigned number, unsigned n, DType type = F32) {
    return psum(2048 * number, type, 128, {{1, n}});
  }
  /// fp32 tensor_copy of n elements: n / 0.96 ns on trn2's Vector.
  uint32_t vectorCopy(Operand dst, Operand src, std::vector<Wait> waits = {}) {
    return emit(V, Opcode::TensorCopy, {dst, src}, {}, std::move(waits));
  }
  uint32_t activation(ActFn fn, Operand dst, Operand src, std::vector<Wait> waits = {}) {
    return emit(S, Opcode::Activation, {dst, src, none(), none(), none()}, {bits(fn)}, std::move(waits));
  }
  uint32_t matmul(Operand dst, unsigned moving = 512, std::vector<Wait> waits = {}) {
    return emit(T, Opcode::NcMatmul,
                {dst, sbuf(0, BF16, 128, {{1, 128}}), sbuf(4096, BF16, 128, {{1, moving}})}, {},
                std::move(waits));
  }
  /// [128, bytes] from HBM to SBUF.
  uint32_t load(unsigned queue, unsigned bytes, std::vector<Wait> waits = {}, uint32_t dge = 3) {
    return copy(queue, sbuf(0, U8, 128, {{1, bytes}}), hbm(0, U8, 128, bytes, {{1, bytes}}), dge,
                std::move(waits));
  }

  std::vector<SimSlice> slices;
  /// Rounding to picoseconds, for a few instructions.
  static constexpr double eps = 0.01;
};

} // namespace neuron::test

#endif // NEURON_TEST_SIM_SIMFIXTURE_H
