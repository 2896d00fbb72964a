//===- StrictTest.cpp - each rule of the memory checker -------------------===//
//
// For each rule a program that breaks it, and one beside it that does not.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace neuron;
using namespace neuron::test;

namespace {
struct Strict : Machine {
  Strict() { options.strict = true; }
  Operand tile(int64_t address, DType type = DType::F32, unsigned rows = 4, uint32_t n = 8) {
    return sbuf(address, type, rows, {{1, n}});
  }
  void memset(Engine engine, Operand dst, std::vector<Wait> waits = {}) {
    emit(engine, Opcode::Memset, {dst}, {bits(1.0f)}, std::move(waits));
  }
  void copy(Engine engine, Operand dst, Operand src, std::vector<Wait> waits = {}) {
    emit(engine, Opcode::TensorCopy, {dst, src}, {}, std::move(waits));
  }
};
} // namespace

static void expectError(Machine &m, unsigned code, const char *text) {
  Status s = m.run();
  EXPECT_EQ(s.code(), code) << s.message();
  EXPECT_NE(s.message().find(text), std::string::npos) << s.message();
}
static void expectClean(Machine &m) {
  Status s = m.run();
  EXPECT_TRUE(s.ok()) << s.message();
}

// 7201: reads of bytes that nothing has written.

TEST(Strict, ReadOfUnwrittenSbuf) {
  Strict m;
  m.memset(Engine::Vector, m.tile(0, DType::F32, 4, 7));
  m.copy(Engine::Vector, m.tile(64), m.tile(0));
  expectError(m, 7201, "operand 'src' reads bytes 28 to 32 of sbuf partition 0, which nothing has written");
}

TEST(Strict, ReadOfUnwrittenPartition) {
  Strict m;
  m.memset(Engine::Vector, m.tile(0, DType::F32, 3));
  m.copy(Engine::Vector, m.tile(64), m.tile(0));
  expectError(m, 7201, "sbuf partition 3");
}

TEST(Strict, ReadOfUnwrittenByteInACell) {
  Strict m;
  m.memset(Engine::Vector, m.tile(0, DType::U8, 1, 5));
  m.copy(Engine::Vector, m.tile(64, DType::U8, 1, 6), m.tile(0, DType::U8, 1, 6));
  expectError(m, 7201, "bytes 4 to 8");
}

TEST(Strict, ReadOfUnwrittenScratchAndOutput) {
  for (VarKind kind : {VarKind::Scratch, VarKind::Output}) {
    Strict m;
    uint32_t v = m.variableOf(std::vector<float>(8), kind);
    m.copyStep(m.tile(0, DType::F32, 1), m.hbm(v, DType::F32, 1, 8, {{1, 8}}));
    expectError(m, 7201, "variable 'v0'");
  }
}

TEST(Strict, InputsWeightsAndStateAreWritten) {
  for (VarKind kind : {VarKind::Input, VarKind::InOut, VarKind::State, VarKind::Weight, VarKind::Seed}) {
    Strict m;
    uint32_t v = m.variableOf(std::vector<float>(8), kind);
    m.copyStep(m.tile(0, DType::F32, 1), m.hbm(v, DType::F32, 1, 8, {{1, 8}}));
    expectClean(m);
  }
}

TEST(Strict, StridedWritesLeaveGaps) {
  Strict m;
  m.memset(Engine::Vector, m.sbuf(0, DType::F32, 4, {{2, 4}}));
  m.copy(Engine::Vector, m.sbuf(64, DType::F32, 4, {{1, 4}}), m.sbuf(0, DType::F32, 4, {{2, 4}}));
  expectClean(m);
  m.copy(Engine::Vector, m.tile(64, DType::F32, 4, 2), m.tile(0, DType::F32, 4, 2));
  expectError(m, 7201, "bytes 4 to 8");
}

TEST(Strict, EachRunStartsAfresh) {
  Strict m;
  m.copy(Engine::Vector, m.tile(64), m.tile(0), {m.wait(Engine::Scalar, 0)});
  m.copy(Engine::Scalar, m.tile(128), m.tile(0));
  expectError(m, 7201, "instruction 1 of the scalar engine");
}

