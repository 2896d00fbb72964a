//===- EngineTest.cpp - Tensor, Scalar and GpSimd engines -----------------===//

#include "Machine.h"

#include <cmath>
#include <numeric>

using namespace neuron;
using namespace neuron::test;

using Floats = std::vector<float>;
using Halves = std::vector<uint16_t>;

static void run(Machine &m) {
  Status s = m.run();
  ASSERT_TRUE(s.ok()) << s.message();
}

// Tensor engine.

TEST(Tensor, AccumulateUnlessFirst) {
  // Two groups of three matmuls: the inner loop accumulates, the outer starts anew.
  Machine m;
  Operand s = m.load<float>(0, DType::F32, 1, {1}), v = m.load<float>(64, DType::F32, 1, {1, 10});
  std::vector<Wait> loaded = m.all();
  Operand p = m.psum(0, DType::F32, 1, {{1, 2}});
  p.address = m.affine(0, {{8, 0}});
  m.loop(Engine::Tensor, 2);
  m.loop(Engine::Tensor, 3);
  m.emit(Engine::Tensor, Opcode::NcMatmul, {p, s, v}, {uint32_t(Accumulate::UnlessFirst), 0b10}, loaded);
  m.end(Engine::Tensor);
  m.end(Engine::Tensor);
  Operand all = m.sbuf(128, DType::F32, 1, {{1, 4}});
  m.emit(Engine::Vector, Opcode::TensorCopy, {all, m.psum(0, DType::F32, 1, {{1, 4}})}, {}, {m.wait(Engine::Tensor, 5)});
  uint32_t out = m.output(16);
  m.ProgramBuilder::copy(0, m.hbm(out, DType::F32, 1, 4, {{1, 4}}), all, 3, {m.wait(Engine::Vector, 0)});
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{3, 30, 3, 30}));
}

TEST(Tensor, NarrowOperandsAndWindows) {
  // stationary bf16 [2, 1] = (2, 3); moving: a window of two columns, reversed.
  Machine m;
  Operand s = m.load<uint16_t>(0, DType::BF16, 2, {0x4000, 0x4040});
  m.load<uint8_t>(64, DType::F8E4M3, 2, {0x38, 0x40, 0x44, 0x30, 0x38, 0x48}); // 1 2 3 / .5 1 4
  Operand window = m.sbuf(66, DType::F8E4M3, 2, {{-1, 2}});
  Operand p = m.psum(2048, DType::F32, 1, {{3, 2}});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, window}, {0});
  uint32_t out = m.storePsum(p, m.sbuf(128, DType::F32, 1, {{1, 2}}));
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{18, 7}));
}

TEST(Tensor, PartialTilesOfTheArray) {
  // Rows 64..65 of the array, columns 32..33: operands and result start there.
  Machine m;
  Operand s = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4}), v = m.load<float>(64, DType::F32, 2, {1, 10});
  Operand s64 = s, v64 = v;
  s64.startPartition = v64.startPartition = 64;
  m.copyStep(s64, s);
  m.copyStep(v64, v);
  Operand p = m.psum(0, DType::F32, 2, {{1, 1}});
  p.startPartition = 32;
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s64, v64}, {0, 0, 0, 64, 32});
  uint32_t out = m.storePsum(p, m.sbuf(128, DType::F32, 2, {{1, 1}}));
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{31, 42}));
}

TEST(Tensor, DoubleRowAddsBothHalves) {
  Machine m;
  // [K/2 = 1][2][M = 1] and [1][2][N = 2]: 1 * (1, 2) + 2 * (3, 4)
  m.load<uint8_t>(0, DType::F8E4M3, 1, {0x38, 0x40});
  m.load<uint8_t>(64, DType::F8E5M2, 1, {0x3C, 0x40, 0x42, 0x44});
  Operand p = m.psum(0, DType::F32, 1, {{1, 2}});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, m.sbuf(0, DType::F8E4M3, 1, {{1, 2}, {1, 1}}), m.sbuf(64, DType::F8E5M2, 1, {{2, 2}, {1, 2}})}, {0, 0, 8});
  uint32_t out = m.storePsum(p, m.sbuf(128, DType::F32, 1, {{1, 2}}));
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{7, 10}));
}

