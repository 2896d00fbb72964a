//===- EngineTest.cpp - order, semaphores and hazards of the engines ------===//

#include "SimFixture.h"

using namespace neuron;
using namespace neuron::test;

using EngineTest = SimFixture;

TEST_F(EngineTest, Empty) {
  SimResult result = run();
  EXPECT_EQ(result.totalNs, 0);
  EXPECT_EQ(result.instructions, 0u);
}

TEST_F(EngineTest, InOrderAtTheInterval) {
  vectorCopy(tile(0, 512), tile(8192, 512));
  vectorCopy(tile(16384, 512), tile(8192, 512));
  SimResult result = run();
  EXPECT_NEAR(start(V, 1), 512 / 0.96, eps);
  EXPECT_NEAR(result.totalNs, (2 * 512 + 144) / 0.96, eps);
  EXPECT_NEAR(result.busyNs[unsigned(V)], 2 * 512 / 0.96, eps);
  EXPECT_EQ(result.instructions, 2u);
}

TEST_F(EngineTest, EnginesRunSideBySide) {
  vectorCopy(tile(0, 512), tile(8192, 512));
  activation(ActFn::Copy, tile(16384, 512), tile(8192, 512));
  run();
  EXPECT_EQ(start(V, 0), 0);
  EXPECT_EQ(start(S, 0), 0);
}

TEST_F(EngineTest, WaitForAnotherEngine) {
  vectorCopy(tile(0, 512), tile(8192, 512));
  activation(ActFn::Copy, tile(16384, 512), tile(0, 512), {wait(V, 0)});
  run();
  EXPECT_NEAR(start(S, 0), (512 + 144) / 0.96 + 50, eps);
}

/// The waiter comes first in simulated time: it is woken by the producer.
TEST_F(EngineTest, WaitForALaterInstance) {
  for (int i = 0; i < 5; ++i)
    vectorCopy(tile(16384 * i, 512), tile(8192, 512));
  activation(ActFn::Copy, tile(0, 8), tile(8192, 8), {wait(V, 3)});
  run();
  EXPECT_NEAR(start(S, 0), (4 * 512 + 144) / 0.96 + 50, eps);
}

/// "Instance n and all before it": a long one before a short one.
TEST_F(EngineTest, WaitCoversAllBefore) {
  emit(G, Opcode::Iota, {tile(0, 4096, DType::I32)});
  emit(G, Opcode::TensorCopy, {tile(32768, 64), tile(65536, 64)});
  vectorCopy(tile(0, 64), tile(8192, 64), {wait(G, 1)});
  run();
  EXPECT_NEAR(start(V, 0), (150 + 4096 + 150 + 64) / 1.2 + 50, eps);
}

TEST_F(EngineTest, NegativeIndexOrGuardDoesNotWait) {
  Wait negative = wait(V, -1), guarded = wait(V, 0);
  guarded.guard = affine(-1);
  activation(ActFn::Copy, tile(0, 8), tile(8192, 8), {negative, guarded});
  run();
  EXPECT_EQ(start(S, 0), 0);
}

TEST_F(EngineTest, EventSemaphoreHoldsItsEngine) {
  vectorCopy(tile(0, 512), tile(8192, 512));
  emit(S, Opcode::EventSemaphore, {}, {}, {wait(V, 0)});
  activation(ActFn::Copy, tile(0, 8), tile(8192, 8));
  run();
  EXPECT_NEAR(start(S, 0), (512 + 144) / 0.96 + 50, eps);
  EXPECT_NEAR(start(S, 1), (512 + 144) / 0.96 + 50 + 20 / 1.2, eps);
}

TEST_F(EngineTest, DependentInstructionWaitsForTheWrite) {
  vectorCopy(tile(0, 128), tile(8192, 128));
  vectorCopy(tile(16384, 128), tile(0, 128)); // reads it
  vectorCopy(tile(16384, 128), tile(8192, 128)); // overwrites it
  run();
  EXPECT_NEAR(start(V, 1), (128 + 144) / 0.96, eps);
  EXPECT_NEAR(start(V, 2), 2 * (128 + 144) / 0.96, eps);
}

TEST_F(EngineTest, DisjointBytesOrPartitionsDoNotWait) {
  Operand lower = sbuf(0, F32, 64, {{1, 128}}), upper = lower;
  upper.startPartition = 64;
  vectorCopy(lower, tile(8192, 128));
  vectorCopy(tile(16384, 128), upper);
  vectorCopy(tile(32768, 128), tile(16384 + 512, 128));
  run();
  EXPECT_NEAR(start(V, 1), 128 / 0.96, eps);
  EXPECT_NEAR(start(V, 2), 2 * 128 / 0.96, eps);
}

