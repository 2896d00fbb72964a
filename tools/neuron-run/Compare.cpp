//===- Compare.cpp - outputs against expected arrays ----------------------===//

#include "Compare.h"

#include "Tensors.h"
#include "neuron/convert.h"

#include <cmath>
#include <cstring>

using namespace neuron;
using namespace neuron::run;

template <typename T> static T element(const NpyArray &array, uint64_t i) {
  T value;
  std::memcpy(&value, array.data.data() + i * sizeof(T), sizeof(T));
  return value;
}

static double realAt(const NpyArray &array, uint64_t i) {
  switch (array.dtype) {
  case DType::F64: return element<double>(array, i);
  case DType::F32: return element<float>(array, i);
  case DType::U64: return double(element<uint64_t>(array, i));
  case DType::I64: return double(element<int64_t>(array, i));
  case DType::I32: return element<int32_t>(array, i);
  case DType::U32: return element<uint32_t>(array, i);
  default: break;
  }
  float value = 0;
  toFloat(array.dtype == DType::Bool ? DType::U8 : array.dtype, array.data.data() + i * bytesOf(array.dtype), &value, 1);
  return value;
}

static bool isClose(double a, double b, double rtol, double atol) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= atol + rtol * std::fabs(b);
}

Difference run::compare(const NpyArray &got, const NpyArray &want, double rtol, double atol) {
  Difference d;
  if (got.dtype != want.dtype || got.shape != want.shape) {
    d.mismatch = "is " + typeText(got.dtype, got.shape) + ", but " + typeText(want.dtype, want.shape) + " is expected";
    return d;
  }
  size_t bytes = bytesOf(got.dtype);
  d.elements = got.data.size() / bytes;
  for (uint64_t i = 0; i < d.elements; ++i) {
    double a = realAt(got, i), b = realAt(want, i), error = std::fabs(a - b);
    bool isSame = std::memcmp(got.data.data() + i * bytes, want.data.data() + i * bytes, bytes) == 0;
    if (std::isfinite(error)) {
      d.maxAbsolute = std::fmax(d.maxAbsolute, error);
      if (b != 0)
        d.maxRelative = std::fmax(d.maxRelative, error / std::fabs(b));
    }
    if (isSame || (isFloat(got.dtype) && isClose(a, b, rtol, atol)))
      continue;
    // Infinity against anything else is an infinite error.
    if (!std::isfinite(error))
      d.maxAbsolute = d.maxRelative = INFINITY;
    if (d.differing++ == 0)
      d.firstIndex = i, d.firstGot = a, d.firstWant = b;
  }
  return d;
}
