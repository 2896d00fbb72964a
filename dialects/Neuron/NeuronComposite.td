//===- NeuronComposite.td - ops with a decomposition ------*- tablegen -*-===//
#ifndef NEURON_COMPOSITE_TD
#define NEURON_COMPOSITE_TD

include "NeuronEnums.td"

// Each of these can be written with the other ops, and `neuron-decompose` does
// so for those that no generator takes. They stay whole because a kernel of
// their own is worth it.

class Neuron_SoftmaxLike<string mnemonic>
    : Neuron_PureOp<mnemonic, [AllTypesMatch<["x", "result"]>]> {
  let arguments = (ins Neuron_FloatTensor:$x, I64Attr:$dim);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = "$x `dim` `=` $dim attr-dict `:` type($x)";
}

def Neuron_SoftmaxOp : Neuron_SoftmaxLike<"softmax"> {
  let summary = "Exponentials along a dim, scaled to the sum one";
  let description = [{
    `exp(x - max) / sum(exp(x - max))`

    - (C1) `dim` is a dim of `x`.

    ```mlir
    %y = neuron.softmax %x dim = 1 : tensor<4x8xf32>
    ```
  }];
}

def Neuron_LogSoftmaxOp : Neuron_SoftmaxLike<"log_softmax"> {
  let summary = "Logarithm of the softmax";
  let description = [{
    `x - max - log(sum(exp(x - max)))`

    - (C1) `dim` is a dim of `x`.

    ```mlir
    %y = neuron.log_softmax %x dim = 1 : tensor<4x8xf32>
    ```
  }];
}

def Neuron_LayerNormOp : Neuron_PureOp<"layer_norm",
    [AllTypesMatch<["x", "result"]>, AttrSizedOperandSegments]> {
  let summary = "Trailing dims normalised to mean zero and variance one";
  let description = [{
    Over the dims from `axis` on:
    `(x - mean) / sqrt(var + epsilon) * scale + bias`, biased variance.

    - (C1) `axis` is a dim of `x`.
    - (C2) `scale` and `bias` have the shape of the normalised dims and the
      element type of `x`.
    - (C3) `epsilon` is finite and not negative.

    ```mlir
    %y = neuron.layer_norm %x scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>)
        axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$x,
                       Optional<Neuron_FloatTensor>:$scale,
                       Optional<Neuron_FloatTensor>:$bias,
                       I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    $x (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)? `axis` `=` $axis
    `epsilon` `=` $epsilon attr-dict `:` type($x)
  }];
}

def Neuron_RmsNormOp : Neuron_PureOp<"rms_norm",
    [AllTypesMatch<["x", "result"]>]> {
  let summary = "Trailing dims divided by their root mean square";
  let description = [{
    Over the dims from `axis` on: `x / sqrt(mean(x^2) + epsilon) * scale`.

    - (C1) `axis` is a dim of `x`.
    - (C2) `scale` has the shape of the normalised dims and the element type
      of `x`.
    - (C3) `epsilon` is finite and not negative.

    ```mlir
    %y = neuron.rms_norm %x scale(%s : tensor<8xf32>) axis = 1 epsilon = 1.0e-6
       : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$x,
                       Optional<Neuron_FloatTensor>:$scale,
                       I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    $x (`scale` `(` $scale^ `:` type($scale) `)`)? `axis` `=` $axis
    `epsilon` `=` $epsilon attr-dict `:` type($x)
  }];
}

def Neuron_GroupNormOp : Neuron_PureOp<"group_norm",
    [AllTypesMatch<["x", "result"]>, AttrSizedOperandSegments]> {
  let summary = "Groups of channels normalised to mean zero and variance one";
  let description = [{
    `x` is [N, C, ..]; mean and (biased) variance are taken for each n and group
    of C / groups channels; scale and bias are per channel.

    - (C1) `x` has rank 2 or more, and `groups` divides C.
    - (C2) `scale` and `bias` are [C] of the element type of `x`.
    - (C3) `epsilon` is finite and not negative.

    ```mlir
    %y = neuron.group_norm %x scale(%s : tensor<8xf32>) bias(%b : tensor<8xf32>)
        groups = 2 epsilon = 1.0e-5 : tensor<1x8x4x4xf32>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$x,
                       Optional<Neuron_FloatTensor>:$scale,
                       Optional<Neuron_FloatTensor>:$bias,
                       I64Attr:$groups, F64Attr:$epsilon);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    $x (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)? `groups` `=` $groups
    `epsilon` `=` $epsilon attr-dict `:` type($x)
  }];
}

def Neuron_BatchNormOp : Neuron_PureOp<"batch_norm",
    [AllTypesMatch<["x", "result"]>,
     AllTypesMatch<["scale", "bias", "mean", "var"]>]> {
  let summary = "Channels normalised by given statistics";
  let description = [{
    `(x - mean) / sqrt(var + epsilon) * scale + bias`, each per channel (dim 1).

    - (C1) `x` has rank 2 or more.
    - (C2) `scale`, `bias`, `mean`, `var` are [C], of the element type of `x`
      or f32.
    - (C3) `epsilon` is finite and not negative.

    ```mlir
    %y = neuron.batch_norm %x, %s, %b, %m, %v epsilon = 1.0e-5
       : tensor<1x8x4x4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$x, Neuron_FloatTensor:$scale,
                       Neuron_FloatTensor:$bias, Neuron_FloatTensor:$mean,
                       Neuron_FloatTensor:$var, F64Attr:$epsilon);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias `,` $mean `,` $var `epsilon` `=` $epsilon attr-dict
    `:` type($x) `,` type($scale)
  }];
}

