//===- NisaBase.td - dialect, enums, types, interface -----*- tablegen -*-===//
#ifndef NISA_BASE_TD
#define NISA_BASE_TD

include "NisaInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Nisa_Dialect : Dialect {
  let name = "nisa";
  let cppNamespace = "::neuron::nisa";
  let summary = "One op for each public NeuronCore instruction";
  let description = [{
    A program is sequential and has counted loops. Its meaning is the sequential
    one; engines and overlap are added when it becomes engine streams.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

// Enums: values are those of runtime/include/neuron/types.h, which a test compares.

class Nisa_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::neuron::nisa";
  let genSpecializedAttr = 0;
}

def Nisa_Space : Nisa_Enum<"Space", "memory of an operand", [
  I32EnumAttrCase<"Hbm", 1, "hbm">, I32EnumAttrCase<"Sbuf", 2, "sbuf">, I32EnumAttrCase<"Psum", 3, "psum">]>;

def Nisa_Engine : Nisa_Enum<"Engine", "instruction sequencer", [
  I32EnumAttrCase<"Tensor", 0, "tensor">, I32EnumAttrCase<"Vector", 1, "vector">,
  I32EnumAttrCase<"Scalar", 2, "scalar">, I32EnumAttrCase<"GpSimd", 3, "gpsimd">,
  I32EnumAttrCase<"Sync", 4, "sync">]>;

def Nisa_AluOp : Nisa_Enum<"AluOp", "ALU operator", [
  I32EnumAttrCase<"Bypass", 0, "bypass">, I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Subtract", 2, "subtract">, I32EnumAttrCase<"Multiply", 3, "multiply">,
  I32EnumAttrCase<"Max", 4, "max">, I32EnumAttrCase<"Min", 5, "min">,
  I32EnumAttrCase<"Equal", 6, "equal">, I32EnumAttrCase<"NotEqual", 7, "not_equal">,
  I32EnumAttrCase<"GreaterEqual", 8, "greater_equal">, I32EnumAttrCase<"Greater", 9, "greater">,
  I32EnumAttrCase<"LessEqual", 10, "less_equal">, I32EnumAttrCase<"Less", 11, "less">,
  I32EnumAttrCase<"LogicalAnd", 12, "logical_and">, I32EnumAttrCase<"LogicalOr", 13, "logical_or">,
  I32EnumAttrCase<"LogicalXor", 14, "logical_xor">, I32EnumAttrCase<"LogicalNot", 15, "logical_not">,
  I32EnumAttrCase<"Power", 16, "power">, I32EnumAttrCase<"AbsMax", 17, "abs_max">,
  I32EnumAttrCase<"AbsMin", 18, "abs_min">, I32EnumAttrCase<"Abs", 19, "abs">,
  I32EnumAttrCase<"Square", 20, "square">, I32EnumAttrCase<"Relu", 21, "relu">,
  I32EnumAttrCase<"Rsqrt", 22, "rsqrt">, I32EnumAttrCase<"Reciprocal", 23, "reciprocal">,
  I32EnumAttrCase<"BitwiseAnd", 32, "bitwise_and">, I32EnumAttrCase<"BitwiseOr", 33, "bitwise_or">,
  I32EnumAttrCase<"BitwiseXor", 34, "bitwise_xor">, I32EnumAttrCase<"Invert", 35, "invert">,
  I32EnumAttrCase<"LeftShift", 36, "left_shift">, I32EnumAttrCase<"RightShift", 37, "right_shift">]>;

def Nisa_ActFn : Nisa_Enum<"ActFn", "function of the Scalar engine", [
  I32EnumAttrCase<"Copy", 0, "copy">, I32EnumAttrCase<"Square", 1, "square">,
  I32EnumAttrCase<"Abs", 2, "abs">, I32EnumAttrCase<"Sign", 3, "sign">,
  I32EnumAttrCase<"Relu", 4, "relu">, I32EnumAttrCase<"Prelu", 5, "prelu">,
  I32EnumAttrCase<"Sigmoid", 6, "sigmoid">, I32EnumAttrCase<"Tanh", 7, "tanh">,
  I32EnumAttrCase<"Silu", 8, "silu">, I32EnumAttrCase<"SiluDx", 9, "silu_dx">,
  I32EnumAttrCase<"Gelu", 10, "gelu">, I32EnumAttrCase<"GeluDx", 11, "gelu_dx">,
  I32EnumAttrCase<"GeluTanh", 12, "gelu_apprx_tanh">, I32EnumAttrCase<"GeluSigmoid", 13, "gelu_apprx_sigmoid">,
  I32EnumAttrCase<"GeluSigmoidDx", 14, "gelu_apprx_sigmoid_dx">, I32EnumAttrCase<"Softplus", 15, "softplus">,
  I32EnumAttrCase<"Mish", 16, "mish">, I32EnumAttrCase<"Erf", 17, "erf">,
  I32EnumAttrCase<"ErfDx", 18, "erf_dx">, I32EnumAttrCase<"Exp", 19, "exp">,
  I32EnumAttrCase<"Log", 20, "log">, I32EnumAttrCase<"Sqrt", 21, "sqrt">,
  I32EnumAttrCase<"Rsqrt", 22, "rsqrt">, I32EnumAttrCase<"Reciprocal", 23, "reciprocal">,
  I32EnumAttrCase<"Sin", 24, "sin">, I32EnumAttrCase<"Arctan", 25, "arctan">]>;

def Nisa_ReduceCmd : Nisa_Enum<"ReduceCmd", "command to the accumulator registers", [
  I32EnumAttrCase<"Idle", 0, "idle">, I32EnumAttrCase<"Reset", 1, "reset">,
  I32EnumAttrCase<"Reduce", 2, "reduce">, I32EnumAttrCase<"ResetReduce", 3, "reset_reduce">,
  I32EnumAttrCase<"LoadReduce", 4, "load_reduce">]>;

def Nisa_Accumulate : Nisa_Enum<"Accumulate", "what a matmul does with what PSUM holds", [
  I32EnumAttrCase<"Never", 0, "never">, I32EnumAttrCase<"Always", 1, "always">,
  I32EnumAttrCase<"UnlessFirst", 2, "unless_first">]>;

class Nisa_EnumAttr<EnumAttrInfo info, string mnemonic> : EnumAttr<Nisa_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}
def Nisa_EngineAttr : Nisa_EnumAttr<Nisa_Engine, "engine">;
def Nisa_AluOpAttr : Nisa_EnumAttr<Nisa_AluOp, "alu">;
def Nisa_ActFnAttr : Nisa_EnumAttr<Nisa_ActFn, "act">;
def Nisa_ReduceCmdAttr : Nisa_EnumAttr<Nisa_ReduceCmd, "cmd">;
def Nisa_AccumulateAttr : Nisa_EnumAttr<Nisa_Accumulate, "acc">;

