//===- CostTest.cpp - one test for each row of the cost table -------------===//

#include "../ProgramBuilder.h"

#include "neuron/target.h"

#include <gtest/gtest.h>

using namespace neuron;
using namespace neuron::test;

namespace {
constexpr DType F32 = DType::F32, BF16 = DType::BF16, F8 = DType::F8E4M3;

struct CostTest : ProgramBuilder, testing::Test {
  /// Interval and latency in cycles of the engine.
  double interval(const char *target, Engine engine, Opcode opcode, std::vector<Operand> operands,
                  std::vector<uint32_t> immediates = {}) {
    const Target &t = *findTarget(target);
    uint32_t index = instruction(opcode, std::move(operands), std::move(immediates));
    last = cost(t, program, program.instructions[index], engine);
    latency = last.latencyNs * t.clockGhz[unsigned(engine)];
    return last.intervalNs * t.clockGhz[unsigned(engine)];
  }
  double vector(const char *target, Opcode opcode, std::vector<Operand> operands,
                std::vector<uint32_t> immediates = {}) {
    return interval(target, Engine::Vector, opcode, std::move(operands), std::move(immediates));
  }
  double gpsimd(const char *target, Opcode opcode, std::vector<Operand> operands,
                std::vector<uint32_t> immediates = {}) {
    return interval(target, Engine::GpSimd, opcode, std::move(operands), std::move(immediates));
  }
  double matmul(const char *target, DType type, unsigned columns, unsigned moving,
                uint32_t flags = 0) {
    return interval(target, Engine::Tensor, Opcode::NcMatmul,
                    {psum(0, F32, columns, {{1, moving}}), sbuf(0, type, 128, {{1, columns}}),
                     sbuf(0, type, 128, {{1, moving}})},
                    {0, 0, flags});
  }
  Operand tile(DType type, unsigned n) { return sbuf(0, type, 128, {{1, n}}); }
  Operand bank(DType type, unsigned n) { return psum(0, type, 128, {{1, n}}); }
  Operand strided(DType type, int step, unsigned n) { return sbuf(0, type, 128, {{step, n}}); }
  Operand column(DType type = F32) { return sbuf(0, type, 128, {{1, 1}}); }

  Cost last;
  double latency = 0;
};
} // namespace

TEST_F(CostTest, MatmulIsTheMovingSizeWithAFloor) {
  EXPECT_DOUBLE_EQ(matmul("trn2", BF16, 128, 512), 512);
  EXPECT_DOUBLE_EQ(latency, 512 + 64 + 128 + 60);
  EXPECT_DOUBLE_EQ(matmul("trn2", BF16, 128, 1), 64);
  EXPECT_DOUBLE_EQ(matmul("trn1", BF16, 32, 32), 64);
  EXPECT_DOUBLE_EQ(matmul("trn2", DType::TF32, 128, 512), 512);
}

TEST_F(CostTest, MatmulF32) {
  EXPECT_DOUBLE_EQ(matmul("trn2", F32, 128, 512), 4 * 512);
  EXPECT_DOUBLE_EQ(matmul("trn2", F32, 128, 16), 4 * 64);
  EXPECT_DOUBLE_EQ(matmul("trn2", F32, 128, 512, 2), 2 * 512);
  EXPECT_DOUBLE_EQ(matmul("trn2", F32, 128, 512, 4), 2 * 512);
}

TEST_F(CostTest, MatmulDoubleRowTakesTheTimeOfOneRow) {
  double cycles = interval("trn2", Engine::Tensor, Opcode::NcMatmul,
                           {psum(0, F32, 128, {{1, 512}}), sbuf(0, F8, 128, {{128, 2}, {1, 128}}),
                            sbuf(0, F8, 128, {{512, 2}, {1, 512}})},
                           {0, 0, 8});
  EXPECT_DOUBLE_EQ(cycles, 512);
}

TEST_F(CostTest, MatmulMovingStride) {
  double cycles = interval("trn2", Engine::Tensor, Opcode::NcMatmul,
                           {psum(0, F32, 128, {{1, 256}}), tile(BF16, 128), strided(BF16, 9, 256)});
  EXPECT_DOUBLE_EQ(cycles, 512);
}

