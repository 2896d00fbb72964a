//===- Pipeline.h - every pass, in order ------------------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_PIPELINE_H
#define NEURONC_LIB_DRIVER_PIPELINE_H

#include "neuronc/Driver/Driver.h"

#include "mlir/Pass/PassManager.h"

namespace neuron {
/// neuron -> neuron.kernel: the whole middle of the compiler.
void buildPipeline(mlir::OpPassManager &pm, const CompileOptions &options, WeightStore &store);
} // namespace neuron

#endif // NEURONC_LIB_DRIVER_PIPELINE_H
