//===- Widen.h - 32-bit results of 64-bit outputs ---------------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_WIDEN_H
#define NEURONC_LIB_GENERATE_WIDEN_H

#include "TileBuilder.h"

namespace neuron {
/// Writes 32-bit `src` to 64-bit `dst`: low words, and the sign (or 0).
void widen(TileBuilder &b, const TensorView &dst, const TensorView &src);
} // namespace neuron

#endif // NEURONC_LIB_GENERATE_WIDEN_H
