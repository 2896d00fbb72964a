//===- VectorTest.cpp - instructions of the Vector engine -----------------===//

#include "Machine.h"

#include <cmath>
#include <numeric>

using namespace neuron;
using namespace neuron::test;

using Floats = std::vector<float>;
using Words = std::vector<uint32_t>;

static constexpr float kInf = std::numeric_limits<float>::infinity();
static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// NaN equals NaN.
static void expectSame(const Floats &got, const Floats &want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_TRUE(got[i] == want[i] || (std::isnan(got[i]) && std::isnan(want[i]))) << i << ": " << got[i] << ", not " << want[i];
}
static void run(Machine &m) {
  Status s = m.run();
  ASSERT_TRUE(s.ok()) << s.message();
}

TEST(Vector, TensorTensorOperators) {
  const Floats a = {1, -2, 0, kNan, 3, -0.0f}, b = {2, -2, 5, 1, kNan, 0};
  const struct {
    AluOp op;
    Floats want;
  } cases[] = {
      {AluOp::Bypass, a},
      {AluOp::Add, {3, -4, 5, kNan, kNan, 0}},
      {AluOp::Subtract, {-1, 0, -5, kNan, kNan, -0.0f}},
      {AluOp::Multiply, {2, 4, 0, kNan, kNan, -0.0f}},
      {AluOp::Max, {2, -2, 5, kNan, kNan, 0}},
      {AluOp::Min, {1, -2, 0, kNan, kNan, 0}},
      {AluOp::Equal, {0, 1, 0, 0, 0, 1}},
      {AluOp::NotEqual, {1, 0, 1, 1, 1, 0}},
      {AluOp::GreaterEqual, {0, 1, 0, 0, 0, 1}},
      {AluOp::Greater, {0, 0, 0, 0, 0, 0}},
      {AluOp::LessEqual, {1, 1, 1, 0, 0, 1}},
      {AluOp::Less, {1, 0, 1, 0, 0, 0}},
      {AluOp::LogicalAnd, {1, 1, 0, 1, 1, 0}},
      {AluOp::LogicalOr, {1, 1, 1, 1, 1, 0}},
      {AluOp::LogicalXor, {0, 0, 1, 0, 0, 0}},
      {AluOp::AbsMax, {2, 2, 5, kNan, kNan, 0}},
      {AluOp::AbsMin, {1, 2, 0, kNan, kNan, 0}},
  };
  for (const auto &test : cases) {
    Machine m;
    Operand x = m.load(0, DType::F32, 1, a), y = m.load(64, DType::F32, 1, b), z = m.sbuf(128, DType::F32, 1, {{1, 6}});
    m.step(Engine::Vector, Opcode::TensorTensor, {z, x, y}, {m.bits(test.op)});
    uint32_t out = m.store(z);
    SCOPED_TRACE(unsigned(test.op));
    run(m);
    expectSame(m.read<float>(out), test.want);
  }
}

TEST(Vector, MixedTypesGoThroughF32) {
  Machine m;
  Operand a = m.load<int32_t>(0, DType::I32, 1, {16777217, -5, 300}); // first is not an f32
  Operand b = m.load<uint8_t>(64, DType::U8, 1, {1, 2, 255});
  Operand wide = m.sbuf(128, DType::I32, 1, {{1, 3}}), narrow = m.sbuf(192, DType::U8, 1, {{1, 3}});
  m.step(Engine::Vector, Opcode::TensorTensor, {wide, a, b}, {m.bits(AluOp::Add)});
  m.step(Engine::Vector, Opcode::TensorTensor, {narrow, a, b}, {m.bits(AluOp::Add)});
  uint32_t outWide = m.store(wide), outNarrow = m.store(narrow);
  run(m);
  EXPECT_EQ(m.read<int32_t>(outWide), (std::vector<int32_t>{16777216, -3, 555}));
  EXPECT_EQ(m.read<uint8_t>(outNarrow), (std::vector<uint8_t>{255, 0, 255}));
}