TEST(Tensor, Bf16ResultIsRoundedAfterTheAddition) {
  Machine m;
  m.program.target = "trn3";
  Operand s = m.load<float>(0, DType::F32, 1, {1}), v = m.load<float>(64, DType::F32, 1, {256}), w = m.load<float>(128, DType::F32, 1, {0.75f});
  Operand p = m.psum(0, DType::BF16, 1, {{1, 1}});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, v}, {0});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, w}, {1});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, w}, {1});
  uint32_t out = m.storePsum(p, m.sbuf(192, DType::BF16, 1, {{1, 1}}));
  run(m);
  EXPECT_EQ(m.read<uint16_t>(out)[0], 0x4380); // 256, each sum rounded back
}

TEST(Tensor, TransposeMovesBits) {
  Machine m;
  Operand x = m.load<uint32_t>(0, DType::F32, 2, {0xFFC12345, 1, 2, 3, 4, 5}), p = m.psum(0, DType::F32, 3, {{1, 2}});
  m.step(Engine::Tensor, Opcode::NcTranspose, {p, x});
  uint32_t out = m.storePsum(p, m.sbuf(64, DType::F32, 3, {{1, 2}}));
  Operand identity = m.load<float>(128, DType::F32, 2, {1, 0, 0, 1});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, x, identity}, {0, 0, 1}); // the same as a matmul
  uint32_t again = m.storePsum(p, m.sbuf(192, DType::F32, 3, {{1, 2}}));
  run(m);
  EXPECT_EQ(m.read<uint32_t>(out), (std::vector<uint32_t>{0xFFC12345, 3, 1, 4, 2, 5}));
  EXPECT_EQ(m.read<uint32_t>(again), m.read<uint32_t>(out));
}

TEST(Tensor, TransposeOfOneByteElementsLandsInWords) {
  Machine m;
  Operand x = m.load<uint8_t>(0, DType::F8E4M3, 2, {1, 2, 3, 4}), p = m.psum(0, DType::U16, 2, {{1, 2}});
  m.step(Engine::Tensor, Opcode::NcTranspose, {p, x});
  uint32_t out = m.storePsum(p, m.sbuf(64, DType::U16, 2, {{1, 2}}));
  run(m);
  EXPECT_EQ(m.read<uint16_t>(out), (Halves{1, 3, 2, 4}));
}

TEST(Tensor, VectorTransposesBlocks) {
  Floats x(32 * 7);
  std::iota(x.begin(), x.end(), 0.0f);
  Machine m;
  Operand a = m.load(0, DType::F32, 32, x), b = m.sbuf(64, DType::F32, 7, {{1, 32}});
  m.step(Engine::Vector, Opcode::NcTranspose, {b, a});
  uint32_t out = m.store(b);
  run(m);
  Floats got = m.read<float>(out);
  for (int r = 0; r < 32; ++r)
    for (int c = 0; c < 7; ++c)
      ASSERT_EQ(got[c * 32 + r], x[r * 7 + c]);
}

// Scalar engine.

TEST(Scalar, ActivationScalesAndAddsPerPartition) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4}), scale = m.load<float>(64, DType::F32, 2, {10, -1}), bias = m.load<uint16_t>(128, DType::BF16, 2, {0x3F80, 0x4000});
  Operand y = m.sbuf(192, DType::F32, 2, {{1, 2}}), z = m.sbuf(256, DType::F32, 2, {{1, 2}});
  m.step(Engine::Scalar, Opcode::Activation, {y, x, scale, bias, m.none()}, {m.bits(ActFn::Relu), 0, 0, 0, 0});
  m.step(Engine::Scalar, Opcode::Activation, {z, x, m.none(), m.none(), m.none()}, {m.bits(ActFn::Prelu), m.bits(-2.0f), m.bits(4.0f), 0, m.bits(0.5f)});
  uint32_t oy = m.store(y), oz = m.store(z);
  run(m);
  EXPECT_EQ(m.read<float>(oy), (Floats{11, 21, 0, 0}));
  EXPECT_EQ(m.read<float>(oz), (Floats{2, 0, -1, -2}));
}

