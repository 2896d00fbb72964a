//===- Passes.cpp - passes on nisa ----------------------------------------===//

#include "neuronc/Schedule/Passes.h"

#include "neuronc/Schedule/Schedule.h"

#include "neuron/neff.h"

namespace neuron {
#define GEN_PASS_DEF_NISAALLOCATEPASS
#define GEN_PASS_DEF_NISAASSIGNQUEUESPASS
#define GEN_PASS_DEF_NISAKEEPONCHIPPASS
#define GEN_PASS_DEF_NISALISTSCHEDULEPASS
#define GEN_PASS_DEF_NISAPRINTPROGRAMPASS
#define GEN_PASS_DEF_NISASHOWDEPENDENCESPASS
#define GEN_PASS_DEF_NISASHOWWAITSPASS
#define GEN_PASS_DEF_NISAVERIFYTARGETPASS
#include "neuronc/Schedule/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

/// The description of the program's target, or an error on it.
static FailureOr<Target> targetOf(nisa::ProgramOp program) {
  if (const Target *target = findTarget(std::string_view(program.getTarget())))
    return *target;
  InFlightDiagnostic diag = program.emitError("[NRN-E1010] target must be one of");
  for (std::string_view name : targetNames())
    diag << " '" << StringRef(name) << "'";
  return diag << ", but got '" << program.getTarget() << "'";
}

/// Calls `step` for each program with its target; failure after an error.
template <typename Step> static LogicalResult forEachProgram(ModuleOp module, Step step) {
  for (nisa::ProgramOp program : llvm::make_early_inc_range(module.getOps<nisa::ProgramOp>())) {
    FailureOr<Target> target = targetOf(program);
    if (failed(target) || failed(step(program, *target)))
      return failure();
  }
  return success();
}

namespace {
struct NisaAllocate : neuron::impl::NisaAllocatePassBase<NisaAllocate> {
  using NisaAllocatePassBase::NisaAllocatePassBase;

  void runOnOperation() override {
    auto step = [&](nisa::ProgramOp program, Target target) {
      if (sbufBytes)
        target.sbufBytes = sbufBytes;
      ScheduleStats stats;
      return allocate(program, target, {overlap}, stats);
    };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaAssignQueues : neuron::impl::NisaAssignQueuesPassBase<NisaAssignQueues> {
  using NisaAssignQueuesPassBase::NisaAssignQueuesPassBase;

  void runOnOperation() override {
    auto step = [&](nisa::ProgramOp program, const Target &) { return showQueues(program, {overlap}); };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaKeepOnChip : neuron::impl::NisaKeepOnChipPassBase<NisaKeepOnChip> {
  using NisaKeepOnChipPassBase::NisaKeepOnChipPassBase;

  void runOnOperation() override {
    auto step = [&](nisa::ProgramOp program, const Target &target) {
      ScheduleStats stats;
      keepOnChip(program, target, share, stats);
      return success();
    };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaListSchedule : neuron::impl::NisaListSchedulePassBase<NisaListSchedule> {
  using NisaListSchedulePassBase::NisaListSchedulePassBase;

  void runOnOperation() override {
    auto step = [](nisa::ProgramOp program, const Target &target) { return listSchedule(program, target, {}); };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaPrintProgram : neuron::impl::NisaPrintProgramPassBase<NisaPrintProgram> {
  using NisaPrintProgramPassBase::NisaPrintProgramPassBase;

  void runOnOperation() override {
    auto step = [&](nisa::ProgramOp program, const Target &target) -> LogicalResult {
      ScheduleStats stats;
      FailureOr<Program> streams = buildProgram(program, target, {overlap}, stats);
      if (succeeded(streams))
        llvm::errs() << printProgram(*streams);
      return streams;
    };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaShowDependences : neuron::impl::NisaShowDependencesPassBase<NisaShowDependences> {
  using NisaShowDependencesPassBase::NisaShowDependencesPassBase;

  void runOnOperation() override {
    auto step = [&](nisa::ProgramOp program, const Target &target) {
      return showDependences(program, target, {overlap});
    };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaShowWaits : neuron::impl::NisaShowWaitsPassBase<NisaShowWaits> {
  using NisaShowWaitsPassBase::NisaShowWaitsPassBase;

  void runOnOperation() override {
    auto step = [&](nisa::ProgramOp program, const Target &target) { return showWaits(program, target, {overlap}); };
    if (failed(forEachProgram(getOperation(), step)))
      signalPassFailure();
  }
};

struct NisaVerifyTarget : neuron::impl::NisaVerifyTargetPassBase<NisaVerifyTarget> {
  using NisaVerifyTargetPassBase::NisaVerifyTargetPassBase;

  void runOnOperation() override {
    auto step = [](nisa::ProgramOp program, const Target &target) {
      bool isLegal = true;
      program.walk([&](nisa::NisaInstruction inst) { isLegal &= succeeded(nisa::verifyForTarget(inst, target)); });
      return success(isLegal);
    };
    if (failed(forEachProgram(getOperation(), step)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