TEST(Vector, BitOperatorsKeepAllBits) {
  const struct {
    AluOp op;
    Words want;
  } cases[] = {{AluOp::BitwiseAnd, {0x01000001, 0}},  {AluOp::BitwiseOr, {0xFFFFFFF5, 35}},
               {AluOp::BitwiseXor, {0xFEFFFFF4, 35}}, {AluOp::Invert, {0xFE00000E, 0xFFFFFFFC}}};
  for (const auto &test : cases) {
    Machine m;
    Operand a = m.load<uint32_t>(0, DType::I32, 1, {0x01FFFFF1, 3}), b = m.load<uint32_t>(64, DType::U32, 1, {0xFF000005, 32});
    m.step(Engine::Vector, Opcode::TensorTensor, {a, a, b}, {m.bits(test.op)});
    uint32_t out = m.store(a);
    SCOPED_TRACE(unsigned(test.op));
    run(m);
    EXPECT_EQ(m.read<uint32_t>(out), test.want);
  }
}

TEST(Vector, ShiftsAreLogicalAndEmptyBeyondTheWord) {
  Machine m;
  Operand a = m.load<uint32_t>(0, DType::I32, 1, {0x80000001, 0x80000001, 0x80000001});
  Operand by = m.load<uint32_t>(64, DType::I32, 1, {1, 31, 32});
  Operand left = m.sbuf(128, DType::I32, 1, {{1, 3}}), right = m.sbuf(192, DType::I32, 1, {{1, 3}});
  m.step(Engine::Vector, Opcode::TensorTensor, {left, a, by}, {m.bits(AluOp::LeftShift)});
  m.step(Engine::Vector, Opcode::TensorTensor, {right, a, by}, {m.bits(AluOp::RightShift)});
  uint32_t outLeft = m.store(left), outRight = m.store(right);
  run(m);
  EXPECT_EQ(m.read<uint32_t>(outLeft), (Words{2, 0x80000000, 0}));
  EXPECT_EQ(m.read<uint32_t>(outRight), (Words{0x40000000, 1, 0}));
}

TEST(Vector, TensorScalarImmediatesRowsAndOrder) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4});
  Operand s = m.load<float>(64, DType::F32, 2, {10, 100});
  Operand y = m.sbuf(128, DType::F32, 2, {{1, 2}}), z = m.sbuf(192, DType::F32, 2, {{1, 2}});
  // (x * s) - 1, and 1 - (s - x)
  m.step(Engine::Vector, Opcode::TensorScalar, {y, x, s, m.none()},
         {m.bits(AluOp::Multiply), m.bits(AluOp::Subtract), 0, 0, 0, m.bits(1.0f)});
  m.step(Engine::Vector, Opcode::TensorScalar, {z, x, s, m.none()},
         {m.bits(AluOp::Subtract), m.bits(AluOp::Subtract), 1, 1, 0, m.bits(1.0f)});
  uint32_t outY = m.store(y), outZ = m.store(z);
  run(m);
  EXPECT_EQ(m.read<float>(outY), (Floats{9, 19, 299, 399}));
  EXPECT_EQ(m.read<float>(outZ), (Floats{-8, -7, -96, -95}));
}

TEST(Vector, TensorScalarBitsTakeIntegerScalars) {
  Machine m;
  Operand x = m.load<uint32_t>(0, DType::U32, 1, {0x3F800000, 0xC0400000});
  Operand shift = m.load<uint32_t>(64, DType::U32, 1, {23});
  m.step(Engine::Vector, Opcode::TensorScalar, {x, x, shift, m.none()},
         {m.bits(AluOp::RightShift), m.bits(AluOp::BitwiseAnd), 0, 0, 0, 0xFF}); // immediate: the bits themselves
  uint32_t out = m.store(x);
  run(m);
  EXPECT_EQ(m.read<uint32_t>(out), (Words{127, 128}));
}

