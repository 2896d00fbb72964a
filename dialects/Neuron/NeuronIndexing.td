//===- NeuronIndexing.td - gather, scatter, sort ----------*- tablegen -*-===//
#ifndef NEURON_INDEXING_TD
#define NEURON_INDEXING_TD

include "NeuronEnums.td"

def Neuron_GatherOp : Neuron_InferOp<"gather"> {
  let summary = "Slices chosen by indices";
  let description = [{
    `result[a.., i.., b..] = x[a.., indices[i..], b..]`. An index lies in
    [0, n); elsewhere it is undefined which slice is read.

    - (C1) `axis` is a dim of `x`, not empty unless `indices` is.
    - (C2) The result's shape is x.shape[:axis] + indices.shape +
      x.shape[axis+1:].

    ```mlir
    %y = neuron.gather %x, %i axis = 0
       : (tensor<100x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_IntTensor:$indices,
                       I64Attr:$axis);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `axis` `=` $axis attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_GatherElementsOp : Neuron_InferOp<"gather_elements"> {
  let summary = "Each element chosen by an index along a dim";
  let description = [{
    `result[i..] = x[i.. with i[axis] replaced by indices[i..]]`, as
    torch.gather and ONNX GatherElements.

    - (C1) `axis` is a dim of `x`, not empty unless `indices` is.
    - (C2) `indices` has the rank of `x` and no larger dims, except `axis`.
    - (C3) The result has the shape of `indices`.

    ```mlir
    %y = neuron.gather_elements %x, %i axis = 1
       : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_IntTensor:$indices,
                       I64Attr:$axis);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `axis` `=` $axis attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_ScatterOp : Neuron_PureOp<"scatter",
    [AllTypesMatch<["x", "result"]>]> {
  let summary = "Rows joined into a tensor at given places";
  let description = [{
    Row `updates[i]` joins row `indices[i]` of `x` (dim 0), in order of i; with
    `none` the last one stays. Indices lie in [0, n).

    - (C1) `x` has rank 1 or more and `indices` rank 1.
    - (C2) `updates` is [n, x.shape[1:]] of the element type of `x`.
    - (C3) `add mul max min` take no i1.

    ```mlir
    %y = neuron.scatter add %x, %i, %u
       : (tensor<100x8xf32>, tensor<4xi64>, tensor<4x8xf32>) -> tensor<100x8xf32>
    ```
  }];
  let arguments = (ins Neuron_ScatterFnAttr:$fn, Neuron_Tensor:$x,
                       Neuron_IntTensor:$indices, Neuron_Tensor:$updates);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    `` $fn $x `,` $indices `,` $updates attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_ScatterElementsOp : Neuron_PureOp<"scatter_elements",
    [AllTypesMatch<["x", "result"]>]> {
  let summary = "Elements joined into a tensor at places along a dim";
  let description = [{
    `updates[i..]` joins `x[i.. with i[axis] replaced by indices[i..]]`, in
    row-major order of i, as torch.scatter and ONNX ScatterElements.

    - (C1) `axis` is a dim of `x`.
    - (C2) `indices` has the rank of `x` and no larger dims, except `axis`.
    - (C3) `updates` has the shape of `indices` and the element type of `x`.
    - (C4) `add mul max min` take no i1.

    ```mlir
    %y = neuron.scatter_elements add %x, %i, %u axis = 1
       : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_ScatterFnAttr:$fn, Neuron_Tensor:$x,
                       Neuron_IntTensor:$indices, Neuron_Tensor:$updates,
                       I64Attr:$axis);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    `` $fn $x `,` $indices `,` $updates `axis` `=` $axis attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_SortOp : Neuron_InferOp<"sort"> {
  let summary = "Elements in order along a dim, and where they were";
  let description = [{
    NaN is greater than any number. With `stable`, equal elements keep their
    order; without, their indices may come in any.

    - (C1) `dim` is a dim of `x`.
    - (C2) `values` has the type of `x`, `indices` its shape, i32 or i64
      (default).

    ```mlir
    %v, %i = neuron.sort %x dim = 1 {descending = true}
       : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi64>)
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "false">:$descending,
                       DefaultValuedAttr<BoolAttr, "true">:$stable);
  let results = (outs Neuron_Tensor:$values, Neuron_IntTensor:$indices);
  let assemblyFormat = [{
    $x `dim` `=` $dim attr-dict `:` functional-type(operands, results)
  }];
}

def Neuron_TopKOp : Neuron_InferOp<"top_k"> {
  let summary = "The k largest or smallest along a dim, and where they were";
  let description = [{
    Sorted, the most extreme first, unless `sorted` is false: then in any order.
    Of equal elements the first come first. NaN is greater than any number.

    - (C1) `dim` is a dim of `x`, and `k` lies in [0, size of dim].
    - (C2) `values` is `x` with dim `k`, `indices` of that shape, i32 or i64
      (default).

    ```mlir
    %v, %i = neuron.top_k %x k = 2 dim = 1
       : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi64>)
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, I64Attr:$k, I64Attr:$dim,
                       DefaultValuedAttr<BoolAttr, "true">:$largest,
                       DefaultValuedAttr<BoolAttr, "true">:$sorted);
  let results = (outs Neuron_Tensor:$values, Neuron_IntTensor:$indices);
  let assemblyFormat = [{
    $x `k` `=` $k `dim` `=` $dim attr-dict `:` functional-type(operands, results)
  }];
}

#endif // NEURON_INDEXING_TD
