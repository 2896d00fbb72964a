//===- Simplify.cpp - simpler forms and recognised composites -------------===//

#include "SimplifyPatterns.h"
#include "neuronc/Transforms/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONSIMPLIFYPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

namespace {
struct SimplifyPass : neuron::impl::NeuronSimplifyPassBase<SimplifyPass> {
  using NeuronSimplifyPassBase::NeuronSimplifyPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    addShapePatterns(set);
    addSlicePatterns(set);
    addElementwisePatterns(set);
    addContractionPatterns(set);
    if (recognize) {
      addActivationPatterns(set);
      addNormPatterns(set);
      addAttentionPatterns(set);
    }
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Equal values are one value: patterns compare by identity.
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // A fixed point is no condition for going on: every step was right.
    (void)applyPatternsGreedily(getOperation(), patterns, config);
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