TEST_F(EngineTest, SameAddressInPsumAndSbufIsNoHazard) {
  vectorCopy(bank(0, 128), tile(8192, 128));
  vectorCopy(tile(16384, 128), tile(0, 128));
  run();
  EXPECT_NEAR(start(V, 1), 128 / 0.96, eps);
}

/// 189 ns for each link of a chain of one-element activations on v2.
TEST_F(EngineTest, DependentScalarChain) {
  for (int i = 0; i < 11; ++i)
    activation(ActFn::Copy, tile(0, 1), tile(0, 1));
  run("trn1");
  EXPECT_NEAR(start(S, 10) / 10, 264 / 1.4, 0.1);
}

/// Accumulation stays in PSUM: matmuls into one bank follow at the interval.
TEST_F(EngineTest, AccumulatingMatmulsAreNotHeld) {
  for (int i = 0; i < 3; ++i)
    matmul(bank(0, 512));
  SimResult result = run();
  EXPECT_NEAR(start(T, 2), 2 * 512 / 2.4, eps);
  EXPECT_NEAR(result.totalNs, (3 * 512 + 252) / 2.4, eps);
}

TEST_F(EngineTest, FunctionTables) {
  activation(ActFn::Copy, tile(0, 8), tile(8192, 8));
  activation(ActFn::Exp, tile(1024, 8), tile(8192, 8));
  activation(ActFn::Exp, tile(2048, 8), tile(8192, 8));
  activation(ActFn::Relu, tile(3072, 8), tile(8192, 8));
  activation(ActFn::Exp, tile(4096, 8), tile(8192, 8));
  activation(ActFn::Gelu, tile(5120, 8), tile(8192, 8));
  SimResult result = run();
  double step = 64 / 1.2;
  EXPECT_EQ(start(S, 0), 0);
  EXPECT_NEAR(start(S, 1), step + 1300, eps);
  EXPECT_NEAR(start(S, 2), 2 * step + 1300, eps);
  EXPECT_NEAR(start(S, 4), 4 * step + 1300, eps);
  EXPECT_NEAR(start(S, 5), 5 * step + 2600, eps);
  EXPECT_NEAR(result.busyNs[unsigned(S)], 6 * step + 2600, eps);
}

/// The table loads while the instruction still waits.
TEST_F(EngineTest, TableLoadOverlapsTheWait) {
  vectorCopy(tile(0, 2048), tile(32768, 2048));
  activation(ActFn::Exp, tile(16384, 8), tile(0, 8), {wait(V, 0)});
  run();
  EXPECT_NEAR(start(S, 0), (2048 + 144) / 0.96 + 50, eps);
}

TEST_F(EngineTest, DisjointTilesOfTheArrayOverlap) {
  auto tiled = [&](unsigned row) {
    Operand stationary = sbuf(0, BF16, 32, {{1, 128}}), moving = sbuf(4096, BF16, 32, {{1, 512}});
    stationary.startPartition = moving.startPartition = uint16_t(row);
    emit(T, Opcode::NcMatmul, {bank(row / 32, 512), stationary, moving}, {0, 0, 0, 32, 128});
  };
  for (unsigned row : {0u, 32u, 64u, 96u, 0u})
    tiled(row);
  matmul(bank(4, 512));
  run();
  EXPECT_NEAR(start(T, 1), 16 / 2.4, eps);
  EXPECT_NEAR(start(T, 3), 3 * 16 / 2.4, eps);
  EXPECT_NEAR(start(T, 4), 512 / 2.4, eps); // its tile is busy
  EXPECT_NEAR(start(T, 5), 2 * 512 / 2.4, eps); // needs the whole array
}

TEST_F(EngineTest, ColdTensorEngineIsThrottled) {
  for (int i = 0; i < 100; ++i)
    matmul(bank(i % 8, 512));
  double warm = run().totalNs, cold = run("trn2", {.trace = {}, .didtThrottle = true}).totalNs;
  double interval = 512 / 2.4;
  EXPECT_NEAR(slice(T, 0).endNs, 2 * interval, eps);
  EXPECT_NEAR(slice(T, 99).endNs - slice(T, 99).startNs, interval, eps);
  // Half the rate at first, full after 3 us: about 0.9 us are lost.
  EXPECT_NEAR(cold - warm, 900, 150);
}
