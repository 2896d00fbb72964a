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

def NeuronInlineIfPass : Pass<"neuron-inline-if", "::mlir::func::FuncOp"> {
  let summary = "Replace branches by one of their sides, or by both";
  let description = [{
    A branch on a constant becomes the side that is taken. A branch that depends
    on data becomes both sides and a selection, since a NeuronCore cannot branch
    cheaply; the attribute `neuron.branches` of the function says what each costs
    (operations, and points of their iteration spaces). Regions with effects are refused. Runs
    after constants were folded, and before it is run again.

    ```mlir
    %y = neuron.if %p : (tensor<i1>) -> tensor<4xf32> {
      neuron.yield %a : tensor<4xf32>
    } else {
      neuron.yield %b : tensor<4xf32>
    }
    // becomes
    %q = neuron.broadcast_in_dim %p dims = [] : tensor<i1> to tensor<4xi1>
    %y = neuron.select %q, %a, %b : tensor<4xf32>
    ```
  }];
  let options = [
    Option<"onlyConstant", "only-constant", "bool", "false",
           "Leave branches that depend on data">];
}

def NeuronSimplifyPass : Pass<"neuron-simplify", "::mlir::func::FuncOp"> {
  let summary = "Bring the graph into a simpler form";
  let description = [{
    Runs after import and after passes that leave something to tidy. Views that
    change nothing vanish, views of views become one, arithmetic with numbers is
    simplified, equal values are computed once. Transposes before products
    become part of the product. What exporters have written out (softmax,
    layer_norm, rms_norm, gelu, silu, attention, ...) is recognised, so that one
    kernel takes it.

    ```mlir
    %t = neuron.transpose %w perm = [1, 0] : tensor<8x4xf32> to tensor<4x8xf32>
    %y = neuron.dot_general %x, %t batch = [] x [] contract = [1] x [0] : ...
    // becomes
    %y = neuron.dot_general %x, %w batch = [] x [] contract = [1] x [1] : ...
    ```
  }];
  let options = [
    Option<"recognize", "recognize", "bool", "true",
           "Recognise composites that exporters have written out">];
}

//===----------------------------------------------------------------------===//
// Precision
//===----------------------------------------------------------------------===//

def NeuronAutoCastPass : Pass<"neuron-auto-cast", "::mlir::func::FuncOp"> {
  let summary = "Lower the precision of f32 operations";
  let description = [{
    `--auto-cast` and `--auto-cast-type` of the Neuron compiler. With `matmult`
    the operands of dot_general, conv and attention are cast, each value once;
    sums and results stay f32, as PSUM has them. With `all`, elementwise unary
    and binary operations work in the narrow type, too; reductions,
    normalisations, softmax and scans keep f32. The signature does not change.
    No tensor holds tf32: contractions get the attribute `neuron.precision`.
    Runs after simplification, before kernels are formed.

    ```mlir
    %y = neuron.dot_general %a, %b ... : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    // becomes, with mode=matmult type=bf16
    %a1 = neuron.cast %a : tensor<2x3xf32> to tensor<2x3xbf16>
    %b1 = neuron.cast %b : tensor<3x4xf32> to tensor<3x4xbf16>
    %y = neuron.dot_general %a1, %b1 ... : (tensor<2x3xbf16>, tensor<3x4xbf16>) -> tensor<2x4xf32>
    ```
  }];
  let options = [
    Option<"mode", "mode", "std::string", "\"none\"", "none, matmult or all">,
    Option<"type", "type", "std::string", "\"bf16\"",
           "bf16, fp16, tf32 or fp8_e4m3">];
}

def NeuronNarrowFloatsPass
    : Pass<"neuron-narrow-floats", "::mlir::func::FuncOp"> {
  let summary = "Compute f64 in f32";
  let description = [{
    The machine has no f64. What depends on constants alone was folded in f64
    before; every other value in f64 becomes f32. Arguments and results keep
    their type: they are converted from and to their words, in ordinary `neuron`
    operations. Constants and weights are converted while compiling, where a
    finite number stays finite. What a function gives back as it was given, or as
    views of it, is not converted. One warning (NRN-E8001) counts the operations
    that lose precision; docs/rationale/0012-double-precision.md has the reasons.

    ```mlir
    func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
      %y = neuron.unary exp %x : tensor<4xf64>
      return %y : tensor<4xf64>
    }
    // becomes
    %l = neuron.word %x index = 0 : tensor<4xf64> to tensor<4xui32>
    %h = neuron.word %x index = 1 : tensor<4xf64> to tensor<4xui32>
    ...
    %f = neuron.bitcast %b : tensor<4xui32> to tensor<4xf32>
    %e = neuron.unary exp %f : tensor<4xf32>
    ...
    %y = neuron.join_words %s, %t : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xf64>
    ```
  }];
}

def NeuronSplitIntegersPass
    : Pass<"neuron-split-integers", "::mlir::func::FuncOp"> {
  let summary = "Compute 64-bit integers in two words where 32 bits may not do";
  let description = [{
    The machine computes with 32 bits. An interval for each integer value says
    which 64-bit values fit: those from iota, indices, comparisons, casts and
    arithmetic on them, and inputs that are used as an index, which lies inside
    its axis. They stay as they are, and kernels hold them in 32 bits. Every
    other value becomes two tensors of words. An operation without a form in
    words is refused. Runs before kernels are formed;
    docs/rationale/0009-integers.md has the reasons.

    ```mlir
    %y = neuron.binary add %x, %x : tensor<4xi64>
    // becomes
    %l = neuron.word %x index = 0 : tensor<4xi64> to tensor<4xui32>
    %h = neuron.word %x index = 1 : tensor<4xi64> to tensor<4xi32>
    %s = neuron.binary add %l, %l : tensor<4xui32>
    %c = neuron.compare lt %s, %l : tensor<4xui32>
    ...
    %y = neuron.join_words %s, %t : (tensor<4xui32>, tensor<4xi32>) -> tensor<4xi64>
    ```
  }];
}

def NeuronFormKernelsPass : Pass<"neuron-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Fuse elementwise operations into kernels";
  let description = [{
    Groups elementwise operations of one shape that feed each other, and puts
    those behind a contraction or convolution into its epilogue, so that a value
    is written once. Runs last before instructions are generated; not at -O0.

    ```mlir
    %a = neuron.dot_general %x, %w ...
    %b = neuron.binary add %a, %bias : tensor<4x8xf32>
    %c = neuron.unary relu %b : tensor<4x8xf32>
    // becomes
    %c = neuron.kernel "contraction"(%x, %w, %bias) ... { ... }
    ```
  }];
  let dependentDialects = ["::neuron::NeuronDialect"];
}

#endif // NEURONC_TRANSFORMS_PASSES_TD
