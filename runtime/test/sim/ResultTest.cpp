//===- ResultTest.cpp - the summary of a run ------------------------------===//

#include "SimFixture.h"

using namespace neuron;
using namespace neuron::test;

using ResultTest = SimFixture;

TEST_F(ResultTest, Kernels) {
  program.kernels = {{"a", "", "", 0, 0}, {"b", "", "", 0, 0}, {"unused", "", "", 0, 0}};
  unsigned q = queue(Y);
  kernel = 0;
  load(q, 4096);
  vectorCopy(tile(0, 512), tile(8192, 512));
  kernel = 1;
  vectorCopy(tile(4096, 256), tile(8192, 256));
  vectorCopy(tile(6144, 256), tile(8192, 256));
  activation(ActFn::Copy, tile(0, 64), tile(8192, 64));
  SimResult result = run();
  EXPECT_NEAR(result.kernelNs[0], 128 * 4096 / 362.5, 30); // DMA outweighs Vector
  EXPECT_NEAR(result.kernelNs[1], 512 / 0.96, eps);
  EXPECT_EQ(result.kernelNs[2], 0);
  EXPECT_EQ(result.kernelStartNs[0], 0);
  EXPECT_EQ(result.kernelStartNs[1], 0);
  EXPECT_NEAR(result.kernelEndNs[0], result.totalNs, eps);
  EXPECT_NEAR(result.kernelEndNs[1], (1024 + 144) / 0.96, eps);
}

TEST_F(ResultTest, SlicesOfATrackAreInOrderAndApart) {
  unsigned q = queue(Y);
  loop(Y, 20);
  load(q, 3000);
  end(Y);
  loop(V, 20);
  vectorCopy(tile(0, 100), tile(8192, 100), {wait(kFirstQueueSource + q, affine(0, {{1, 0}}))});
  end(V);
  run();
  for (unsigned t : {unsigned(Y), unsigned(V), kFirstQueueSource + q}) {
    std::vector<SimSlice> list = track(t);
    ASSERT_EQ(list.size(), 20u);
    for (size_t i = 1; i < list.size(); ++i)
      EXPECT_GE(list[i].startNs, list[i - 1].endNs);
  }
}

TEST_F(ResultTest, SameProgramSameResult) {
  unsigned a = queue(Y), b = queue(S);
  for (int i = 0; i < 20; ++i) {
    load(a, 100 * i + 64);
    load(b, 77 * i + 64);
    matmul(bank(i % 8, 512), 512, {waitQueue(a, i)});
    vectorCopy(tile(0, 512), bank(i % 8, 512), {wait(T, i)});
  }
  SimResult first = run(), second = run();
  EXPECT_EQ(first.totalNs, second.totalNs);
  EXPECT_EQ(first.dmaBusyNs, second.dmaBusyNs);
}
