//===- DmaTest.cpp - copies of the DMA queues -----------------------------===//

#include "Machine.h"

#include <numeric>

using namespace neuron;
using namespace neuron::test;

using Floats = std::vector<float>;

static Floats counting(size_t n) {
  Floats values(n);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}
static void run(Machine &m) {
  Status s = m.run();
  ASSERT_TRUE(s.ok()) << s.message();
}
/// queue, dge, indirect, index_step, index_bound, oob
static std::vector<uint32_t> indirect(unsigned side, int32_t step, uint32_t bound, uint32_t oob = 0) {
  return {0, 1, side, uint32_t(step), bound, oob};
}

TEST(Dma, StridedRowsWithAnOffset) {
  Machine m;
  uint32_t in = m.variableOf(counting(24)), out = m.output(24); // [4, 6]
  Operand src = m.hbm(in, DType::F32, 2, 12, {{2, 3}});         // rows 0 and 2, every second element
  src.address = m.affine(4);
  Operand dst = m.hbm(out, DType::F32, 3, 1, {{3, 2}}); // as [3, 2], transposed
  m.copyStep(dst, src);
  run(m);
  // source order 1 3 5 13 15 17, written down rows of two columns
  EXPECT_EQ(m.read<float>(out), (Floats{1, 5, 15, 3, 13, 17}));
}

TEST(Dma, RowsOfDifferentLengths) {
  Machine m;
  uint32_t in = m.variableOf(counting(12)), out = m.output(48);
  Operand tile = m.sbuf(0, DType::F32, 4, {{1, 3}});
  m.copyStep(tile, m.hbm(in, DType::F32, 1, 12, {{1, 12}})); // one row of twelve to four of three
  m.copyStep(m.hbm(out, DType::F32, 6, 2, {{1, 2}}), tile);  // to six of two
  run(m);
  EXPECT_EQ(m.read<float>(out), counting(12));
}

TEST(Dma, EveryElementSize) {
  for (DType type : {DType::U8, DType::BF16, DType::I32, DType::I64}) {
    Machine m;
    unsigned bytes = bytesOf(type);
    std::vector<uint8_t> raw(bytes * 6);
    std::iota(raw.begin(), raw.end(), uint8_t(1));
    uint32_t in = m.variableOf(raw), out = m.output(raw.size());
    Operand reversed = m.hbm(in, type, 2, 3, {{-1, 3}});
    reversed.address = m.affine(2 * bytes);
    m.copyStep(m.hbm(out, type, 2, 3, {{1, 3}}), reversed);
    run(m);
    std::vector<uint8_t> got = m.read<uint8_t>(out);
    for (unsigned row = 0; row < 2; ++row)
      for (unsigned i = 0; i < 3 * bytes; ++i)
        EXPECT_EQ(got[row * 3 * bytes + i], raw[row * 3 * bytes + (2 - i / bytes) * bytes + i % bytes]) << nameOf(type);
  }
}

TEST(Dma, CastsGoThroughF32) {
  Machine m;
  Floats values(600);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(i) - 300.5f;
  uint32_t in = m.variableOf(values), out = m.output(600), wide = m.output(2400);
  m.copyStep(m.hbm(out, DType::I8, 1, 600, {{1, 600}}), m.hbm(in, DType::F32, 2, 300, {{1, 300}}));
  m.copyStep(m.hbm(wide, DType::F32, 1, 600, {{1, 600}}), m.hbm(out, DType::I8, 1, 600, {{1, 600}}));
  run(m);
  std::vector<int8_t> got = m.read<int8_t>(out);
  EXPECT_EQ(got[0], -128);
  EXPECT_EQ(got[300], 0); // -0.5
  EXPECT_EQ(got[302], 2); // 1.5
  EXPECT_EQ(got[599], 127);
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(m.read<float>(wide)[i], float(got[i]));
}

TEST(Dma, LargeCopiesOnSeveralThreads) {
  for (unsigned threads : {1u, 3u}) {
    Machine m;
    m.options.threads = threads;
    uint32_t in = m.variableOf(counting(128 * 300)), out = m.output(128 * 300 * 4);
    Operand tile = m.sbuf(32, DType::F32, 128, {{1, 300}});
    m.copyStep(tile, m.hbm(in, DType::F32, 128, 300, {{1, 300}}));
    m.copyStep(m.hbm(out, DType::F32, 128, 300, {{1, 300}}), tile);
    run(m);
    EXPECT_EQ(m.read<float>(out), counting(128 * 300));
  }
}

TEST(Dma, GatherAndScatterRows) {
  Machine m;
  uint32_t table = m.variableOf(counting(8)), out = m.variableOf(Floats(8, -1), VarKind::Output); // [4, 2]
  Operand index = m.load<int32_t>(0, DType::I32, 3, {3, 0, 3}), tile = m.sbuf(64, DType::F32, 3, {{1, 2}});
  m.step(Engine::Sync, Opcode::DmaCopy, {tile, m.hbm(table, DType::F32, 3, 2, {{1, 2}}), index}, indirect(1, 2, 4));
  uint32_t gathered = m.store(tile);
  Operand to = m.load<int32_t>(128, DType::I32, 3, {2, 1, 0});
  m.step(Engine::Sync, Opcode::DmaCopy, {m.hbm(out, DType::F32, 3, 2, {{1, 2}}), tile, to}, indirect(2, 2, 4));
  run(m);
  EXPECT_EQ(m.read<float>(gathered), (Floats{6, 7, 0, 1, 6, 7}));
  EXPECT_EQ(m.read<float>(out), (Floats{6, 7, 0, 1, 6, 7, -1, -1}));
}

