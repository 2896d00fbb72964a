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
#include "RowStages.h"

#include "dialects/Neuron/AttentionSize.h"

using namespace neuron;
using namespace neuron::rows;
using namespace mlir;

/// Of the blocks of a piece, those that DMA transposes.
static constexpr int64_t kDmaBlocks = 4;

/// [B, key heads, group, rows, D].
static TensorView byGroup(const TensorView &view, int64_t group) { return view.split(1, group); }

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
