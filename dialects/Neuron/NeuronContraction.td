//===- NeuronContraction.td - products and windows --------*- tablegen -*-===//
#ifndef NEURON_CONTRACTION_TD
#define NEURON_CONTRACTION_TD

include "NeuronEnums.td"

def Neuron_DotGeneralOp : Neuron_InferOp<"dot_general",
    [DeclareOpInterfaceMethods<Neuron_IterationOpInterface,
        ["getIterationDims", "getIndexingMaps"]>]> {
  let summary = "Sum of products over chosen dims";
  let description = [{
    The result's dims are the batch dims, then the free dims of `lhs`, then
    those of `rhs`, each in order. Floats are summed in f32 (f64 for f64) and
    rounded once; integers wrap at the result's width.

    - (C1) `lhs_batch` and `rhs_batch` are of the same length, and so are
      `lhs_contract` and `rhs_contract`.
    - (C2) Each list names existing dims, none twice over batch and contract.
    - (C3) Dims paired by the lists have the same size.
    - (C4) The element types of `lhs` and `rhs` are equal, and not i1; the
      result's is of the same kind (float or integer) and free in width.
    - (C5) The result's shape is as said above.

    ```mlir
    %y = neuron.dot_general %a, %b batch = [0] x [0] contract = [2] x [1]
       : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$lhs, Neuron_Tensor:$rhs,
                       DenseI64ArrayAttr:$lhs_batch, DenseI64ArrayAttr:$rhs_batch,
                       DenseI64ArrayAttr:$lhs_contract,
                       DenseI64ArrayAttr:$rhs_contract);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `batch` `=` $lhs_batch `x` $rhs_batch
    `contract` `=` $lhs_contract `x` $rhs_contract attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_ConvOp : Neuron_InferOp<"conv",
    [DeclareOpInterfaceMethods<Neuron_IterationOpInterface,
        ["getIterationDims", "getIndexingMaps"]>]> {
  let summary = "Convolution as networks use the word (a correlation)";
  let description = [{
    `x` is [N, C, spatial..], `w` is [O, C / groups, kernel..], the result
    [N, O, spatial..] with
    `(in + lo + hi - dilation * (kernel - 1) - 1) / stride + 1` positions.
    `transposed` is the adjoint: `w` is [C, O / groups, kernel..] and there are
    `(in - 1) * stride - lo - hi + dilation * (kernel - 1) + output_padding + 1`
    positions. There is no bias: add it. Sums as in `dot_general`.

    - (C1) `x` and `w` have the same rank, 3 to 5, and the same element type,
      float or integer; the result's may be wider.
    - (C2) Each attribute list has one entry for each spatial dim.
    - (C3) Strides, dilations, kernel sizes and groups are positive; output
      paddings lie in [0, max(stride, dilation)).
    - (C4) Channels agree: C = groups * w.dim(1), groups divides O; transposed:
      C = w.dim(0), groups divides C.
    - (C5) `output_padding` only with `transposed`.
    - (C6) The result's shape is as said above, with at least one position.

    ```mlir
    %y = neuron.conv %x, %w strides = [2, 2] pads = [3, 3] x [3, 3]
        dilations = [1, 1] groups = 1
       : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x112x112xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_Tensor:$w,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads_lo,
                       DenseI64ArrayAttr:$pads_hi, DenseI64ArrayAttr:$dilations,
                       DefaultValuedAttr<I64Attr, "1">:$groups,
                       UnitAttr:$transposed,
                       OptionalAttr<DenseI64ArrayAttr>:$output_padding);
  let results = (outs Neuron_Tensor:$result);
  let extraClassDeclaration = [{
    /// Number of spatial dims, 1 to 3.
    unsigned getNumSpatial() { return getX().getType().getRank() - 2; }
  }];
  let assemblyFormat = [{
    (`transposed` $transposed^)? $x `,` $w `strides` `=` $strides
    `pads` `=` $pads_lo `x` $pads_hi `dilations` `=` $dilations
    (`groups` `=` $groups^)? (`output_padding` `=` $output_padding^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Neuron_PoolOp : Neuron_InferOp<"pool",
    [DeclareOpInterfaceMethods<Neuron_IterationOpInterface,
        ["getIterationDims", "getIndexingMaps"]>]> {
  let summary = "A function over each window";
  let description = [{
    `x` is [N, C, spatial..]. Windows lie as those of `conv`. `max` ignores
    padding; `sum`, `avg` and `lp` see zeros there. `avg` divides by the number
    of elements of the window that lie in `x`, with `count_include_pad` by that
    of those that lie in `x` or in the padding, where only the first
    `counted_hi` (default `pads_hi`) positions after `x` count: in ceil mode the
    frontend enlarges `pads_hi` alone. `lp` is `(sum |x|^p)^(1/p)`.

    - (C1) `x` has rank 3 to 5; `avg` and `lp` take floats, the others floats
      and integers.
    - (C2) Each attribute list has one entry for each spatial dim.
    - (C3) Windows, strides and dilations are positive, pads not negative,
      `counted_hi` is at most `pads_hi`.
    - (C4) `p` is positive, and given for `lp` alone.
    - (C5) The result's shape is that of `conv`, with at least one position.
    - (C6) For `max`, and `avg` without `count_include_pad`, every window has
      an element of `x`.

    ```mlir
    %y = neuron.pool max %x window = [3, 3] strides = [2, 2]
        pads = [1, 1] x [1, 1] dilations = [1, 1]
       : (tensor<1x64x112x112xf32>) -> tensor<1x64x56x56xf32>
    ```
  }];
  let arguments = (ins Neuron_PoolFnAttr:$fn, Neuron_Tensor:$x,
                       DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$pads_lo, DenseI64ArrayAttr:$pads_hi,
                       DenseI64ArrayAttr:$dilations,
                       DefaultValuedAttr<BoolAttr, "false">:$count_include_pad,
                       OptionalAttr<I64Attr>:$p,
                       OptionalAttr<DenseI64ArrayAttr>:$counted_hi);
  let results = (outs Neuron_Tensor:$result);
  let extraClassDeclaration = [{
    /// Padding at the end that counts for `avg`.
    ::llvm::ArrayRef<int64_t> getCountedHiOrPads() {
      return getCountedHi() ? *getCountedHi() : getPadsHi();
    }
  }];
  let assemblyFormat = [{
    `` $fn $x `window` `=` $window `strides` `=` $strides
    `pads` `=` $pads_lo `x` $pads_hi `dilations` `=` $dilations
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // NEURON_CONTRACTION_TD
