//===- StreamTest.cpp - loops, waits, rotation, load-time checks ----------===//

#include "Machine.h"

#include <functional>

using namespace neuron;
using namespace neuron::test;

using Floats = std::vector<float>;

static void run(Machine &m) {
  Status s = m.run();
  ASSERT_TRUE(s.ok()) << s.message();
}

TEST(Streams, NestedLoopsWithAffineTripsAndAddresses) {
  // for i < 4: for j < i: x[i][j] = 1
  Machine m;
  Operand all = m.sbuf(0, DType::F32, 1, {{1, 16}}), one = m.sbuf(0, DType::F32, 1, {{1, 1}});
  one.address = m.affine(0, {{16, 0}, {4, 1}});
  m.emit(Engine::Vector, Opcode::Memset, {all}, {0});
  m.loop(Engine::Vector, 4);
  m.loop(Engine::Vector, m.affine(0, {{1, 0}}));
  m.emit(Engine::Vector, Opcode::Memset, {one}, {m.bits(1.0f)});
  m.end(Engine::Vector);
  m.end(Engine::Vector);
  uint32_t out = m.output(64);
  m.ProgramBuilder::copy(0, m.hbm(out, DType::F32, 1, 16, {{1, 16}}), all, 3, {m.wait(Engine::Vector, 6)});
  run(m);
  EXPECT_EQ(m.read<float>(out), (Floats{0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0}));
}

TEST(Streams, NegativeAndZeroTripsSkipTheBody) {
  Machine m;
  Operand x = m.load<float>(0, DType::F32, 1, {5});
  for (int64_t trip : {0, -3}) {
    m.loop(Engine::Sync, trip);
    m.emit(Engine::Sync, Opcode::EventSemaphore, {}, {}, {m.wait(Engine::Vector, 1000)}); // never reached
    m.end(Engine::Sync);
  }
  uint32_t out = m.store(x);
  run(m);
  EXPECT_EQ(m.read<float>(out)[0], 5);
}

TEST(Streams, ProducerAndConsumerThroughARing) {
  // Scalar makes i into slot i mod 3, Vector adds it up; guards and rotation.
  Machine m;
  m.program.rotations.push_back({m.affine(0, {{1, 0}}), 3, 64});
  Operand slot = m.sbuf(1024, DType::I32, 1, {{1, 1}}), sum = m.sbuf(0, DType::I32, 1, {{1, 1}});
  slot.rotation = 0;
  Operand counter = m.sbuf(512, DType::I32, 1, {{1, 10}}), element = m.sbuf(512, DType::I32, 1, {{1, 1}});
  element.address = m.affine(512, {{4, 0}});
  m.emit(Engine::GpSimd, Opcode::Iota, {counter}, {0, 0, 1});
  m.loop(Engine::Scalar, 10);
  Wait reuse{uint8_t(Engine::Vector), 0, m.affine(-2, {{1, 0}}), m.affine(-3, {{1, 0}})}; // reader of i - 3
  m.emit(Engine::Scalar, Opcode::TensorCopy, {slot, element}, {}, {m.wait(Engine::GpSimd, 0), reuse});
  m.end(Engine::Scalar);
  m.emit(Engine::Vector, Opcode::Memset, {sum}, {0});
  m.loop(Engine::Vector, 10);
  m.emit(Engine::Vector, Opcode::TensorTensor, {sum, sum, slot}, {m.bits(AluOp::Add)}, {m.wait(unsigned(Engine::Scalar), m.affine(0, {{1, 0}}))});
  m.end(Engine::Vector);
  uint32_t out = m.output(4);
  m.ProgramBuilder::copy(0, m.hbm(out, DType::I32, 1, 1, {{1, 1}}), sum, 3, {m.wait(Engine::Vector, 10)});
  m.options.strict = true;
  run(m);
  EXPECT_EQ(m.read<int32_t>(out)[0], 45);
}

TEST(Streams, WaitForAnInstanceThatNeverComes) {
  Machine m;
  m.emit(Engine::Tensor, Opcode::EventSemaphore, {}, {}, {m.waitQueue(0, 2)});
  Status s = m.run();
  EXPECT_EQ(s.code(), 7001u);
  EXPECT_NE(s.message().find("event_semaphore, instruction 0 of the tensor engine, kernel 'kernel' of 'source' waits for instance 2 of queue 0, of which 0 are complete"), std::string::npos) << s.message();
}

TEST(Streams, NegativeIndexAndGuardDoNotWait) {
  Machine m;
  m.emit(Engine::Tensor, Opcode::EventSemaphore, {}, {}, {m.wait(Engine::Vector, -1), {uint8_t(Engine::Vector), 0, m.affine(5), m.affine(-1)}});
  EXPECT_TRUE(m.run().ok());
}