// Types.

class Nisa_Type<string name, string mnemonicName> : TypeDef<Nisa_Dialect, name> {
  let mnemonic = mnemonicName;
}

def Nisa_Buffer : Nisa_Type<"Buffer", "buffer"> {
  let summary = "Bytes in one memory";
  let description = [{
    `bytes` are those of one partition in sbuf and psum; an hbm buffer has one
    "partition" that holds all bytes: `!nisa.buffer<hbm, 1, 4096>`.
  }];
  let parameters = (ins EnumParameter<Nisa_Space>:$space, "int64_t":$partitions, "int64_t":$bytes);
  let assemblyFormat = "`<` $space `,` $partitions `,` $bytes `>`";
  let genVerifyDecl = 1;
}

def Nisa_View : Nisa_Type<"View", "view"> {
  let summary = "The elements that one operand touches";
  let description = [{
    Rows (partitions in sbuf and psum), the sizes of up to four free dims,
    outermost first, and the element type: `!nisa.view<sbuf, 128, [2, 512], f32>`.
  }];
  let parameters = (ins EnumParameter<Nisa_Space>:$space, "int64_t":$rows,
                        ArrayRefParameter<"int64_t">:$sizes, "::mlir::Type":$element);
  let assemblyFormat = "`<` $space `,` $rows `,` `[` custom<Sizes>($sizes) `]` `,` $element `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Elements of one row.
    int64_t getFreeSize();
  }];
}


class Nisa_Op<string mnemonic, list<Trait> traits = []> : Op<Nisa_Dialect, mnemonic, traits>;

/// One instruction: `opcode` is its code in instructions.def.
class Nisa_Instruction<string mnemonic, int opcode, list<Trait> traits = []>
    : Nisa_Op<mnemonic, !listconcat(traits, [Nisa_InstructionInterface, MemoryEffects<[MemRead, MemWrite]>])> {
  let extraClassDeclaration = "static ::neuron::Opcode getOpcode() { return ::neuron::Opcode(" # opcode # "); }";
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return ::neuron::nisa::verifyInstruction(*this); }
  }];
}

#endif // NISA_BASE_TD
