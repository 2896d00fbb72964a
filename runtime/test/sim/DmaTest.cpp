//===- DmaTest.cpp - queues, descriptors, shared engines ------------------===//

#include "SimFixture.h"

using namespace neuron;
using namespace neuron::test;

namespace {
struct DmaTest : SimFixture {
  /// Time that a [128, bytes] load keeps the DMA system of trn2: HBM is slower
  /// than the engines.
  static double share(double bytes) {
    return std::max(128 * bytes / 362.5, 8 * bytes / 23 + 50);
  }
};
} // namespace

TEST_F(DmaTest, OneCopy) {
  unsigned q = queue(Y);
  load(q, 4096);
  vectorCopy(tile(0, 8), tile(8192, 8), {waitQueue(q, 0)});
  SimResult result = run();
  EXPECT_NEAR(start(Y, 0), 0, eps);
  EXPECT_NEAR(copySlice(q, 0).startNs, 1000, eps);
  EXPECT_NEAR(copySlice(q, 0).endNs, 1000 + share(4096), eps);
  EXPECT_NEAR(start(V, 0), 1300 + share(4096), eps);
  EXPECT_EQ(result.dmaCopies, 1u);
  EXPECT_EQ(result.hbmReadBytes, 128u * 4096);
  EXPECT_EQ(result.hbmWriteBytes, 0u);
  EXPECT_NEAR(result.dmaBusyNs, share(4096), eps);
}

TEST_F(DmaTest, StartOfEachGeneration) {
  load(queue(Y), 64);
  run("trn1");
  EXPECT_NEAR(copySlice(0, 0).startNs, 1300, eps);
  run("trn3");
  EXPECT_NEAR(copySlice(0, 0).startNs, 1000, eps);
}

TEST_F(DmaTest, CopiesOfAQueueKeepTheirDistance) {
  unsigned q = queue(Y);
  for (int i = 0; i < 3; ++i)
    load(q, 64);
  run();
  EXPECT_NEAR(copySlice(q, 1).startNs, 1860, eps);
  EXPECT_NEAR(copySlice(q, 2).startNs, 2720, eps);
}

/// On v2 the distance is fitted to the published matrix multiplications.
TEST_F(DmaTest, CopiesOfAQueueKeepMoreDistanceOnV2) {
  unsigned q = queue(Y);
  for (int i = 0; i < 2; ++i)
    load(q, 64);
  run("trn1");
  EXPECT_NEAR(copySlice(q, 1).startNs - copySlice(q, 0).startNs, 1250, eps);
}

/// HBM is slower than the engines together: two queues do not add up.
TEST_F(DmaTest, QueuesShareTheBandwidthOfHbm) {
  for (Engine engine : {Y, S}) {
    unsigned q = queue(engine);
    for (int i = 0; i < 16; ++i)
      load(q, 16384);
  }
  double bytes = 32.0 * 128 * 16384;
  EXPECT_NEAR(bytes / (run("trn2").totalNs - 1300), 2900.0 / 8, 2);
}

TEST_F(DmaTest, AQueueWorksOnOneCopyAtATime) {
  unsigned q = queue(Y);
  load(q, 16384);
  load(q, 64);
  run();
  EXPECT_NEAR(copySlice(q, 1).startNs, copySlice(q, 0).endNs, eps);
}

TEST_F(DmaTest, QueuesShareTheEngines) {
  unsigned a = queue(Y), b = queue(S);
  load(a, 8192);
  load(b, 8192);
  run();
  EXPECT_NEAR(copySlice(a, 0).endNs, 1000 + 2 * share(8192), eps);
  EXPECT_NEAR(copySlice(b, 0).endNs, 1000 + 2 * share(8192), eps);
}

TEST_F(DmaTest, AShortCopyIsNotStuckBehindALongOne) {
  unsigned a = queue(Y), b = queue(S);
  load(a, 32768);
  load(b, 2048);
  run();
  EXPECT_NEAR(copySlice(b, 0).endNs, 1000 + 2 * share(2048), eps);
  EXPECT_NEAR(copySlice(a, 0).endNs, 1000 + share(32768) + share(2048), eps);
}

/// One row goes through one engine even if the others are idle.
TEST_F(DmaTest, TheBusiestEngineEndsTheCopy) {
  unsigned q = queue(Y);
  copy(q, sbuf(0, U8, 1, {{1, 4096}}), hbm(0, U8, 1, 0, {{1, 4096}}));
  run();
  EXPECT_NEAR(copySlice(q, 0).endNs - copySlice(q, 0).startNs, 4096 / 23.0 + 50, eps);
}

