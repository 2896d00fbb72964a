//===- BasicTest.cpp - the common instructions on small tiles -------------===//

#include "Machine.h"

using namespace neuron;
using namespace neuron::test;

using Floats = std::vector<float>;

TEST(Exec, CopyThroughSbuf) {
  Machine m;
  Operand tile = m.load<float>(64, DType::F32, 2, {1, 2, 3, 4, 5, 6});
  uint32_t out = m.store(tile);
  ASSERT_TRUE(m.run().ok());
  EXPECT_EQ(m.read<float>(out), (Floats{1, 2, 3, 4, 5, 6}));
}

TEST(Exec, TensorTensorAdd) {
  Machine m;
  Operand a = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4});
  Operand b = m.load<float>(64, DType::F32, 2, {10, 20, 30, 40});
  m.step(Engine::Vector, Opcode::TensorTensor, {a, a, b}, {m.bits(AluOp::Add)});
  uint32_t out = m.store(a);
  ASSERT_TRUE(m.run().ok());
  EXPECT_EQ(m.read<float>(out), (Floats{11, 22, 33, 44}));
}

TEST(Exec, MatmulIntoPsumAndEvict) {
  Machine m;
  // stationary [K=2, M=3], moving [K=2, N=2]
  Operand s = m.load<float>(0, DType::F32, 2, {1, 2, 3, 4, 5, 6});
  Operand v = m.load<float>(64, DType::F32, 2, {1, 10, 2, 20});
  Operand p = m.psum(0, DType::F32, 3, {{1, 2}});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, v}, {0});
  m.step(Engine::Tensor, Opcode::NcMatmul, {p, s, v}, {1});
  uint32_t out = m.storePsum(p, m.sbuf(128, DType::F32, 3, {{1, 2}}));
  ASSERT_TRUE(m.run().ok());
  EXPECT_EQ(m.read<float>(out), (Floats{18, 180, 24, 240, 30, 300}));
}

TEST(Exec, DeadlockNamesBothSides) {
  Machine m;
  Operand a = m.sbuf(0, DType::F32, 1, {{1, 1}});
  m.emit(Engine::Vector, Opcode::Memset, {a}, {0}, {m.wait(Engine::Scalar, 0)});
  m.emit(Engine::Scalar, Opcode::TensorCopy, {a, a}, {}, {m.wait(Engine::Vector, 0)});
  Status s = m.run();
  EXPECT_EQ(s.code(), 7001u);
  EXPECT_NE(s.message().find("memset"), std::string::npos);
  EXPECT_NE(s.message().find("of the scalar engine, of which 0 are complete"), std::string::npos);
}
