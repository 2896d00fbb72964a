//===- Words.h - 64-bit memory and 32-bit words -----------------*- C++ -*-===//
//
// Words of one kind lie apart in 64-bit memory, and DMA would move each by
// itself. So both are moved together, and parted or joined in SBUF.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_WORDS_H
#define NEURONC_LIB_GENERATE_WORDS_H

#include "TileBuilder.h"

namespace neuron {

/// Both words of each element, as a last dim, of a view of low words.
TensorView pairsOf(const TensorView &lowWords);

/// Writes the words of 64-bit memory, given by its low ones, to `low` and `high`;
/// null if not wanted.
void splitWords(TileBuilder &b, const TensorView *low, const TensorView *high, const TensorView &lowWords);
/// Writes 64-bit `dst` from its words.
void joinWords(TileBuilder &b, const TensorView &dst, const TensorView &low, const TensorView &high);
/// Writes 64-bit `dst` from 32-bit integers: low words, and the sign (or 0).
void widen(TileBuilder &b, const TensorView &dst, const TensorView &src);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_WORDS_H