TEST_F(CostTest, TransposeOnTensor) {
  auto transpose = [&](const char *target, DType type, unsigned rows, unsigned columns) {
    return interval(target, Engine::Tensor, Opcode::NcTranspose,
                    {psum(0, type, columns, {{1, rows}}), sbuf(0, type, rows, {{1, columns}})});
  };
  EXPECT_DOUBLE_EQ(transpose("trn2", BF16, 128, 128), 128);
  EXPECT_DOUBLE_EQ(transpose("trn2", BF16, 32, 128), 64);
  EXPECT_DOUBLE_EQ(transpose("trn2", BF16, 32, 40), 40);
  EXPECT_DOUBLE_EQ(transpose("trn2", F32, 128, 128), 256);
  EXPECT_DOUBLE_EQ(transpose("trn1", F32, 128, 128), 512);
  EXPECT_DOUBLE_EQ(transpose("trn3", BF16, 128, 128), 64);
  EXPECT_DOUBLE_EQ(matmul("trn2", F32, 128, 128, 1), 256);
}

TEST_F(CostTest, TensorCopyPerfModes) {
  auto copy = [&](const char *target, Operand dst, Operand src) {
    return vector(target, Opcode::TensorCopy, {dst, src});
  };
  EXPECT_DOUBLE_EQ(copy("trn1", tile(BF16, 1024), tile(BF16, 1024)), 1024);
  EXPECT_DOUBLE_EQ(latency, 1024 + 164);
  EXPECT_DOUBLE_EQ(copy("trn2", tile(BF16, 1024), tile(DType::F16, 1024)), 256);
  EXPECT_DOUBLE_EQ(latency, 256 + 144);
  EXPECT_DOUBLE_EQ(last.plainIntervalNs, 1024 / 0.96);
  EXPECT_DOUBLE_EQ(copy("trn2", strided(BF16, 2, 1024), tile(BF16, 1024)), 512);
  EXPECT_DOUBLE_EQ(copy("trn2", tile(BF16, 512), bank(BF16, 512)), 256);
  EXPECT_DOUBLE_EQ(copy("trn2", strided(BF16, 2, 512), bank(BF16, 512)), 512);
  EXPECT_DOUBLE_EQ(copy("trn2", bank(BF16, 512), bank(BF16, 512)), 512);
  EXPECT_DOUBLE_EQ(copy("trn2", tile(BF16, 1024), tile(F32, 1024)), 1024);
  EXPECT_DOUBLE_EQ(last.plainIntervalNs, last.intervalNs);
  EXPECT_DOUBLE_EQ(copy("trn2", tile(F8, 1024), tile(F8, 1024)), 1024);
  EXPECT_DOUBLE_EQ(copy("trn3", tile(F8, 1024), tile(F8, 1024)), 256);
  EXPECT_DOUBLE_EQ(copy("trn2", tile(BF16, 8), tile(BF16, 8)), 64);
}

