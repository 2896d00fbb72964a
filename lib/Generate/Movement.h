//===- Movement.h - data movement that generators share ---------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_MOVEMENT_H
#define NEURONC_LIB_GENERATE_MOVEMENT_H

#include "Lowering.h"

namespace neuron {
/// Every element of `dst` becomes `value`.
void fillTensor(TileBuilder &b, const TensorView &dst, double value);
/// dst = src with `lo` and `hi` elements of `value` around it; negative: crop.
void padTensor(TileBuilder &b, const TensorView &dst, const TensorView &src, llvm::ArrayRef<int64_t> lo,
               llvm::ArrayRef<int64_t> hi, double value);
/// Puts an affine function of one loop counter into an i32 [1,1] tile.
void loadCounter(TileBuilder &b, Lowering &lowering, const Tile &dst, const Offset &value);
/// Iterations of the loop that owns `counter`.
int64_t counterTrip(mlir::Value counter);
} // namespace neuron

#endif // NEURONC_LIB_GENERATE_MOVEMENT_H