// 7202: races.

TEST(Strict, ReadAfterWriteOfAnotherEngine) {
  for (bool waits : {false, true}) {
    Strict m;
    m.memset(Engine::Vector, m.tile(0));
    m.copy(Engine::Scalar, m.tile(64), m.tile(0), waits ? std::vector{m.wait(Engine::Vector, 0)} : std::vector<Wait>{});
    waits ? expectClean(m) : expectError(m, 7202, "reads bytes 0 to 4 of sbuf partition 0, written by memset, instruction 0 of the vector engine");
  }
}

TEST(Strict, WriteAfterReadAndWriteAfterWrite) {
  for (bool waits : {false, true}) {
    Strict m;
    m.memset(Engine::Vector, m.tile(0));
    m.copy(Engine::Vector, m.tile(64), m.tile(0));
    // Waits for the write, not for the read.
    m.memset(Engine::GpSimd, m.tile(0), {m.wait(Engine::Vector, waits ? 1 : 0)});
    waits ? expectClean(m) : expectError(m, 7202, "overwrites bytes 0 to 4 of sbuf partition 0, read by tensor_copy");
  }
  Strict m;
  m.memset(Engine::Vector, m.tile(0));
  m.memset(Engine::GpSimd, m.tile(16));
  expectError(m, 7202, "overwrites bytes 16 to 20 of sbuf partition 0, written by memset");
}

TEST(Strict, ReadersMayShare) {
  Strict m;
  m.memset(Engine::Vector, m.tile(0));
  for (Engine e : {Engine::Scalar, Engine::GpSimd})
    m.copy(e, m.tile(64 + 32 * int(e)), m.tile(0), {m.wait(Engine::Vector, 0)});
  m.copy(Engine::Vector, m.tile(256), m.tile(0));
  expectClean(m);
}

TEST(Strict, EveryReaderIsRemembered) {
  // Five readers; the writer waits for all but one of them.
  const Engine readers[] = {Engine::Vector, Engine::Scalar, Engine::GpSimd};
  for (unsigned forgotten = 0; forgotten <= 5; ++forgotten) {
    Strict m;
    uint32_t queues[2] = {m.queue(Engine::Sync), m.queue(Engine::Sync)};
    uint32_t out = m.output(256);
    m.memset(Engine::Vector, m.tile(0));
    std::vector<Wait> waits;
    for (unsigned i = 0; i < 3; ++i) {
      m.copy(readers[i], m.tile(64 + 32 * i), m.tile(0), {m.wait(Engine::Vector, 0)});
      if (forgotten != i)
        waits.push_back(m.wait(readers[i], i == 0 ? 1 : 0));
    }
    for (unsigned i = 0; i < 2; ++i) {
      Operand to = m.hbm(out, DType::F32, 4, 8, {{1, 8}});
      to.address = m.affine(128 * i);
      m.ProgramBuilder::copy(queues[i], to, m.tile(0), 3, {m.wait(Engine::Vector, 0)});
      if (forgotten != 3 + i)
        waits.push_back(m.waitQueue(queues[i], 0));
    }
    m.emit(Engine::Tensor, Opcode::EventSemaphore, {}, {}, waits);
    m.memset(Engine::GpSimd, m.tile(0), {m.wait(Engine::Tensor, 0)});
    forgotten == 5 || forgotten == 2 ? expectClean(m) : expectError(m, 7202, "read by"); // 2: its own engine
  }
}

TEST(Strict, KnowledgeIsPassedOn) {
  Strict m;
  m.memset(Engine::Vector, m.tile(0));
  m.emit(Engine::Scalar, Opcode::EventSemaphore, {}, {}, {m.wait(Engine::Vector, 0)});
  m.copy(Engine::GpSimd, m.tile(64), m.tile(0), {m.wait(Engine::Scalar, 0)});
  expectClean(m);
}