/// A chain of instructions that all split into parts.
static std::vector<uint32_t> bitsWith(unsigned threads, const char *kernels) {
  Machine m;
  m.options.threads = threads;
  m.options.kernels = kernels;
  Operand x = m.sbuf(0, DType::F32, 128, {{1, 512}}), s = m.sbuf(4096, DType::F32, 128, {{1, 128}}), p = m.psum(0, DType::F32, 128, {{1, 512}});
  Operand r = m.sbuf(8192, DType::U32, 128, {{1, 512}});
  m.step(Engine::Vector, Opcode::Rng, {r});
  m.step(Engine::Vector, Opcode::TensorScalar, {x, r, m.none(), m.none()}, {m.bits(AluOp::Multiply), m.bits(AluOp::Subtract), 0, 0, m.bits(0x1p-31f), m.bits(1.0f)});
  m.step(Engine::Vector, Opcode::TensorCopy, {s, m.sbuf(64, DType::F32, 128, {{1, 128}})});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, x}, {0});
  m.step(Engine::Scalar, Opcode::Activation, {x, p, m.none(), m.none(), m.none()}, {m.bits(ActFn::Gelu), m.bits(0.25f), m.bits(0.5f), 0, 0});
  m.step(Engine::Vector, Opcode::TensorTensor, {x, x, p}, {m.bits(AluOp::Multiply)});
  Operand sum = m.sbuf(16384, DType::F32, 128, {{1, 1}});
  m.step(Engine::Vector, Opcode::TensorReduce, {sum, x}, {m.bits(AluOp::Add), 1, 0});
  m.step(Engine::Vector, Opcode::TensorScalar, {x, x, sum, m.none()}, {m.bits(AluOp::Add), 0, 0, 0, 0, 0});
  uint32_t out = m.store(x);
  run(m);
  return m.read<uint32_t>(out);
}

TEST(Streams, SameBitsForEveryThreadCountAndKernelSet) {
  std::vector<uint32_t> want = bitsWith(1, "portable");
  EXPECT_EQ(bitsWith(1, ""), want);
  EXPECT_EQ(bitsWith(2, ""), want);
  EXPECT_EQ(bitsWith(5, ""), want);
  EXPECT_EQ(bitsWith(3, "portable"), want);
}

TEST(Streams, UnknownKernelSet) {
  Machine m;
  m.options.kernels = "abacus";
  EXPECT_EQ(m.run().code(), 7007u);
}

TEST(Streams, BuffersAreChecked) {
  Machine m;
  m.variableOf(Floats{1, 2});
  m.buffers[0].bytes = 4;
  Status s = m.run();
  EXPECT_EQ(s.code(), 7005u);
  EXPECT_NE(s.message().find("'v0' needs a buffer of 8 bytes, but got 4"), std::string::npos);
  m.buffers.clear();
  EXPECT_EQ(m.run().code(), 7005u);
}

TEST(Streams, AccessesOutsideTheirMemory) {
  Machine outside[5];
  auto copy = [](Machine &m, Operand dst, Operand src) { m.copyStep(dst, src); };
  uint32_t v[5];
  for (int i = 0; i < 5; ++i)
    v[i] = outside[i].variableOf(Floats(4), VarKind::InOut);
  auto tile = [](Machine &m, int64_t at, std::initializer_list<Dim> dims) { return m.sbuf(at, DType::F32, 1, dims); };
  Machine *m = outside;
  copy(m[0], tile(m[0], 0, {{1, 5}}), m[0].hbm(v[0], DType::F32, 1, 5, {{1, 5}}));
  copy(m[1], tile(m[1], 212980, {{1, 2}}), m[1].hbm(v[1], DType::F32, 1, 2, {{1, 2}}));
  copy(m[2], tile(m[2], 4, {{-2, 2}}), m[2].hbm(v[2], DType::F32, 1, 2, {{1, 2}}));
  Operand loops = tile(m[3], 0, {{1, 1}});
  loops.address = m[3].affine(INT64_MAX, {{INT64_MAX, 0}});
  m[3].loop(Engine::Vector, 3);
  m[3].emit(Engine::Vector, Opcode::Memset, {loops}, {0});
  m[3].end(Engine::Vector);
  copy(m[4], tile(m[4], 2, {{1, 1}}), m[4].hbm(v[4], DType::F32, 1, 1, {{1, 1}})); // not aligned
  for (Machine &machine : outside) {
    Status s = machine.run();
    EXPECT_EQ(s.code(), 7002u) << s.message();
  }
}

