//===- NeuronData.td - movement of whole regions ----------*- tablegen -*-===//
#ifndef NEURON_DATA_TD
#define NEURON_DATA_TD

include "NeuronEnums.td"

def Neuron_ReshapeOp : Neuron_PureOp<"reshape"> {
  let summary = "The same elements in row-major order, another shape";
  let description = [{
    - (C1) `x` and the result have equally many elements of the same type.

    ```mlir
    %y = neuron.reshape %x : tensor<4x8xf32> to tensor<32xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($x) `to` type($result)";
}

def Neuron_TransposeOp : Neuron_InferOp<"transpose",
    [DeclareOpInterfaceMethods<Neuron_IterationOpInterface, ["getIndexingMaps"]>]> {
  let summary = "Dims in another order";
  let description = [{
    `result.dim(i) = x.dim(perm[i])`

    - (C1) `perm` is a permutation of the dims of `x`.
    - (C2) The result's shape is as said above.

    ```mlir
    %y = neuron.transpose %x perm = [1, 0] : tensor<4x8xf32> to tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, DenseI64ArrayAttr:$perm);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat =
      "$x `perm` `=` $perm attr-dict `:` type($x) `to` type($result)";
}

def Neuron_BroadcastInDimOp : Neuron_PureOp<"broadcast_in_dim",
    [DeclareOpInterfaceMethods<Neuron_IterationOpInterface, ["getIndexingMaps"]>]> {
  let summary = "Elements repeated along new dims and dims of size one";
  let description = [{
    Dim i of `x` becomes dim `dims[i]` of the result.

    - (C1) `dims` has one entry for each dim of `x`; they are increasing dims
      of the result.
    - (C2) Each dim of `x` is 1 or the size of its dim in the result.
    - (C3) The element types are equal.

    ```mlir
    %y = neuron.broadcast_in_dim %x dims = [1] : tensor<8xf32> to tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, DenseI64ArrayAttr:$dims);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat =
      "$x `dims` `=` $dims attr-dict `:` type($x) `to` type($result)";
}

def Neuron_SliceOp : Neuron_InferOp<"slice"> {
  let summary = "Regularly spaced elements";
  let description = [{
    `result[i] = x[starts + i * strides]`, `sizes` elements in each dim.

    - (C1) Each list has one entry for each dim of `x`.
    - (C2) Strides are not zero (they may be negative), sizes not negative.
    - (C3) First and last element of each dim lie inside `x`.
    - (C4) The result's shape is `sizes`.

    ```mlir
    %y = neuron.slice %x starts = [0, 7] sizes = [4, 8] strides = [1, -1]
       : tensor<4x8xf32> to tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, DenseI64ArrayAttr:$starts,
                       DenseI64ArrayAttr:$sizes, DenseI64ArrayAttr:$strides);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $x `starts` `=` $starts `sizes` `=` $sizes `strides` `=` $strides attr-dict
    `:` type($x) `to` type($result)
  }];
}

