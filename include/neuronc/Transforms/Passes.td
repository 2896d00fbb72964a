//===- Passes.td - passes from neuron to neuron -----------*- tablegen -*-===//
#ifndef NEURONC_TRANSFORMS_PASSES_TD
#define NEURONC_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Folding and simplification
//===----------------------------------------------------------------------===//

def NeuronFoldConstantsPass
    : Pass<"neuron-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "Compute what depends on constants alone";
  let description = [{
    Runs first after import, so that shape arithmetic, masks and tables vanish,
    and again whenever a pass has made new constants. Values are computed in
    the reference evaluator without being written into the IR; only those that
    something not constant uses become `neuron.constant`. A value above
    `max-bytes` stays as the operations that make it, and so does a large
    broadcast, which costs nothing as an access pattern.

    A weight of at most `max-weight-bytes` counts as a constant, if the pass was
    made with a weight store. A constant that depends on weights names them in
    the attribute `neuron.folded_weights`: they cannot be replaced any more
    without compiling.

    ```mlir
    %a = neuron.constant dense<[2, 3]> : tensor<2xi64>
    %b = neuron.binary mul %a, %a : tensor<2xi64>
    // becomes
    %b = neuron.constant dense<[4, 9]> : tensor<2xi64>
    ```
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", "1 << 20",
           "Largest constant that is written into the IR">,
    Option<"maxIntermediateBytes", "max-intermediate-bytes", "int64_t",
           "16 << 20", "Largest value that is computed on the way to one">,
    Option<"maxWeightBytes", "max-weight-bytes", "int64_t", "64 << 10",
           "Largest weight that counts as a constant">];
}

def NeuronDecomposePass : Pass<"neuron-decompose", "::mlir::func::FuncOp"> {
  let summary = "Write composites in terms of the other operations";
  let description = [{
    Runs before kernels are formed. Every composite that has no generator, and
    every function that no engine has, is replaced by its decomposition; `keep`
    names the operations (without the dialect) that have a generator and stay.
    Narrow floats are computed in f32 and rounded once at the end, as the
    frameworks do.

    Not decomposed, because they are primitive or their generator is: padding
    with a constant, max and sum pooling, forward cumulative operations, powers
    of floats.

    ```mlir
    %y = neuron.unary tan %x : tensor<4xf32>
    // becomes
    %s = neuron.unary sin %x : tensor<4xf32>
    %c = neuron.unary cos %x : tensor<4xf32>
    %y = neuron.binary div %s, %c : tensor<4xf32>
    ```
  }];
  let options = [
    ListOption<"keep", "keep", "std::string",
               "Operations that stay, e.g. softmax,layer_norm">];
}

#endif // NEURONC_TRANSFORMS_PASSES_TD
