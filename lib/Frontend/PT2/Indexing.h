//===- Indexing.h - x[i, :, j] as rows ---------------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_INDEXING_H
#define NEURONC_LIB_FRONTEND_PT2_INDEXING_H

#include "OpHelpers.h"

namespace neuron::pt2 {

/// Advanced indexing brought into the form of rows: the indexed dims are moved
/// to the front and joined, so that one index chooses one row.
struct RowIndexing {
  /// Indexed dims of x, then the others; what `x` was permuted by.
  Shape perm;
  /// Sizes of the indexed dims and of the others.
  Shape indexed, rest;
  /// Shape all indices broadcast to.
  Shape indexShape;
  /// One number per row, of `indexShape`.
  mlir::Value index;
  /// Where the index dims stand in the result: in place of the indexed dims if
  /// these are neighbours, else in front.
  int64_t place = 0;

  /// [number of rows, rest..].
  mlir::Value toRows(Call &c, mlir::Value x) const;
  /// The inverse of toRows.
  mlir::Value fromRows(Call &c, mlir::Value rows) const;
  /// Result dims in order: rest before, index, rest after.
  Shape resultShape() const;
  /// [index.., rest..] to the result's order, and back.
  mlir::Value toResult(Call &c, mlir::Value x) const;
  mlir::Value fromResult(Call &c, mlir::Value x) const;
};

/// Reads the argument `indices` (entries may be missing) for `x`. Nothing after an error.
std::optional<RowIndexing> readIndices(Call &c, mlir::Value x, llvm::SmallVector<mlir::Value> indices);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_INDEXING_H
