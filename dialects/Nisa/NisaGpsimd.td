//===- NisaGpsimd.td - instructions of the Gpsimd engine -----*- tablegen -*-===//
//
// One op for each row of runtime/include/neuron/instructions.def. Operands are
// the row's slots, attributes its immediates.
//
//===----------------------------------------------------------------------===//
#ifndef NISA_GPSIMD_TD
#define NISA_GPSIMD_TD

include "NisaBase.td"

def Nisa_IotaOp : Nisa_Instruction<"iota", 80> {
  let summary = "Affine numbers";
  let description = [{
    `dst[p, i...] = offset + p * channel_multiplier + sum step_k * i_k`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    DefaultValuedAttr<I32Attr, "0">:$offset,
    DefaultValuedAttr<I32Attr, "0">:$channel_multiplier,
    DefaultValuedAttr<I32Attr, "0">:$step0,
    DefaultValuedAttr<I32Attr, "0">:$step1,
    DefaultValuedAttr<I32Attr, "0">:$step2,
    DefaultValuedAttr<I32Attr, "0">:$step3);
  let assemblyFormat = [{
    $dst
    attr-dict
    `:` type($dst)
  }];
}

def Nisa_AffineSelectOp : Nisa_Instruction<"affine_select", 81> {
  let summary = "Select by an affine value";
  let description = [{
    `dst = cmp(affine, 0) ? on_true : fill`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$on_true,
    DefaultValuedAttr<I32Attr, "0">:$offset,
    DefaultValuedAttr<I32Attr, "0">:$channel_multiplier,
    DefaultValuedAttr<I32Attr, "0">:$step0,
    DefaultValuedAttr<I32Attr, "0">:$step1,
    DefaultValuedAttr<I32Attr, "0">:$step2,
    DefaultValuedAttr<I32Attr, "0">:$step3,
    Nisa_AluOpAttr:$cmp,
    DefaultValuedAttr<F32Attr, "0.0f">:$fill);
  let assemblyFormat = [{
    $cmp
    $dst `,` $on_true
    attr-dict
    `:` type($dst) `,` type($on_true)
  }];
}

def Nisa_LocalGatherOp : Nisa_Instruction<"local_gather", 82> {
  let summary = "Gather inside groups of 16 partitions";
  let description = [{
    Gather inside groups of 16 partitions.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Nisa_View:$indices,
    DefaultValuedAttr<I32Attr, "0">:$elements,
    DefaultValuedAttr<I32Attr, "0">:$valid);
  let assemblyFormat = [{
    $dst `,` $src `,` $indices
    attr-dict
    `:` type($dst) `,` type($src) `,` type($indices)
  }];
}

def Nisa_NcNGatherOp : Nisa_Instruction<"nc_n_gather", 83> {
  let summary = "Gather along the free axis";
  let description = [{
    `dst[p, j] = data[p, indices[p, j]]`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$data,
    Nisa_View:$indices);
  let assemblyFormat = [{
    $dst `,` $data `,` $indices
    attr-dict
    `:` type($dst) `,` type($data) `,` type($indices)
  }];
}

def Nisa_TensorPartitionReduceOp : Nisa_Instruction<"tensor_partition_reduce", 84> {
  let summary = "Reduce over partitions";
  let description = [{
    Reduce over partitions.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Nisa_AluOpAttr:$op);
  let assemblyFormat = [{
    $op
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_TopKOp : Nisa_Instruction<"topk", 85> {
  let summary = "Largest values of a 16-partition snake";
  let description = [{
    Largest values of a 16-partition snake.
  }];
  let arguments = (ins
    Nisa_View:$values,
    Nisa_View:$indices,
    Nisa_View:$src,
    DefaultValuedAttr<I32Attr, "0">:$n,
    DefaultValuedAttr<I32Attr, "0">:$k);
  let assemblyFormat = [{
    $values `,` $indices `,` $src
    attr-dict
    `:` type($values) `,` type($indices) `,` type($src)
  }];
}

#endif // NISA_GPSIMD_TD
