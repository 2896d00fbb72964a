//===- SortNetwork.h - a sorting network of equal steps ---------*- C++ -*-===//
//
// Bitonic sorting of 2^bits items in the form that Stone gave it: every step
// takes items i and i + n/2, exchanges them where they are out of order, and
// writes them to 2i and 2i + 1 (a perfect shuffle). After `bits` steps all items
// are back in place, and each bit of the place has been compared once. All steps
// are the same instructions, so they are the body of one loop; a table says in
// which direction step s compares, or that it only shuffles.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_SORTNETWORK_H
#define NEURONC_LIB_GENERATE_SORTNETWORK_H

#include "Lowering.h"

namespace neuron {

/// Bits of the places of a row of `length`, at least one.
unsigned sortBits(int64_t length);

class SortNetwork {
public:
  using Items = llvm::SmallVector<Tile, 3>;

  /// What the steps do, for the constructor.
  static TensorView table(Lowering &lowering, unsigned bits);
  SortNetwork(TileBuilder &b, const TensorView &table, unsigned bits, int64_t partitions);

  int64_t size() const { return int64_t(1) << bits; }
  /// Step `s` on items of `low` (places i) and `high` (i + n/2): [P, F] tiles of
  /// f32, the keys of each item, no two items alike. `pairs` (u32) holds i.
  /// `out` are [P, F, 2] tiles.
  void step(const Offset &s, const Tile &pairs, const Items &low, const Items &high, const Items &out);
  /// All steps, two at a time: `half(s, isBack)` goes from the first buffers to
  /// the second, or back. True if the second ones hold the result.
  bool run(llvm::function_ref<void(const Offset &s, bool isBack)> half);

private:
  TileBuilder &b;
  unsigned bits;
  Tile shifts; ///< of step s: the bit of i that is its direction
  Tile active; ///< 1.0 if step s compares

  Tile isGreater(const Items &low, const Items &high);
};

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_SORTNETWORK_H