TEST(Scalar, RunningSumCommands) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {0.25f, 0.25f, 0.25f}), y = m.sbuf(64, DType::U8, 1, {{1, 3}});
  const ReduceCmd cmds[] = {ReduceCmd::ResetReduce, ReduceCmd::Reduce, ReduceCmd::Idle, ReduceCmd::Reset};
  uint32_t out[4];
  for (int i = 0; i < 4; ++i) {
    Operand r = m.sbuf(128 + 64 * i, DType::F32, 1, {{1, 1}});
    m.step(Engine::Scalar, Opcode::Activation, {y, x, m.none(), m.none(), r}, {m.bits(ActFn::Copy), m.bits(1.0f), 0, uint32_t(cmds[i]), 0});
    out[i] = m.store(r);
  }
  run(m);
  const float want[] = {0.75f, 1.5f, 1.5f, 0}; // of the values before the cast to u8
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(m.read<float>(out[i])[0], want[i]) << i;
}

TEST(Scalar, OutsideTheValidRangeIsNan) {
  const struct {
    ActFn fn;
    float good, bad;
  } cases[] = {{ActFn::Log, 0x1p-64f, 0x0.8p-64f},      {ActFn::Log, 1, 0},
               {ActFn::Sqrt, 0x1p118f, 0x1p119f},       {ActFn::Rsqrt, 1, 0},
               {ActFn::Reciprocal, -0x1p-42f, 0},       {ActFn::Arctan, 1.57f, 1.58f}};
  for (const auto &test : cases) {
    Machine m;
    Operand x = m.load<float>(0, DType::F32, 1, {test.good, test.bad});
    m.step(Engine::Scalar, Opcode::Activation, {x, x, m.none(), m.none(), m.none()}, {m.bits(test.fn), m.bits(1.0f), 0, 0, 0});
    uint32_t out = m.store(x);
    SCOPED_TRACE(unsigned(test.fn));
    run(m);
    EXPECT_TRUE(std::isfinite(m.read<float>(out)[0]));
    EXPECT_EQ(m.read<uint32_t>(out)[1], 0x7FC00000u);
  }
}

TEST(Scalar, SineBeyondPiIsTheDocumentedCubic) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {9, -9});
  m.step(Engine::Scalar, Opcode::Activation, {x, x, m.none(), m.none(), m.none()}, {m.bits(ActFn::Sin), m.bits(1.0f), 0, 0, 0});
  uint32_t out = m.store(x);
  run(m);
  EXPECT_NEAR(m.read<float>(out)[0], 27.65, 0.005);
  EXPECT_EQ(m.read<float>(out)[1], -m.read<float>(out)[0]);
}

// GpSimd engine.

TEST(GpSimd, Iota) {
  Machine m;
  Operand i = m.sbuf(0, DType::I32, 2, {{3, 2}, {1, 3}}), u = m.sbuf(64, DType::U8, 2, {{1, 3}}), f = m.sbuf(128, DType::F32, 1, {{1, 1}});
  m.step(Engine::GpSimd, Opcode::Iota, {i}, {5, 1000, 100, uint32_t(-1)});
  m.step(Engine::GpSimd, Opcode::Iota, {u}, {uint32_t(-1), 200, 100}); // saturates
  m.step(Engine::GpSimd, Opcode::Iota, {f}, {16777217});
  uint32_t oi = m.store(m.sbuf(0, DType::I32, 2, {{1, 6}})), ou = m.store(u), of = m.store(f);
  run(m);
  EXPECT_EQ(m.read<int32_t>(oi), (std::vector<int32_t>{5, 4, 3, 105, 104, 103, 1005, 1004, 1003, 1105, 1104, 1103}));
  EXPECT_EQ(m.read<uint8_t>(ou), (std::vector<uint8_t>{0, 99, 199, 199, 255, 255}));
  EXPECT_EQ(m.read<float>(of)[0], 16777216.0f);
}

TEST(GpSimd, AffineSelectMakesACausalMask) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 3, Floats(9, 7)), y = m.sbuf(64, DType::BF16, 3, {{1, 3}});
  // p - j >= 0
  std::vector<uint32_t> imms = {0, 1, uint32_t(-1), 0, 0, 0, m.bits(AluOp::GreaterEqual), m.bits(-1.0f)};
  m.step(Engine::GpSimd, Opcode::AffineSelect, {y, x}, imms);
  m.step(Engine::GpSimd, Opcode::AffineSelect, {x, x}, imms);
  uint32_t ox = m.store(x), oy = m.store(y);
  run(m);
  EXPECT_EQ(m.read<float>(ox), (Floats{7, -1, -1, 7, 7, -1, 7, 7, 7}));
  EXPECT_EQ(m.read<uint16_t>(oy), (Halves{0x40E0, 0xBF80, 0xBF80, 0x40E0, 0x40E0, 0xBF80, 0x40E0, 0x40E0, 0x40E0}));
}