TEST_F(CostTest, LongInnermostStrideHalvesTheRate) {
  EXPECT_DOUBLE_EQ(vector("trn1", Opcode::TensorCopy, {tile(F32, 256), strided(F32, 4, 256)}), 256);
  EXPECT_DOUBLE_EQ(vector("trn1", Opcode::TensorCopy, {tile(F32, 256), strided(F32, 5, 256)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn1", Opcode::TensorCopy, {strided(F32, -5, 256), tile(F32, 256)}), 512);
  Operand outer = sbuf(0, F32, 128, {{64, 256}, {64, 1}});
  EXPECT_DOUBLE_EQ(vector("trn1", Opcode::TensorCopy, {tile(F32, 256), outer}), 512);
  EXPECT_DOUBLE_EQ(vector("trn1", Opcode::TensorCopy, {tile(F32, 256), strided(F32, 0, 256)}), 256);
}

TEST_F(CostTest, TensorScalar) {
  auto run = [&](Engine engine, const char *target, DType type, AluOp op) {
    return interval(target, engine, Opcode::TensorScalar,
                    {tile(type, 512), tile(type, 512), column(), none()}, {bits(op)});
  };
  EXPECT_DOUBLE_EQ(run(Engine::Vector, "trn2", BF16, AluOp::Add), 128);
  EXPECT_DOUBLE_EQ(run(Engine::Vector, "trn2", F32, AluOp::Add), 512);
  EXPECT_DOUBLE_EQ(run(Engine::Scalar, "trn2", BF16, AluOp::Add), 512);
  EXPECT_DOUBLE_EQ(run(Engine::Scalar, "trn3", BF16, AluOp::Add), 256);
  EXPECT_DOUBLE_EQ(run(Engine::GpSimd, "trn2", F32, AluOp::Rsqrt), 150 + 4 * 512);
}

TEST_F(CostTest, TensorTensor) {
  auto run = [&](const char *target, Operand dst, Operand a, Operand b, AluOp op = AluOp::Add) {
    return vector(target, Opcode::TensorTensor, {dst, a, b}, {bits(op)});
  };
  EXPECT_DOUBLE_EQ(run("trn1", tile(F32, 512), tile(F32, 512), tile(F32, 512)), 1024);
  EXPECT_DOUBLE_EQ(run("trn1", tile(F32, 512), bank(F32, 512), tile(F32, 512)), 512);
  EXPECT_DOUBLE_EQ(run("trn1", tile(BF16, 512), tile(BF16, 512), tile(BF16, 512)), 512);
  EXPECT_DOUBLE_EQ(run("trn1", tile(BF16, 512), tile(BF16, 512), tile(BF16, 512), AluOp::Max), 1024);
  EXPECT_DOUBLE_EQ(run("trn1", tile(BF16, 512), strided(BF16, 2, 512), tile(BF16, 512)), 1024);
  EXPECT_DOUBLE_EQ(run("trn2", tile(BF16, 512), tile(BF16, 512), tile(BF16, 512), AluOp::Max), 512);
  EXPECT_DOUBLE_EQ(last.plainIntervalNs, 1024 / 0.96);
  EXPECT_DOUBLE_EQ(run("trn2", tile(F32, 512), tile(BF16, 512), tile(BF16, 512)), 1024);
  EXPECT_DOUBLE_EQ(run("trn2", tile(F32, 512), tile(F32, 512), bank(F32, 512)), 512);
}

TEST_F(CostTest, ScalarTensorTensorFollowsTensorTensor) {
  auto run = [&](DType type, Operand data) {
    return vector("trn2", Opcode::ScalarTensorTensor, {tile(type, 512), data, none(), tile(type, 512)});
  };
  EXPECT_DOUBLE_EQ(run(F32, tile(F32, 512)), 1024);
  EXPECT_DOUBLE_EQ(run(F32, bank(F32, 512)), 512);
  EXPECT_DOUBLE_EQ(run(BF16, tile(BF16, 512)), 512);
}

TEST_F(CostTest, TensorReduce) {
  auto run = [&](DType out, DType in, AluOp op) {
    return vector("trn2", Opcode::TensorReduce, {column(out), tile(in, 512)}, {bits(op)});
  };
  EXPECT_DOUBLE_EQ(run(BF16, BF16, AluOp::Add), 256);
  EXPECT_DOUBLE_EQ(run(BF16, BF16, AluOp::Max), 256);
  EXPECT_DOUBLE_EQ(run(BF16, BF16, AluOp::Min), 512);
  EXPECT_DOUBLE_EQ(run(F32, BF16, AluOp::Add), 512);
}

TEST_F(CostTest, ScanIsTwoStreams) {
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::TensorTensorScan,
                          {tile(F32, 512), tile(F32, 512), tile(F32, 512), none()}), 1024);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::TensorScalarCumulative,
                          {tile(F32, 512), tile(F32, 512), none(), none()}), 512);
}

TEST_F(CostTest, ReadoutOfTheAccumulators) {
  auto reduce = [&](Operand result) {
    return vector("trn2", Opcode::TensorScalarReduce,
                  {tile(F32, 512), tile(F32, 512), none(), none(), result});
  };
  EXPECT_DOUBLE_EQ(reduce(column()), 512 + 64);
  EXPECT_DOUBLE_EQ(reduce(none()), 512);
  auto range = [&](Operand result) {
    return vector("trn2", Opcode::RangeSelect,
                  {tile(F32, 512), tile(F32, 512), column(), column(), result});
  };
  EXPECT_DOUBLE_EQ(range(column()), 512 + 64);
  EXPECT_DOUBLE_EQ(range(none()), 512);
}

TEST_F(CostTest, PredicatedCopies) {
  auto copy = [&](Operand predicate, Operand src) {
    return vector("trn2", Opcode::TensorCopyPredicated, {tile(F32, 512), predicate, src});
  };
  EXPECT_DOUBLE_EQ(copy(tile(DType::U8, 512), tile(F32, 512)), 1024);
  EXPECT_DOUBLE_EQ(copy(tile(DType::U8, 512), bank(F32, 512)), 512);
  EXPECT_DOUBLE_EQ(copy(tile(DType::U8, 512), none()), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::SelectReduce,
                          {tile(F32, 512), tile(DType::U8, 512), tile(F32, 512), none(), column()}),
                   1024 + 64);
}

