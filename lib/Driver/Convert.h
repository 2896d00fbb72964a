//===- Convert.h - elements of weights from one type to another -*- C++ -*-===//
#ifndef NEURONC_DRIVER_CONVERT_H
#define NEURONC_DRIVER_CONVERT_H

#include "neuron/types.h"

#include <cstdint>

namespace neuron {

/// Element conversion through double (exact for all types of at most 32 bits
/// and for integers below 2^53).
struct Converter {
  DType from, to;
  bool isCopy() const;
  void one(const char *src, char *dst) const;
};

/// Converts `count` elements, which lie `srcStep` and `dstStep` bytes apart.
using Run = void (*)(const char *src, int64_t srcStep, char *dst, int64_t dstStep, uint64_t count);

/// The fast form of a conversion, or null.
Run runOf(const Converter &convert);

/// A dense matrix that lies column by column in the source.
struct Transposed {
  const char *src;
  int64_t columnStep; ///< bytes from one column to the next
  char *dst;
  uint64_t rows, columns;
};

/// Converts such a matrix with the fast form of `convert`. Both sides are read and
/// written by whole cache lines.
void convertTransposed(const Converter &convert, const Transposed &matrix);

} // namespace neuron

#endif // NEURONC_DRIVER_CONVERT_H
