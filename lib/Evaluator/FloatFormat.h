//===- FloatFormat.h - small floats to and from double ----------*- C++ -*-===//
#ifndef NEURONC_LIB_EVALUATOR_FLOATFORMAT_H
#define NEURONC_LIB_EVALUATOR_FLOATFORMAT_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>

namespace neuron {

/// A binary float of at most 16 bits: sign, exponent, mantissa.
struct FloatFormat {
  enum Specials {
    /// Exponent of all ones is infinity and NaN.
    Ieee,
    /// No infinity, NaN is all ones; too large saturates.
    FiniteNan,
    /// Neither infinity nor NaN; too large saturates, NaN becomes the largest.
    Finite
  };
  unsigned exponentBits, mantissaBits;
  int bias;
  Specials specials;

  unsigned bits() const { return 1 + exponentBits + mantissaBits; }
  /// Rounded to nearest even.
  uint16_t encode(double value) const;
  double decode(uint16_t bits) const;
  /// Bits of the largest finite number.
  uint16_t largest() const;
};

/// The format of a float type other than f32 and f64.
FloatFormat formatOf(mlir::Type element);

} // namespace neuron

#endif // NEURONC_LIB_EVALUATOR_FLOATFORMAT_H