TEST(Vector, UnaryOperators) {
  const Floats x = {-4, 0.25f, 0, kNan};
  const struct {
    AluOp op;
    Floats want;
  } cases[] = {{AluOp::Abs, {4, 0.25f, 0, kNan}},       {AluOp::Square, {16, 0.0625f, 0, kNan}},
               {AluOp::Relu, {0, 0.25f, 0, kNan}},      {AluOp::LogicalNot, {0, 0, 1, 0}},
               {AluOp::Rsqrt, {kNan, 2, kInf, kNan}},   {AluOp::Reciprocal, {-0.25f, 4, kInf, kNan}}};
  for (const auto &test : cases) {
    Machine m;
    Operand t = m.load(0, DType::F32, 1, x);
    m.step(Engine::Vector, Opcode::TensorScalar, {t, t, m.none(), m.none()}, {m.bits(test.op), 0, 0, 0, 0, 0});
    uint32_t out = m.store(t);
    SCOPED_TRACE(unsigned(test.op));
    run(m);
    expectSame(m.read<float>(out), test.want);
  }
}

TEST(Vector, ScalarTensorTensor) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4}), b = m.load<float>(64, DType::F32, 2, {5, 6, 7, 8});
  Operand s = m.load<float>(128, DType::F32, 2, {2, 3}), y = m.sbuf(192, DType::F32, 2, {{1, 2}});
  m.step(Engine::Vector, Opcode::ScalarTensorTensor, {y, x, s, b}, {m.bits(AluOp::Multiply), m.bits(AluOp::Subtract), 0, 0, 0});
  m.step(Engine::Vector, Opcode::ScalarTensorTensor, {x, x, m.none(), b},
         {m.bits(AluOp::Subtract), m.bits(AluOp::Subtract), 1, 1, m.bits(10.0f)}); // b - (10 - x)
  uint32_t outY = m.store(y), outX = m.store(x);
  run(m);
  EXPECT_EQ(m.read<float>(outY), (Floats{-3, -2, 2, 4}));
  EXPECT_EQ(m.read<float>(outX), (Floats{-4, -2, 0, 2}));
}

TEST(Vector, TensorReduce) {
  Floats x(24);
  std::iota(x.begin(), x.end(), 1.0f);
  Machine m;
  m.load(0, DType::F32, 2, x);
  Operand cube = m.sbuf(0, DType::F32, 2, {{6, 2}, {3, 2}, {1, 3}}); // [2 rows][2][2][3]
  Operand four = m.sbuf(256, DType::F32, 2, {{1, 4}}), two = m.sbuf(320, DType::F32, 2, {{1, 2}}), one = m.sbuf(384, DType::F32, 2, {{1, 1}});
  m.step(Engine::Vector, Opcode::TensorReduce, {four, cube}, {m.bits(AluOp::Add), 1, 0});
  m.step(Engine::Vector, Opcode::TensorReduce, {two, cube}, {m.bits(AluOp::Max), 2, 1}); // negated
  m.step(Engine::Vector, Opcode::TensorReduce, {one, cube}, {m.bits(AluOp::Min), 3, 0});
  uint32_t o4 = m.store(four), o2 = m.store(two), o1 = m.store(one);
  run(m);
  EXPECT_EQ(m.read<float>(o4), (Floats{6, 15, 24, 33, 42, 51, 60, 69}));
  EXPECT_EQ(m.read<float>(o2), (Floats{-6, -12, -18, -24}));
  EXPECT_EQ(m.read<float>(o1), (Floats{1, 13}));
}

TEST(Vector, SumsRunInOrderInF32) {
  // 2^24 + 1 + 1 stays 2^24; 1 + 1 + 2^24 does not.
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 9, [] {
    Floats rows;
    for (int r = 0; r < 9; ++r) // more than the eight rows that go together
      for (float value : r % 2 ? Floats{16777216, 1, 1} : Floats{1, 1, 16777216})
        rows.push_back(value);
    return rows;
  }());
  Operand sum = m.sbuf(64, DType::F32, 9, {{1, 1}});
  m.step(Engine::Vector, Opcode::TensorReduce, {sum, x}, {m.bits(AluOp::Add), 1, 0});
  uint32_t out = m.store(sum);
  run(m);
  Floats got = m.read<float>(out);
  for (int r = 0; r < 9; ++r)
    EXPECT_EQ(got[r], r % 2 ? 16777216.0f : 16777218.0f) << r;
}

