//===- NisaVector.td - instructions of the Vector engine -----*- tablegen -*-===//
//
// One op for each row of runtime/include/neuron/instructions.def. Operands are
// the row's slots, attributes its immediates.
//
//===----------------------------------------------------------------------===//
#ifndef NISA_VECTOR_TD
#define NISA_VECTOR_TD

include "NisaBase.td"

def Nisa_TensorTensorOp : Nisa_Instruction<"tensor_tensor", 16> {
  let summary = "Combine two tiles elementwise";
  let description = [{
    `dst[i] = op(a[i], b[i])`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$a,
    Nisa_View:$b,
    Nisa_AluOpAttr:$op,
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Vector">:$engine);
  let assemblyFormat = [{
    $op
    $dst `,` $a `,` $b
    attr-dict
    `:` type($dst) `,` type($a) `,` type($b)
  }];
}

def Nisa_TensorScalarOp : Nisa_Instruction<"tensor_scalar", 17, [AttrSizedOperandSegments]> {
  let summary = "Two operations with scalars";
  let description = [{
    `dst[i] = (src[i] op0 s0) op1 s1`; each scalar is an immediate or a [P,1] tile.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Optional<Nisa_View>:$s0,
    Optional<Nisa_View>:$s1,
    Nisa_AluOpAttr:$op0,
    DefaultValuedAttr<Nisa_AluOpAttr, "AluOp::Bypass">:$op1,
    DefaultValuedAttr<BoolAttr, "false">:$reverse0,
    DefaultValuedAttr<BoolAttr, "false">:$reverse1,
    DefaultValuedAttr<F32Attr, "0.0f">:$s0_value,
    DefaultValuedAttr<F32Attr, "0.0f">:$s1_value,
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Vector">:$engine);
  let assemblyFormat = [{
    $op0
    $dst `,` $src
    (`s0` `(` $s0^ `:` type($s0) `)`)?
    (`s1` `(` $s1^ `:` type($s1) `)`)?
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_ScalarTensorTensorOp : Nisa_Instruction<"scalar_tensor_tensor", 18> {
  let summary = "A scalar operation, then one with a tile";
  let description = [{
    `dst[i] = (data[i] op0 s0) op1 b[i]`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$data,
    Optional<Nisa_View>:$s0,
    Nisa_View:$b,
    Nisa_AluOpAttr:$op0,
    DefaultValuedAttr<Nisa_AluOpAttr, "AluOp::Bypass">:$op1,
    DefaultValuedAttr<BoolAttr, "false">:$reverse0,
    DefaultValuedAttr<BoolAttr, "false">:$reverse1,
    DefaultValuedAttr<F32Attr, "0.0f">:$s0_value);
  let assemblyFormat = [{
    $op0
    $dst `,` $data `,` $b
    (`s0` `(` $s0^ `:` type($s0) `)`)?
    attr-dict
    `:` type($dst) `,` type($data) `,` type($b)
  }];
}

def Nisa_TensorScalarReduceOp : Nisa_Instruction<"tensor_scalar_reduce", 19, [AttrSizedOperandSegments]> {
  let summary = "A scalar operation with a running reduction";
  let description = [{
    `dst[i] = data[i] op0 s0`; the accumulator reduces the f32 values.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$data,
    Optional<Nisa_View>:$s0,
    Optional<Nisa_View>:$init,
    Optional<Nisa_View>:$result,
    Nisa_AluOpAttr:$op0,
    Nisa_AluOpAttr:$reduce_op,
    DefaultValuedAttr<Nisa_ReduceCmdAttr, "ReduceCmd::Idle">:$cmd,
    DefaultValuedAttr<BoolAttr, "false">:$negate,
    DefaultValuedAttr<F32Attr, "0.0f">:$s0_value,
    DefaultValuedAttr<F32Attr, "0.0f">:$init_value);
  let assemblyFormat = [{
    $op0
    $reduce_op
    $dst `,` $data
    (`s0` `(` $s0^ `:` type($s0) `)`)?
    (`init` `(` $init^ `:` type($init) `)`)?
    (`result` `(` $result^ `:` type($result) `)`)?
    attr-dict
    `:` type($dst) `,` type($data)
  }];
}

def Nisa_TensorReduceOp : Nisa_Instruction<"tensor_reduce", 20> {
  let summary = "Reduce the innermost free dims";
  let description = [{
    `dst = op over the last `axes` free dims of src`, f32 inside.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Nisa_AluOpAttr:$op,
    DefaultValuedAttr<I32Attr, "1">:$axes,
    DefaultValuedAttr<BoolAttr, "false">:$negate);
  let assemblyFormat = [{
    $op
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_TensorTensorScanOp : Nisa_Instruction<"tensor_tensor_scan", 21> {
  let summary = "First-order recurrence along the free axis";
  let description = [{
    `r[i] = op1(op0(a[i], r[i-1]), b[i])`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$a,
    Nisa_View:$b,
    Optional<Nisa_View>:$initial,
    Nisa_AluOpAttr:$op0,
    DefaultValuedAttr<Nisa_AluOpAttr, "AluOp::Bypass">:$op1,
    DefaultValuedAttr<BoolAttr, "false">:$reverse0,
    DefaultValuedAttr<BoolAttr, "false">:$reverse1,
    DefaultValuedAttr<F32Attr, "0.0f">:$initial_value);
  let assemblyFormat = [{
    $op0
    $dst `,` $a `,` $b
    (`initial` `(` $initial^ `:` type($initial) `)`)?
    attr-dict
    `:` type($dst) `,` type($a) `,` type($b)
  }];
}

def Nisa_TensorScalarCumulativeOp : Nisa_Instruction<"tensor_scalar_cumulative", 22, [AttrSizedOperandSegments]> {
  let summary = "Running value along the free axis";
  let description = [{
    `reg = op1(op0(src[i], s0), reg); dst[i] = reg`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Optional<Nisa_View>:$s0,
    Optional<Nisa_View>:$s1,
    Nisa_AluOpAttr:$op0,
    DefaultValuedAttr<Nisa_AluOpAttr, "AluOp::Bypass">:$op1,
    DefaultValuedAttr<Nisa_ReduceCmdAttr, "ReduceCmd::Idle">:$cmd,
    DefaultValuedAttr<BoolAttr, "false">:$reverse0,
    DefaultValuedAttr<F32Attr, "0.0f">:$s0_value,
    DefaultValuedAttr<F32Attr, "0.0f">:$s1_value);
  let assemblyFormat = [{
    $op0
    $dst `,` $src
    (`s0` `(` $s0^ `:` type($s0) `)`)?
    (`s1` `(` $s1^ `:` type($s1) `)`)?
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_TensorCopyOp : Nisa_Instruction<"tensor_copy", 23> {
  let summary = "Copy a tile";
  let description = [{
    Same type: bits; other type: through f32.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Vector">:$engine);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_MemsetOp : Nisa_Instruction<"memset", 24> {
  let summary = "Fill a tile with a constant";
  let description = [{
    `value` holds the bits of an f32 for float tiles, of an i32 otherwise.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    DefaultValuedAttr<I32Attr, "0">:$value,
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Vector">:$engine);
  let assemblyFormat = [{
    $dst
    attr-dict
    `:` type($dst)
  }];
}

def Nisa_TensorCopyPredicatedOp : Nisa_Instruction<"tensor_copy_predicated", 25> {
  let summary = "Copy where a predicate is nonzero";
  let description = [{
    `if pred[i] (xor reverse): dst[i] = src[i]`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$pred,
    Optional<Nisa_View>:$src,
    DefaultValuedAttr<BoolAttr, "false">:$reverse,
    DefaultValuedAttr<F32Attr, "0.0f">:$src_value);
  let assemblyFormat = [{
    $dst `,` $pred
    (`src` `(` $src^ `:` type($src) `)`)?
    attr-dict
    `:` type($dst) `,` type($pred)
  }];
}

def Nisa_SelectReduceOp : Nisa_Instruction<"select_reduce", 26, [AttrSizedOperandSegments]> {
  let summary = "Select with a running maximum";
  let description = [{
    `dst[i] = pred[i] ? on_true[i] : on_false`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$pred,
    Nisa_View:$on_true,
    Optional<Nisa_View>:$on_false,
    Optional<Nisa_View>:$result,
    DefaultValuedAttr<BoolAttr, "false">:$reverse,
    DefaultValuedAttr<Nisa_ReduceCmdAttr, "ReduceCmd::Idle">:$cmd,
    DefaultValuedAttr<F32Attr, "0.0f">:$on_false_value);
  let assemblyFormat = [{
    $dst `,` $pred `,` $on_true
    (`on_false` `(` $on_false^ `:` type($on_false) `)`)?
    (`result` `(` $result^ `:` type($result) `)`)?
    attr-dict
    `:` type($dst) `,` type($pred) `,` type($on_true)
  }];
}

def Nisa_RangeSelectOp : Nisa_Instruction<"range_select", 27> {
  let summary = "Keep a range of indices, with a running maximum";
  let description = [{
    Fill is -FLT_MAX; v3 and later.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$on_true,
    Nisa_View:$bound0,
    Nisa_View:$bound1,
    Optional<Nisa_View>:$result,
    Nisa_AluOpAttr:$cmp0,
    Nisa_AluOpAttr:$cmp1,
    DefaultValuedAttr<F32Attr, "0.0f">:$start,
    DefaultValuedAttr<Nisa_ReduceCmdAttr, "ReduceCmd::Idle">:$cmd);
  let assemblyFormat = [{
    $cmp0
    $cmp1
    $dst `,` $on_true `,` $bound0 `,` $bound1
    (`result` `(` $result^ `:` type($result) `)`)?
    attr-dict
    `:` type($dst) `,` type($on_true) `,` type($bound0) `,` type($bound1)
  }];
}

def Nisa_BnStatsOp : Nisa_Instruction<"bn_stats", 28> {
  let summary = "Six statistics of up to 512 elements";
  let description = [{
    Count, mean, variance times count of the even and of the odd elements.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_BnAggrOp : Nisa_Instruction<"bn_aggr", 29> {
  let summary = "Merge statistics";
  let description = [{
    Mean and variance of (count, mean, variance * count) triples.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_ReciprocalOp : Nisa_Instruction<"reciprocal", 30> {
  let summary = "Accurate 1/x";
  let description = [{
    Eight cycles an element.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_Max8Op : Nisa_Instruction<"max8", 31> {
  let summary = "Eight largest values of each partition";
  let description = [{
    Descending; duplicates are kept.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_NcFindIndex8Op : Nisa_Instruction<"nc_find_index8", 32> {
  let summary = "Positions of eight values";
  let description = [{
    First occurrences; repeated values get successive ones.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$data,
    Nisa_View:$vals);
  let assemblyFormat = [{
    $dst `,` $data `,` $vals
    attr-dict
    `:` type($dst) `,` type($data) `,` type($vals)
  }];
}

def Nisa_NcMatchReplace8Op : Nisa_Instruction<"nc_match_replace8", 33> {
  let summary = "Replace eight values";
  let description = [{
    First occurrences become `value`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$data,
    Nisa_View:$vals,
    Optional<Nisa_View>:$indices,
    DefaultValuedAttr<F32Attr, "0.0f">:$value);
  let assemblyFormat = [{
    $dst `,` $data `,` $vals
    (`indices` `(` $indices^ `:` type($indices) `)`)?
    attr-dict
    `:` type($dst) `,` type($data) `,` type($vals)
  }];
}

def Nisa_NcStreamShuffleOp : Nisa_Instruction<"nc_stream_shuffle", 34> {
  let summary = "Permute partitions inside quadrants";
  let description = [{
    `m0` .. `m7` hold 32 mask bytes.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    DefaultValuedAttr<I32Attr, "0">:$m0,
    DefaultValuedAttr<I32Attr, "0">:$m1,
    DefaultValuedAttr<I32Attr, "0">:$m2,
    DefaultValuedAttr<I32Attr, "0">:$m3,
    DefaultValuedAttr<I32Attr, "0">:$m4,
    DefaultValuedAttr<I32Attr, "0">:$m5,
    DefaultValuedAttr<I32Attr, "0">:$m6,
    DefaultValuedAttr<I32Attr, "0">:$m7);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_DropoutOp : Nisa_Instruction<"dropout", 35> {
  let summary = "Drop elements at random";
  let description = [{
    No rescaling.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Optional<Nisa_View>:$prob,
    DefaultValuedAttr<F32Attr, "0.0f">:$prob_value);
  let assemblyFormat = [{
    $dst `,` $src
    (`prob` `(` $prob^ `:` type($prob) `)`)?
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_RngOp : Nisa_Instruction<"rng", 36> {
  let summary = "Random bits";
  let description = [{
    Random bits.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Vector">:$engine);
  let assemblyFormat = [{
    $dst
    attr-dict
    `:` type($dst)
  }];
}

def Nisa_SetRngSeedOp : Nisa_Instruction<"set_rng_seed", 37> {
  let summary = "Seed the generator of the Vector engine";
  let description = [{
    Seed the generator of the Vector engine.
  }];
  let arguments = (ins
    Nisa_View:$src);
  let assemblyFormat = [{
    $src
    attr-dict
    `:` type($src)
  }];
}

#endif // NISA_VECTOR_TD
