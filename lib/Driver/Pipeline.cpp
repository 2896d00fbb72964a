//===- Pipeline.cpp - every pass, in order --------------------------------===//

#include "Pipeline.h"

#include "neuronc/Transforms/Passes.h"

#include "mlir/Transforms/Passes.h"

using namespace neuron;

void neuron::buildPipeline(mlir::OpPassManager &pm, const CompileOptions &options, WeightStore &store) {
  if (options.optLevel > 0)
    pm.addPass(createNeuronFormKernelsPass());
}
