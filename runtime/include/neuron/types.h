//===- types.h - element types, memories, engines ---------------*- C++ -*-===//
//
// The words that compiler, runtime and simulator share. Values are part of the
// artifact format: append only, never renumber.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_TYPES_H
#define NEURON_TYPES_H

#include <cstdint>
#include <string_view>

namespace neuron {

/// The five in-order instruction sequencers of a NeuronCore.
enum class Engine : uint8_t { Tensor = 0, Vector, Scalar, GpSimd, Sync };
inline constexpr unsigned kNumEngines = 5;

/// Memories an operand may lie in. `None` marks an absent optional operand.
enum class Space : uint8_t { None = 0, Hbm, Sbuf, Psum };

/// Element types. The 64-bit and boolean types occur only in HBM variables
/// (signatures hold the model's own bytes); engines never read them: the
/// compiler addresses an i64 as pairs of i32, a bool as u8.
enum class DType : uint8_t {
  F32 = 0, BF16, F16, TF32, F8E4M3, F8E5M2, F8E4M3FN, F8E3M4,
  I8 = 16, U8, I16, U16, I32, U32,
  F64 = 32, I64, U64, Bool, F8E8M0, F4E2M1, I4, U4,
};

/// Bytes of one element in memory (sub-byte types count one byte).
unsigned bytesOf(DType type);
/// Lower-case name used in text forms and reports, e.g. "bf16".
std::string_view nameOf(DType type);
std::string_view nameOf(Engine engine);
std::string_view nameOf(Space space);
bool isFloat(DType type);
bool isInteger(DType type);

/// ALU operators of the Vector and GpSimd engines (neuroncore.md 4.1).
enum class AluOp : uint8_t {
  Bypass = 0, Add, Subtract, Multiply, Max, Min,
  Equal, NotEqual, GreaterEqual, Greater, LessEqual, Less,
  LogicalAnd, LogicalOr, LogicalXor, LogicalNot,
  Power, AbsMax, AbsMin, Abs, Square, Relu, Rsqrt, Reciprocal,
  BitwiseAnd = 32, BitwiseOr, BitwiseXor, Invert, LeftShift, RightShift,
};

/// Functions of the Scalar engine (neuroncore.md 4.2).
enum class ActFn : uint8_t {
  Copy = 0, Square, Abs, Sign, Relu, Prelu, Sigmoid, Tanh, Silu, SiluDx,
  Gelu, GeluDx, GeluTanh, GeluSigmoid, GeluSigmoidDx, Softplus, Mish, Erf,
  ErfDx, Exp, Log, Sqrt, Rsqrt, Reciprocal, Sin, Arctan,
};

/// What an instruction does with its engine's accumulator registers (3.1).
enum class ReduceCmd : uint8_t { Idle = 0, Reset, Reduce, ResetReduce, LoadReduce };

/// How a matrix multiplication treats what PSUM holds.
enum class Accumulate : uint8_t { Never = 0, Always, UnlessFirst };

} // namespace neuron

#endif // NEURON_TYPES_H
