//===- RowAttention.cpp - attention over many keys ------------------------===//
//
// Items of 128 queries and up to a panel of keys go through four stages:
//
//   query    q -> SBUF, turned
//   score    scores = q^T k^T (Tensor, PSUM), to SBUF with their row maximum (Vector)
//   weigh    exponentials and their sums (Scalar), transposed on DMA and Tensor
//   value    weights^T v (Tensor, PSUM), scaled by 1 / sum on the way out
//
// Engines run in order. Each stage works on another item at a time, a chunk of
// keys by turns, so no engine waits for what another has just begun. Two places
// for all that passes from a stage to the next serve even and odd items. Rows
// with more keys than a panel join their items' results with the running
// maximum.
//
//===----------------------------------------------------------------------===//

#include "RowAttention.h"

#include "AttentionMask.h"
#include "RowItems.h"
#include "Turn.h"

#include "dialects/Neuron/AttentionSize.h"

#include <array>
#include <cmath>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kRows = kTurnBlock;
/// Scores of a bank of PSUM, of one pass of Vector, of one turn of the stages.
static constexpr int64_t kBankKeys = 512, kPieceKeys = 1024, kChunkKeys = 2048;
static constexpr int64_t kPieceBlocks = kPieceKeys / kRows;
/// Of the blocks of a piece, those that DMA transposes.
static constexpr int64_t kDmaBlocks = 4;

namespace {
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

class RowAttention {
public:
  RowAttention(Lowering &lowering, AttentionOp op) : lowering(lowering), op(op) {}
  LogicalResult run();

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

