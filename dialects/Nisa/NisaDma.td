//===- NisaDma.td - instructions of the Dma queues -----*- tablegen -*-===//
//
// One op for each row of runtime/include/neuron/instructions.def. Operands are
// the row's slots, attributes its immediates.
//
//===----------------------------------------------------------------------===//
#ifndef NISA_DMA_TD
#define NISA_DMA_TD

include "NisaBase.td"

def Nisa_DmaCopyOp : Nisa_Instruction<"dma_copy", 112> {
  let summary = "Copy between HBM and SBUF";
  let description = [{
    Casts through f32 when types differ; `index` gathers, scatters or shifts one side.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Optional<Nisa_View>:$index,
    DefaultValuedAttr<I32Attr, "0">:$queue,
    DefaultValuedAttr<I32Attr, "3">:$dge,
    DefaultValuedAttr<I32Attr, "0">:$indirect,
    DefaultValuedAttr<I32Attr, "0">:$index_step,
    DefaultValuedAttr<I32Attr, "0">:$index_bound,
    DefaultValuedAttr<I32Attr, "0">:$oob,
    OptionalAttr<Nisa_EngineAttr>:$engine);
  let assemblyFormat = [{
    $dst `,` $src
    (`index` `(` $index^ `:` type($index) `)`)?
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_DmaTransposeOp : Nisa_Instruction<"dma_transpose", 113> {
  let summary = "Transpose while copying";
  let description = [{
    `dst[f, p] = src[p, f]`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    DefaultValuedAttr<I32Attr, "0">:$queue,
    DefaultValuedAttr<I32Attr, "3">:$dge,
    OptionalAttr<Nisa_EngineAttr>:$engine);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_DmaComputeOp : Nisa_Instruction<"dma_compute", 114, [AttrSizedOperandSegments]> {
  let summary = "Add in the DMA engines";
  let description = [{
    `dst = src0 + src1` in f32.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src0,
    Optional<Nisa_View>:$src1,
    Optional<Nisa_View>:$index,
    DefaultValuedAttr<I32Attr, "0">:$queue,
    DefaultValuedAttr<I32Attr, "3">:$dge,
    DefaultValuedAttr<I32Attr, "0">:$indirect,
    DefaultValuedAttr<I32Attr, "0">:$index_step,
    DefaultValuedAttr<I32Attr, "0">:$index_bound,
    DefaultValuedAttr<I32Attr, "0">:$oob,
    OptionalAttr<Nisa_EngineAttr>:$engine);
  let assemblyFormat = [{
    $dst `,` $src0
    (`src1` `(` $src1^ `:` type($src1) `)`)?
    (`index` `(` $index^ `:` type($index) `)`)?
    attr-dict
    `:` type($dst) `,` type($src0)
  }];
}

#endif // NISA_DMA_TD
