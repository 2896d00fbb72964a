//===- Elementwise.cpp - functions of single elements ---------------------===//

#include "Internal.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

static double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

static double geluTanh(double x) {
  double inner = std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
  return 0.5 * x * (1 + std::tanh(inner));
}

static double signOf(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : x; }

double eval::applyUnary(UnaryFn fn, double x) {
  switch (fn) {
  case UnaryFn::Neg:
    return -x;
  case UnaryFn::Abs:
    return std::fabs(x);
  case UnaryFn::Sign:
    return signOf(x);
  case UnaryFn::Exp:
    return std::exp(x);
  case UnaryFn::Exp2:
    return std::exp2(x);
  case UnaryFn::Expm1:
    return std::expm1(x);
  case UnaryFn::Log:
    return std::log(x);
  case UnaryFn::Log1p:
    return std::log1p(x);
  case UnaryFn::Log2:
    return std::log2(x);
  case UnaryFn::Sqrt:
    return std::sqrt(x);
  case UnaryFn::Rsqrt:
    return 1 / std::sqrt(x);
  case UnaryFn::Reciprocal:
    return 1 / x;
  case UnaryFn::Square:
    return x * x;
  case UnaryFn::Sin:
    return std::sin(x);
  case UnaryFn::Cos:
    return std::cos(x);
  case UnaryFn::Tan:
    return std::tan(x);
  case UnaryFn::Asin:
    return std::asin(x);
  case UnaryFn::Acos:
    return std::acos(x);
  case UnaryFn::Atan:
    return std::atan(x);
  case UnaryFn::Sinh:
    return std::sinh(x);
  case UnaryFn::Cosh:
    return std::cosh(x);
  case UnaryFn::Asinh:
    return std::asinh(x);
  case UnaryFn::Acosh:
    return std::acosh(x);
  case UnaryFn::Atanh:
    return std::atanh(x);
  case UnaryFn::Tanh:
    return std::tanh(x);
  case UnaryFn::Erf:
    return std::erf(x);
  case UnaryFn::Sigmoid:
    return 1 / (1 + std::exp(-x));
  case UnaryFn::Silu:
    return x / (1 + std::exp(-x));
  case UnaryFn::Gelu:
    return 0.5 * x * std::erfc(-x * M_SQRT1_2);
  case UnaryFn::GeluTanh:
    return geluTanh(x);
  case UnaryFn::GeluSigmoid:
    return x / (1 + std::exp(-1.702 * x));
  case UnaryFn::Softplus:
    return softplus(x);
  case UnaryFn::Mish:
    return x * std::tanh(softplus(x));
  case UnaryFn::Relu:
    return x <= 0 ? 0.0 : x;
  case UnaryFn::Floor:
    return std::floor(x);
  case UnaryFn::Ceil:
    return std::ceil(x);
  case UnaryFn::RoundEven:
    return std::nearbyint(x);
  case UnaryFn::Trunc:
    return std::trunc(x);
  case UnaryFn::IsNan:
    return std::isnan(x);
  case UnaryFn::IsInf:
    return std::isinf(x);
  case UnaryFn::LogicalNot:
  case UnaryFn::BitwiseNot:
    break;
  }
  llvm_unreachable("not a function of floats");
}

static int64_t applyUnary(UnaryFn fn, int64_t x, bool isUnsigned) {
  bool isNegative = !isUnsigned && x < 0;
  switch (fn) {
  case UnaryFn::Neg:
    return int64_t(-uint64_t(x));
  case UnaryFn::Abs:
    return isNegative ? int64_t(-uint64_t(x)) : x;
  case UnaryFn::Sign:
    return isNegative ? -1 : x != 0;
  case UnaryFn::Square:
    return int64_t(uint64_t(x) * uint64_t(x));
  case UnaryFn::Relu:
    return isNegative ? 0 : x;
  case UnaryFn::LogicalNot:
    return !x;
  case UnaryFn::BitwiseNot:
    return ~x;
  default:
    llvm_unreachable("not a function of integers");
  }
}

Tensor eval::evalUnary(UnaryOp op, Operands in) {
  const Tensor &x = *in[0];
  RankedTensorType type = typeOf(op.getResult());
  if (!x.isFloat()) {
    std::vector<int64_t> values = x.ints();
    for (int64_t &value : values)
      value = ::applyUnary(op.getFn(), value, x.isUnsigned());
    return Tensor::fromInts(type, values);
  }
  std::vector<double> values = x.floats();
  for (double &value : values)
    value = eval::applyUnary(op.getFn(), value);
  if (isa<FloatType>(type.getElementType()))
    return Tensor::fromFloats(type, values);
  return Tensor::fromInts(type, std::vector<int64_t>(values.begin(), values.end()));
}

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