TEST(Strict, WaitForAnEarlierInstanceIsNotEnough) {
  Strict m;
  m.memset(Engine::Vector, m.tile(512));
  m.memset(Engine::Vector, m.tile(0));
  m.copy(Engine::GpSimd, m.tile(64), m.tile(0), {m.wait(Engine::Vector, 0)});
  expectError(m, 7202, "instance 1");
}

TEST(Strict, DmaIsOrderedOnlyByWhatItsEngineWaitedFor) {
  for (bool waits : {false, true}) {
    Strict m;
    uint32_t q = m.queue(Engine::Scalar), out = m.output(128);
    m.memset(Engine::Vector, m.tile(64));
    m.copy(Engine::Scalar, m.tile(0), m.tile(64), {m.wait(Engine::Vector, 0)});
    // The scalar engine triggers the store of what it has just written.
    m.ProgramBuilder::copy(q, m.hbm(out, DType::F32, 4, 8, {{1, 8}}), m.tile(0), 3,
                           waits ? std::vector{m.wait(Engine::Scalar, 0)} : std::vector<Wait>{});
    waits ? expectClean(m) : expectError(m, 7202, "dma_copy");
  }
}

TEST(Strict, CompletionOfACopyIsAskedOfItsQueue) {
  for (bool asksQueue : {false, true}) {
    Strict m;
    uint32_t in = m.variableOf(std::vector<float>(32));
    m.ProgramBuilder::copy(0, m.tile(0), m.hbm(in, DType::F32, 4, 8, {{1, 8}}));
    // The trigger itself says nothing about the copy.
    m.copy(Engine::Vector, m.tile(64), m.tile(0), {asksQueue ? m.waitQueue(0, 0) : m.wait(Engine::Sync, 0)});
    asksQueue ? expectClean(m) : expectError(m, 7202, "written by dma_copy");
  }
}

TEST(Strict, CopiesOfAQueueMayOverlapUpToItsDepth) {
  for (uint32_t depth : {1u, 2u}) {
    Strict m;
    uint32_t q = m.queue(Engine::Sync, depth), in = m.variableOf(std::vector<float>(32));
    for (int i = 0; i < 2; ++i)
      m.ProgramBuilder::copy(q, m.tile(0), m.hbm(in, DType::F32, 4, 8, {{1, 8}}));
    depth == 1 ? expectClean(m) : expectError(m, 7202, "overwrites");
  }
}

TEST(Strict, NeighboursInACellDoNotRace) {
  Strict m;
  m.memset(Engine::Vector, m.sbuf(0, DType::U8, 4, {{2, 8}}));
  m.memset(Engine::GpSimd, m.sbuf(1, DType::U8, 4, {{2, 8}}));
  expectClean(m);
  m.memset(Engine::GpSimd, m.sbuf(14, DType::U8, 4, {{1, 1}}));
  expectError(m, 7202, "bytes 12 to 16");
}

TEST(Strict, DisjointPartitionsDoNotRace) {
  Strict m;
  m.memset(Engine::Vector, m.tile(0, DType::F32, 32));
  Operand other = m.tile(0, DType::F32, 32);
  other.startPartition = 32;
  m.memset(Engine::GpSimd, other);
  expectClean(m);
}

TEST(Strict, RotatingBufferNeedsItsGuard) {
  // GpSimd fills slot i mod 2, Vector reads it; the filler of iteration i must
  // wait for the reader of iteration i - 2.
  for (int64_t distance : {2, 3}) {
    Strict m;
    m.program.rotations.push_back({m.affine(0, {{1, 0}}), 2, 32});
    Operand slot = m.tile(0);
    slot.rotation = 0;
    m.loop(Engine::GpSimd, 6);
    Wait reuse = m.wait(unsigned(Engine::Vector), m.affine(-distance, {{1, 0}}));
    m.memset(Engine::GpSimd, slot, {reuse});
    m.end(Engine::GpSimd);
    m.loop(Engine::Vector, 6);
    m.copy(Engine::Vector, m.tile(512), slot, {m.wait(unsigned(Engine::GpSimd), m.affine(0, {{1, 0}}))});
    m.end(Engine::Vector);
    distance == 2 ? expectClean(m) : expectError(m, 7202, "loop counters");
  }
}