def Neuron_AttentionOp : Neuron_InferOp<"attention"> {
  let summary = "Softmax of scaled query-key products, times values";
  let description = [{
    `q` [B, H, Sq, D], `k` [B, Hk, Sk, D], `v` [B, Hk, Sk, Dv]; head h of `q`
    meets head h / (H / Hk). `s = q k^T * scale`; with `softcap` c > 0,
    `s = c * tanh(s / c)`; a float mask is added, an i1 mask keeps what is true.
    `causal` keeps key j for query i where j <= i + causal_offset, `window` w >= 0
    keeps j > i + causal_offset - w. What is not kept scores -inf. Softmax over
    keys, in f32; a query all of whose scores are -inf gives zeros.

    - (C1) All have rank 4 and one element type; B, D, Hk, Sk agree; Hk divides
      H and is not 0.
    - (C2) `mask` has rank 4 and each of its dims is 1 or that of
      [B, H, Sq, Sk]; its elements are i1 or those of `q`, or f32.
    - (C3) `scale` and `softcap` are finite, `softcap` >= 0, `window` >= -1, and
      `window` >= 0 only with `causal`.
    - (C4) The result is [B, H, Sq, Dv].

    ```mlir
    %y = neuron.attention %q, %k, %v scale = 0.125 {causal = true}
       : (tensor<1x8x16x64xf32>, tensor<1x8x16x64xf32>, tensor<1x8x16x64xf32>)
         -> tensor<1x8x16x64xf32>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$q, Neuron_FloatTensor:$k,
                       Neuron_FloatTensor:$v, Optional<Neuron_Tensor>:$mask,
                       F64Attr:$scale,
                       DefaultValuedAttr<BoolAttr, "false">:$causal,
                       DefaultValuedAttr<I64Attr, "0">:$causal_offset,
                       DefaultValuedAttr<F64Attr, "0.0">:$softcap,
                       DefaultValuedAttr<I64Attr, "-1">:$window);
  let results = (outs Neuron_FloatTensor:$result);
  let assemblyFormat = [{
    $q `,` $k `,` $v (`mask` $mask^)? `scale` `=` $scale attr-dict `:`
    functional-type(operands, results)
  }];
}

class Neuron_QuantLike<string mnemonic> : Neuron_PureOp<mnemonic> {
  let assemblyFormat = [{
    $x `,` $scale (`,` $zero_point^)? (`axis` `=` $axis^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Neuron_QuantizeOp : Neuron_QuantLike<"quantize"> {
  let summary = "Float to quantised storage";
  let description = [{
    `saturate(round_even(x / scale) + zero_point)` to the result's type; floats
    of 8 bits are rounded and saturated instead.

    - (C1) `scale` has rank 0, or rank 1 and the size of dim `axis`, which is
      then given.
    - (C2) `zero_point` has the shape of `scale` and the result's element type.
    - (C3) The result has the shape of `x` and integers or 8-bit floats.

    ```mlir
    %q = neuron.quantize %x, %s, %z
       : (tensor<4x8xf32>, tensor<f32>, tensor<i8>) -> tensor<4x8xi8>
    ```
  }];
  let arguments = (ins Neuron_FloatTensor:$x, Neuron_FloatTensor:$scale,
                       Optional<Neuron_Tensor>:$zero_point,
                       OptionalAttr<I64Attr>:$axis);
  let results = (outs Neuron_Tensor:$result);
}

def Neuron_DequantizeOp : Neuron_QuantLike<"dequantize"> {
  let summary = "Quantised storage to float";
  let description = [{
    `(x - zero_point) * scale`

    - (C1) `scale` has rank 0, or rank 1 and the size of dim `axis`, which is
      then given.
    - (C2) `zero_point` has the shape of `scale` and the element type of `x`.
    - (C3) The result has the shape of `x`, which holds integers or floats.

    ```mlir
    %x = neuron.dequantize %q, %s, %z
       : (tensor<4x8xi8>, tensor<f32>, tensor<i8>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, Neuron_FloatTensor:$scale,
                       Optional<Neuron_Tensor>:$zero_point,
                       OptionalAttr<I64Attr>:$axis);
  let results = (outs Neuron_FloatTensor:$result);
}

#endif // NEURON_COMPOSITE_TD