def Neuron_ReverseOp : Neuron_SameTypeOp<"reverse"> {
  let summary = "Dims run backward";
  let description = [{
    - (C1) `dims` names existing dims, increasing.

    ```mlir
    %y = neuron.reverse %x dims = [0] : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, DenseI64ArrayAttr:$dims);
  let assemblyFormat = "$x `dims` `=` $dims attr-dict `:` type($x)";
}

def Neuron_DynamicSliceOp : Neuron_InferOp<"dynamic_slice"> {
  let summary = "A box at a position known at run time";
  let description = [{
    Each start is clamped to [0, dim - size], so the box lies inside `x`.

    - (C1) There is one start and one size for each dim of `x`; starts are
      integers with one element, of rank 0 or 1.
    - (C2) Sizes lie in [0, dim].
    - (C3) The result's shape is `sizes`.

    ```mlir
    %y = neuron.dynamic_slice %x, %i, %j sizes = [1, 8]
       : (tensor<4x8xf32>, tensor<i64>, tensor<i64>) -> tensor<1x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Variadic<Neuron_IntTensor>:$starts,
                       DenseI64ArrayAttr:$sizes);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $x (`,` $starts^)? `sizes` `=` $sizes attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_DynamicUpdateSliceOp : Neuron_InferOp<"dynamic_update_slice"> {
  let summary = "A tensor with a box replaced at a position known at run time";
  let description = [{
    The position is clamped as in `dynamic_slice`.

    - (C1) There is one start for each dim of `x`; starts are integers with one
      element, of rank 0 or 1.
    - (C2) `update` has the rank and element type of `x` and is nowhere larger.
    - (C3) The result has the type of `x`.

    ```mlir
    %y = neuron.dynamic_update_slice %x, %u, %i, %j
       : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i64>, tensor<i64>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_Tensor:$update,
                       Variadic<Neuron_IntTensor>:$starts);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $update (`,` $starts^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_ConcatOp : Neuron_InferOp<"concat"> {
  let summary = "Tensors one after the other along a dim";
  let description = [{
    - (C1) There is at least one operand; all have the same element type, rank
      and dims, except `dim`.
    - (C2) `dim` is a dim of the operands.
    - (C3) The result's `dim` is the sum of theirs.

    ```mlir
    %y = neuron.concat %a, %b dim = 1
       : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
    ```
  }];
  let arguments = (ins Variadic<Neuron_Tensor>:$inputs, I64Attr:$dim);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    $inputs `dim` `=` $dim attr-dict `:` functional-type(operands, results)
  }];
}

def Neuron_PadOp : Neuron_InferOp<"pad"> {
  let summary = "Elements added (or cropped) around";
  let description = [{
    `lo` elements before and `hi` after in each dim, negative to crop.
    `constant` fills with `value` (converted as by `cast`), `edge` with the
    nearest element, `reflect` mirrors without repeating the edge, `wrap`
    continues at the other end. Cropping comes first.

    - (C1) `lo` and `hi` have one entry for each dim of `x`.
    - (C2) No dim of the result is negative, nor of `x` after cropping.
    - (C3) `reflect` needs paddings below the cropped dim, `wrap` at most that
      dim, `edge` a dim that is not empty.
    - (C4) The result's shape is as said above.

    ```mlir
    %y = neuron.pad constant %x lo = [0, 1] hi = [0, 1] {value = 0.0 : f64}
       : tensor<4x8xf32> to tensor<4x10xf32>
    ```
  }];
  let arguments = (ins DefaultValuedAttr<Neuron_PadModeAttr,
                         "::neuron::PadMode::Constant">:$mode,
                       Neuron_Tensor:$x, DenseI64ArrayAttr:$lo,
                       DenseI64ArrayAttr:$hi,
                       DefaultValuedAttr<F64Attr, "0.0">:$value);
  let results = (outs Neuron_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$x,
      "::llvm::ArrayRef<int64_t>":$lo, "::llvm::ArrayRef<int64_t>":$hi,
      CArg<"double", "0.0">:$value), [{
    build($_builder, $_state, PadMode::Constant, x, lo, hi,
          ::llvm::APFloat(value));
  }]>];
  let assemblyFormat = [{
    `` $mode $x `lo` `=` $lo `hi` `=` $hi attr-dict `:` type($x) `to` type($result)
  }];
}

def Neuron_IotaOp : Neuron_PureOp<"iota"> {
  let summary = "Each element is its index along a dim";
  let description = [{
    - (C1) `dim` is a dim of the result, whose elements are no i1.

    ```mlir
    %i = neuron.iota dim = 0 : tensor<8xi64>
    ```
  }];
  let arguments = (ins I64Attr:$dim);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "`dim` `=` $dim attr-dict `:` type($result)";
}

def Neuron_WordOp : Neuron_PureOp<"word"> {
  let summary = "The low or the high 32 bits of 64-bit elements";
  let description = [{
    Word 0 is `x` modulo 2^32, word 1 is `x / 2^32`, rounded down, where the
    bits of f64 count as an unsigned number.

    - (C1) `index` is 0 or 1.
    - (C2) The elements of `x` have 64 bits.
    - (C3) The result has the shape of `x`, and elements ui32; word 1 of signed
      integers i32.

    ```mlir
    %h = neuron.word %x index = 1 : tensor<8xi64> to tensor<8xi32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, I64Attr:$index);
  let results = (outs Neuron_IntTensor:$result);
  let assemblyFormat =
      "$x `index` `=` $index attr-dict `:` type($x) `to` type($result)";
}

def Neuron_JoinWordsOp : Neuron_PureOp<"join_words"> {
  let summary = "64-bit elements from their words";
  let description = [{
    - (C1) The result's elements have 64 bits.
    - (C2) `low` and `high` have the types that `neuron.word` gives for it.

    ```mlir
    %x = neuron.join_words %l, %h : (tensor<8xui32>, tensor<8xi32>) -> tensor<8xi64>
    ```
  }];
  let arguments = (ins Neuron_IntTensor:$low, Neuron_IntTensor:$high);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat =
      "$low `,` $high attr-dict `:` functional-type(operands, results)";
}

def Neuron_BitcastOp : Neuron_PureOp<"bitcast"> {
  let summary = "The same bits as another type";
  let description = [{
    A view: no bit changes, and nothing is computed.

    - (C1) The elements of `x` and of the result have equally many bits: 8, 16
      or 32.
    - (C2) The result has the shape of `x`.

    ```mlir
    %f = neuron.bitcast %x : tensor<8xui32> to tensor<8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($x) `to` type($result)";
}

def Neuron_ResizeOp : Neuron_PureOp<"resize"> {
  let summary = "Resampling of a grid";
  let description = [{
    For each dim with scale s, in n, out m, position i of the result lies at:
    `half_pixel` (i + 0.5) / s - 0.5; `pytorch_half_pixel` the same, 0 if m = 1;
    `half_pixel_symmetric` the same, shifted by n / 2 * (1 - m / (s n));
    `asymmetric` i / s; `align_corners` i (n - 1) / (s n - 1), 0 if s n <= 1;
    `tf_crop_and_resize` along `roi`, outside of which `extrapolation` is taken.
    `linear` and `cubic` are separable; neighbours beyond the border repeat it,
    or with `exclude_outside` get weight 0 and the rest is scaled to the sum 1.
    `antialias` widens the filter by 1 / s when s < 1. Rules and names are those
    of ONNX's Resize.

    - (C1) `scales` has one positive entry for each dim of `x`; an entry 1.0 of
      equal dims leaves the dim untouched.
    - (C2) `x` and the result have the same rank and element type, and no empty
      dim.
    - (C3) `roi` has two entries for each dim (starts, then ends), and is given
      for `tf_crop_and_resize` alone.

    ```mlir
    %y = neuron.resize linear %x scales = [1.0, 1.0, 2.0, 2.0]
       : tensor<1x3x4x4xf32> to tensor<1x3x8x8xf32>
    ```
  }];
  let arguments = (ins Neuron_ResizeModeAttr:$mode, Neuron_Tensor:$x,
      DenseF64ArrayAttr:$scales,
      DefaultValuedAttr<Neuron_CoordinateAttr,
                        "::neuron::Coordinate::HalfPixel">:$coordinate,
      DefaultValuedAttr<Neuron_NearestModeAttr,
                        "::neuron::NearestMode::RoundPreferFloor">:$nearest,
      DefaultValuedAttr<F64Attr, "-0.75">:$cubic_a,
      DefaultValuedAttr<BoolAttr, "false">:$exclude_outside,
      OptionalAttr<DenseF64ArrayAttr>:$roi,
      DefaultValuedAttr<F64Attr, "0.0">:$extrapolation,
      DefaultValuedAttr<BoolAttr, "false">:$antialias);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = [{
    `` $mode $x `scales` `=` $scales attr-dict `:` type($x) `to` type($result)
  }];
}

def Neuron_RngOp : Neuron_PureOp<"rng"> {
  let summary = "Pseudo-random numbers that follow from the seed";
  let description = [{
    `uniform` in [a, b), `normal` of mean a and deviation b. Element i is made
    from word i % 4 of Philox-4x32-10 of the counter i / 4 (64 bits, then zeros)
    with the key (seed, stream). u(w) = (w >> 8) * 2^-24; `uniform` is
    a + (b - a) u(w). `normal` is Box-Muller on words (0, 1) and (2, 3):
    a + b sqrt(-2 ln(u(w0) + 2^-24)) times cos(2 pi u(w1)) for the first, sin for
    the second of the two elements.

    - (C1) The result is a float tensor, `seed` is ui32 with one element.
    - (C2) `a` and `b` are finite; `uniform`: a <= b; `normal`: b >= 0.

    ```mlir
    %r = neuron.rng uniform %seed a = 0.0 b = 1.0
       : (tensor<1xui32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_RngFnAttr:$fn, Neuron_SeedTensor:$seed,
                       F64Attr:$a, F64Attr:$b,
                       DefaultValuedAttr<I64Attr, "0">:$stream);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    `` $fn $seed `a` `=` $a `b` `=` $b attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // NEURON_DATA_TD
