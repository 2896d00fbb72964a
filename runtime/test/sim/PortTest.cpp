//===- PortTest.cpp - engines that share a port ---------------------------===//

#include "SimFixture.h"

using namespace neuron;
using namespace neuron::test;

using PortTest = SimFixture;

/// v2: Vector and GpSimd must not overlap on SBUF.
TEST_F(PortTest, VectorAndGpsimdOnSbuf) {
  vectorCopy(tile(0, 512), tile(8192, 512));
  emit(G, Opcode::TensorCopy, {tile(16384, 512), tile(32768, 512)});
  run("trn1");
  EXPECT_EQ(start(V, 0), 0);
  EXPECT_NEAR(start(G, 0), 512 / 1.12, eps);
  run("trn2");
  EXPECT_EQ(start(G, 0), 0);
}

TEST_F(PortTest, VectorOnPsumAloneLeavesSbufToGpsimd) {
  vectorCopy(bank(0, 512), bank(1, 512));
  emit(G, Opcode::TensorCopy, {tile(16384, 512), tile(32768, 512)});
  run("trn1");
  EXPECT_EQ(start(G, 0), 0);
}

/// v2: Vector and Scalar must not overlap on PSUM.
TEST_F(PortTest, VectorAndScalarOnPsum) {
  vectorCopy(tile(0, 512), bank(0, 512));
  activation(ActFn::Copy, tile(8192, 512), bank(1, 512));
  run("trn1");
  EXPECT_NEAR(start(S, 0), 512 / 1.12, eps);
  run("trn2");
  EXPECT_EQ(start(S, 0), 0);
}

/// Waiting engines get the port in the order in which they asked.
TEST_F(PortTest, TheLongestWaitingComesFirst) {
  for (int i = 0; i < 3; ++i)
    vectorCopy(tile(1024 * i, 256), tile(8192, 256));
  emit(G, Opcode::TensorCopy, {tile(16384, 256), tile(32768, 256)});
  run("trn1");
  EXPECT_NEAR(start(G, 0), 256 / 1.12, eps);
  EXPECT_NEAR(start(V, 1), 256 / 1.12 + 256 / 1.4, eps);
}

TEST_F(PortTest, BankConflicts) {
  vectorCopy(tile(0, 512), bank(3, 512));
  activation(ActFn::Copy, tile(8192, 256), bank(3, 256));
  matmul(bank(3, 512));
  run("trn2");
  EXPECT_NEAR(start(T, 0), 0, eps); // engines of equal claim in their order
  EXPECT_NEAR(start(V, 0), 512 / 2.4, eps);
  EXPECT_NEAR(start(S, 0), 512 / 2.4 + 512 / 0.96, eps);
}

TEST_F(PortTest, AnOperandOverTwoBanks) {
  vectorCopy(tile(0, 1024), psum(2048, F32, 128, {{1, 1024}}));
  activation(ActFn::Copy, tile(8192, 256), bank(2, 256));
  emit(T, Opcode::NcMatmul, {bank(3, 64), sbuf(0, BF16, 128, {{1, 128}}), sbuf(0, BF16, 128, {{1, 64}})});
  run("trn2");
  EXPECT_EQ(start(T, 0), 0);
  EXPECT_NEAR(start(S, 0), 1024 / 0.96, eps);
}

/// GpSimdE on the shared bus takes the perf mode away.
TEST_F(PortTest, GpsimdCancelsPerfModes) {
  vectorCopy(tile(0, 1024, BF16), tile(8192, 1024, BF16), {wait(S, 0)});
  vectorCopy(tile(0, 1024, BF16), tile(8192, 1024, BF16), {wait(G, 0)});
  activation(ActFn::Copy, tile(32768, 8), tile(65536, 8));
  emit(G, Opcode::TensorCopy, {tile(16384, 2048), tile(49152, 2048)});
  run("trn2");
  EXPECT_NEAR(slice(V, 0).endNs - slice(V, 0).startNs, 1024 / 0.96, eps);
  EXPECT_NEAR(slice(V, 1).endNs - slice(V, 1).startNs, 256 / 0.96, eps);
}
