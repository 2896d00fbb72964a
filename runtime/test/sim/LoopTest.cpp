//===- LoopTest.cpp - rolled streams --------------------------------------===//

#include "SimFixture.h"
#include "Unrolled.h"

#include <ctime>

using namespace neuron;
using namespace neuron::test;

using LoopTest = SimFixture;

TEST_F(LoopTest, NestsAndTripsOfOuterCounters) {
  loop(V, 4);
  loop(V, affine(0, {{1, 0}})); // 0 1 2 3
  vectorCopy(tile(0, 64), tile(8192, 64));
  end(V);
  vectorCopy(tile(0, 64), tile(8192, 64));
  end(V);
  EXPECT_EQ(run().instructions, 6u + 4u);
}

TEST_F(LoopTest, NegativeAndZeroTrips) {
  for (int64_t trip : {0, -5}) {
    loop(V, trip);
    vectorCopy(tile(0, 64), tile(8192, 64));
    end(V);
  }
  EXPECT_EQ(run().instructions, 0u);
}

TEST_F(LoopTest, LoopsWithoutInstructionsTakeNoTime) {
  loop(V, int64_t(1) << 60);
  loop(V, int64_t(1) << 60);
  end(V);
  end(V);
  vectorCopy(tile(0, 64), tile(8192, 64));
  EXPECT_EQ(run().instructions, 1u);
}

/// Producer and consumer in step: wait index and address follow the counter.
TEST_F(LoopTest, WaitsFollowTheCounters) {
  loop(V, 10);
  vectorCopy(tile(0, 128), tile(8192, 128));
  vectorCopy(tile(4096, 128), tile(8192, 128));
  end(V);
  loop(S, 10);
  Operand result = tile(16384, 64);
  result.address = affine(16384, {{4096, 0}});
  activation(ActFn::Copy, result, tile(0, 64), {wait(unsigned(V), affine(0, {{2, 0}}))});
  end(S);
  run();
  for (int i = 0; i < 10; ++i)
    EXPECT_NEAR(start(S, i), slice(V, 2 * i).startNs + (128 + 144) / 0.96 + 50, eps) << i;
}

/// A ring of two buffers: the writer waits for the reader of two iterations ago.
TEST_F(LoopTest, GuardedWaitOnARing) {
  loop(V, 6);
  Wait reuse = wait(unsigned(S), affine(-2, {{1, 0}}));
  reuse.guard = affine(-2, {{1, 0}});
  vectorCopy(tile(0, 64), tile(8192, 64), {reuse});
  end(V);
  loop(S, 6);
  activation(ActFn::Copy, tile(16384, 1200), tile(0, 1200), {wait(unsigned(V), affine(0, {{1, 0}}))});
  end(S);
  run();
  EXPECT_NEAR(start(V, 1), 64 / 0.96 + 144 / 0.96, eps); // hazard: same bytes
  EXPECT_NEAR(start(V, 2), slice(S, 0).startNs + 1000 + 300 + 50, eps);
}

/// Rotating slots are other bytes: no hazard until the ring comes round.
TEST_F(LoopTest, RotationMovesTheAddress) {
  auto second = [&](uint32_t slots) {
    program = {};
    program.rotations.push_back({affine(0, {{1, 0}}), slots, 4096});
    loop(V, 2);
    Operand dst = tile(0, 64);
    dst.rotation = 0;
    vectorCopy(dst, tile(65536, 64));
    end(V);
    run();
    return start(V, 1);
  };
  EXPECT_NEAR(second(1), (64 + 144) / 0.96, eps);
  EXPECT_NEAR(second(2), 64 / 0.96, eps);
}

/// A rolled and an unrolled program take the same time to the picosecond.
TEST_F(LoopTest, RolledEqualsUnrolled) {
  auto body = [&](Affine dma, Affine stage) {
    load(0, 1024, {wait(unsigned(V), dma)});
    vectorCopy(tile(0, 256), tile(8192, 256), {wait(kFirstQueueSource, stage)});
  };
  queue(Y);
  loop(Y, 50);
  loop(V, 50);
  body(affine(-3, {{1, 0}}), affine(0, {{1, 0}}));
  end(Y);
  end(V);
  double rolled = run().totalNs;
  program = {};
  queue(Y);
  for (int i = 0; i < 50; ++i)
    body(affine(i - 3), affine(i));
  EXPECT_EQ(run().totalNs, rolled);
}

