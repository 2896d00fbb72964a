//===- Elementwise.cpp - relations, selections, bounds, casts -------------===//

#include "Internal.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

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