/// One mistake each, found before anything runs.
TEST(Streams, IllegalPrograms) {
  using Break = std::function<void(Machine &)>;
  auto tile = [](Machine &m, DType type = DType::F32, uint32_t n = 8, unsigned rows = 4) { return m.sbuf(0, type, rows, {{1, n}}); };
  const std::pair<const char *, Break> cases[] = {
      {"unknown opcode 999", [&](Machine &m) { m.emit(Engine::Vector, Opcode::Memset, {tile(m)}); m.program.instructions[0].opcode = Opcode(999); }},
      {"does not run on this engine", [&](Machine &m) { m.emit(Engine::Tensor, Opcode::Memset, {tile(m)}); }},
      {"operand 'src' is missing", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorCopy, {tile(m), m.none()}); }},
      {"operand 'dst' may not lie in hbm", [&](Machine &m) { m.emit(Engine::Vector, Opcode::Memset, {m.hbm(m.output(64), DType::F32, 1, 0, {{1, 1}})}); }},
      {"starts at partition 16", [&](Machine &m) { Operand o = tile(m); o.startPartition = 16; m.emit(Engine::Vector, Opcode::Memset, {o}); }},
      {"ends at partition 129", [&](Machine &m) { Operand o = tile(m, DType::F32, 1, 65); o.startPartition = 64; m.emit(Engine::Vector, Opcode::Memset, {o}); }},
      {"tiles must have as many partitions", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorCopy, {tile(m), tile(m, DType::F32, 7)}); }},
      {"must be one value for each partition", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorScalar, {tile(m), tile(m), tile(m), m.none()}); }},
      {"cannot read or write i64", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorTensor, {tile(m, DType::I64), tile(m, DType::I64), tile(m, DType::I64)}, {1}); }},
      {"a bit operator needs integers", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorTensor, {tile(m), tile(m), tile(m)}, {m.bits(AluOp::BitwiseAnd)}); }},
      {"mixes a bit operator", [&](Machine &m) { Operand i = tile(m, DType::I32); m.emit(Engine::Vector, Opcode::TensorScalar, {i, i, m.none(), m.none()}, {m.bits(AluOp::BitwiseAnd), m.bits(AluOp::Add)}); }},
      {"operator 77", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorTensor, {tile(m), tile(m), tile(m)}, {77}); }},
      {"operator 6 is not one", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorReduce, {tile(m, DType::F32, 1), tile(m)}, {m.bits(AluOp::Equal), 1}); }},
      {"axes must name", [&](Machine &m) { m.emit(Engine::Vector, Opcode::TensorReduce, {tile(m, DType::F32, 1), tile(m)}, {1, 2}); }},
      {"unknown value 99", [&](Machine &m) { m.emit(Engine::Scalar, Opcode::Activation, {tile(m), tile(m), m.none(), m.none(), m.none()}, {99}); }},
      {"dst must be [stationary free", [&](Machine &m) { m.emit(Engine::Tensor, Opcode::NcMatmul, {m.psum(0, DType::F32, 4, {{1, 8}}), tile(m, DType::F32, 3), tile(m)}); }},
      {"as many elements", [&](Machine &m) { m.copyStep(tile(m), tile(m, DType::F32, 7)); }},
      {"an index needs a side", [&](Machine &m) { m.step(Engine::Sync, Opcode::DmaCopy, {tile(m), tile(m), tile(m, DType::I32, 1)}, {0, 1, 0, 1, 1, 0}); }},
      {"one integer, or one for each row", [&](Machine &m) { m.step(Engine::Sync, Opcode::DmaCopy, {tile(m), tile(m), tile(m, DType::F32, 1)}, {0, 1, 1, 1, 1, 0}); }},
      {"names queue 3", [&](Machine &m) { m.step(Engine::Sync, Opcode::DmaCopy, {tile(m), tile(m), m.none()}, {3, 3}); }},
      {"triggers a queue of the sync engine", [&](Machine &m) { m.step(Engine::Scalar, Opcode::DmaCopy, {tile(m), tile(m), m.none()}, {0, 3}); }},
      {"only read", [&](Machine &m) { uint32_t v = m.variableOf(Floats(32)); m.copyStep(m.hbm(v, DType::F32, 4, 8, {{1, 8}}), tile(m)); }},
      {"names loop level 0 at depth 0", [&](Machine &m) { Operand o = tile(m); o.address = m.affine(0, {{4, 0}}); m.emit(Engine::Vector, Opcode::Memset, {o}); }},
      {"leaves a loop open", [&](Machine &m) { m.loop(Engine::Vector, 2); }},
      {"closes a loop that is not open", [&](Machine &m) { m.end(Engine::Vector); }},
      {"waits for source 9", [&](Machine &m) { m.emit(Engine::Vector, Opcode::EventSemaphore, {}, {}, {m.wait(9u, m.affine(0))}); }},
      {"names a rotation", [&](Machine &m) { Operand o = tile(m); o.rotation = 5; m.emit(Engine::Vector, Opcode::Memset, {o}); }},
      {"pattern is empty", [&](Machine &m) { m.emit(Engine::Vector, Opcode::Memset, {tile(m, DType::F32, 0)}); }},
      {"more than 65536 elements", [&](Machine &m) { m.emit(Engine::Vector, Opcode::Memset, {m.sbuf(0, DType::U8, 1, {{0, 65537}})}); }},
  };
  for (const auto &[text, breakIt] : cases) {
    Machine m;
    breakIt(m);
    Status s = m.run();
    EXPECT_EQ(s.code(), 7004u) << text << ": " << s.message();
    EXPECT_NE(s.message().find(text), std::string::npos) << text << ": " << s.message();
  }
}
