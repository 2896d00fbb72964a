//===- NeuronEnums.td - functions and modes ---------------*- tablegen -*-===//
#ifndef NEURON_ENUMS_TD
#define NEURON_ENUMS_TD

include "NeuronBase.td"
include "mlir/IR/EnumAttr.td"

// Cases are numbered by their place in the list of {C++ name, spelling}.
class Neuron_Case<string cppName, int value, string spelling>
    : I32EnumAttrCase<cppName, value, spelling>;

class Neuron_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::neuron";
  let genSpecializedAttr = 0;
}

class Neuron_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<Neuron_Dialect, info, mnemonic>;

def Neuron_UnaryFn : Neuron_Enum<"UnaryFn", "function of one value", [
  Neuron_Case<"Neg", 0, "neg">, Neuron_Case<"Abs", 1, "abs">,
  Neuron_Case<"Sign", 2, "sign">, Neuron_Case<"Exp", 3, "exp">,
  Neuron_Case<"Exp2", 4, "exp2">, Neuron_Case<"Expm1", 5, "expm1">,
  Neuron_Case<"Log", 6, "log">, Neuron_Case<"Log1p", 7, "log1p">,
  Neuron_Case<"Log2", 8, "log2">, Neuron_Case<"Sqrt", 9, "sqrt">,
  Neuron_Case<"Rsqrt", 10, "rsqrt">,
  Neuron_Case<"Reciprocal", 11, "reciprocal">,
  Neuron_Case<"Square", 12, "square">, Neuron_Case<"Sin", 13, "sin">,
  Neuron_Case<"Cos", 14, "cos">, Neuron_Case<"Tan", 15, "tan">,
  Neuron_Case<"Asin", 16, "asin">, Neuron_Case<"Acos", 17, "acos">,
  Neuron_Case<"Atan", 18, "atan">, Neuron_Case<"Sinh", 19, "sinh">,
  Neuron_Case<"Cosh", 20, "cosh">, Neuron_Case<"Asinh", 21, "asinh">,
  Neuron_Case<"Acosh", 22, "acosh">, Neuron_Case<"Atanh", 23, "atanh">,
  Neuron_Case<"Tanh", 24, "tanh">, Neuron_Case<"Erf", 25, "erf">,
  Neuron_Case<"Sigmoid", 26, "sigmoid">, Neuron_Case<"Silu", 27, "silu">,
  Neuron_Case<"Gelu", 28, "gelu">, Neuron_Case<"GeluTanh", 29, "gelu_tanh">,
  Neuron_Case<"GeluSigmoid", 30, "gelu_sigmoid">,
  Neuron_Case<"Softplus", 31, "softplus">, Neuron_Case<"Mish", 32, "mish">,
  Neuron_Case<"Relu", 33, "relu">, Neuron_Case<"Floor", 34, "floor">,
  Neuron_Case<"Ceil", 35, "ceil">,
  Neuron_Case<"RoundEven", 36, "round_even">,
  Neuron_Case<"Trunc", 37, "trunc">,
  Neuron_Case<"LogicalNot", 38, "logical_not">,
  Neuron_Case<"BitwiseNot", 39, "bitwise_not">,
  Neuron_Case<"IsNan", 40, "is_nan">, Neuron_Case<"IsInf", 41, "is_inf">]>;

def Neuron_BinaryFn : Neuron_Enum<"BinaryFn", "function of two values", [
  Neuron_Case<"Add", 0, "add">, Neuron_Case<"Sub", 1, "sub">,
  Neuron_Case<"Mul", 2, "mul">, Neuron_Case<"Div", 3, "div">,
  Neuron_Case<"Pow", 4, "pow">, Neuron_Case<"Max", 5, "max">,
  Neuron_Case<"Min", 6, "min">, Neuron_Case<"Rem", 7, "rem">,
  Neuron_Case<"Mod", 8, "mod">, Neuron_Case<"FloorDiv", 9, "floor_div">,
  Neuron_Case<"Atan2", 10, "atan2">, Neuron_Case<"And", 11, "and">,
  Neuron_Case<"Or", 12, "or">, Neuron_Case<"Xor", 13, "xor">,
  Neuron_Case<"Shl", 14, "shl">, Neuron_Case<"Shr", 15, "shr">]>;

def Neuron_CompareFn : Neuron_Enum<"CompareFn", "relation of two values", [
  Neuron_Case<"Eq", 0, "eq">, Neuron_Case<"Ne", 1, "ne">,
  Neuron_Case<"Lt", 2, "lt">, Neuron_Case<"Le", 3, "le">,
  Neuron_Case<"Gt", 4, "gt">, Neuron_Case<"Ge", 5, "ge">]>;

