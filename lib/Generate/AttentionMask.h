//===- AttentionMask.h - which keys a query may see -------------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_ATTENTIONMASK_H
#define NEURONC_LIB_GENERATE_ATTENTIONMASK_H

#include "Lowering.h"

namespace neuron {

/// Keys [first, first + count); `first` is a multiple of 128.
struct KeyRange {
  int64_t first = 0, count = 0;
};

/// Some blocks of 128 rows that are worked on together.
struct RowSpan {
  Offset firstBlock;
  int64_t blocks = 1;
  int64_t lastHeight = 128; ///< rows of the last block
  KeyRange keys;            ///< that any of the rows sees

  int64_t height(int64_t block) const { return block + 1 == blocks ? lastHeight : 128; }
  Offset row(int64_t block) const { return (firstBlock + block) * 128; }
};

/// What is added to, or cut from, the scores of one unit.
struct MaskWindow {
  std::optional<Tile> mask; ///< [rows][all keys of the span]
  std::optional<Tile> band; ///< 0 or -inf, [rows][all keys of the span]
};

/// The mask operand and the causal band of one attention.
class AttentionMask {
public:
  /// `view` [B, key heads, group, rows, keys] broadcasts where strides are 0.
  /// `queries` is the sequence length; `rows` those of a head's tile.
  AttentionMask(AttentionOp op, std::optional<TensorView> view, int64_t queries, int64_t rows, int64_t keys);

  /// True if scores have to be masked; then all keys of a row may be.
  bool isNeeded() const { return view || hasBand; }
  /// Makes the band; once for each kernel.
  void prepare(TileBuilder &b);
  /// Loads a mask that all heads share, if it is small.
  void loadForBatch(TileBuilder &b, const Offset &batch);
  /// All rows, in spans of at most `blocks` blocks that see the same keys.
  void forEachSpan(TileBuilder &b, int64_t blocks, llvm::function_ref<void(const RowSpan &)> body) const;
  MaskWindow window(TileBuilder &b, const Offset &batch, const Offset &head, const Offset &member,
                    const RowSpan &span, int64_t block) const;
  /// dst = src * factor with the mask applied, for the keys from `start` on
  /// (within the window).
  void apply(TileBuilder &b, const MaskWindow &window, const Tile &dst, const Tile &src, float factor,
             const Offset &start) const;

private:
  mutable AttentionOp op; ///< a handle: const says nothing of what it names
  std::optional<TensorView> view;
  int64_t queries, rows, keys;
  bool hasBand = false;
  std::optional<Tile> band;   ///< [128][keys + all rows but a block's]
  std::optional<Tile> shared; ///< [128][row blocks, keys]

  KeyRange keysOf(int64_t firstRow, int64_t lastRow) const;
  bool isShared() const;
  /// Place in the band of key 0 for the first row.
  int64_t lead() const;
};

/// Operations of the products: on pairs of a query and a key it sees by its place; what a mask operand hides counts.
uint64_t attentionFlops(AttentionOp op);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ATTENTIONMASK_H
