//===- Compare.h - outputs against expected arrays --------------*- C++ -*-===//
#ifndef NEURON_RUN_COMPARE_H
#define NEURON_RUN_COMPARE_H

#include "neuron/npy.h"

namespace neuron::run {

struct Difference {
  std::string mismatch;    ///< type or shape differ: which; else empty
  uint64_t elements = 0;
  uint64_t differing = 0;  ///< elements outside the tolerance
  double maxAbsolute = 0;  ///< over elements that are finite on both sides
  double maxRelative = 0;  ///< |a - b| / |b|, b not 0
  uint64_t firstIndex = 0; ///< of the first element outside
  double firstGot = 0, firstWant = 0;
  bool passed() const { return mismatch.empty() && differing == 0; }
};

/// |got - want| <= atol + rtol * |want|; NaN equals NaN and infinities equal
/// themselves; integers and booleans must be the same.
Difference compare(const NpyArray &got, const NpyArray &want, double rtol, double atol);

} // namespace neuron::run

#endif // NEURON_RUN_COMPARE_H