TEST(GpSimd, AffineSelectComparisons) {
  const struct {
    AluOp cmp;
    Floats want; // affine values -1, 0, 1
  } cases[] = {{AluOp::Equal, {0, 5, 0}},   {AluOp::NotEqual, {5, 0, 5}},  {AluOp::Greater, {0, 0, 5}},
               {AluOp::LessEqual, {5, 5, 0}}, {AluOp::Less, {5, 0, 0}}, {AluOp::GreaterEqual, {0, 5, 5}}};
  for (const auto &test : cases) {
    Machine m;
    Operand x = m.load<float>(0, DType::F32, 1, {5, 5, 5});
    m.step(Engine::GpSimd, Opcode::AffineSelect, {x, x}, {uint32_t(-1), 0, 1, 0, 0, 0, m.bits(test.cmp), 0});
    uint32_t out = m.store(x);
    SCOPED_TRACE(unsigned(test.cmp));
    run(m);
    EXPECT_EQ(m.read<float>(out), test.want);
  }
}

TEST(GpSimd, IntegersWrapAround) {
  Machine m;
  Operand a = m.load<int32_t>(0, DType::I32, 1, {INT32_MAX, 65537, -5}), b = m.load<int32_t>(64, DType::I32, 1, {1, 65537, 3});
  const AluOp ops[] = {AluOp::Add, AluOp::Multiply, AluOp::Subtract, AluOp::Max, AluOp::Less};
  const std::vector<int32_t> want[] = {{INT32_MIN, 131074, -2}, {INT32_MAX, 131073, -15}, {INT32_MAX - 1, 0, -8}, {INT32_MAX, 65537, 3}, {0, 0, 1}};
  uint32_t out[5];
  for (int i = 0; i < 5; ++i) {
    Operand c = m.sbuf(128 + 64 * i, DType::I32, 1, {{1, 3}});
    m.step(Engine::GpSimd, Opcode::TensorTensor, {c, a, b}, {m.bits(ops[i])});
    out[i] = m.store(c);
  }
  Operand u = m.load<uint32_t>(512, DType::U32, 1, {0xFFFFFFFF}), one = m.load<uint32_t>(576, DType::U32, 1, {1}), greater = m.sbuf(640, DType::U32, 1, {{1, 1}});
  m.step(Engine::GpSimd, Opcode::TensorTensor, {greater, u, one}, {m.bits(AluOp::Greater)});
  uint32_t isGreater = m.store(greater);
  run(m);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(m.read<int32_t>(out[i]), want[i]) << i;
  EXPECT_EQ(m.read<uint32_t>(isGreater)[0], 1u);
}

TEST(GpSimd, PowerAndItsSpecialCases) {
  const float inf = INFINITY, nan = NAN;
  const float bases[] = {2, -2, -2, 0, -0.0f, -0.0f, inf, -inf, nan, 1, -1, 9, 0, 10};
  const float exponents[] = {10, 3, 0.5f, 0, -3, 2, -1, 3, 0, nan, inf, -0.5f, 1e-5f, 38};
  const float want[] = {1024, -8, nan, 1, -inf, 0, 0, -inf, 1, 1, 1, 1.0f / 3, 0, 1e38f};
  Machine m;
  Operand a = m.load(0, DType::F32, 1, Floats(std::begin(bases), std::end(bases))), b = m.load(64, DType::F32, 1, Floats(std::begin(exponents), std::end(exponents)));
  m.step(Engine::GpSimd, Opcode::TensorTensor, {a, a, b}, {m.bits(AluOp::Power)});
  uint32_t out = m.store(a);
  run(m);
  Floats got = m.read<float>(out);
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i]))) << bases[i] << "^" << exponents[i] << " = " << got[i];
}

