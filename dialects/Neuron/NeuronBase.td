//===- NeuronBase.td - dialect, types, base classes -------*- tablegen -*-===//
#ifndef NEURON_BASE_TD
#define NEURON_BASE_TD

include "NeuronInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Neuron_Dialect : Dialect {
  let name = "neuron";
  let cppNamespace = "::neuron";
  let summary = "The graph: tensor values, static shapes, a closed set of ops";
  let description = [{
    The level both importers produce and every graph transformation works on.
    It says what is computed, not where or when. All values are ranked tensors
    of static shape; an operation never broadcasts by itself; signless integers
    are two's complement, `uiN` are unsigned, `i1` is a boolean. `README.md` in
    the dialect's folder says why.
  }];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
}

// What a verifier cannot say by element type: the product of the dims must
// stay far from overflow, so that no later arithmetic on sizes has to care.
def Neuron_BoundedSizePred
    : CPred<"::neuron::hasBoundedSize(::llvm::cast<::mlir::RankedTensorType>($_self))">;

class Neuron_TensorOf<list<Type> elementTypes, string summary>
    : RankedTensorOf<elementTypes, [HasStaticShapePred, Neuron_BoundedSizePred],
                     summary>;

defvar Neuron_FloatTypes = [F32, BF16, F16, F64, F8E4M3, F8E4M3FN, F8E5M2,
                            F8E3M4, F4E2M1FN];
defvar Neuron_IntTypes = [I<4>, I<8>, I<16>, I<32>, I<64>,
                          UI<4>, UI<8>, UI<16>, UI<32>, UI<64>];

def Neuron_Tensor : Neuron_TensorOf<
    !listconcat(Neuron_FloatTypes, Neuron_IntTypes, [I1]),
    "statically shaped tensor with fewer than 2^40 elements">;
def Neuron_FloatTensor : Neuron_TensorOf<Neuron_FloatTypes,
    "statically shaped float tensor">;
def Neuron_IntTensor : Neuron_TensorOf<Neuron_IntTypes,
    "statically shaped integer tensor">;
def Neuron_BoolTensor : Neuron_TensorOf<[I1], "statically shaped i1 tensor">;
def Neuron_SeedTensor : Neuron_TensorOf<[UI<32>],
    "statically shaped ui32 tensor">;

class Neuron_Op<string mnemonic, list<Trait> traits = []>
    : Op<Neuron_Dialect, mnemonic, traits> {
  // Where a rule holds for operands together, C++ states it.
  let hasVerifier = 1;
}

/// An operation without effects whose result type has to be given.
class Neuron_PureOp<string mnemonic, list<Trait> traits = []>
    : Neuron_Op<mnemonic, !listconcat([Pure], traits)>;

/// Inference never fails and its outcome is compared by the verifier, which
/// names the rule that is broken; hence everything is "compatible" here.
def Neuron_InferResult : InferTypeOpAdaptorBase<[{
  static bool isCompatibleReturnTypes(::mlir::TypeRange, ::mlir::TypeRange) {
    return true;
  }
}]>;

/// An operation without effects whose result type follows from the operands.
/// Building one from a hostile model cannot fail: broken rules are the
/// verifier's to report.
class Neuron_InferOp<string mnemonic, list<Trait> traits = []>
    : Neuron_PureOp<mnemonic,
        !listconcat(traits, [Neuron_InferResult])>;

/// One operand, and the result has its type.
class Neuron_SameTypeOp<string mnemonic, list<Trait> traits = []>
    : Neuron_PureOp<mnemonic,
        !listconcat(traits, [AllTypesMatch<["x", "result"]>])> {
  // AllTypesMatch infers the result type, too.
  let results = (outs Neuron_Tensor:$result);
}

#endif // NEURON_BASE_TD