TEST(Vector, TensorReduceBits) {
  Machine m;
  Operand x = m.load<uint32_t>(0, DType::U32, 1, {0xFF0F, 0x0FFF, 0x1234}), y = m.sbuf(64, DType::U32, 1, {{1, 1}});
  m.step(Engine::Vector, Opcode::TensorReduce, {y, x}, {m.bits(AluOp::BitwiseAnd), 1, 0});
  uint32_t out = m.store(y);
  run(m);
  EXPECT_EQ(m.read<uint32_t>(out), (Words{0x0204}));
}

TEST(Vector, TensorScalarReduceCommands) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {1, 2, 3}), y = m.sbuf(64, DType::F32, 1, {{1, 3}});
  Operand r[4];
  const ReduceCmd cmds[] = {ReduceCmd::ResetReduce, ReduceCmd::Reduce, ReduceCmd::LoadReduce, ReduceCmd::Idle};
  for (int i = 0; i < 4; ++i) {
    r[i] = m.sbuf(128 + 64 * i, DType::F32, 1, {{1, 1}});
    // op0, reduce, cmd, negate, s0, init
    m.step(Engine::Vector, Opcode::TensorScalarReduce, {y, x, m.none(), m.none(), r[i]},
           {m.bits(AluOp::Multiply), m.bits(AluOp::Add), uint32_t(cmds[i]), i == 1, m.bits(2.0f), m.bits(100.0f)});
  }
  uint32_t out[4], data = m.store(y);
  for (int i = 0; i < 4; ++i)
    out[i] = m.store(r[i]);
  run(m);
  EXPECT_EQ(m.read<float>(data), (Floats{2, 4, 6}));
  const float want[] = {12, -24, 112, 112};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(m.read<float>(out[i])[0], want[i]) << i;
}

TEST(Vector, ReductionSeesTheValueBeforeTheCast) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {0.25f, 0.25f, 0.25f}), y = m.sbuf(64, DType::U8, 1, {{1, 3}}), r = m.sbuf(128, DType::F32, 1, {{1, 1}});
  m.step(Engine::Vector, Opcode::TensorScalarReduce, {y, x, m.none(), m.none(), r},
         {m.bits(AluOp::Multiply), m.bits(AluOp::Add), uint32_t(ReduceCmd::ResetReduce), 0, m.bits(1.0f), 0});
  uint32_t out = m.store(r);
  run(m);
  EXPECT_EQ(m.read<float>(out)[0], 0.75f);
}

TEST(Vector, TensorTensorScan) {
  Machine m;
  Operand a = m.load<float>(0, DType::F32, 2, {2, 2, 2, 3, 3, 3}), b = m.load<float>(64, DType::F32, 2, {1, 1, 1, 0, 0, 1});
  Operand start = m.load<float>(128, DType::F32, 2, {1, 10}), y = m.sbuf(192, DType::F32, 2, {{1, 3}}), z = m.sbuf(256, DType::F32, 2, {{1, 3}});
  m.step(Engine::Vector, Opcode::TensorTensorScan, {y, a, b, start}, {m.bits(AluOp::Multiply), m.bits(AluOp::Add), 0, 0, 0});
  // r = b - (r - a), reversed both
  m.step(Engine::Vector, Opcode::TensorTensorScan, {z, a, b, m.none()}, {m.bits(AluOp::Subtract), m.bits(AluOp::Subtract), 1, 1, m.bits(5.0f)});
  uint32_t outY = m.store(y), outZ = m.store(z);
  run(m);
  EXPECT_EQ(m.read<float>(outY), (Floats{3, 7, 15, 30, 90, 271}));
  EXPECT_EQ(m.read<float>(outZ), (Floats{-2, 5, -2, -2, 5, -1}));
}

