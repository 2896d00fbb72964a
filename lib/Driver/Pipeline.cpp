//===- Pipeline.cpp - every pass, in order --------------------------------===//

#include "Pipeline.h"

#include "neuronc/Transforms/Passes.h"

#include "mlir/Transforms/Passes.h"

using namespace neuron;
using namespace mlir;

/// Composites that have a generator of their own.
static const std::vector<std::string> generated = {"softmax", "log_softmax", "layer_norm", "rms_norm", "group_norm", "attention"};

void neuron::buildPipeline(OpPassManager &pm, const CompileOptions &options, WeightStore &store) {
  OpPassManager &func = pm.nest<func::FuncOp>();
  func.addPass(createFoldConstantsPass(&store));
  func.addPass(createNeuronInlineIfPass());
  func.addPass(createNeuronNarrowFloatsPass(&store));
  func.addPass(createNeuronSimplifyPass());
  NeuronAutoCastPassOptions cast;
  cast.mode = options.autoCast;
  cast.type = options.autoCastType;
  func.addPass(createNeuronAutoCastPass(cast));
  NeuronDecomposePassOptions decompose;
  decompose.keep.assign(generated.begin(), generated.end());
  func.addPass(createNeuronDecomposePass(decompose));
  func.addPass(createFoldConstantsPass(&store));
  func.addPass(createNeuronSimplifyPass());
  // Simplification may have recognised composites again.
  func.addPass(createNeuronDecomposePass(decompose));
  func.addPass(createNeuronSplitIntegersPass(&store));
  func.addPass(createFoldConstantsPass(&store));
  func.addPass(createCSEPass());
  if (options.optLevel > 0)
    pm.addPass(createNeuronFormKernelsPass());
}
