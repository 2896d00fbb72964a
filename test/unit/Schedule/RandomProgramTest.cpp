//===- RandomProgramTest.cpp - no race in any schedule --------------------===//

#include "RaceChecker.h"
#include "RandomProgram.h"

#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace neuron;
using namespace neuron::schedule;

/// A small machine, so that buffers have to share bytes.
static Target smallTarget() {
  Target target = *findTarget("trn2");
  target.sbufBytes = 1024;
  return target;
}

static void check(unsigned seed, const Target &target, const ScheduleOptions &options, unsigned &built) {
  mlir::MLIRContext context;
  context.loadDialect<nisa::NisaDialect>();
  mlir::ScopedDiagnosticHandler silence(&context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::string text = randomProgram(seed);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  ASSERT_TRUE(module) << text;
  nisa::ProgramOp op = *module->getOps<nisa::ProgramOp>().begin();
  ScheduleStats stats;
  mlir::FailureOr<Program> program = buildProgram(op, target, options, stats);
  if (failed(program))
    return; // does not fit
  ++built;
  std::string race = findRace(op, *program, options);
  ASSERT_TRUE(race.empty()) << "seed " << seed << ": " << race << "\n" << text;
}

TEST(RandomProgram, OverlapHasNoRace) {
  unsigned built = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    check(seed, smallTarget(), {}, built);
    check(seed, *findTarget("trn2"), {}, built);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(built, 500u);
}

TEST(RandomProgram, SerialHasNoRace) {
  unsigned built = 0;
  for (unsigned seed = 0; seed < 100 && !HasFatalFailure(); ++seed)
    check(seed, *findTarget("trn2"), {.overlap = false}, built);
  EXPECT_GT(built, 50u);
}