TEST(Vector, TensorScalarCumulative) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {1, 2, 3}), y = m.sbuf(64, DType::F32, 1, {{1, 3}}), z = m.sbuf(128, DType::F32, 1, {{1, 3}}), w = m.sbuf(192, DType::F32, 1, {{1, 3}});
  auto imms = [&](AluOp op0, AluOp op1, ReduceCmd cmd) {
    return std::vector<uint32_t>{m.bits(op0), m.bits(op1), uint32_t(cmd), 0, m.bits(2.0f), m.bits(100.0f)};
  };
  m.step(Engine::Vector, Opcode::TensorScalarCumulative, {y, x, m.none(), m.none()}, imms(AluOp::Multiply, AluOp::Add, ReduceCmd::ResetReduce));
  m.step(Engine::Vector, Opcode::TensorScalarCumulative, {z, x, m.none(), m.none()}, imms(AluOp::Multiply, AluOp::Add, ReduceCmd::Reduce));
  m.step(Engine::Vector, Opcode::TensorScalarCumulative, {w, x, m.none(), m.none()}, imms(AluOp::Add, AluOp::Max, ReduceCmd::LoadReduce));
  uint32_t oy = m.store(y), oz = m.store(z), ow = m.store(w);
  run(m);
  EXPECT_EQ(m.read<float>(oy), (Floats{2, 6, 12}));
  EXPECT_EQ(m.read<float>(oz), (Floats{14, 18, 24}));
  EXPECT_EQ(m.read<float>(ow), (Floats{100, 100, 100}));
}

TEST(Vector, TensorCopyBitsAndCasts) {
  Machine m;
  Operand nan = m.load<uint32_t>(0, DType::F32, 1, {0xFFC12345}), same = m.sbuf(64, DType::F32, 1, {{1, 1}});
  Operand x = m.load<float>(128, DType::F32, 1, {1.00390625f, -300, 2.5f}), half = m.sbuf(192, DType::BF16, 1, {{1, 3}}), small = m.sbuf(256, DType::I8, 1, {{1, 3}});
  m.step(Engine::Vector, Opcode::TensorCopy, {same, nan});
  m.step(Engine::GpSimd, Opcode::TensorCopy, {half, x});
  m.step(Engine::Scalar, Opcode::TensorCopy, {small, x});
  uint32_t o0 = m.store(same), o1 = m.store(half), o2 = m.store(small);
  run(m);
  EXPECT_EQ(m.read<uint32_t>(o0), (Words{0xFFC12345}));
  EXPECT_EQ(m.read<uint16_t>(o1), (std::vector<uint16_t>{0x3F80, 0xC396, 0x4020}));
  EXPECT_EQ(m.read<int8_t>(o2), (std::vector<int8_t>{1, -128, 2}));
}

TEST(Vector, AccessPatternsOfBothSides) {
  // Reversed columns of a [2, 3] matrix, each element twice.
  Machine m;
  m.load<float>(0, DType::F32, 1, {1, 2, 3, 4, 5, 6});
  Operand src = m.sbuf(8, DType::F32, 1, {{3, 2}, {-1, 3}, {0, 2}}), dst = m.sbuf(64, DType::F32, 1, {{1, 2}, {2, 3}, {6, 2}});
  m.step(Engine::Vector, Opcode::TensorCopy, {dst, src});
  uint32_t out = m.store(m.sbuf(64, DType::F32, 1, {{1, 12}}));
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{3, 6, 2, 5, 1, 4, 3, 6, 2, 5, 1, 4}));
}

