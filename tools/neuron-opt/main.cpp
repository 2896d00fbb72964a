//===- main.cpp - mlir-opt with the project's dialects and passes ---------===//

#include "dialects/Neuron/Neuron.h"
#include "dialects/Nisa/Nisa.h"
#include "neuronc/Generate/Passes.h"
#include "neuronc/Schedule/Passes.h"
#include "neuronc/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<neuron::NeuronDialect, neuron::nisa::NisaDialect, mlir::func::FuncDialect>();
  mlir::registerTransformsPasses();
  neuron::registerNeuronTransformsPasses();
  neuron::registerNeuronSchedulePasses();
  neuron::registerNeuronGeneratePasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "neuronc optimizer driver\n", registry));
}
