//===- RowItems.h - the order of work of a long attention -------*- C++ -*-===//
//
// An item is 128 queries and a panel of the keys they see. Items go through
// stages one after the other; each stage works on another item at a time. What
// repeats becomes a loop.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_ROWITEMS_H
#define NEURONC_LIB_GENERATE_ROWITEMS_H

#include "TileBuilder.h"

namespace neuron {

/// Which keys a query sees by its place: all, or first .. row + offset.
struct KeySight {
  bool isCausal = false;
  int64_t offset = 0;
  int64_t window = -1; ///< at most so many keys, if not negative
};

struct RowItem {
  Offset member, block; ///< head of the group, block of 128 rows
  Offset first;         ///< key
  int64_t height = 128; ///< rows
  int64_t count = 0;    ///< keys
  /// Keys that all rows see, from `first`.
  int64_t seenFrom = 0, seenTo = 0;
  bool isFirst = true, isLast = true; ///< panel of its rows

  bool isLike(const RowItem &other) const;
};

/// The items of `members` heads with `rows` queries each.
std::vector<RowItem> rowItems(int64_t members, int64_t rows, int64_t keys, int64_t panel, const KeySight &sight);

/// Calls step(i, items i .. i + depth - 1) for i = 1 - depth .. items - 1; null
/// where there is none. Steps alternate between two places: those that repeat
/// every other time are one call, in a loop.
void forEachStep(TileBuilder &b, llvm::ArrayRef<RowItem> items, int64_t depth,
                 llvm::function_ref<void(int64_t, llvm::ArrayRef<const RowItem *>)> step);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ROWITEMS_H