TEST(Vector, SourcesAreReadBeforeTheDestinationIsWritten) {
  Machine m;
  m.load<float>(0, DType::F32, 1, {1, 2, 3, 4});
  m.step(Engine::Vector, Opcode::TensorCopy, {m.sbuf(4, DType::F32, 1, {{1, 3}}), m.sbuf(0, DType::F32, 1, {{1, 3}})});
  uint32_t out = m.store(m.sbuf(0, DType::F32, 1, {{1, 4}}));
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{1, 1, 2, 3}));
}

TEST(Vector, Memset) {
  Machine m;
  Operand f = m.sbuf(0, DType::F16, 2, {{1, 2}}), i = m.sbuf(64, DType::I32, 1, {{2, 2}}), b = m.sbuf(128, DType::U8, 1, {{1, 3}});
  m.step(Engine::Vector, Opcode::Memset, {f}, {m.bits(-1.5f)});
  m.step(Engine::GpSimd, Opcode::Memset, {m.sbuf(64, DType::I32, 1, {{1, 3}})}, {7});
  m.step(Engine::GpSimd, Opcode::Memset, {i}, {uint32_t(-3)});
  m.step(Engine::Vector, Opcode::Memset, {b}, {0x1FF});
  uint32_t of = m.store(f), oi = m.store(m.sbuf(64, DType::I32, 1, {{1, 3}})), ob = m.store(b);
  run(m);
  EXPECT_EQ(m.read<uint16_t>(of), (std::vector<uint16_t>(4, 0xBE00)));
  EXPECT_EQ(m.read<int32_t>(oi), (std::vector<int32_t>{-3, 7, -3}));
  EXPECT_EQ(m.read<uint8_t>(ob), (std::vector<uint8_t>(3, 0xFF)));
}

TEST(Vector, TensorCopyPredicated) {
  Machine m;
  Operand d = m.load<float>(0, DType::F32, 1, {1, 2, 3}), e = m.load<float>(64, DType::F32, 1, {1, 2, 3});
  Operand p = m.load<uint8_t>(128, DType::U8, 1, {0, 1, 200}), s = m.load<float>(192, DType::F32, 1, {10, 20, 30});
  m.step(Engine::Vector, Opcode::TensorCopyPredicated, {d, p, s}, {0, 0});
  m.step(Engine::Vector, Opcode::TensorCopyPredicated, {e, p, m.none()}, {1, m.bits(-1.0f)});
  uint32_t od = m.store(d), oe = m.store(e);
  run(m);
  EXPECT_EQ(m.read<float>(od), (Floats{1, 20, 30}));
  EXPECT_EQ(m.read<float>(oe), (Floats{-1, 2, 3}));
}

TEST(Vector, TensorCopyPredicatedNarrowTypes) {
  Machine m;
  Operand d = m.load<uint16_t>(0, DType::BF16, 1, {0x3F80, 0x4000}), p = m.load<uint16_t>(64, DType::U16, 1, {1, 0});
  m.step(Engine::Vector, Opcode::TensorCopyPredicated, {d, p, m.none()}, {0, m.bits(3.0f)});
  uint32_t out = m.store(d);
  run(m);
  EXPECT_EQ(m.read<uint16_t>(out), (std::vector<uint16_t>{0x4040, 0x4000}));
}

TEST(Vector, SelectReduce) {
  Machine m;
  Operand p = m.load<uint8_t>(0, DType::U8, 2, {1, 0, 0, 1}), t = m.load<float>(64, DType::F32, 2, {1, 2, 3, 4});
  Operand no = m.load<float>(128, DType::F32, 2, {-7, 9}), y = m.sbuf(192, DType::F32, 2, {{1, 2}}), r = m.sbuf(256, DType::F32, 2, {{1, 1}});
  m.step(Engine::Vector, Opcode::SelectReduce, {y, p, t, no, r}, {0, uint32_t(ReduceCmd::ResetReduce), 0});
  uint32_t oy = m.store(y), oldMax = m.store(r);
  m.step(Engine::Vector, Opcode::SelectReduce, {y, p, t, m.none(), r}, {1, uint32_t(ReduceCmd::Reduce), m.bits(8.0f)});
  uint32_t newMax = m.store(r);
  run(m);
  EXPECT_EQ(m.read<float>(oy), (Floats{1, -7, 9, 4}));
  EXPECT_EQ(m.read<float>(oldMax), (Floats{1, 9}));
  EXPECT_EQ(m.read<float>(newMax), (Floats{8, 9}));
}

