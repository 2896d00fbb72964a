//===- NeuronElementwise.td - sources, elementwise --------*- tablegen -*-===//
#ifndef NEURON_ELEMENTWISE_TD
#define NEURON_ELEMENTWISE_TD

include "NeuronEnums.td"

def Neuron_ConstantOp : Neuron_PureOp<"constant", [ConstantLike,
    AllTypesMatch<["value", "result"]>]> {
  let summary = "A small literal";
  let description = [{
    Shape arithmetic, scalars, tables that folding made. A trained tensor is a
    `neuron.weight`, whose bytes stay outside the IR.

    - (C1) `value` is dense: splat or all elements.

    ```mlir
    %half = neuron.constant dense<0.5> : tensor<f32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Neuron_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::DenseElementsAttr":$value), [{
    build($_builder, $_state, value.getType(),
          ::llvm::cast<::mlir::ElementsAttr>(value));
  }]>];
  let extraClassDeclaration = [{
    /// The value as the dense attribute it is (C1).
    ::mlir::DenseElementsAttr getDense() {
      return ::llvm::cast<::mlir::DenseElementsAttr>(getValue());
    }
  }];
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Neuron_WeightOp : Neuron_PureOp<"weight"> {
  let summary = "A tensor that stays in the model file";
  let description = [{
    The result has the bytes that the module's WeightStore knows by `name`.
    Type and shape are those of the store's entry; whoever has the store checks
    that, the verifier cannot.

    - (C1) `name` is not empty.

    ```mlir
    %w = neuron.weight "conv1.weight" : tensor<64x3x7x7xf32>
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "$name attr-dict `:` type($result)";
}

def Neuron_UnaryOp : Neuron_InferOp<"unary", [Neuron_IterationOpInterface]> {
  let summary = "A function of each element";
  let description = [{
    `result[i] = fn(x[i])`, computed in f32 or wider and rounded once.
    `round_even` rounds halves to even; `sign` of NaN is NaN, of a zero that
    zero; `gelu_sigmoid` is `x * sigmoid(1.702 x)`; integers wrap.

    - (C1) `neg abs sign square relu` take floats and integers, `logical_not`
      takes i1, `bitwise_not` integers, all others floats.
    - (C2) The result has the type of `x`; for `logical_not is_nan is_inf` its
      elements are i1.

    ```mlir
    %y = neuron.unary exp %x : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_UnaryFnAttr:$fn, Neuron_Tensor:$x);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "`` $fn $x attr-dict `:` type($x)";
}

def Neuron_BinaryOp : Neuron_PureOp<"binary",
    [AllTypesMatch<["lhs", "rhs", "result"]>, Neuron_IterationOpInterface]> {
  let summary = "A function of two elements at the same place";
  let description = [{
    `rem` has the sign of the dividend (C), `mod` that of the divisor (Python);
    `div` of integers truncates toward zero, `floor_div` rounds down; quotient
    and remainder of an integer by zero are 0; `max` and `min` give NaN if either is NaN;
    `shr` is arithmetic on signed, logical on unsigned integers, and a shift by
    the width or more gives what shifting one by one would. Integers wrap.

    - (C1) `add sub mul div pow max min rem mod floor_div` take floats and
      integers, `atan2` floats, `and or xor` integers and i1, `shl shr`
      integers.

    ```mlir
    %y = neuron.binary add %a, %b : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_BinaryFnAttr:$fn, Neuron_Tensor:$lhs,
                       Neuron_Tensor:$rhs);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "`` $fn $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Neuron_CompareOp : Neuron_InferOp<"compare",
    [AllTypesMatch<["lhs", "rhs"]>, Neuron_IterationOpInterface]> {
  let summary = "A relation of two elements at the same place";
  let description = [{
    Every relation with a NaN is false, except `ne`.

    - (C1) The result has the operands' shape and i1 elements.

    ```mlir
    %p = neuron.compare lt %a, %b : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_CompareFnAttr:$fn, Neuron_Tensor:$lhs,
                       Neuron_Tensor:$rhs);
  let results = (outs Neuron_BoolTensor:$result);
  let assemblyFormat = "`` $fn $lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Neuron_SelectOp : Neuron_PureOp<"select", [Neuron_IterationOpInterface,
    AllTypesMatch<["on_true", "on_false", "result"]>,
    TypesMatchWith<"predicate has the operands' shape and i1 elements",
                   "on_true", "pred", "::neuron::withElement($_self, "
                   "::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = "One of two elements at the same place";
  let description = [{
    `result[i] = pred[i] ? on_true[i] : on_false[i]`

    ```mlir
    %y = neuron.select %p, %a, %b : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_BoolTensor:$pred, Neuron_Tensor:$on_true,
                       Neuron_Tensor:$on_false);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat =
      "$pred `,` $on_true `,` $on_false attr-dict `:` type($on_true)";
  let hasVerifier = 0;
}

def Neuron_ClampOp : Neuron_SameTypeOp<"clamp", [Neuron_IterationOpInterface]> {
  let summary = "Elements held between two numbers";
  let description = [{
    `min(max(x, min), max)`; an absent bound does not bound; NaN stays NaN. For
    integers the bounds are rounded inward and saturated.

    - (C1) The elements are no i1.
    - (C2) At least one of `min`, `max` is given, and neither is NaN.

    ```mlir
    %y = neuron.clamp %x min = 0.0 max = 6.0 : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x, OptionalAttr<F64Attr>:$min,
                       OptionalAttr<F64Attr>:$max);
  let assemblyFormat = "$x (`min` `=` $min^)? (`max` `=` $max^)? attr-dict `:` "
                       "type($x)";
}

def Neuron_CastOp : Neuron_PureOp<"cast", [Neuron_IterationOpInterface]> {
  let summary = "Elements converted to another type";
  let description = [{
    To a float: rounded to nearest even; f8E4M3FN and f4E2M1FN saturate, the
    others overflow to infinity. Float to integer truncates toward zero, and
    saturates where the value does not fit; NaN gives 0. Integer to integer
    wraps. To i1: `x != 0`. From i1: 0 or 1.

    - (C1) `x` and the result have the same shape.

    ```mlir
    %y = neuron.cast %x : tensor<4x8xf32> to tensor<4x8xbf16>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$x);
  let results = (outs Neuron_Tensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($x) `to` type($result)";
}

#endif // NEURON_ELEMENTWISE_TD
