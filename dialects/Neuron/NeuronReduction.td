//===- NeuronReduction.td - reductions and scans ----------*- tablegen -*-===//
#ifndef NEURON_REDUCTION_TD
#define NEURON_REDUCTION_TD

include "NeuronEnums.td"

def Neuron_ReduceOp : Neuron_InferOp<"reduce",
    [DeclareOpInterfaceMethods<Neuron_IterationOpInterface,
        ["getIterationDims", "getIndexingMaps"]>]> {
  let summary = "Dims folded by an associative function";
  let description = [{
    The dims disappear. Floats are summed in f32 or wider. Nothing to reduce
    gives the neutral element (-inf or the least integer for `max`). NaN wins
    in `max` and `min`.

    - (C1) `dims` names existing dims, increasing.
    - (C2) `add mul max min` take floats and integers, `and or` i1.
    - (C3) The result is `x` without the dims.

    ```mlir
    %y = neuron.reduce add %x dims = [1] : (tensor<4x8xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Neuron_ReduceFnAttr:$fn, Neuron_Tensor:$x,
                       DenseI64ArrayAttr:$dims);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat =
      "`` $fn $x `dims` `=` $dims attr-dict `:` functional-type(operands, results)";
}

def Neuron_ArgReduceOp : Neuron_InferOp<"arg_reduce"> {
  let summary = "Where along a dim the extreme lies";
  let description = [{
    The first place, or the last with `select_last`. NaN is more extreme than
    any number.

    - (C1) `dim` is a dim of `x` and not empty.
    - (C2) The elements of `x` are no i1.
    - (C3) The result is `x` without the dim, of i32 or i64 (default).

    ```mlir
    %i = neuron.arg_reduce max %x dim = 1 : (tensor<4x8xf32>) -> tensor<4xi64>
    ```
  }];
  let arguments = (ins Neuron_ArgReduceFnAttr:$fn, Neuron_Tensor:$x,
                       I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "false">:$select_last);
  let results = (outs Neuron_IntTensor:$result);
  let assemblyFormat =
      "`` $fn $x `dim` `=` $dim attr-dict `:` functional-type(operands, results)";
}

def Neuron_CumulativeOp : Neuron_SameTypeOp<"cumulative"> {
  let summary = "Running sum, product or extreme along a dim";
  let description = [{
    `exclusive` leaves out the element itself and starts with the neutral one;
    `reverse` runs from the end.

    - (C1) `dim` is a dim of `x`.
    - (C2) `fn` is one of `add mul max min`, and the elements are no i1.

    ```mlir
    %y = neuron.cumulative add %x dim = 1 : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_ReduceFnAttr:$fn, Neuron_Tensor:$x, I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "false">:$exclusive,
                       DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let assemblyFormat = "`` $fn $x `dim` `=` $dim attr-dict `:` type($x)";
}

def Neuron_LinearScanOp : Neuron_PureOp<"linear_scan",
    [AllTypesMatch<["a", "b", "result"]>]> {
  let summary = "First-order linear recurrence along a dim";
  let description = [{
    `h[t] = a[t] * h[t-1] + b[t]`; the result holds every `h`. `h[-1]` is
    `init`, or 0 without it.

    - (C1) `dim` is a dim of `a`.
    - (C2) `init` has the type of `a` without the dim.

    ```mlir
    %h = neuron.linear_scan %a, %b dim = 1
       : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$a, Neuron_FloatTensor:$b,
                       Optional<Neuron_FloatTensor>:$init, I64Attr:$dim);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    $a `,` $b (`,` $init^)? `dim` `=` $dim attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // NEURON_REDUCTION_TD