  void emitStep(TileBuilder &b, int64_t at, ArrayRef<const RowItem *> items, const Offset &batch, const Offset &head);
  SmallVector<Piece> scoreEdges(const RowItem &item) const;
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
} // namespace

/// [B, key heads, group, rows, D].
static TensorView byGroup(const TensorView &view, int64_t group) { return view.split(1, group); }

/// The block of 128 keys that starts with key `first`.
static Offset blockOf(const Offset &first) {
  Offset block = first.base / kRows;
  for (auto [counter, factor] : first.terms)
    block += Offset::of(counter, factor / kRows);
  return block;
}

static int64_t wholeChunks(int64_t count) { return count / kChunkKeys; }

void RowAttention::arrange() {
  k = lowering.operand(op.getK());
  v = lowering.operand(op.getV());
  TensorView queries = lowering.operand(op.getQ()), result = lowering.result(op.getResult());
  int64_t group = queries.sizes[1] / k.sizes[1];
  q = byGroup(queries, group);
  out = byGroup(result, group);
  rows = q.sizes[3];
  keys = k.sizes[2];
  depth = k.sizes[3];
  values = v.sizes[3];
  scale = float(op.getScale().convertToDouble());
  sight = {op.getCausal(), int64_t(op.getCausalOffset()), op.getCausal() ? int64_t(op.getWindow()) : int64_t(-1)};
  const Target &target = lowering.target;
  items = rowItems(group, rows, keys, attentionPanel(op, target.sbufBytes), sight);
  for (const RowItem &item : items) {
    panel = std::max(panel, item.count);
    pieces = std::max<int64_t>(pieces, 2 * wholeChunks(item.seenTo - item.seenFrom) + scoreEdges(item).size());
    pieces = std::max(pieces, (item.count + kPieceKeys - 1) / kPieceKeys);
  }
  dmaBlocks = bytesOf(q.storage) == 2 && target.dma.sbufTransposeFactor <= 2 ? kDmaBlocks : 0;
}

void RowAttention::allocate(TileBuilder &b) {
  int64_t bankElements = b.target.psumBankBytes / bytesOf(q.storage);
  Tile results = b.psum(kRows, {2, values});
  for (unsigned i : {0u, 1u}) {
    Place &place = places[i];
    place.queries = b.sbuf(depth, {1, kRows}, q.storage);
    place.scores = b.sbuf(kRows, {panel}, DType::F32);
    place.maxima = b.sbuf(kRows, {pieces}, DType::F32);
    place.sums = b.sbuf(kRows, {pieces}, DType::F32);
    place.negative = b.sbuf(kRows, {1}, DType::F32);
    place.decay = b.sbuf(kRows, {1}, DType::F32);
    place.turned = b.sbuf(kRows, {turnBlocks(panel), kRows}, q.storage);
    place.result = results.at(0, i);
    scorePsum[i] = b.psum(kRows, {kPieceKeys});
    turnPsum[i] = b.psum(kRows, {bankElements / kRows, kRows}, q.storage);
  }
  weights = b.sbuf(kRows, {panel}, q.storage);
  total = b.sbuf(kRows, {values}, DType::F32);
  sumSoFar = b.sbuf(kRows, {1}, DType::F32);
}

/// For 128 rows whose first is t blocks after the first key of their item.
void RowAttention::makeBounds(TileBuilder &b) {
  if (!sight.isCausal)
    return;
  int64_t most = 0;
  for (const RowItem &item : items) {
    int64_t t = item.block.base - item.first.base / kRows;
    boundShift = std::max(boundShift, -t);
    most = std::max(most, t);
  }
  int64_t count = most + boundShift + 1;
  auto bounds = [&](int64_t first) {
    Tile integers = b.sbuf(kRows, {count}, DType::I32), floats = b.sbuf(kRows, {count}, DType::F32);
    b.iota(integers, int32_t(first - boundShift * kRows), 1, {int32_t(kRows)});
    b.copyTile(floats, integers);
    return floats;
  };
  highest = bounds(sight.offset);
  if (sight.window >= 0)
    lowest = bounds(sight.offset - sight.window + 1);
  if (b.target.hasRangeSelect)
    return;
  Tile integers = b.sbuf(kRows, {kPieceKeys}, DType::I32);
  positions = b.sbuf(kRows, {kPieceKeys}, DType::F32);
  b.iota(integers, 0, 0, {1});
  b.copyTile(*positions, integers);
}

/// turnedKeys [D][1, keys], eight blocks of keys for each eviction.
void RowAttention::loadKeys(TileBuilder &b, const TensorView &view) {
  turnedKeys = b.sbuf(depth, {1, keys}, k.storage);
  if (view.strides[1] != 1)
    return loadByColumns(b, turnedKeys, view);
  turn(b, turnedKeys, view);
}

SmallVector<Piece> RowAttention::scoreEdges(const RowItem &item) const {
  SmallVector<Piece> edges;
  auto cut = [&](int64_t from, int64_t to, bool isMasked) {
    for (; from < to; from += kPieceKeys)
      edges.push_back({from, std::min(kPieceKeys, to - from), isMasked});
  };
  cut(0, item.seenFrom, true);
  cut(item.seenFrom + wholeChunks(item.seenTo - item.seenFrom) * kChunkKeys, item.seenTo, false);
  cut(item.seenTo, item.count, true);
  return edges;
}

/// Without range_select: -inf-like numbers are added where a bound is passed.
void RowAttention::maskPiece(TileBuilder &b, const RowItem &item, const Tile &dst, const Tile &sum, const Tile &most,
                             const Offset &start) {
  constexpr float hidden = -3.0e38f;
  Offset column = item.block + boundShift + blockOf(item.first) * -1;
  auto bound = [&](const Tile &bounds) { return bounds.rows(0, item.height).free(0, column, 1); };
  if (b.target.hasRangeSelect) {
    Tile to = bound(*highest), none = b.sbuf(item.height, {1}, DType::F32);
    if (!lowest)
      b.fill(none, 0);
    return b.selectWithMax(dst, sum, lowest ? bound(*lowest) : none, to, start.base, most);
  }
  int64_t width = dst.freeSize();
  Tile index = positions->rows(0, item.height).free(0, 0, width), passed = b.sbuf(item.height, {width}, DType::F32);
  b.tensorScalar(passed, index, {AluOp::Add, float(start.base)}, {AluOp::Greater, bound(*highest)});
  b.scalarTensorTensor(dst, passed, {AluOp::Multiply, hidden}, AluOp::Add, sum);
  if (lowest) {
    b.tensorScalar(passed, index, {AluOp::Add, float(start.base)}, {AluOp::Less, bound(*lowest)});
    b.scalarTensorTensor(dst, passed, {AluOp::Multiply, hidden}, AluOp::Add, dst);
  }
  b.tensorReduce(AluOp::Max, most, dst);
}

void RowAttention::scorePiece(TileBuilder &b, const RowItem &item, Place &place, const Offset &start, int64_t width,
                              int64_t half, const Offset &column, bool isMasked) {
  Tile sum = scorePsum[half].rows(0, item.height).free(0, 0, width);
  b.tiles(width, kBankKeys, [&](Offset at, int64_t size) {
    b.matmul(sum.free(0, at, size), place.queries.at(0, 0).free(0, 0, item.height),
             turnedKeys.at(0, 0).free(0, item.first + start + at, size));
  });
  Tile dst = place.scores.rows(0, item.height).free(0, start, width);
  Tile most = place.maxima.rows(0, item.height).free(0, column, 1);
  if (isMasked)
    maskPiece(b, item, dst, sum, most, start);
  else
    b.copyWithMax(dst, sum, most);
}

void RowAttention::scoreChunk(TileBuilder &b, const RowItem &item, Place &place, const Offset &chunk) {
  for (int64_t half : {0, 1})
    scorePiece(b, item, place, chunk * kChunkKeys + (item.seenFrom + half * kPieceKeys), kPieceKeys, half,
               chunk * 2 + half, false);
}

void RowAttention::scoreRest(TileBuilder &b, const RowItem &item, Place &place) {
  int64_t column = 2 * wholeChunks(item.seenTo - item.seenFrom);
  for (const Piece &edge : scoreEdges(item)) {
    scorePiece(b, item, place, edge.start, edge.width, column % 2, column, edge.isMasked);
    ++column;
  }
  Tile negative = place.negative.rows(0, item.height);
  b.tensorReduce(AluOp::Max, negative, place.maxima.rows(0, item.height).free(0, 0, column), 1, /*negate=*/true);
  if (scale != 1.0f)
    b.activation(ActFn::Copy, negative, negative, {scale});
}

/// The exponentials of a later panel are relative to the largest score so far.
void RowAttention::joinMaximum(TileBuilder &b, const RowItem &item, Place &place, Place &before) {
  if (item.isFirst)
    return;
  Tile negative = place.negative.rows(0, item.height), old = before.negative.rows(0, item.height);
  Tile decay = place.decay.rows(0, item.height);
  b.tensorTensor(AluOp::Min, negative, negative, old);
  b.tensorTensor(AluOp::Subtract, decay, negative, old);
  b.activation(ActFn::Exp, decay, decay);
}

void RowAttention::exponential(TileBuilder &b, const RowItem &item, Place &place, const Offset &start, int64_t width,
                               const Offset &column) {
  Tile scores = place.scores.rows(0, item.height).free(0, start, width);
  Tile sum = place.sums.rows(0, item.height).free(0, column, 1);
  b.activation(ActFn::Exp, weights.rows(0, item.height).free(0, start, width), scores,
               {scale, place.negative.rows(0, item.height), ReduceCmd::ResetReduce, sum});
}

/// Blocks of 128 keys, at most a piece.
void RowAttention::turnBlocksOf(TileBuilder &b, const RowItem &item, Place &place, const Offset &first, int64_t count,
                                int64_t viaDma) {
  Tile turned = place.turned.free(1, 0, item.height), source = weights.rows(0, item.height);
  auto block = [&](const Offset &i) { return source.free(0, first * kRows + i * kRows, kRows); };
  b.loop(viaDma, [&](Offset i) { b.dmaTranspose(turned.at(0, first + i), block(i)); });
  int64_t fit = turnPsum[0].dims[0].size, half = 0;
  for (int64_t at = viaDma; at < count; at += fit, half = 1 - half) {
    int64_t some = std::min(fit, count - at);
    Tile psum = turnPsum[half].free(0, 0, some).free(1, 0, item.height);
    b.loop(some, [&](Offset i) { b.transpose(psum.at(0, i), block(i + at)); });
    b.copyOnLighter(turned.free(0, first + at, some), psum);
  }
}

/// The exponentials of a chunk are one turn ahead of its transposes.
void RowAttention::weighChunk(TileBuilder &b, const RowItem &item, Place &place, const Offset &chunk) {
  for (int64_t half : {0, 1})
    turnBlocksOf(b, item, place, chunk * (2 * kPieceBlocks) + half * kPieceBlocks, kPieceBlocks, dmaBlocks);
}

void RowAttention::turnRest(TileBuilder &b, const RowItem &item, Place &place) {
  int64_t first = wholeChunks(item.count) * 2 * kPieceBlocks, blocks = item.count / kRows, rest = item.count % kRows;
  for (; first < blocks; first += kPieceBlocks)
    turnBlocksOf(b, item, place, first, std::min(kPieceBlocks, blocks - first), 0);
  if (rest == 0)
    return;
  Tile psum = turnPsum[0].rows(0, rest).at(0, 0).free(0, 0, item.height);
  b.transpose(psum, weights.rows(0, item.height).free(0, blocks * kRows, rest));
  b.copyOnLighter(place.turned.rows(0, rest).at(0, blocks).free(0, 0, item.height), psum);
}

void RowAttention::valueBlocks(TileBuilder &b, const RowItem &item, Place &place, const Offset &first, int64_t count,
                               const Offset &outer, bool mayBegin) {
  Offset base = blockOf(item.first);
  b.loop(count, [&](Offset i) {
    AccumulateMode mode{mayBegin ? Accumulate::Never : Accumulate::Always, {}};
    for (const Offset &offset : {outer, i})
      if (mayBegin && !offset.isConstant()) {
        mode.kind = Accumulate::UnlessFirst;
        mode.first.push_back(offset.terms[0].first);
      }
    b.matmul(place.result.rows(0, item.height), place.turned.at(0, first + i).free(0, 0, item.height),
             valueTile.at(0, base + first + i), mode);
  });
}

void RowAttention::valueRest(TileBuilder &b, const RowItem &item, Place &place) {
  int64_t first = wholeChunks(item.count) * 2 * kPieceBlocks, blocks = item.count / kRows, rest = item.count % kRows;
  valueBlocks(b, item, place, first, blocks - first, 0, first == 0);
  if (rest)
    b.matmul(place.result.rows(0, item.height), place.turned.rows(0, rest).at(0, blocks).free(0, 0, item.height),
             valueTile.rows(0, rest).at(0, blockOf(item.first) + blocks),
             {blocks ? Accumulate::Always : Accumulate::Never, {}});
}

void RowAttention::finish(TileBuilder &b, const RowItem &item, Place &place, const TensorView &result) {
  Tile sum = b.sbuf(item.height, {1}, DType::F32), source = place.result.rows(0, item.height);
  Tile all = total.rows(0, item.height), soFar = sumSoFar.rows(0, item.height), decay = place.decay.rows(0, item.height);
  int64_t columns = (item.count + kPieceKeys - 1) / kPieceKeys;
  b.tensorReduce(AluOp::Add, sum, place.sums.rows(0, item.height).free(0, 0, columns));
  if (item.isFirst && !item.isLast) {
    b.copyOnLighter(all, source);
    b.copyTile(soFar, sum);
    return;
  }
  if (!item.isFirst) {
    b.scalarTensorTensor(all, all, {AluOp::Multiply, decay}, AluOp::Add, source);
    b.scalarTensorTensor(soFar, soFar, {AluOp::Multiply, decay}, AluOp::Add, sum);
    source = all;
    sum = soFar;
  }
  if (!item.isLast)
    return;
  Tile inverse = b.sbuf(item.height, {1}, DType::F32), scaled = b.sbuf(item.height, {values}, out.storage);
  b.reciprocal(inverse, sum);
  if (b.lighter(scaled, source) == Engine::Scalar)
    b.activation(ActFn::Copy, scaled, source, {inverse});
  else
    b.tensorScalar(scaled, source, {AluOp::Multiply, inverse});
  // Not from an engine that computes: it would wait for the result.
  b.store(result, scaled, Engine::GpSimd);
}

void RowAttention::emitStep(TileBuilder &b, int64_t at, ArrayRef<const RowItem *> step, const Offset &batch,
                            const Offset &head) {
  auto place = [&](int64_t stage) -> Place & { return places[(at + stage + 4) % 2]; };
  const RowItem *value = step[0], *weigh = step[1], *score = step[2], *query = step[3];
  auto rowsOf = [&](const TensorView &view, const RowItem &item) {
    return view.at(0, batch).at(0, head).at(0, item.member).window(0, item.block * kRows, item.height);
  };
  if (query)
    turn(b, place(3).queries.free(1, 0, query->height), rowsOf(q, *query));
  if (weigh)
    joinMaximum(b, *weigh, place(1), place(0));
  // How many chunks each stage goes through by turns.
  int64_t scored = score ? wholeChunks(score->seenTo - score->seenFrom) : 0;
  int64_t weighed = weigh ? wholeChunks(weigh->count) : 0, valued = value ? wholeChunks(value->count) : 0;
  auto exponentials = [&](const Offset &chunk) {
    for (int64_t half : {0, 1})
      exponential(b, *weigh, place(1), chunk * kChunkKeys + half * kPieceKeys, kPieceKeys, chunk * 2 + half);
  };
  if (weighed)
    exponentials(0);
  int64_t turned = std::max<int64_t>(0, weighed - 1);
  SmallVector<int64_t> ends{scored, turned, valued};
  llvm::sort(ends);
  int64_t from = 0;
  for (int64_t to : ends) {
    b.loop(to - from, [&](Offset i) {
      Offset chunk = i + from;
      if (turned >= to)
        exponentials(chunk + 1);
      if (scored >= to)
        scoreChunk(b, *score, place(2), chunk);
      if (turned >= to)
        weighChunk(b, *weigh, place(1), chunk);
      if (valued >= to)
        valueBlocks(b, *value, place(0), chunk * (2 * kPieceBlocks), 2 * kPieceBlocks, i, from == 0);
    });
    from = to;
  }
  if (weigh) {
    for (int64_t start = weighed * kChunkKeys; start < weigh->count; start += kPieceKeys)
      exponential(b, *weigh, place(1), start, std::min(kPieceKeys, weigh->count - start), start / kPieceKeys);
    if (weighed)
      weighChunk(b, *weigh, place(1), weighed - 1);
  }
  if (value)
    valueRest(b, *value, place(0));
  if (score)
    scoreRest(b, *score, place(2));
  if (weigh)
    turnRest(b, *weigh, place(1));
  if (value)
    finish(b, *value, place(0), rowsOf(out, *value));
}

void RowAttention::emitHead(TileBuilder &b, const Offset &batch, const Offset &head) {
  loadKeys(b, k.at(0, batch).at(0, head));
  valueTile = b.sbuf(std::min(keys, kRows), {turnBlocks(keys), values}, v.storage);
  loadRowBlocks(b, valueTile, v.at(0, batch).at(0, head));
  forEachStep(b, items, 4,
              [&](int64_t at, ArrayRef<const RowItem *> step) { emitStep(b, at, step, batch, head); });
}

LogicalResult RowAttention::run() {
  arrange();
  if (out.numElements() == 0)
    return success();
  lowering.kernel(op, "attention", attentionFlops(op), [&](TileBuilder &b) {
    allocate(b);
    makeBounds(b);
    b.loop(q.sizes[0], [&](Offset batch) {
      b.loop(k.sizes[1], [&](Offset head) { emitHead(b, batch, head); });
    });
  });
  return success();
}

bool neuron::isRowAttention(AttentionOp op, const Target &target) {
  int64_t keys = op.getK().getType().getDimSize(2);
  return keys > 1024 && attentionPanel(op, int64_t(target.sbufBytes)) >= std::min(keys, kPanelStep);
}

LogicalResult neuron::generateRowAttention(Lowering &lowering, AttentionOp op) {
  return RowAttention(lowering, op).run();
}
