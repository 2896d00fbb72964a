//===- ConvertKernelToNisa.cpp - the generators as a pass -----------------===//

#include "neuronc/Generate/Generate.h"
#include "neuronc/Generate/Passes.h"

#include "neuron/target.h"

namespace neuron {
#define GEN_PASS_DEF_CONVERTKERNELTONISAPASS
#include "neuronc/Generate/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

namespace {
struct ConvertKernelToNisa : neuron::impl::ConvertKernelToNisaPassBase<ConvertKernelToNisa> {
  using ConvertKernelToNisaPassBase::ConvertKernelToNisaPassBase;

  void runOnOperation() override {
    const Target *machine = findTarget(target);
    if (!machine) {
      getOperation().emitError("[NRN-E1002] unknown target '") << target << "'";
      return signalPassFailure();
    }
    WeightStore store;
    WeightPlan plan;
    FailureOr<OwningOpRef<ModuleOp>> program = generate(getOperation(), *machine, store, {}, plan);
    if (failed(program))
      return signalPassFailure();
    getOperation().getBodyRegion().takeBody((*program)->getBodyRegion());
  }
};
} // namespace