// Indirect copies touch the rows that the index names.

TEST(Strict, ScatteredRowsAreTheOnesWritten) {
  for (int32_t last : {2, 3}) {
    Strict m;
    uint32_t table = m.variableOf(std::vector<float>(4), VarKind::Scratch);
    Operand rows = m.load<float>(0, DType::F32, 2, {7, 8});
    Operand index = m.load<int32_t>(64, DType::I32, 2, {1, last});
    m.step(Engine::Sync, Opcode::DmaCopy, {m.hbm(table, DType::F32, 2, 1, {{1, 1}}), rows, index}, {0, 1, 2, 1, 4, 0});
    Operand third = m.hbm(table, DType::F32, 1, 1, {{1, 1}});
    third.address = m.affine(8);
    m.copyStep(m.tile(128, DType::F32, 1, 1), third);
    last == 2 ? expectClean(m) : expectError(m, 7201, "bytes 8 to 12 of variable");
  }
}

// 7203, 7204: PSUM.

static void addMatmul(Strict &m, int64_t address, uint32_t n, Accumulate mode) {
  Operand s = m.tile(0, DType::F32, 4, 4), v = m.tile(64, DType::F32, 4, n);
  m.step(Engine::Tensor, Opcode::NcMatmul, {m.psum(address, DType::F32, 4, {{1, n}}), s, v}, {uint32_t(mode)});
}

TEST(Strict, MatmulInsideOneBank) {
  for (int64_t address : {2048 - 64, 2048 - 32}) {
    Strict m;
    m.step(Engine::Vector, Opcode::Memset, {m.tile(0, DType::F32, 4, 64)}, {0});
    addMatmul(m, address, 16, Accumulate::Never);
    address == 2048 - 64 ? expectClean(m) : expectError(m, 7203, "more than one bank");
  }
}

TEST(Strict, AccumulationNeedsABeginning) {
  for (uint32_t begun : {16u, 8u, 0u}) {
    Strict m;
    m.step(Engine::Vector, Opcode::Memset, {m.tile(0, DType::F32, 4, 64)}, {0});
    // Bytes that another instruction has written do not count.
    m.step(Engine::Vector, Opcode::Memset, {m.psum(0, DType::F32, 4, {{1, 16}})}, {0});
    if (begun)
      addMatmul(m, 0, begun, Accumulate::Never);
    addMatmul(m, 0, 16, Accumulate::Always);
    begun == 16 ? expectClean(m) : expectError(m, 7204, begun ? "adds to byte 32" : "adds to byte 0");
  }
}

TEST(Strict, EvictionKeepsTheGroupOpenAWriteEndsIt) {
  for (bool overwrites : {false, true}) {
    Strict m;
    Operand p = m.psum(0, DType::F32, 4, {{1, 16}});
    m.step(Engine::Vector, Opcode::Memset, {m.tile(0, DType::F32, 4, 64)}, {0});
    addMatmul(m, 0, 16, Accumulate::Never);
    m.step(Engine::Vector, Opcode::TensorCopy, {m.tile(512, DType::F32, 4, 16), p});
    if (overwrites)
      m.step(Engine::Vector, Opcode::TensorCopy, {p, m.tile(512, DType::F32, 4, 16)});
    addMatmul(m, 0, 16, Accumulate::Always);
    overwrites ? expectError(m, 7204, "no overwriting matmul began") : expectClean(m);
  }
}

TEST(Strict, ErrorsNameKernelAndSource) {
  Strict m;
  m.program.kernels.push_back({"softmax 4x8", "/layer.0/Softmax", "model.py:12", 0, 0});
  m.copy(Engine::Vector, m.tile(64), m.tile(0));
  expectError(m, 7201, "kernel 'softmax 4x8' of '/layer.0/Softmax' (model.py:12)");
}
