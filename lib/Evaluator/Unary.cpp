//===- Unary.cpp - functions of one element -------------------------------===//

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
