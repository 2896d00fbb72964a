//===- RowOrder.h - what sort and top_k have to produce ---------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_ROWORDER_H
#define NEURONC_LIB_GENERATE_ROWORDER_H

#include "Lowering.h"

namespace neuron {

/// Places are f32 numbers below this.
inline constexpr int64_t kMaxPlaces = int64_t(1) << 24;

/// Rows to order, or a block of them: the dim to order by is the last one.
struct RowOrder {
  TensorView x, values, indices;
  bool isDescending;

  int64_t length() const { return x.sizes.back(); }
  int64_t count() const { return values.sizes.back(); }
  /// Keys of which the smaller ones come first.
  llvm::SmallVector<Tile, 2> keys(TileBuilder &b, const Tile &data) const;
  /// Stores items that are in order: such keys, then the place.
  void storeSorted(TileBuilder &b, llvm::ArrayRef<Tile> items, const TensorView &valuesOut,
                   const TensorView &indicesOut) const;
};

/// All of `order`, rows in HBM on all partitions.
void sortLong(Lowering &lowering, TileBuilder &b, const RowOrder &order);
/// A block of [rows, n] on the chip, a row on each partition.
void sortShort(TileBuilder &b, const TensorView &table, const RowOrder &order);
/// Such a block in as many rounds as elements are asked for.
void selectFirst(TileBuilder &b, const RowOrder &order);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ROWORDER_H