TEST(Vector, RangeSelect) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4, 1, 2, 3, 4});
  Operand low = m.load<float>(64, DType::F32, 2, {10, 11}), high = m.load<float>(128, DType::F32, 2, {12, 100});
  Operand y = m.sbuf(192, DType::F32, 2, {{1, 4}}), h = m.sbuf(256, DType::BF16, 2, {{1, 4}}), r = m.sbuf(320, DType::F32, 2, {{1, 1}});
  std::vector<uint32_t> imms = {m.bits(AluOp::GreaterEqual), m.bits(AluOp::Less), m.bits(10.0f), uint32_t(ReduceCmd::ResetReduce)};
  m.step(Engine::Vector, Opcode::RangeSelect, {y, x, low, high, r}, imms);
  m.step(Engine::Vector, Opcode::RangeSelect, {h, x, low, high, m.none()}, imms);
  uint32_t oy = m.store(y), oh = m.store(h), orr = m.store(r);
  run(m);
  const float fill = -3.4028235e38f;
  EXPECT_EQ(m.read<float>(oy), (Floats{1, 2, fill, fill, fill, 2, 3, 4}));
  EXPECT_EQ(m.read<float>(orr), (Floats{2, 4}));
  EXPECT_EQ(m.read<uint16_t>(oh)[2], 0xFF80); // -inf in bf16
}

TEST(Vector, BatchNormStatistics) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {1, 10, 3, 20, 5}), six = m.sbuf(64, DType::F32, 1, {{1, 6}}), two = m.sbuf(128, DType::F32, 1, {{1, 2}});
  m.step(Engine::Vector, Opcode::BnStats, {six, x});
  m.step(Engine::Vector, Opcode::BnAggr, {two, six});
  uint32_t o6 = m.store(six), o2 = m.store(two);
  run(m);
  EXPECT_EQ(m.read<float>(o6), (Floats{3, 3, 8, 2, 15, 50}));
  // mean 39 / 5, variance (8 + 50 + 3 * 4.8^2 + 2 * 7.2^2) / 5 = 46.16
  Floats aggregate = m.read<float>(o2);
  EXPECT_FLOAT_EQ(aggregate[0], 7.8f);
  EXPECT_FLOAT_EQ(aggregate[1], 46.16f);
}

TEST(Vector, ReciprocalIsExact) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {3, -0.0f, kInf, 1e-45f});
  m.step(Engine::Vector, Opcode::Reciprocal, {x, x});
  uint32_t out = m.store(x);
  run(m);
  expectSame(m.read<float>(out), {1.0f / 3, -kInf, 0, kInf});
}

TEST(Vector, Max8FindIndex8MatchReplace8) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {1, 9, 2, 9, 3, 4, 5, 6, 7, kNan});
  Operand top = m.sbuf(64, DType::F32, 1, {{1, 8}}), at = m.sbuf(128, DType::U32, 1, {{1, 8}});
  m.step(Engine::Vector, Opcode::Max8, {top, x});
  m.step(Engine::Vector, Opcode::NcFindIndex8, {at, x, top});
  uint32_t oTop = m.store(top), oAt = m.store(at);
  Operand data = m.load<float>(192, DType::F32, 1, {1, 2, 3, 4, 8, 8, 8, 8, 8, 8, 8});
  Operand vals = m.load<float>(256, DType::F32, 1, {3, 8, 8, 8, 8, 8, 8, 8});
  Operand rest = m.sbuf(320, DType::F32, 1, {{1, 11}}), index = m.sbuf(384, DType::U16, 1, {{1, 8}});
  m.step(Engine::Vector, Opcode::NcMatchReplace8, {rest, data, vals, index}, {m.bits(-1.0f)});
  uint32_t oRest = m.store(rest), oIndex = m.store(index);
  run(m);
  EXPECT_EQ(m.read<float>(oTop), (Floats{9, 9, 7, 6, 5, 4, 3, 2}));
  EXPECT_EQ(m.read<uint32_t>(oAt), (Words{1, 3, 8, 7, 6, 5, 4, 2}));
  EXPECT_EQ(m.read<float>(oRest), (Floats{1, 2, -1, 4, -1, -1, -1, -1, -1, -1, -1}));
  EXPECT_EQ(m.read<uint16_t>(oIndex), (std::vector<uint16_t>{2, 10, 9, 8, 7, 6, 5, 4}));
}