TEST(Dma, OneIndexMovesAllRows) {
  Machine m;
  uint32_t in = m.variableOf(counting(12)), out = m.variableOf(Floats(12, -1), VarKind::Output);
  Operand index = m.load<uint32_t>(0, DType::U32, 1, {2}), tile = m.sbuf(64, DType::F32, 2, {{1, 2}});
  // [2 rows, 6]: two columns from 2 * 2 on
  m.step(Engine::Sync, Opcode::DmaCopy, {tile, m.hbm(in, DType::F32, 2, 6, {{1, 2}}), index}, indirect(1, 2, 3));
  m.step(Engine::Sync, Opcode::DmaCopy, {m.hbm(out, DType::F32, 2, 6, {{1, 2}}), tile, index}, indirect(2, 1, 5));
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{-1, -1, 4, 5, -1, -1, -1, -1, 10, 11, -1, -1}));
}

TEST(Dma, IndicesOutOfBounds) {
  for (int32_t bad : {4, -1}) {
    for (uint32_t oob : {0u, 1u}) {
      Machine m;
      uint32_t table = m.variableOf(counting(4));
      Operand tile = m.load<float>(64, DType::F32, 3, {-1, -2, -3}), index = m.load<int32_t>(0, DType::I32, 3, {3, bad, 1});
      m.step(Engine::Sync, Opcode::DmaCopy, {tile, m.hbm(table, DType::F32, 3, 1, {{1, 1}}), index}, indirect(1, 1, 4, oob));
      uint32_t out = m.store(tile);
      Status s = m.run();
      if (oob == 0) {
        EXPECT_EQ(s.code(), 7003u);
        EXPECT_NE(s.message().find("index " + std::to_string(bad) + " of row 1"), std::string::npos) << s.message();
        continue;
      }
      ASSERT_TRUE(s.ok()) << s.message();
      EXPECT_EQ(m.read<float>(out), (Floats{3, -2, 1})); // the row is left alone
    }
  }
}

TEST(Dma, IndicesInsideTheBoundButOutsideTheVariable) {
  Machine m;
  uint32_t table = m.variableOf(counting(4));
  Operand index = m.load<int32_t>(0, DType::I32, 1, {4}), tile = m.sbuf(64, DType::F32, 1, {{1, 1}});
  m.step(Engine::Sync, Opcode::DmaCopy, {tile, m.hbm(table, DType::F32, 1, 1, {{1, 1}}), index}, indirect(1, 1, 5));
  EXPECT_EQ(m.run().code(), 7002u);
}

TEST(Dma, Transpose) {
  Machine m;
  uint32_t in = m.variableOf(std::vector<uint16_t>{1, 2, 3, 4, 5, 6});
  Operand t = m.sbuf(0, DType::BF16, 3, {{1, 2}});
  m.step(Engine::Sync, Opcode::DmaTranspose, {t, m.hbm(in, DType::BF16, 2, 3, {{1, 3}})}, {0, 2});
  uint32_t out = m.store(t);
  run(m);
  EXPECT_EQ(m.read<uint16_t>(out), (std::vector<uint16_t>{1, 4, 2, 5, 3, 6}));
}

TEST(Dma, ComputeAddsInF32) {
  Machine m;
  uint32_t a = m.variableOf(Floats{1, 2, 3}), b = m.variableOf(std::vector<uint16_t>{0x4120, 0x41A0, 0x41F0}), out = m.output(6), copy = m.output(12);
  auto row = [&](uint32_t v, DType type) { return m.hbm(v, type, 1, 3, {{1, 3}}); };
  m.step(Engine::Sync, Opcode::DmaCompute, {row(out, DType::BF16), row(a, DType::F32), row(b, DType::BF16), m.none()}, {0, 3});
  m.step(Engine::Sync, Opcode::DmaCompute, {row(copy, DType::F32), row(b, DType::BF16), m.none(), m.none()}, {0, 3});
  run(m);
  EXPECT_EQ(m.read<uint16_t>(out), (std::vector<uint16_t>{0x4130, 0x41B0, 0x4204}));
  EXPECT_EQ(m.read<float>(copy), (Floats{10, 20, 30}));
}

TEST(Dma, ScatterAddInOrder) {
  Machine m;
  uint32_t table = m.variableOf(Floats{100, 200, 300}, VarKind::InOut);
  Operand x = m.load<float>(0, DType::F32, 3, {1, 2, 3}), index = m.load<int32_t>(64, DType::I32, 3, {2, 0, 2});
  Operand rows = m.hbm(table, DType::F32, 3, 1, {{1, 1}});
  m.step(Engine::Sync, Opcode::DmaCompute, {rows, rows, x, index}, {0, 1, 2, 1, 3, 0});
  run(m);
  EXPECT_EQ(m.read<float>(table), (Floats{102, 200, 304}));
}

TEST(Dma, GatherAdd) {
  Machine m;
  uint32_t table = m.variableOf(Floats{100, 200, 300});
  Operand x = m.load<float>(0, DType::F32, 2, {1, 2}), index = m.load<int32_t>(64, DType::I32, 2, {2, 1});
  m.step(Engine::Sync, Opcode::DmaCompute, {x, x, m.hbm(table, DType::F32, 2, 1, {{1, 1}}), index}, {0, 1, 1, 1, 3, 0});
  uint32_t out = m.store(x);
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{301, 202}));
}
