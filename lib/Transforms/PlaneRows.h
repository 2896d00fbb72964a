//===- PlaneRows.h - reductions and orders of 64-bit integers ---*- C++ -*-===//
#ifndef NEURONC_LIB_TRANSFORMS_PLANEROWS_H
#define NEURONC_LIB_TRANSFORMS_PLANEROWS_H

#include "PlaneMath.h"

namespace neuron {

/// Halves the dims log2(n) times; a null `low` for a function without one.
Planes reducePlanes(GraphBuilder &b, ReduceOp op, Planes x);
/// After the step of distance d each element covers 2 d elements.
Planes cumulatePlanes(GraphBuilder &b, CumulativeOp op, Planes x);
mlir::Value argReducePlanes(GraphBuilder &b, ArgReduceOp op, Planes x);
/// Sorted words and indices: by the low words, then, stable, by the high ones.
struct SortedPlanes {
  Planes values;
  mlir::Value indices;
};
SortedPlanes sortPlanes(GraphBuilder &b, Planes x, mlir::Type indexElement, int64_t dim, bool isDescending);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_PLANEROWS_H