namespace {
/// C = A B with everything in SBUF: K accumulates in a bank, banks rotate,
/// Vector evicts.
void matmulNest(LoopTest &b, int64_t outer, int64_t inner, int64_t k) {
  int32_t ring = int32_t(b.program.rotations.size());
  b.program.rotations.push_back({b.affine(0, {{inner, 0}, {1, 1}}), 8, 2048});
  auto banked = [&] {
    Operand o = b.psum(0, DType::F32, 128, {{1, 512}});
    o.rotation = ring;
    return o;
  };
  b.loop(Engine::Tensor, outer);
  b.loop(Engine::Tensor, inner);
  b.loop(Engine::Tensor, k - 1);
  Wait free = b.wait(unsigned(Engine::Vector), b.affine(-8, {{inner, 0}, {1, 1}}));
  b.matmul(banked(), 512, {free});
  b.end(Engine::Tensor);
  b.matmul(banked(), 512);
  b.end(Engine::Tensor);
  b.end(Engine::Tensor);
  b.loop(Engine::Vector, outer);
  b.loop(Engine::Vector, inner);
  b.vectorCopy(b.tile(0, 512, DType::BF16), banked(),
               {b.wait(unsigned(Engine::Tensor), b.affine(k - 1, {{inner * k, 0}, {k, 1}}))});
  b.end(Engine::Vector);
  b.end(Engine::Vector);
}
} // namespace

/// What a nest remembers from one iteration to the next changes no time: each
/// slice of it is where the program without loops has it.
TEST_F(LoopTest, NestEqualsUnrolled) {
  unsigned q = queue(Y, 3);
  program.rotations.push_back({affine(0, {{1, 0}}), 3, 4096});
  Operand stage = sbuf(65536, U8, 128, {{1, 3000}});
  stage.rotation = 0;
  loop(Y, 12);
  copy(q, stage, hbm(0, U8, 128, 3000, {{1, 3000}}), 3, {wait(unsigned(G), affine(-9, {{4, 0}}))});
  end(Y);
  loop(G, 12);
  loop(G, 4); // reads the same bytes four times
  Operand row = tile(32768, 100);
  row.address = affine(32768, {{400, 1}});
  emit(G, Opcode::TensorCopy, {row, stage}, {}, {wait(kFirstQueueSource + q, affine(0, {{1, 0}}))});
  end(G);
  end(G);
  matmulNest(*this, 5, 3, 7);
  for (const char *target : {"trn1", "trn2", "trn3"}) {
    double rolled = run(target).totalNs;
    std::vector<SimSlice> loops = slices;
    Program kept = program;
    program = Unrolled(kept).take();
    EXPECT_EQ(run(target).totalNs, rolled);
    program = kept;
    ASSERT_EQ(slices.size(), loops.size());
    for (size_t i = 0; i < loops.size(); ++i) {
      EXPECT_EQ(slices[i].track, loops[i].track) << i;
      EXPECT_EQ(slices[i].startNs, loops[i].startNs) << i;
      EXPECT_EQ(slices[i].endNs, loops[i].endNs) << i;
    }
  }
}

TEST_F(LoopTest, MatmulRunsAtPeak) {
  matmulNest(*this, 8, 8, 16);
  SimResult result = run();
  EXPECT_EQ(result.instructions, 8u * 8 * 17);
  double ideal = 8 * 8 * 16 * 512 / 2.4;
  EXPECT_GT(ideal / result.totalNs, 0.99);
}

/// The products of a 16384^3 matmul in a fraction of a second. Processor time:
/// other work on the machine does not count.
TEST_F(LoopTest, LargeMatmulIsFast) {
  matmulNest(*this, 128, 32, 128);
  std::clock_t begin = std::clock();
  Result<SimResult> result = simulate(program, *findTarget("trn2"));
  double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->instructions, 128u * 32 * 129);
  EXPECT_GT(128.0 * 32 * 128 * 512 / 2.4 / result->totalNs, 0.99);
  RecordProperty("instructions_per_second", std::to_string(double(result->instructions) / seconds));
  EXPECT_LT(seconds, 0.25) << "five times too slow";
}
