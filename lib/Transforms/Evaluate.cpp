//===- Evaluate.cpp - run functions in the reference evaluator ------------===//

#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Transforms/Passes.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONEVALUATEPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

namespace {
struct EvaluatePass : neuron::impl::NeuronEvaluatePassBase<EvaluatePass> {
  void runOnOperation() override {
    // All are run, so that one failure does not hide another.
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.getNumArguments() == 0 && !function.isExternal() && failed(evaluate(function, {})))
        signalPassFailure();
  }
};
} // namespace
