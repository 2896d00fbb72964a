//===- NisaOps.td - programs, buffers, loops, views -------*- tablegen -*-===//
#ifndef NISA_OPS_TD
#define NISA_OPS_TD

include "NisaDma.td"
include "NisaGpsimd.td"
include "NisaScalar.td"
include "NisaTensor.td"
include "NisaVector.td"

def Nisa_ProgramOp : Nisa_Op<"program", [IsolatedFromAbove, NoTerminator, SingleBlock, Symbol]> {
  let summary = "The program of one core";
  let description = [{
    ```mlir
    nisa.program @main target "trn2" { ... }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$target);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `target` $target attr-dict-with-keyword $body";
}

def Nisa_KernelOp : Nisa_Op<"kernel", [NoTerminator, SingleBlock]> {
  let summary = "Instructions that one generator emitted";
  let description = [{
    A row of reports and a name in profiles; no effect on the meaning.

    ```mlir
    nisa.kernel "matmul 128x768x768" source "/layer.0/MatMul" { ... }
    ```
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$source, DefaultValuedAttr<I64Attr, "0">:$flops);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$name `source` $source attr-dict-with-keyword $body";
}

def Nisa_VariableOp : Nisa_Op<"variable"> {
  let summary = "A block of HBM";
  let description = [{
    `kind` is input, output, inout, state, weight, scratch or seed; `dtype` and
    `shape` are the model's own. `input_index` and `output_index` are places in
    the signature, -1 for none. `file` names the member with the bytes (weight)
    or the initial value (state); `after` and `file_offset` are bytes.

    ```mlir
    %x = nisa.variable "x" {kind = "input", dtype = "f32", shape = array<i64: 1, 3>} : !nisa.buffer<hbm, 1, 12>
    ```
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$kind, StrAttr:$dtype, DenseI64ArrayAttr:$shape,
                       DefaultValuedAttr<StrAttr, "\"\"">:$file, DefaultValuedAttr<I64Attr, "0">:$file_offset,
                       DefaultValuedAttr<I64Attr, "-1">:$input_index, DefaultValuedAttr<I64Attr, "-1">:$output_index);
  let results = (outs Nisa_Buffer:$buffer);
  let assemblyFormat = "$name attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def Nisa_AllocOp : Nisa_Op<"alloc"> {
  let summary = "On-chip memory";
  let description = [{
    Inside a loop body every iteration has its own. Allocation gives it an
    `address` (bytes inside a partition) and `slots` copies in a ring.

    ```mlir
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 2048>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$address, DefaultValuedAttr<I64Attr, "1">:$slots,
                       DefaultValuedAttr<I64Attr, "0">:$slot_bytes);
  let results = (outs Nisa_Buffer:$buffer);
  let assemblyFormat = "attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def Nisa_LoopOp : Nisa_Op<"loop", [NoTerminator, SingleBlock]> {
  let summary = "A counted loop";
  let description = [{
    ```mlir
    nisa.loop %i to 16 { ... }
    ```
  }];
  let arguments = (ins I64Attr:$trip);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "int64_t":$trip)>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    ::mlir::Value getCounter() { return getBody().front().getArgument(0); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Nisa_ViewOp : Nisa_Op<"view", [Pure]> {
  let summary = "The elements of a buffer that one operand touches";
  let description = [{
    Element (row p, free index i) lies at `base + sum coefficient_k * counter_k +
    p * row_step (hbm only) + sum step_k * i_k`, in elements of the view's type;
    in sbuf and psum rows are partitions from `partition` on.

    ```mlir
    %v = nisa.view %t[128 + %i * 512] partition 0 row_step 0 steps [1]
           : !nisa.buffer<sbuf, 128, 8192> -> !nisa.view<sbuf, 128, [512], f32>
    ```
  }];
  let arguments = (ins Nisa_Buffer:$buffer, Variadic<Index>:$counters, I64Attr:$base,
                       DenseI64ArrayAttr:$coefficients, I64Attr:$partition, I64Attr:$row_step,
                       DenseI64ArrayAttr:$steps);
  let results = (outs Nisa_View:$result);
  let assemblyFormat = [{
    $buffer `[` custom<Affine>($base, $counters, $coefficients) `]` `partition` $partition
    `row_step` $row_step `steps` $steps attr-dict `:` type($buffer) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // NISA_OPS_TD
