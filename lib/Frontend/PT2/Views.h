//===- Views.h - steps of view chains ---------------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_VIEWS_H
#define NEURONC_LIB_FRONTEND_PT2_VIEWS_H

#include "OpHelpers.h"

namespace neuron::pt2 {

/// The same elements in row-major order, in another shape.
ViewStep reshapeStep(Shape from, Shape to);
/// Dims in another order.
ViewStep transposeStep(Shape perm);
/// `count` elements of `dim` from `start` in steps; all of them lie inside.
ViewStep sliceStep(int64_t dim, int64_t start, int64_t count, int64_t step);
/// One element of `dim`, which disappears.
ViewStep selectStep(int64_t dim, int64_t index);
/// The tensor under another name.
ViewStep identityStep();

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_VIEWS_H
