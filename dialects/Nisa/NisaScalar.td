//===- NisaScalar.td - instructions of the Scalar engine -----*- tablegen -*-===//
//
// One op for each row of runtime/include/neuron/instructions.def. Operands are
// the row's slots, attributes its immediates.
//
//===----------------------------------------------------------------------===//
#ifndef NISA_SCALAR_TD
#define NISA_SCALAR_TD

include "NisaBase.td"

def Nisa_ActivationOp : Nisa_Instruction<"activation", 64, [AttrSizedOperandSegments]> {
  let summary = "Function of a scaled tile";
  let description = [{
    `dst = fn(src * scale + bias)`, optional running sum in `result`.
  }];
  let arguments = (ins
    Nisa_View:$dst,
    Nisa_View:$src,
    Optional<Nisa_View>:$scale,
    Optional<Nisa_View>:$bias,
    Optional<Nisa_View>:$result,
    Nisa_ActFnAttr:$fn,
    DefaultValuedAttr<F32Attr, "1.0f">:$scale_value,
    DefaultValuedAttr<F32Attr, "0.0f">:$bias_value,
    DefaultValuedAttr<Nisa_ReduceCmdAttr, "ReduceCmd::Idle">:$cmd,
    DefaultValuedAttr<F32Attr, "0.0f">:$param);
  let assemblyFormat = [{
    $fn
    $dst `,` $src
    (`scale` `(` $scale^ `:` type($scale) `)`)?
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    (`result` `(` $result^ `:` type($result) `)`)?
    attr-dict
    `:` type($dst) `,` type($src)
  }];
}

#endif // NISA_SCALAR_TD
