//===- Passes.td - from neuron to nisa --------------------*- tablegen -*-===//
#ifndef NEURONC_GENERATE_PASSES_TD
#define NEURONC_GENERATE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertKernelToNisaPass : Pass<"convert-kernel-to-nisa", "::mlir::ModuleOp"> {
  let summary = "Replace func @main by the nisa.program that computes it";
  let description = [{
    Runs the generators: every operation (or `neuron.kernel`) becomes
    instructions on tiles, in counted loops. The compiler's driver calls the same
    function with the model's weights; here `neuron.weight` operations become
    variables without bytes.

    ```mlir
    func.func @main(%x: tensor<128x512xf32>) -> tensor<128x512xf32> {
      %y = neuron.unary exp %x : tensor<128x512xf32>
      return %y : tensor<128x512xf32>
    }
    // becomes
    nisa.program @main target "trn2" { ... nisa.activation <exp> ... }
    ```
  }];
  let options = [Option<"target", "target", "std::string", "\"trn2\"", "NeuronCore generation">];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

#endif // NEURONC_GENERATE_PASSES_TD
