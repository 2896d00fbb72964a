//===- Binary.cpp - functions of two elements -----------------------------===//

#include "Internal.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

/// Remainder with the sign of the divisor.
static double floorMod(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest == 0)
    return std::copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

static double floorDiv(double a, double b) {
  if (b == 0)
    return a / b;
  // Through the remainder, so that 1 / 0.1 is what Python says it is.
  double quotient = (a - floorMod(a, b)) / b;
  double down = std::floor(quotient);
  return quotient - down > 0.5 ? down + 1 : down;
}

double eval::applyBinary(BinaryFn fn, double a, double b) {
  bool hasNan = std::isnan(a) || std::isnan(b);
  switch (fn) {
  case BinaryFn::Add:
    return a + b;
  case BinaryFn::Sub:
    return a - b;
  case BinaryFn::Mul:
    return a * b;
  case BinaryFn::Div:
    return a / b;
  case BinaryFn::Pow:
    return std::pow(a, b);
  case BinaryFn::Max:
    return hasNan ? a + b : std::max(a, b);
  case BinaryFn::Min:
    return hasNan ? a + b : std::min(a, b);
  case BinaryFn::Rem:
    return std::fmod(a, b);
  case BinaryFn::Mod:
    return floorMod(a, b);
  case BinaryFn::FloorDiv:
    return floorDiv(a, b);
  case BinaryFn::Atan2:
    return std::atan2(a, b);
  default:
    llvm_unreachable("not a function of floats");
  }
}

/// Wraps at 64 bits; the caller wraps to the type.
static int64_t integerPow(int64_t base, int64_t exponent, bool isUnsigned) {
  if (!isUnsigned && exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
  uint64_t result = 1, factor = base;
  for (uint64_t left = exponent; left != 0; left >>= 1, factor *= factor)
    if (left & 1)
      result *= factor;
  return int64_t(result);
}

static int64_t quotient(int64_t a, int64_t b, bool isUnsigned) {
  if (b == 0)
    return 0;
  if (isUnsigned)
    return int64_t(uint64_t(a) / uint64_t(b));
  return b == -1 ? int64_t(-uint64_t(a)) : a / b;
}

static int64_t remainder(int64_t a, int64_t b, bool isUnsigned) {
  if (b == 0)
    return 0;
  if (isUnsigned)
    return int64_t(uint64_t(a) % uint64_t(b));
  return b == -1 ? 0 : a % b;
}

/// True if the quotient was truncated upward.
static bool roundsUp(int64_t a, int64_t b, bool isUnsigned) {
  return !isUnsigned && remainder(a, b, false) != 0 && (a < 0) != (b < 0);
}

static int64_t shiftRight(int64_t a, uint64_t by, bool isUnsigned) {
  if (isUnsigned)
    return by > 63 ? 0 : int64_t(uint64_t(a) >> by);
  return a >> std::min<uint64_t>(by, 63);
}

int64_t eval::applyBinary(BinaryFn fn, int64_t a, int64_t b, Type element) {
  bool isUnsigned = element.isUnsignedInteger();
  uint64_t ua = a, ub = b;
  bool isLess = isUnsigned ? ua < ub : a < b;
  switch (fn) {
  case BinaryFn::Add:
    return int64_t(ua + ub);
  case BinaryFn::Sub:
    return int64_t(ua - ub);
  case BinaryFn::Mul:
    return int64_t(ua * ub);
  case BinaryFn::Div:
    return quotient(a, b, isUnsigned);
  case BinaryFn::Pow:
    return integerPow(a, b, isUnsigned);
  case BinaryFn::Max:
    return isLess ? b : a;
  case BinaryFn::Min:
    return isLess ? a : b;
  case BinaryFn::Rem:
    return remainder(a, b, isUnsigned);
  case BinaryFn::Mod:
    return remainder(a, b, isUnsigned) + (roundsUp(a, b, isUnsigned) ? b : 0);
  case BinaryFn::FloorDiv:
    return quotient(a, b, isUnsigned) - roundsUp(a, b, isUnsigned);
  case BinaryFn::And:
    return a & b;
  case BinaryFn::Or:
    return a | b;
  case BinaryFn::Xor:
    return a ^ b;
  case BinaryFn::Shl:
    return ub > 63 ? 0 : int64_t(ua << ub);
  case BinaryFn::Shr:
    return shiftRight(a, ub, isUnsigned);
  case BinaryFn::Atan2:
    break;
  }
  llvm_unreachable("not a function of integers");
}

Tensor eval::evalBinary(BinaryOp op, Operands in) {
  RankedTensorType type = typeOf(op.getResult());
  if (in[0]->isFloat()) {
    std::vector<double> a = in[0]->floats(), b = in[1]->floats();
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = applyBinary(op.getFn(), a[i], b[i]);
    return Tensor::fromFloats(type, a);
  }
  std::vector<int64_t> a = in[0]->ints(), b = in[1]->ints();
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = applyBinary(op.getFn(), a[i], b[i], type.getElementType());
  return Tensor::fromInts(type, a);
}
