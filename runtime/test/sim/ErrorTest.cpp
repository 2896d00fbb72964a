//===- ErrorTest.cpp - deadlocks and programs that break rules ------------===//

#include "SimFixture.h"

using namespace neuron;
using namespace neuron::test;

using ErrorTest = SimFixture;

static void expectBad(const Status &status, const char *text) {
  EXPECT_EQ(status.code(), 7101u);
  EXPECT_EQ(status.errorClass(), ErrorClass::BadInput);
  EXPECT_NE(status.message().find(text), std::string::npos) << status.message();
}

TEST_F(ErrorTest, DeadlockNamesWhoWaitsForWhat) {
  vectorCopy(tile(0, 8), tile(8192, 8), {wait(S, 0)});
  activation(ActFn::Copy, tile(0, 8), tile(8192, 8), {wait(V, 0)});
  Status status = fail();
  EXPECT_EQ(status.code(), 7102u);
  EXPECT_EQ(status.message(),
            "deadlock: vector waits before instruction 0 (tensor_copy, kernel 'kernel') for instance 0 of "
            "scalar, which has issued 0; scalar waits before instruction 1 (activation, kernel 'kernel') "
            "for instance 0 of vector, which has issued 0");
}

TEST_F(ErrorTest, DeadlockOnACopy) {
  unsigned q = queue(Y);
  load(q, 64);
  vectorCopy(tile(0, 8), tile(8192, 8), {waitQueue(q, 1)});
  EXPECT_NE(fail().message().find("for copy 1 of queue 0, which has issued 1"), std::string::npos);
}

TEST_F(ErrorTest, Indices) {
  vectorCopy(tile(0, 8), tile(8192, 8), {wait(9, affine(0))});
  expectBad(fail(), "source 9");
  program.waits.back().source = 0;
  program.waits.back().index = affine(0, {{1, 0}});
  expectBad(fail(), "loop level");
  program.waits.clear();
  expectBad(fail(), "waits outside");
  program.instructions[0].waits = {};
  program.operands.pop_back();
  expectBad(fail(), "operands or immediates");
  program.instructions.clear();
  expectBad(fail(), "instruction outside");
}

TEST_F(ErrorTest, OperandsAndRotations) {
  Operand rotated = tile(0, 8);
  rotated.rotation = 0;
  vectorCopy(rotated, tile(8192, 8));
  expectBad(fail(), "rotation outside");
  program.rotations.push_back({affine(0), 0, 4});
  expectBad(fail(), "rotation without slots");
  program.rotations[0] = {affine(0), 1, 4};
  program.operands[0].rank = 5;
  expectBad(fail(), "rank 5");
}

TEST_F(ErrorTest, EngineOfAnOpcode) {
  emit(S, Opcode::TensorTensor, {tile(0, 8), tile(0, 8), tile(0, 8)});
  expectBad(fail(), "does not run on scalar");
}

TEST_F(ErrorTest, Queues) {
  unsigned q = queue(Y);
  load(q, 64);
  program.queues[0].owner = S;
  expectBad(fail(), "belongs to scalar, but sync uses it");
  program.queues[0] = {Y, 0};
  expectBad(fail(), "depth 0");
  program.queues.clear();
  expectBad(fail(), "queue 0 does not exist");
}

TEST_F(ErrorTest, Loops) {
  end(V);
  expectBad(fail(), "end without a loop");
  program = {};
  loop(V, 3);
  expectBad(fail(), "has no end");
  program = {};
  program.streams[unsigned(V)].nodes.push_back({Node::Loop, 7});
  expectBad(fail(), "loop outside");
  program = {};
  for (int i = 0; i < 65; ++i)
    loop(V, 1);
  expectBad(fail(), "deeper than 64");
}

TEST_F(ErrorTest, EndlessTimeIsRefused) {
  emit(V, Opcode::TensorCopy,
       {sbuf(0, F32, 128, {{1, ~0u}, {1, ~0u}, {1, ~0u}}), sbuf(0, F32, 128, {{1, ~0u}, {1, ~0u}, {1, ~0u}})});
  loop(V, 100000);
  program.streams[unsigned(V)].nodes.push_back({Node::Instr, 0});
  end(V);
  expectBad(fail(), "26 days");
}
