//===- DmaCostTest.cpp - copies against the documented figures ------------===//

#include "../ProgramBuilder.h"

#include "neuron/target.h"

#include <gtest/gtest.h>

using namespace neuron;
using namespace neuron::test;

namespace {
constexpr DType F32 = DType::F32, BF16 = DType::BF16, U8 = DType::U8;

struct DmaCostTest : ProgramBuilder, testing::Test {
  DmaCost run(const char *target, Operand dst, Operand src, uint32_t dge = 3,
              Engine owner = Engine::Sync) {
    uint32_t q = queue(owner);
    uint32_t index = copy(q, dst, src, dge);
    return dmaCost(*findTarget(target), program, program.instructions[index]);
  }
  /// [128, bytes] from HBM.
  DmaCost load(const char *target, unsigned bytes, uint32_t dge = 3, Engine owner = Engine::Sync) {
    return run(target, sbuf(0, U8, 128, {{1, bytes}}), hbm(0, U8, 128, bytes, {{1, bytes}}), dge, owner);
  }
};
} // namespace

/// Section 5.3: relative throughput for bytes per partition, 32 KiB = 1.
TEST_F(DmaCostTest, ThroughputCurve) {
  const std::pair<unsigned, double> curve[] = {
      {64, 0.026},   {128, 0.050},  {256, 0.103},  {512, 0.206},   {1024, 0.422},
      {2048, 0.813}, {4096, 0.966}, {8192, 0.983}, {16384, 0.990}, {32768, 1}};
  const Target &trn2 = *findTarget("trn2");
  auto rate = [&](unsigned bytes) {
    DmaCost cost = load("trn2", bytes);
    return 128.0 * bytes / std::max(trn2.dmaQueueIntervalNs, cost.shareNs);
  };
  for (auto [bytes, relative] : curve)
    EXPECT_NEAR(rate(bytes) / rate(32768), relative, 0.05 * relative) << bytes;
}

TEST_F(DmaCostTest, SustainedRates) {
  for (auto [name, rate] : {std::pair{"trn1", 272.0}, {"trn2", 368.0}, {"trn3", 528.0}})
    EXPECT_NEAR(128.0 * 32768 / load(name, 32768).shareNs, rate, 0.01 * rate) << name;
}

/// One engine moved eight 256 B rows in 97 ns: no floor on a row of 256 B.
TEST_F(DmaCostTest, RowsOf256BytesRunAtFullRate) {
  DmaCost cost = load("trn2", 256);
  EXPECT_NEAR(cost.engineNs - 50, 8 * 256 / 23.0, 1e-9);
  EXPECT_EQ(cost.descriptors, 128u);
}

TEST_F(DmaCostTest, ShortRunsTakeTheTimeOf256Bytes) {
  DmaCost cost = run("trn2", sbuf(0, F32, 128, {{1, 64}}), hbm(0, F32, 128, 6400, {{100, 64}}));
  EXPECT_EQ(cost.descriptors, 128u * 64);
  EXPECT_EQ(cost.bytes, 128u * 64 * 4);
  EXPECT_NEAR(cost.engineNs - 50, 8 * 64 * 256 / 23.0, 1e-9);
}

/// Runs end where either side ends one.
TEST_F(DmaCostTest, DescriptorsAreContiguousOnBothSides) {
  DmaCost nested = run("trn2", sbuf(0, F32, 16, {{200, 4}, {1, 100}}), hbm(0, F32, 16, 400, {{1, 400}}));
  EXPECT_EQ(nested.descriptors, 16u * 4);
  DmaCost crossed = run("trn2", hbm(0, F32, 6, 100, {{1, 2}}), hbm(1, F32, 4, 100, {{1, 3}}));
  EXPECT_EQ(crossed.descriptors, 8u); // cuts at 0 2 3 4 6 8 9 10 of 12
  DmaCost one = run("trn2", hbm(0, F32, 64, 64, {{1, 64}}), hbm(1, F32, 1, 0, {{64, 64}, {1, 64}}));
  EXPECT_EQ(one.descriptors, 1u);
}

TEST_F(DmaCostTest, LongRunsAreCutIntoPackets) {
  DmaCost cost = run("trn2", hbm(0, U8, 1, 0, {{1, 65536}}), hbm(1, U8, 1, 0, {{1, 65536}}));
  EXPECT_EQ(cost.descriptors, 1u);
  EXPECT_NEAR(cost.engineNs - 50, 4096 / 23.0, 1e-9);
}

TEST_F(DmaCostTest, FewRowsUseFewEngines) {
  DmaCost cost = run("trn2", sbuf(0, U8, 4, {{1, 2048}}), hbm(0, U8, 4, 2048, {{1, 2048}}));
  EXPECT_NEAR(cost.engineNs - 50, 2048 / 23.0, 1e-9);
  EXPECT_NEAR(cost.shareNs - 50, 4 * 2048 / 23.0 / 16, 1e-9);
}