def Neuron_PoolFn : Neuron_Enum<"PoolFn", "function over a window", [
  Neuron_Case<"Max", 0, "max">, Neuron_Case<"Avg", 1, "avg">,
  Neuron_Case<"Sum", 2, "sum">, Neuron_Case<"Lp", 3, "lp">]>;

def Neuron_ReduceFn : Neuron_Enum<"ReduceFn", "associative function", [
  Neuron_Case<"Add", 0, "add">, Neuron_Case<"Mul", 1, "mul">,
  Neuron_Case<"Max", 2, "max">, Neuron_Case<"Min", 3, "min">,
  Neuron_Case<"And", 4, "and">, Neuron_Case<"Or", 5, "or">]>;

def Neuron_ArgReduceFn : Neuron_Enum<"ArgReduceFn", "which extreme is sought", [
  Neuron_Case<"Max", 0, "max">, Neuron_Case<"Min", 1, "min">]>;

def Neuron_ScatterFn : Neuron_Enum<"ScatterFn",
  "how an update joins the element it meets", [
  Neuron_Case<"None", 0, "none">, Neuron_Case<"Add", 1, "add">,
  Neuron_Case<"Mul", 2, "mul">, Neuron_Case<"Max", 3, "max">,
  Neuron_Case<"Min", 4, "min">]>;

def Neuron_PadMode : Neuron_Enum<"PadMode", "what lies in the padding", [
  Neuron_Case<"Constant", 0, "constant">, Neuron_Case<"Reflect", 1, "reflect">,
  Neuron_Case<"Edge", 2, "edge">, Neuron_Case<"Wrap", 3, "wrap">]>;

def Neuron_ResizeMode : Neuron_Enum<"ResizeMode", "interpolation", [
  Neuron_Case<"Nearest", 0, "nearest">, Neuron_Case<"Linear", 1, "linear">,
  Neuron_Case<"Cubic", 2, "cubic">]>;

def Neuron_Coordinate : Neuron_Enum<"Coordinate",
  "map from result to operand coordinates", [
  Neuron_Case<"HalfPixel", 0, "half_pixel">,
  Neuron_Case<"Asymmetric", 1, "asymmetric">,
  Neuron_Case<"AlignCorners", 2, "align_corners">,
  Neuron_Case<"PytorchHalfPixel", 3, "pytorch_half_pixel">,
  Neuron_Case<"HalfPixelSymmetric", 4, "half_pixel_symmetric">,
  Neuron_Case<"TfCropAndResize", 5, "tf_crop_and_resize">]>;

def Neuron_NearestMode : Neuron_Enum<"NearestMode",
  "which neighbour nearest takes", [
  Neuron_Case<"RoundPreferFloor", 0, "round_prefer_floor">,
  Neuron_Case<"RoundPreferCeil", 1, "round_prefer_ceil">,
  Neuron_Case<"Floor", 2, "floor">, Neuron_Case<"Ceil", 3, "ceil">]>;

def Neuron_RngFn : Neuron_Enum<"RngFn", "distribution", [
  Neuron_Case<"Uniform", 0, "uniform">, Neuron_Case<"Normal", 1, "normal">]>;

def Neuron_UnaryFnAttr : Neuron_EnumAttr<Neuron_UnaryFn, "unary_fn">;
def Neuron_BinaryFnAttr : Neuron_EnumAttr<Neuron_BinaryFn, "binary_fn">;
def Neuron_CompareFnAttr : Neuron_EnumAttr<Neuron_CompareFn, "compare_fn">;
def Neuron_PoolFnAttr : Neuron_EnumAttr<Neuron_PoolFn, "pool_fn">;
def Neuron_ReduceFnAttr : Neuron_EnumAttr<Neuron_ReduceFn, "reduce_fn">;
def Neuron_ArgReduceFnAttr
    : Neuron_EnumAttr<Neuron_ArgReduceFn, "arg_reduce_fn">;
def Neuron_ScatterFnAttr : Neuron_EnumAttr<Neuron_ScatterFn, "scatter_fn">;
def Neuron_PadModeAttr : Neuron_EnumAttr<Neuron_PadMode, "pad_mode">;
def Neuron_ResizeModeAttr : Neuron_EnumAttr<Neuron_ResizeMode, "resize_mode">;
def Neuron_CoordinateAttr : Neuron_EnumAttr<Neuron_Coordinate, "coordinate">;
def Neuron_NearestModeAttr
    : Neuron_EnumAttr<Neuron_NearestMode, "nearest_mode">;
def Neuron_RngFnAttr : Neuron_EnumAttr<Neuron_RngFn, "rng_fn">;

#endif // NEURON_ENUMS_TD
