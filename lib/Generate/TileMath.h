//===- TileMath.h - scalar functions as instruction sequences ---*- C++ -*-===//
//
// What the engines do not do in one instruction: exact integer arithmetic,
// rounding, functions outside their documented range.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_TILEMATH_H
#define NEURONC_LIB_GENERATE_TILEMATH_H

#include "TileBuilder.h"

#include "dialects/Neuron/Neuron.h"

namespace neuron {

/// Floats: every tile may be of any float type, results are rounded once at the
/// write to `dst`. `dst` may be the operand.
class FloatMath {
public:
  explicit FloatMath(TileBuilder &b) : b(b) {}

  /// False if the function has no sequence here.
  bool unary(UnaryFn fn, const Tile &dst, const Tile &x);
  bool binary(BinaryFn fn, const Tile &dst, const Tile &x, const Tile &y);
  /// dst (u8) = relation of x and y, both float.
  void compare(CompareFn fn, const Tile &dst, const Tile &x, const Tile &y);
  /// Toward zero; values beyond 2^23 are integers already.
  void trunc(const Tile &dst, const Tile &x);
  /// x / y rounded correctly but for rare ties; for quotients that become
  /// integers.
  void exactDivision(const Tile &dst, const Tile &x, const Tile &y);

private:
  TileBuilder &b;
  Tile temp(const Tile &like, DType type = DType::F32);
  void act(ActFn fn, const Tile &dst, const Tile &x, float scale = 1, float bias = 0);
  void roundEven(const Tile &dst, const Tile &x);
  void floor(const Tile &dst, const Tile &x);
  void ceil(const Tile &dst, const Tile &x);
  void log(const Tile &dst, const Tile &x, float factor = 1);
  void sqrt(const Tile &dst, const Tile &x);
  void sine(const Tile &dst, const Tile &x, float quarterTurns);
  void arctan(const Tile &dst, const Tile &x);
  void halve(const Tile &value, const Tile &high, const Tile &low);
  void division(const Tile &dst, const Tile &x, const Tile &y);
  void remainder(const Tile &dst, const Tile &x, const Tile &y, bool isFloored);
};

/// Integers of up to 32 bits, in I32 or U32 tiles, exact over the whole range.
class IntMath {
public:
  explicit IntMath(TileBuilder &b) : b(b) {}

  bool unary(UnaryFn fn, const Tile &dst, const Tile &x);
  bool binary(BinaryFn fn, const Tile &dst, const Tile &x, const Tile &y);
  /// dst (u8) = relation.
  void compare(CompareFn fn, const Tile &dst, const Tile &x, const Tile &y);
  /// Wraps a 32-bit value to the range of a narrower type.
  void wrap(const Tile &x, unsigned bits, bool isSigned);

private:
  TileBuilder &b;
  Tile temp(const Tile &like, DType type);
  Tile constant(const Tile &like, int32_t value);
  void add(const Tile &dst, const Tile &x, const Tile &y);
  void multiply(const Tile &dst, const Tile &x, const Tile &y);
  void subtract(const Tile &dst, const Tile &x, const Tile &y);
  void negate(const Tile &dst, const Tile &x);
  void shift(AluOp op, const Tile &dst, const Tile &x, int amount);
  void arithmeticShift(const Tile &dst, const Tile &x, const Tile &amount);
  void less(const Tile &dst, const Tile &x, const Tile &y);
  void select(const Tile &dst, const Tile &pred, const Tile &x, const Tile &y);
  void divide(BinaryFn fn, const Tile &dst, const Tile &x, const Tile &y);
};

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_TILEMATH_H
