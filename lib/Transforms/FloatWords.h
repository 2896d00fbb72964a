//===- FloatWords.h - between f64 in two words and f32 ----------*- C++ -*-===//
#ifndef NEURONC_LIB_TRANSFORMS_FLOATWORDS_H
#define NEURONC_LIB_TRANSFORMS_FLOATWORDS_H

#include "GraphBuilder.h"
#include "PlaneMath.h"

namespace neuron {

/// The f32 nearest to an f64, ties to even, from its two ui32 words. What is too
/// large becomes infinite, what is below the normal numbers of f32 zero with the
/// sign; NaN stays one, though not its payload.
mlir::Value floatFromWords(GraphBuilder &b, Planes words);

/// The f64 that equals an f32; subnormal numbers become zero.
Planes wordsOfFloat(GraphBuilder &b, mlir::Value x);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_FLOATWORDS_H
