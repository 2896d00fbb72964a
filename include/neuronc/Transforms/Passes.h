//===- Passes.h - passes from neuron to neuron ------------------*- C++ -*-===//
#ifndef NEURONC_TRANSFORMS_PASSES_H
#define NEURONC_TRANSFORMS_PASSES_H

#include "dialects/Neuron/Neuron.h"
#include "neuronc/Support/WeightStore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neuron {

#define GEN_PASS_DECL
#include "neuronc/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "neuronc/Transforms/Passes.h.inc"

/// neuron-fold-constants that also sees small weights of the store, which must
/// outlive the pass.
std::unique_ptr<mlir::Pass> createFoldConstantsPass(const WeightStore *weights);
/// neuron-narrow-floats that also reads the weights, which must outlive it.
std::unique_ptr<mlir::Pass> createNeuronNarrowFloatsPass(const WeightStore *weights);
/// neuron-split-integers that also reads the weights, which must outlive it.
std::unique_ptr<mlir::Pass> createNeuronSplitIntegersPass(const WeightStore *weights);

} // namespace neuron

#endif // NEURONC_TRANSFORMS_PASSES_H
