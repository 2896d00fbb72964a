//===- Passes.td - passes from neuron to neuron -----------*- tablegen -*-===//
#ifndef NEURONC_TRANSFORMS_PASSES_TD
#define NEURONC_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NeuronEvaluatePass : Pass<"neuron-evaluate", "::mlir::ModuleOp"> {
  let summary = "Run functions without arguments in the reference evaluator";
  let description = [{
    For tests: every function that takes no arguments is run, and a
    `neuron.check_close` that does not hold is an error at its location. It is
    in no pipeline.

    ```mlir
    func.func @add() {
      %a = neuron.constant dense<1.0> : tensor<2xf32>
      %b = neuron.binary add %a, %a : tensor<2xf32>
      %e = neuron.constant dense<2.0> : tensor<2xf32>
      neuron.check_close %b, %e : tensor<2xf32>, tensor<2xf32>
      return
    }
    ```
  }];
}

#endif // NEURONC_TRANSFORMS_PASSES_TD
