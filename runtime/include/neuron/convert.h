//===- convert.h - element types to and from f32 ----------------*- C++ -*-===//
#ifndef NEURON_CONVERT_H
#define NEURON_CONVERT_H

#include "neuron/types.h"

#include <cstddef>

namespace neuron {

/// `n` elements of a type the engines compute with (floats of 8 to 32 bits,
/// integers of 8 to 32 bits) as f32; false for any other type.
bool toFloat(DType type, const void *from, float *to, size_t n);
/// Rounded as the engines do: RNE, NaN quiet, overflow to infinity (NaN for
/// e4m3fn), integers saturate. False for any other type.
bool fromFloat(DType type, const float *from, void *to, size_t n);

} // namespace neuron

#endif // NEURON_CONVERT_H