TEST(Vector, FindIndex8OfAbsentValues) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {1, 2, 3, 4, 5, 6, 7, 7}), v = m.load<float>(64, DType::F32, 1, {7, 7, 7, 0, 1, 2, 3, 4});
  Operand at = m.sbuf(128, DType::U16, 1, {{1, 8}});
  m.step(Engine::Vector, Opcode::NcFindIndex8, {at, x, v});
  uint32_t out = m.store(at);
  run(m);
  EXPECT_EQ(m.read<uint16_t>(out), (std::vector<uint16_t>{6, 7, 0xFFFF, 0xFFFF, 0, 1, 2, 3}));
}

TEST(Vector, StreamShuffle) {
  Floats rows(64);
  std::iota(rows.begin(), rows.end(), 0.0f);
  Machine m;
  Operand x = m.load(0, DType::F32, 64, rows);
  std::vector<uint32_t> mask(8, 0xFFFFFFFF); // leave all
  mask[0] = 0xFFFF001F;                      // partition 0 takes 31, 1 takes 0
  m.step(Engine::Vector, Opcode::NcStreamShuffle, {x, x}, mask); // in place
  uint32_t out = m.store(x);
  run(m);
  Floats want = rows;
  want[0] = 31, want[1] = 0, want[32] = 63, want[33] = 32;
  EXPECT_EQ(m.read<float>(out), want);
}

TEST(Vector, RngIsSeededPerLaneAndDropoutFollowsIt) {
  Machine m;
  Operand seed = m.load<uint32_t>(0, DType::U32, 1, {42}), r = m.sbuf(64, DType::U32, 2, {{1, 2}});
  Operand x = m.load<float>(128, DType::F32, 2, {1, 1, 1, 1}), p = m.load<float>(192, DType::F32, 2, {0, 1});
  m.step(Engine::Vector, Opcode::SetRngSeed, {seed});
  m.step(Engine::Vector, Opcode::Rng, {r});
  m.step(Engine::Vector, Opcode::Dropout, {x, x, p}, {0});
  uint32_t out = m.store(r), kept = m.store(x);
  run(m);
  Words want;
  for (uint32_t lane = 0; lane < 2; ++lane) {
    uint32_t s = 42 ^ lane;
    for (int i = 0; i < 2; ++i) {
      s ^= s << 13, s ^= s >> 17, s ^= s << 5;
      want.push_back(s);
    }
  }
  EXPECT_EQ(m.read<uint32_t>(out), want);
  EXPECT_EQ(m.read<float>(kept), (Floats{1, 1, 0, 0})); // probabilities 0 and 1
}

TEST(Vector, DropoutDropsAboutItsShare) {
  Machine m;
  Operand x = m.sbuf(0, DType::F32, 128, {{1, 256}});
  m.step(Engine::Vector, Opcode::Memset, {x}, {m.bits(1.0f)});
  m.step(Engine::Vector, Opcode::Dropout, {x, x, m.none()}, {m.bits(0.25f)});
  uint32_t out = m.store(x);
  run(m);
  Floats kept = m.read<float>(out);
  EXPECT_NEAR(std::accumulate(kept.begin(), kept.end(), 0.0f), 0.75 * 32768, 400);
}