TEST_F(DmaTest, DepthLimitsTheCopiesInFlight) {
  unsigned q = queue(Y, 2);
  for (int i = 0; i < 3; ++i)
    load(q, 64);
  run();
  EXPECT_NEAR(start(Y, 1), 8, eps);
  EXPECT_NEAR(start(Y, 2), copySlice(q, 0).endNs + 300, eps);
}

TEST_F(DmaTest, SoftwareDescriptorsTakeGpsimdTime) {
  unsigned q = queue(Y);
  load(q, 64, {}, 1);
  emit(G, Opcode::TensorCopy, {tile(0, 64), tile(8192, 64)}, {}, {wait(Y, 0)});
  SimResult result = run("trn2");
  double descriptors = 1000 + 8 * 128 / 1.2;
  EXPECT_NEAR(copySlice(q, 0).startNs, descriptors + 1000, eps);
  EXPECT_NEAR(start(G, 0), descriptors, eps);
  EXPECT_NEAR(result.busyNs[unsigned(G)], descriptors + 64 / 1.2, eps);
}

TEST_F(DmaTest, SoftwareDescriptorsWaitForGpsimd) {
  emit(G, Opcode::TensorCopy, {tile(0, 2400), tile(16384, 2400)});
  unsigned q = queue(Y);
  load(q, 64, {}, 1);
  run("trn2");
  EXPECT_NEAR(copySlice(q, 0).startNs, 2000 + 1000 + 8 * 128 / 1.2 + 1000, eps);
}

TEST_F(DmaTest, GpsimdIsHeldByItsOwnSoftwareCopies) {
  unsigned q = queue(G);
  load(q, 64, {}, 1);
  emit(G, Opcode::TensorCopy, {tile(0, 64), tile(8192, 64)});
  run("trn2");
  EXPECT_NEAR(start(G, 1), 1000 + 8 * 128 / 1.2, 8 + eps);
}

TEST_F(DmaTest, HardwareDescriptorsHoldSyncButNotScalar) {
  unsigned y = queue(Y), s = queue(S);
  load(y, 64, {}, 2);
  load(y, 64, {}, 2);
  load(s, 64, {}, 2);
  load(s, 64, {}, 2);
  run("trn2");
  EXPECT_NEAR(start(Y, 1), 600, eps);
  EXPECT_NEAR(start(S, 1), 8, eps);
  EXPECT_NEAR(copySlice(y, 0).startNs, 700, eps);
  EXPECT_NEAR(copySlice(s, 0).startNs, 700, eps);
}

/// ScalarE runs ahead of its generator, which still makes one copy at a time.
TEST_F(DmaTest, OneGeneratorForEachEngine) {
  unsigned a = queue(S), b = queue(S);
  load(a, 64, {}, 2);
  load(b, 64, {}, 2);
  run("trn2");
  EXPECT_NEAR(copySlice(a, 0).startNs, 700, eps);
  EXPECT_NEAR(copySlice(b, 0).startNs, 1300, eps);
}

TEST_F(DmaTest, HardwareDescriptorsNeedTheGeneration) {
  load(queue(Y), 64, {}, 2);
  Status status = fail("trn1");
  EXPECT_EQ(status.code(), 7103u);
  EXPECT_EQ(status.errorClass(), ErrorClass::Unsupported);
}

/// Section 5.3: 0.74 us to the first byte, 1.2 us in all.
TEST_F(DmaTest, MeasuredLoad) {
  unsigned q = queue(Y);
  copy(q, sbuf(0, BF16, 128, {{1, 128}}), hbm(0, BF16, 128, 128, {{1, 128}}), 2);
  SimResult result = run("trn2");
  EXPECT_NEAR(copySlice(q, 0).startNs, 740, 50);
  EXPECT_NEAR(result.totalNs, 1200, 70);
}

/// Section 5.3: a queue of [128, n] copies reaches the documented share of the
/// rate of 32 KiB rows.
TEST_F(DmaTest, SustainedThroughput) {
  auto rate = [&](unsigned bytes) {
    program = {};
    unsigned q = queue(Y);
    loop(Y, 200);
    load(q, bytes);
    end(Y);
    return 128.0 * bytes * 200 / (run("trn2").totalNs - 1300);
  };
  double peak = rate(32768);
  EXPECT_NEAR(peak, 362.5, 2);
  for (auto [bytes, relative] : {std::pair{256u, 0.103}, {1024u, 0.422}, {2048u, 0.813}, {4096u, 0.966}})
    EXPECT_NEAR(rate(bytes) / peak, relative, 0.06 * relative) << bytes;
}