TEST(GpSimd, Gathers) {
  Machine m;
  Operand data = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4, 5, 6}), index = m.load<uint32_t>(64, DType::U32, 2, {2, 0, 1, 1}), y = m.sbuf(128, DType::F32, 2, {{1, 2}});
  m.step(Engine::GpSimd, Opcode::NcNGather, {y, data, index});
  uint32_t out = m.store(y);
  // local_gather: pairs; the list (0, 2, 0, ...) runs down the partitions.
  Halves table(16 * 4), list(16, 0);
  std::iota(table.begin(), table.end(), 0);
  list[1] = 2;
  Operand src = m.load(192, DType::U16, 16, table), indices = m.load(256, DType::U16, 16, list), z = m.sbuf(320, DType::U16, 16, {{1, 4}});
  m.step(Engine::GpSimd, Opcode::LocalGather, {z, src, indices}, {2, 2});
  uint32_t local = m.store(z);
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{3, 1, 5, 5}));
  EXPECT_EQ(m.read<uint16_t>(local), table); // 0 1 then 2 3 of each row
}

TEST(GpSimd, GatherOutOfBounds) {
  Machine m;
  Operand data = m.load<float>(0, DType::F32, 1, {1, 2}), index = m.load<uint32_t>(64, DType::U32, 1, {2}), y = m.sbuf(128, DType::F32, 1, {{1, 1}});
  m.step(Engine::GpSimd, Opcode::NcNGather, {y, data, index});
  EXPECT_EQ(m.run().code(), 7003u);
}

TEST(GpSimd, PartitionReduce) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 3, {1, 9, 3, 4, 5, 6}), sum = m.sbuf(64, DType::F32, 1, {{1, 2}}), top = m.sbuf(128, DType::F32, 1, {{1, 2}});
  Operand bits = m.load<uint16_t>(192, DType::U16, 2, {0xF0, 0x0F}), any = m.sbuf(256, DType::U16, 1, {{1, 1}});
  m.step(Engine::GpSimd, Opcode::TensorPartitionReduce, {sum, x}, {m.bits(AluOp::Add)});
  m.step(Engine::GpSimd, Opcode::TensorPartitionReduce, {top, x}, {m.bits(AluOp::Max)});
  m.step(Engine::GpSimd, Opcode::TensorPartitionReduce, {any, bits}, {m.bits(AluOp::BitwiseOr)});
  uint32_t os = m.store(sum), ot = m.store(top), oa = m.store(any);
  run(m);
  EXPECT_EQ(m.read<float>(os), (Floats{9, 19}));
  EXPECT_EQ(m.read<float>(ot), (Floats{5, 9}));
  EXPECT_EQ(m.read<uint16_t>(oa)[0], 0xFF);
}

TEST(GpSimd, TopKOfASnake) {
  Machine m;
  Floats snake(16 * 2);
  for (int e = 0; e < 20; ++e) // element e in partition e mod 16, column e / 16
    snake[e % 16 * 2 + e / 16] = e == 17 ? 50 : e == 3 ? 50 : float(e);
  Operand x = m.load(0, DType::F32, 16, snake), v = m.sbuf(64, DType::F32, 16, {{1, 1}}), i = m.sbuf(128, DType::U32, 16, {{1, 1}});
  m.step(Engine::GpSimd, Opcode::TopK, {v, i, x}, {20, 3});
  uint32_t ov = m.store(v), oi = m.store(i);
  run(m);
  Floats values = m.read<float>(ov);
  std::vector<uint32_t> indices = m.read<uint32_t>(oi);
  EXPECT_EQ(Floats(values.begin(), values.begin() + 3), (Floats{19, 50, 50}));
  EXPECT_EQ(std::vector<uint32_t>(indices.begin(), indices.begin() + 3), (std::vector<uint32_t>{19, 17, 3}));
}

TEST(GpSimd, RngHasAGeneratorOfItsOwn) {
  Machine m;
  Operand a = m.sbuf(0, DType::U32, 2, {{1, 64}}), b = m.sbuf(256, DType::U8, 2, {{1, 64}});
  m.step(Engine::GpSimd, Opcode::Rng, {a});
  m.step(Engine::Vector, Opcode::Rng, {b});
  uint32_t oa = m.store(a), ob = m.store(b);
  run(m);
  std::vector<uint32_t> values = m.read<uint32_t>(oa);
  // XORWOW from Marsaglia's paper: first word of lane 0 with its constants.
  uint32_t x = 123456789u, v = 5783321u, t = x ^ (x >> 2);
  EXPECT_EQ(values[0], ((v ^ (v << 4)) ^ (t ^ (t << 1))) + 6615241u + 362437u);
  EXPECT_NE(values[0], values[64]); // lanes differ
  std::sort(values.begin(), values.end());
  EXPECT_EQ(std::unique(values.begin(), values.end()), values.end());
  (void)ob;
}
