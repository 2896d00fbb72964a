//===- SimplifyPatterns.h - the groups of neuron-simplify -------*- C++ -*-===//
#ifndef NEURONC_LIB_TRANSFORMS_SIMPLIFYPATTERNS_H
#define NEURONC_LIB_TRANSFORMS_SIMPLIFYPATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace neuron {

/// Views of data: reshape, transpose, broadcast, and what changes nothing.
void addShapePatterns(mlir::RewritePatternSet &patterns);
/// Parts of data: slice, concat, pad, gather of one row.
void addSlicePatterns(mlir::RewritePatternSet &patterns);
/// Arithmetic of elements, casts, selections.
void addElementwisePatterns(mlir::RewritePatternSet &patterns);
/// Reductions and products.
void addContractionPatterns(mlir::RewritePatternSet &patterns);
/// Activation functions that exporters write out.
void addActivationPatterns(mlir::RewritePatternSet &patterns);
/// Softmax and normalisations that exporters write out.
void addNormPatterns(mlir::RewritePatternSet &patterns);
/// Attention that exporters write out.
void addAttentionPatterns(mlir::RewritePatternSet &patterns);

} // namespace neuron

#endif // NEURONC_LIB_TRANSFORMS_SIMPLIFYPATTERNS_H
