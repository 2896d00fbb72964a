//===- NeuronControl.td - regions: if, scan, kernel -------*- tablegen -*-===//
#ifndef NEURON_CONTROL_TD
#define NEURON_CONTROL_TD

include "NeuronEnums.td"

def Neuron_YieldOp : Neuron_Op<"yield", [Pure, Terminator,
    ParentOneOf<["IfOp", "ScanOp", "KernelOp"]>]> {
  let summary = "Values that a region hands to its operation";
  let description = [{
    ```mlir
    neuron.yield %a : tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Neuron_Tensor>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state,
                                            ::mlir::ValueRange{}); }]>];
  let hasVerifier = 0;
}

def Neuron_IfOp : Neuron_Op<"if", [RecursiveMemoryEffects,
    RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "One of two regions, chosen at run time";
  let description = [{
    Regions have no arguments and may use values from above.

    - (C1) `pred` has one element.
    - (C2) Both regions yield the result types.

    ```mlir
    %y = neuron.if %p : (tensor<i1>) -> tensor<4xf32> {
      neuron.yield %a : tensor<4xf32>
    } else {
      neuron.yield %b : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Neuron_BoolTensor:$pred);
  let results = (outs Variadic<Neuron_Tensor>:$results);
  let regions = (region SizedRegion<1>:$then_region,
                        SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $pred attr-dict `:` functional-type(operands, results)
    $then_region `else` $else_region
  }];
  let hasRegionVerifier = 1;
  let hasVerifier = 0;
}

def Neuron_ScanOp : Neuron_Op<"scan", [RecursiveMemoryEffects,
    RecursivelySpeculatable, AttrSizedOperandSegments,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "A loop of known length that carries values and walks tensors";
  let description = [{
    The region runs `trip` times. Its arguments are the carried values, then a
    slice of each of `xs`: step t takes index t along `in_dims`, or trip - 1 - t
    where `in_reverse`; the scanned dim is dropped. It yields the next carried
    values, then outputs, which are stacked along `out_dims` in the same manner.
    The results are the last carried values, then the stacked outputs. Values
    from above may be used.

    - (C1) `trip` is not negative; each of `xs` has the size `trip` in its dim.
    - (C2) `in_dims`, `in_reverse` have an entry for each of `xs`; `out_dims`,
      `out_reverse` one for each output.
    - (C3) Region arguments have the types of `inits`, then those of the slices.
    - (C4) The region yields the types of `inits`, then those of the outputs
      without their `out_dims`.
    - (C5) Results have the types of `inits`, then those of the outputs, of the
      size `trip` along `out_dims`.

    ```mlir
    %h, %ys = neuron.scan(%h0) over(%xs) trip = 8 in = [0] [false] out = [0] [false]
        : (tensor<4xf32>, tensor<8x4xf32>) -> (tensor<4xf32>, tensor<8x4xf32>) {
    ^bb0(%c: tensor<4xf32>, %x: tensor<4xf32>):
      %n = neuron.binary add %c, %x : tensor<4xf32>
      neuron.yield %n, %n : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Neuron_Tensor>:$inits,
                       Variadic<Neuron_Tensor>:$xs, I64Attr:$trip,
                       DenseI64ArrayAttr:$in_dims, DenseBoolArrayAttr:$in_reverse,
                       DenseI64ArrayAttr:$out_dims,
                       DenseBoolArrayAttr:$out_reverse);
  let results = (outs Variadic<Neuron_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    /// Number of carried values: leading region arguments, results and yields.
    unsigned getNumCarried() { return getInits().size(); }
    /// The last carried values.
    ::mlir::ResultRange getFinals() {
      return getResults().take_front(getNumCarried());
    }
    /// The outputs of all steps.
    ::mlir::ResultRange getStacked() {
      return getResults().drop_front(getNumCarried());
    }
  }];
  let assemblyFormat = [{
    `(` $inits `)` `over` `(` $xs `)` `trip` `=` $trip
    `in` `=` $in_dims $in_reverse `out` `=` $out_dims $out_reverse
    attr-dict `:` functional-type(operands, results) $body
  }];
  let hasRegionVerifier = 1;
}

def Neuron_KernelOp : Neuron_Op<"kernel", [IsolatedFromAbove,
    RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "Operations that one generator turns into instructions";
  let description = [{
    The region's arguments are the operands.

    - (C1) `generator` is not empty.
    - (C2) Region arguments have the operands' types.
    - (C3) The region yields the result types.

    ```mlir
    %y = neuron.kernel "elementwise"(%x) : (tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%a: tensor<4xf32>):
      %e = neuron.unary exp %a : tensor<4xf32>
      neuron.yield %e : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins StrAttr:$generator, Variadic<Neuron_Tensor>:$inputs);
  let results = (outs Variadic<Neuron_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $generator `(` $inputs `)` attr-dict-with-keyword `:`
    functional-type(operands, results) $body
  }];
  let hasRegionVerifier = 1;
}

def Neuron_CheckCloseOp : Neuron_Op<"check_close"> {
  let summary = "Test: two tensors agree";
  let description = [{
    `|actual - expected| <= atol + rtol * |expected|` for each element; NaN
    agrees with NaN; integers and i1 agree when equal. The evaluator reports a
    failure at this location; no other level accepts the op.

    - (C1) Both tensors have the same type.
    - (C2) `rtol` and `atol` are not negative.

    ```mlir
    neuron.check_close %y, %e {rtol = 1.0e-6, atol = 0.0} : tensor<4xf32>
    ```
  }];
  let arguments = (ins Neuron_Tensor:$actual, Neuron_Tensor:$expected,
                       DefaultValuedAttr<F64Attr, "1.0e-6">:$rtol,
                       DefaultValuedAttr<F64Attr, "1.0e-6">:$atol);
  let assemblyFormat =
      "$actual `,` $expected attr-dict `:` type($actual) `,` type($expected)";
}

#endif // NEURON_CONTROL_TD