template <typename T> static bool holds(CompareFn fn, T a, T b) {
  switch (fn) {
  case CompareFn::Eq:
    return a == b;
  case CompareFn::Ne:
    return a != b;
  case CompareFn::Lt:
    return a < b;
  case CompareFn::Le:
    return a <= b;
  case CompareFn::Gt:
    return a > b;
  case CompareFn::Ge:
    return a >= b;
  }
  llvm_unreachable("all relations are listed");
}

Tensor eval::evalCompare(CompareOp op, Operands in) {
  CompareFn fn = op.getFn();
  std::vector<int64_t> result(in[0]->size());
  if (in[0]->isFloat()) {
    std::vector<double> a = in[0]->floats(), b = in[1]->floats();
    for (size_t i = 0; i < a.size(); ++i)
      result[i] = holds(fn, a[i], b[i]);
  } else {
    std::vector<int64_t> a = in[0]->ints(), b = in[1]->ints();
    for (size_t i = 0; i < a.size(); ++i)
      result[i] = in[0]->isUnsigned() ? holds(fn, uint64_t(a[i]), uint64_t(b[i])) : holds(fn, a[i], b[i]);
  }
  return Tensor::fromInts(typeOf(op.getResult()), result);
}

Tensor eval::evalSelect(SelectOp op, Operands in) {
  Tensor result(typeOf(op.getResult()));
  ArrayRef<char> pred = in[0]->bytes();
  for (int64_t i = 0; i < result.size(); ++i)
    copyElement(pred[i] ? *in[1] : *in[2], i, result, i);
  return result;
}

/// `bound` as an integer of the type, rounded by `round` before.
static int64_t integerBound(double bound, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger()) {
    if (bound <= 0)
      return 0;
    return bound >= std::ldexp(1.0, width) ? int64_t(llvm::maxUIntN(width)) : int64_t(uint64_t(bound));
  }
  double limit = std::ldexp(1.0, width - 1);
  return bound >= limit ? llvm::maxIntN(width) : bound <= -limit ? llvm::minIntN(width) : int64_t(bound);
}

Tensor eval::evalClamp(ClampOp op, Operands in) {
  double inf = std::numeric_limits<double>::infinity();
  double lo = op.getMin() ? op.getMin()->convertToDouble() : -inf;
  double hi = op.getMax() ? op.getMax()->convertToDouble() : inf;
  RankedTensorType type = typeOf(op.getResult());
  Type element = type.getElementType();
  if (in[0]->isFloat()) {
    std::vector<double> values = in[0]->floats();
    for (double &value : values)
      value = applyBinary(BinaryFn::Min, applyBinary(BinaryFn::Max, value, lo), hi);
    return Tensor::fromFloats(type, values);
  }
  int64_t least = integerBound(std::ceil(lo), element);
  int64_t most = integerBound(std::floor(hi), element);
  std::vector<int64_t> values = in[0]->ints();
  for (int64_t &value : values)
    value = applyBinary(BinaryFn::Min, applyBinary(BinaryFn::Max, value, least, element), most, element);
  return Tensor::fromInts(type, values);
}

/// An integer as double; beyond 53 bits the last bit is set if any was lost, so
/// that rounding to a narrower type is right.
static double integerToFloat(int64_t value, bool isUnsigned) {
  bool isNegative = !isUnsigned && value < 0;
  uint64_t magnitude = isNegative ? -uint64_t(value) : uint64_t(value);
  if (magnitude >> 53)
    magnitude = (magnitude >> 11 | ((magnitude & 2047) != 0)) << 11;
  return isNegative ? -double(magnitude) : double(magnitude);
}

static int64_t floatToInteger(double value, Type element) {
  if (element.isInteger(1))
    return value != 0;
  return std::isnan(value) ? 0 : integerBound(std::trunc(value), element);
}

Tensor eval::evalCast(CastOp op, Operands in) {
  const Tensor &x = *in[0];
  RankedTensorType type = typeOf(op.getResult());
  Type element = type.getElementType();
  if (x.isFloat()) {
    std::vector<double> values = x.floats();
    if (isa<FloatType>(element))
      return Tensor::fromFloats(type, values);
    std::vector<int64_t> result;
    for (double value : values)
      result.push_back(floatToInteger(value, element));
    return Tensor::fromInts(type, result);
  }
  std::vector<int64_t> values = x.ints();
  if (isa<FloatType>(element)) {
    std::vector<double> result;
    for (int64_t value : values)
      result.push_back(element.isF64() ? x.isUnsigned() ? double(uint64_t(value)) : double(value)
                                       : integerToFloat(value, x.isUnsigned()));
    return Tensor::fromFloats(type, result);
  }
  if (element.isInteger(1))
    for (int64_t &value : values)
      value = value != 0;
  return Tensor::fromInts(type, values);
}
