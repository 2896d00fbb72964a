//===- RowStages.h - the stages of an attention over many keys --*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_ROWSTAGES_H
#define NEURONC_LIB_GENERATE_ROWSTAGES_H

#include "Lowering.h"
#include "RowItems.h"
#include "Turn.h"

#include <array>

namespace neuron::rows {

/// Rows of an item.
inline constexpr int64_t kRows = kTurnBlock;
/// Scores of a bank of PSUM, of one pass of Vector, of one turn of the stages.
inline constexpr int64_t kBankKeys = 512, kPieceKeys = 1024, kChunkKeys = 2048;
inline constexpr int64_t kPieceBlocks = kPieceKeys / kRows;
inline int64_t wholeChunks(int64_t count) { return count / kChunkKeys; }

/// What passes from stage to stage; one for even items, one for odd ones.
struct Place {
  Tile queries;          ///< [D][rows]
  Tile scores;           ///< [rows][keys]
  Tile maxima, negative; ///< [rows][pieces]; minus the largest, scaled: [rows][1]
  Tile decay;            ///< by which the sums of the panels before shrink, [rows][1]
  Tile turned;           ///< [128 keys][blocks, rows]
  Tile sums;             ///< of exponentials, [rows][pieces]
  Tile result;           ///< [rows][Dv], PSUM
};

struct Piece {
  int64_t start, width;
  bool isMasked;
};

/// One attention; see RowAttention.cpp.
class RowAttention {
public:
  RowAttention(Lowering &lowering, AttentionOp op) : lowering(lowering), op(op) {}
  mlir::LogicalResult run();

private:
  Lowering &lowering;
  mutable AttentionOp op; ///< a handle: const says nothing of what it names
  TensorView q, k, v, out; ///< q and out [B, key heads, heads of a group, rows, D], k and v [B, key heads, keys, D]
  int64_t rows = 0, keys = 0, depth = 0, values = 0, panel = 0, pieces = 0;
  float scale = 1;
  KeySight sight;
  int64_t dmaBlocks = 0;
  std::vector<RowItem> items;

  std::array<Place, 2> places;
  std::array<Tile, 2> scorePsum, turnPsum; ///< by halves of a chunk
  Tile weights;                            ///< [rows][keys]
  Tile total, sumSoFar;                    ///< over panels: [rows][Dv], [rows][1]
  Tile turnedKeys, valueTile;              ///< [D][keys], [128 keys][blocks, Dv]
  std::optional<Tile> lowest, highest;     ///< key of each row, [128][blocks]
  std::optional<Tile> positions;           ///< 0, 1, ... f32
  int64_t boundShift = 0;

  void arrange();
  void allocate(TileBuilder &b);
  void makeBounds(TileBuilder &b);
  void emitHead(TileBuilder &b, const Offset &batch, const Offset &head);
  void loadKeys(TileBuilder &b, const TensorView &view);

  void emitStep(TileBuilder &b, int64_t at, llvm::ArrayRef<const RowItem *> items, const Offset &batch, const Offset &head);
  llvm::SmallVector<Piece> scoreEdges(const RowItem &item) const;
  void scorePiece(TileBuilder &b, const RowItem &item, Place &place, const Offset &start, int64_t width,
                  int64_t half, const Offset &column, bool isMasked);
  void maskPiece(TileBuilder &b, const RowItem &item, const Tile &dst, const Tile &sum, const Tile &most,
                 const Offset &start);
  void scoreChunk(TileBuilder &b, const RowItem &item, Place &place, const Offset &chunk);
  void scoreRest(TileBuilder &b, const RowItem &item, Place &place);
  void joinMaximum(TileBuilder &b, const RowItem &item, Place &place, Place &before);
  void exponential(TileBuilder &b, const RowItem &item, Place &place, const Offset &start, int64_t width,
                   const Offset &column);
  void weighChunk(TileBuilder &b, const RowItem &item, Place &place, const Offset &chunk);
  void turnBlocksOf(TileBuilder &b, const RowItem &item, Place &place, const Offset &first, int64_t count,
                    int64_t viaDma);
  void turnRest(TileBuilder &b, const RowItem &item, Place &place);
  void valueBlocks(TileBuilder &b, const RowItem &item, Place &place, const Offset &first, int64_t count,
                   const Offset &outer, bool mayBegin);
  void valueRest(TileBuilder &b, const RowItem &item, Place &place);
  void finish(TileBuilder &b, const RowItem &item, Place &place, const TensorView &result);
};

} // namespace neuron::rows

#endif // NEURONC_LIB_GENERATE_ROWSTAGES_H