TEST_F(CostTest, OtherVectorRows) {
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::BnStats, {sbuf(0, F32, 128, {{1, 6}}), tile(F32, 512)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::BnAggr, {sbuf(0, F32, 128, {{1, 2}}), tile(F32, 24)}), 104);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Reciprocal, {tile(F32, 512), tile(F32, 512)}), 8 * 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Memset, {tile(BF16, 512)}, {0}), 256);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Memset, {tile(BF16, 512)}, {bits(1.0f)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Memset, {tile(F32, 512)}, {0}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Max8, {tile(F32, 8), tile(F32, 512)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::NcFindIndex8,
                          {tile(DType::U32, 8), tile(F32, 512), tile(F32, 8)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::NcMatchReplace8,
                          {tile(F32, 512), tile(F32, 512), tile(F32, 8), none()}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::NcStreamShuffle, {tile(F32, 512), tile(F32, 512)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Dropout, {tile(F32, 512), tile(F32, 512), none()}), 512);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::Rng, {tile(DType::U32, 512)}), 512);
  EXPECT_DOUBLE_EQ(vector("trn3", Opcode::Rng, {tile(DType::U32, 512)}), 128);
  EXPECT_DOUBLE_EQ(vector("trn2", Opcode::NcTranspose,
                          {sbuf(0, F32, 32, {{1, 32}}), sbuf(0, F32, 32, {{1, 32}})}), 64);
}

TEST_F(CostTest, Activation) {
  auto run = [&](const char *target, unsigned n, Operand result) {
    return interval(target, Engine::Scalar, Opcode::Activation,
                    {tile(F32, n), tile(F32, n), none(), none(), result}, {bits(ActFn::Exp)});
  };
  EXPECT_DOUBLE_EQ(run("trn2", 512, none()), 512);
  EXPECT_DOUBLE_EQ(last.latencyNs, 512 / 1.2 + 300);
  EXPECT_DOUBLE_EQ(run("trn2", 512, column()), 512 + 64);
  EXPECT_DOUBLE_EQ(run("trn2", 1, none()), 64);
  run("trn1", 1, none());
  EXPECT_DOUBLE_EQ(latency, 264);
  EXPECT_NEAR(last.latencyNs, 189, 1);
}

TEST_F(CostTest, GpSimd) {
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::Iota, {tile(DType::I32, 512)}), 150 + 512);
  EXPECT_DOUBLE_EQ(latency, 150 + 512);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::AffineSelect, {tile(F32, 512), tile(F32, 512)}), 150 + 512);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::TensorCopy, {tile(F32, 512), tile(F32, 512)}), 512);
  EXPECT_DOUBLE_EQ(latency, 150 + 512);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::Memset, {tile(BF16, 512)}, {0}), 256);
  Operand i32 = tile(DType::I32, 512);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::TensorTensor, {i32, i32, i32}, {bits(AluOp::Add)}), 150 + 512);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::TensorTensor, {i32, i32, i32}, {bits(AluOp::Power)}),
                   150 + 4 * 512);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::TensorPartitionReduce,
                          {sbuf(0, F32, 1, {{1, 512}}), tile(F32, 512)}), 150 + 128 * 512 / 16);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::TopK, {tile(BF16, 1), tile(DType::U32, 1), tile(BF16, 64)},
                          {1024, 8}), 4 * 1024 + 8);
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::NcNGather, {tile(F32, 600), tile(F32, 64), tile(DType::U32, 600)}),
                   2 * (150 + 1024));
  EXPECT_DOUBLE_EQ(gpsimd("trn2", Opcode::Rng, {tile(DType::U32, 512)}), 150 + 512);
}

/// 8 cycles per 4-byte element for runs of one, 1.2 for runs of 32.
TEST_F(CostTest, LocalGather) {
  auto run = [&](unsigned elements) {
    return gpsimd("trn2", Opcode::LocalGather,
                  {tile(F32, 512), tile(F32, 512), tile(DType::U16, 4)}, {elements, 64});
  };
  EXPECT_DOUBLE_EQ(run(1), 150 + 64 * 8);
  EXPECT_NEAR(run(32), 150 + 64 * 32 * 1.22, 5);
}

TEST_F(CostTest, EventSemaphore) {
  EXPECT_DOUBLE_EQ(interval("trn2", Engine::Sync, Opcode::EventSemaphore, {}), 20);
  EXPECT_DOUBLE_EQ(latency, 20);
}

TEST_F(CostTest, AlwaysResidentFunctions) {
  EXPECT_EQ(activationTable(ActFn::Copy), -1);
  EXPECT_EQ(activationTable(ActFn::Relu), -1);
  EXPECT_GE(activationTable(ActFn::Exp), 0);
  EXPECT_NE(activationTable(ActFn::Exp), activationTable(ActFn::Gelu));
}
