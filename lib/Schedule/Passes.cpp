//===- Passes.cpp - passes on nisa ----------------------------------------===//

#include "neuronc/Schedule/Passes.h"

#include "neuronc/Schedule/Schedule.h"

namespace neuron {
#define GEN_PASS_DEF_NISAALLOCATEPASS
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

namespace {
struct NisaAllocate : neuron::impl::NisaAllocatePassBase<NisaAllocate> {
  using NisaAllocatePassBase::NisaAllocatePassBase;

  void runOnOperation() override {
    for (nisa::ProgramOp program : getOperation().getOps<nisa::ProgramOp>()) {
      FailureOr<Target> target = targetOf(program);
      if (failed(target))
        return signalPassFailure();
      if (sbufBytes)
        target->sbufBytes = sbufBytes;
      ScheduleStats stats;
      if (failed(allocate(program, *target, {overlap}, stats)))
        return signalPassFailure();
    }
  }
};

struct NisaVerifyTarget : neuron::impl::NisaVerifyTargetPassBase<NisaVerifyTarget> {
  using NisaVerifyTargetPassBase::NisaVerifyTargetPassBase;

  void runOnOperation() override {
    for (nisa::ProgramOp program : getOperation().getOps<nisa::ProgramOp>())
      if (failed(verifyProgramForTarget(program)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

  LogicalResult verifyProgramForTarget(nisa::ProgramOp program) {
    FailureOr<Target> target = targetOf(program);
    if (failed(target))
      return failure();
    bool isLegal = true;
    program.walk([&](nisa::NisaInstruction inst) {
      isLegal &= succeeded(nisa::verifyForTarget(inst, *target));
    });
    return success(isLegal);
  }
};
} // namespace
