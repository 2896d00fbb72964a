//===- RowStages.cpp - the stages of an attention over many keys ----------===//
//
// score, weigh and value of RowAttention.cpp, a chunk of keys at a time, and
// what is left behind the last whole chunk.
//
//===----------------------------------------------------------------------===//

#include "RowStages.h"

using namespace neuron;
using namespace neuron::rows;
using namespace mlir;

/// The block of 128 keys that starts with key `first`.
static Offset blockOf(const Offset &first) {
  Offset block = first.base / kRows;
  for (auto [counter, factor] : first.terms)
    block += Offset::of(counter, factor / kRows);
  return block;
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
