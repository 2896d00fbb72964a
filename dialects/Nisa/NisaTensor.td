//===- NisaTensor.td - instructions of the Tensor engine -----*- tablegen -*-===//
//
// One op for each row of runtime/include/neuron/instructions.def. Operands are
// the row's slots, attributes its immediates.
//
//===----------------------------------------------------------------------===//
#ifndef NISA_TENSOR_TD
#define NISA_TENSOR_TD

include "NisaBase.td"

def Nisa_NcMatmulOp : Nisa_Instruction<"nc_matmul", 1> {
  let summary = "Multiply stationary, transposed, by moving into PSUM";
  let description = [{
    `dst[M, N] (+)= stationary[K, M]^T * moving[K, N]`, K on the partitions of both operands, M on those of `dst`. With `unless_first` it overwrites while all counters of `first` are zero and adds afterwards.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$stationary,
    Nisa_View:$moving,
    Variadic<Index>:$first,
    DefaultValuedAttr<Nisa_AccumulateAttr, "Accumulate::Never">:$accumulate,
    DefaultValuedAttr<I32Attr, "0">:$flags,
    DefaultValuedAttr<I32Attr, "0">:$rows,
    DefaultValuedAttr<I32Attr, "0">:$cols);
  let assemblyFormat = [{
    $dst `,` $stationary `,` $moving
    (`first` `(` $first^ `)`)?
    attr-dict
    `:` type($dst) `,` type($stationary) `,` type($moving)
  }];
}

def Nisa_NcTransposeOp : Nisa_Instruction<"nc_transpose", 2> {
  let summary = "Transpose a tile";
  let description = [{
    `dst[F, P] = src[P, F]^T`. Tensor engine: up to 128 x 128, SBUF to PSUM. Vector engine: up to 32 x 32.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Tensor">:$engine);
  let assemblyFormat = [{
    $dst `,` $src
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

def Nisa_EventSemaphoreOp : Nisa_Instruction<"event_semaphore", 128> {
  let summary = "Wait";
  let description = [{
    Carries waits that do not fit the next instruction.
  }];
  let arguments = (ins
    DefaultValuedAttr<Nisa_EngineAttr, "Engine::Tensor">:$engine);
  let assemblyFormat = [{

    attr-dict
  }];
}

#endif // NISA_TENSOR_TD
