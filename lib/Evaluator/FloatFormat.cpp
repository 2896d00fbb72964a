//===- FloatFormat.cpp - small floats to and from double ------------------===//

#include "FloatFormat.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace neuron;

uint16_t FloatFormat::largest() const {
  unsigned allOnes = (1u << (exponentBits + mantissaBits)) - 1;
  switch (specials) {
  case Ieee:
    return allOnes - (1u << mantissaBits);
  case FiniteNan:
    return allOnes - 1;
  case Finite:
    return allOnes;
  }
  llvm_unreachable("all kinds are listed");
}

uint16_t FloatFormat::encode(double value) const {
  uint16_t sign = std::signbit(value) ? 1u << (exponentBits + mantissaBits) : 0;
  unsigned allOnes = (1u << (exponentBits + mantissaBits)) - 1;
  if (std::isnan(value))
    return specials == Ieee        ? (largest() + 1) | (1u << (mantissaBits - 1))
           : specials == FiniteNan ? allOnes
                                   : largest();
  double magnitude = std::fabs(value);
  uint64_t bits = uint64_t(largest()) + 1;
  int least = 1 - bias;
  if (std::isfinite(value)) {
    int exponent = magnitude == 0 ? least : std::max(std::ilogb(magnitude), least);
    // Beyond every format; keeps the shift below small.
    if (exponent <= 2 * bias + 2) {
      double quanta = std::nearbyint(std::ldexp(magnitude, int(mantissaBits) - exponent));
      bits = (uint64_t(exponent - least) << mantissaBits) + uint64_t(quanta);
    }
  }
  if (bits > largest())
    return sign | (specials == Ieee ? largest() + 1 : largest());
  return sign | uint16_t(bits);
}

double FloatFormat::decode(uint16_t bits) const {
  unsigned magnitude = bits & ((1u << (exponentBits + mantissaBits)) - 1);
  double sign = bits >> (exponentBits + mantissaBits) & 1 ? -1.0 : 1.0;
  if (magnitude > largest())
    return specials == Ieee && magnitude == largest() + 1u ? sign * std::numeric_limits<double>::infinity()
                                                           : std::numeric_limits<double>::quiet_NaN();
  unsigned exponent = magnitude >> mantissaBits;
  unsigned mantissa = magnitude & ((1u << mantissaBits) - 1);
  if (exponent != 0)
    mantissa |= 1u << mantissaBits;
  int scale = std::max<int>(exponent, 1) - bias - int(mantissaBits);
  return sign * std::ldexp(double(mantissa), scale);
}

FloatFormat neuron::formatOf(Type element) {
  using F = FloatFormat;
  return llvm::TypeSwitch<Type, F>(element)
      .Case<BFloat16Type>([](Type) { return F{8, 7, 127, F::Ieee}; })
      .Case<Float16Type>([](Type) { return F{5, 10, 15, F::Ieee}; })
      .Case<Float8E4M3Type>([](Type) { return F{4, 3, 7, F::Ieee}; })
      .Case<Float8E4M3FNType>([](Type) { return F{4, 3, 7, F::FiniteNan}; })
      .Case<Float8E5M2Type>([](Type) { return F{5, 2, 15, F::Ieee}; })
      .Case<Float8E3M4Type>([](Type) { return F{3, 4, 3, F::Ieee}; })
      .Case<Float4E2M1FNType>([](Type) { return F{2, 1, 1, F::Finite}; });
}