TEST_F(DmaCostTest, HbmBytes) {
  DmaCost in = load("trn2", 512);
  EXPECT_EQ(in.hbmReadBytes, 128u * 512);
  EXPECT_EQ(in.hbmWriteBytes, 0u);
  DmaCost within = run("trn2", hbm(0, F32, 1, 0, {{1, 64}}), hbm(1, BF16, 1, 0, {{1, 64}}));
  EXPECT_EQ(within.hbmReadBytes, 128u);
  EXPECT_EQ(within.hbmWriteBytes, 256u);
  EXPECT_EQ(within.bytes, 256u);
}

TEST_F(DmaCostTest, CastsTakeTwice) {
  double plain = run("trn2", sbuf(0, F32, 128, {{1, 512}}), hbm(0, F32, 128, 512, {{1, 512}})).engineNs;
  double cast = run("trn2", sbuf(0, F32, 128, {{1, 512}}), hbm(0, BF16, 128, 512, {{1, 512}})).engineNs;
  EXPECT_NEAR(cast - 50, 2 * (plain - 50), 1e-9);
}

TEST_F(DmaCostTest, Sums) {
  auto add = [&](const char *target) {
    uint32_t q = queue(Engine::Sync);
    Operand a = hbm(0, F32, 128, 512, {{1, 512}});
    uint32_t index = emit(Engine::Sync, Opcode::DmaCompute, {sbuf(0, F32, 128, {{1, 512}}), a, a, none()}, {q, 3});
    return dmaCost(*findTarget(target), program, program.instructions[index]);
  };
  EXPECT_NEAR(add("trn2").engineNs - 50, 2 * 8 * 2048 / 23.0, 1e-9);
  EXPECT_NEAR(add("trn3").engineNs - 50, 8 * 2048 / 33.0, 1e-9);
  EXPECT_EQ(add("trn2").hbmReadBytes, 2u * 128 * 2048);
}

TEST_F(DmaCostTest, Transposes) {
  auto transpose = [&](const char *target, Operand src) {
    uint32_t q = queue(Engine::Sync);
    uint32_t index = emit(Engine::Sync, Opcode::DmaTranspose, {sbuf(0, BF16, 128, {{1, 128}}), src}, {q, 3});
    return dmaCost(*findTarget(target), program, program.instructions[index]).engineNs - 50;
  };
  Operand fromHbm = hbm(0, BF16, 128, 128, {{1, 128}}), fromSbuf = sbuf(0, BF16, 128, {{1, 128}});
  EXPECT_NEAR(transpose("trn2", fromHbm), 8 * 256 / 23.0 / 0.9, 1e-9);
  EXPECT_NEAR(transpose("trn2", fromSbuf), 8 * 256 / 23.0 / 0.5, 1e-9);
  EXPECT_NEAR(transpose("trn1", fromHbm), 8 * 256 / 17.0 * 10, 1e-9);
}

TEST_F(DmaCostTest, StartTimes) {
  EXPECT_EQ(load("trn1", 64).startNs, 1300);
  EXPECT_EQ(load("trn2", 64).startNs, 1000);
  EXPECT_EQ(load("trn2", 64, 1).startNs, 1000);
  EXPECT_EQ(load("trn2", 64, 2).startNs, 700);
  EXPECT_EQ(load("trn2", 64).completeNs, 300);
}

TEST_F(DmaCostTest, DescriptorGeneration) {
  DmaCost none = load("trn2", 64), software = load("trn2", 64, 1), hardware = load("trn2", 64, 2),
          scalar = load("trn2", 64, 2, Engine::Scalar);
  EXPECT_EQ(none.issueNs, 8);
  EXPECT_EQ(none.gpsimdNs, 0);
  EXPECT_NEAR(software.gpsimdNs, 1000 + 8 * 128 / 1.2, 1e-9);
  EXPECT_EQ(hardware.generatorNs, 600);
  EXPECT_EQ(hardware.issueNs, 600);
  EXPECT_EQ(scalar.generatorNs, 600);
  EXPECT_EQ(scalar.issueNs, 8);
}

/// Gathered rows are never one run, even if they would follow each other.
TEST_F(DmaCostTest, GatheredRowsAreApart) {
  uint32_t q = queue(Engine::GpSimd);
  uint32_t index = emit(Engine::GpSimd, Opcode::DmaCopy,
                        {hbm(0, F32, 128, 64, {{1, 64}}), hbm(1, F32, 128, 64, {{1, 64}}),
                         sbuf(0, DType::I32, 128, {{1, 1}})},
                        {q, 1, 1, 64, 1000, 0});
  EXPECT_EQ(dmaCost(*findTarget("trn2"), program, program.instructions[index]).descriptors, 128u);
}

TEST_F(DmaCostTest, AbsurdSizesSaturate) {
  Operand huge = hbm(0, F32, 65535, 1, {{3, ~0u}, {3, ~0u}, {3, ~0u}, {1, ~0u}});
  DmaCost cost = run("trn2", huge, huge);
  EXPECT_EQ(cost.bytes, UINT64_MAX);
  EXPECT_GT(cost.engineNs, 1e18);
}
