//===- AttentionMask.cpp - which keys a query may see ---------------------===//
//
// Row r of a causal attention sees key j where j <= r + offset. For the 128 rows
// from r0 on that depends on j - r0 alone: one band of 0 and -inf, made once,
// serves all blocks as a window that slides with the loop counter. Blocks of
// keys that no row of a span sees are not computed.
//
//===----------------------------------------------------------------------===//

#include "AttentionMask.h"

#include "ElementwiseTile.h"
#include "Turn.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kRows = kTurnBlock;
/// Bytes of a partition for a mask that stays.
static constexpr int64_t kSharedBytes = 16 << 10;
/// Spans of a causal attention: each sees fewer keys than the next.
static constexpr int64_t kMaxSpans = 8;
static constexpr float kInf = std::numeric_limits<float>::infinity();

AttentionMask::AttentionMask(AttentionOp op, std::optional<TensorView> view, int64_t queries, int64_t rows,
                             int64_t keys)
    : op(op), view(std::move(view)), queries(queries), rows(rows), keys(keys) {
  // A single query sees one range; only its ends may need masking.
  int64_t offset = op.getCausalOffset(), first = op.getWindow() < 0 ? 0 : offset - op.getWindow() + 1;
  hasBand = op.getCausal() && (queries > 1 || offset < 0 || first > keysOf(0, 0).first);
}

int64_t AttentionMask::lead() const { return queries == 1 ? 0 : (turnBlocks(rows) - 1) * kRows; }

/// Keys that one of the rows sees, in whole blocks; never none.
KeyRange AttentionMask::keysOf(int64_t firstRow, int64_t lastRow) const {
  if (!op.getCausal())
    return {0, keys};
  int64_t offset = op.getCausalOffset(), window = op.getWindow();
  if (queries == 1)
    firstRow = lastRow = 0;
  int64_t end = std::clamp<int64_t>(lastRow + offset + 1, 0, keys);
  if (queries > 1) // the band masks inside a block
    end = std::min(keys, turnBlocks(end) * kRows);
  int64_t first = window < 0 ? 0 : std::clamp<int64_t>(firstRow + offset - window + 1, 0, end) / kRows * kRows;
  return end > first ? KeyRange{first, end - first} : KeyRange{0, std::min(keys, kRows)};
}

/// Pairs of one head.
static uint64_t visiblePairs(AttentionOp op, int64_t queries, int64_t keys) {
  if (!op.getCausal())
    return uint64_t(queries) * uint64_t(keys);
  int64_t offset = op.getCausalOffset(), window = op.getWindow();
  uint64_t pairs = 0;
  for (int64_t row = 0; row < queries; ++row) {
    int64_t end = std::clamp<int64_t>(row + offset + 1, 0, keys);
    pairs += uint64_t(window < 0 ? end : end - std::clamp<int64_t>(row + offset - window + 1, 0, end));
  }
  return pairs;
}

uint64_t neuron::attentionFlops(AttentionOp op) {
  ArrayRef<int64_t> q = op.getQ().getType().getShape(), v = op.getV().getType().getShape();
  return 2 * uint64_t(q[0] * q[1]) * visiblePairs(op, q[2], v[2]) * uint64_t(q[3] + v[3]);
}

bool AttentionMask::isShared() const {
  auto isSame = [&](unsigned dim) { return view->sizes[dim] == 1 || view->strides[dim] == 0; };
  if (!view || !isSame(1) || !isSame(2))
    return false;
  int64_t blocks = view->strides[3] == 0 ? 1 : turnBlocks(rows);
  return blocks * keys * bytesOf(view->storage) <= kSharedBytes;
}

void AttentionMask::prepare(TileBuilder &b) {
  if (!hasBand)
    return;
  int64_t offset = op.getCausalOffset(), window = op.getWindow();
  int32_t row = queries == 1 ? 0 : 1; // one query: the rows are heads
  band = b.sbuf(kRows, {keys + lead()}, DType::BF16);
  b.fill(*band, 0);
  // Index t stands for key t - lead of row p: t - lead <= p + offset.
  b.affineSelect(*band, *band, int32_t(lead() + offset), row, {-1}, AluOp::GreaterEqual, -kInf);
  if (window >= 0)
    b.affineSelect(*band, *band, int32_t(window - lead() - offset), -row, {1}, AluOp::Greater, -kInf);
}

void AttentionMask::loadForBatch(TileBuilder &b, const Offset &batch) {
  shared.reset();
  if (!isShared())
    return;
  TensorView all = view->at(0, batch).at(0, 0).at(0, 0); // [rows, keys]
  // What is the same for all rows or keys is loaded once and stays broadcast.
  bool isOneRow = all.strides[0] == 0, isOneKey = all.strides[1] == 0;
  TensorView distinct = all.window(0, 0, isOneRow ? std::min(rows, kRows) : rows).window(1, 0, isOneKey ? 1 : keys);
  Tile tile = b.sbuf(std::min(rows, kRows), {turnBlocks(distinct.sizes[0]), distinct.sizes[1]}, all.storage);
  loadRowBlocks(b, tile, distinct);
  if (isOneRow)
    tile.dims[0] = {turnBlocks(rows), 0};
  if (isOneKey)
    tile.dims[1] = {keys, 0};
  shared = tile;
}

void AttentionMask::forEachSpan(TileBuilder &b, int64_t blocks,
                                llvm::function_ref<void(const RowSpan &)> body) const {
  int64_t total = turnBlocks(rows), lastHeight = rows - (total - 1) * kRows;
  int64_t perGroup = op.getCausal() ? (total + kMaxSpans - 1) / kMaxSpans : total;
  // Whole steps of blocks in each group of rows.
  perGroup = std::min(total, (perGroup + blocks - 1) / blocks * blocks);
  for (int64_t start = 0; start < total; start += perGroup) {
    int64_t count = std::min(perGroup, total - start), end = start + count;
    RowSpan span;
    span.keys = keysOf(start * kRows, std::min(rows, end * kRows) - 1);
    bool isRagged = end == total && lastHeight < kRows;
    int64_t even = isRagged && count > blocks ? count - 1 : count;
    auto emit = [&](Offset first, int64_t size, int64_t height) {
      span.firstBlock = first;
      span.blocks = size;
      span.lastHeight = height;
      body(span);
    };
    b.tiles(even, std::min(blocks, even), [&](Offset at, int64_t size) {
      bool isLast = isRagged && even == count && at.isConstant() && at.base + size == count;
      emit(at + start, size, isLast ? lastHeight : kRows);
    });
    if (even < count)
      emit(Offset(end - 1), 1, lastHeight);
  }
}

MaskWindow AttentionMask::window(TileBuilder &b, const Offset &batch, const Offset &head, const Offset &member,
                                 const RowSpan &span, int64_t block) const {
  MaskWindow result;
  int64_t height = span.height(block);
  if (shared) {
    result.mask = shared->rows(0, height).at(0, span.firstBlock + block).free(0, span.keys.first, span.keys.count);
  } else if (view) {
    TensorView part = view->at(0, batch).at(0, head).at(0, member).window(0, span.row(block), height);
    result.mask = loadDistinct(b, part.window(1, span.keys.first, span.keys.count));
  }
  if (band) {
    Offset shift = queries == 1 ? Offset(0) : span.row(block) * -1;
    result.band = band->rows(0, height).free(0, shift + (lead() + span.keys.first), span.keys.count);
  }
  return result;
}

void AttentionMask::apply(TileBuilder &b, const MaskWindow &window, const Tile &dst, const Tile &src, float factor,
                          const Offset &start) const {
  int64_t width = dst.freeSize();
  std::optional<Tile> addends[2], predicate;
  unsigned count = 0;
  if (window.mask && isFloat(window.mask->type))
    addends[count++] = window.mask->free(0, start, width);
  else if (window.mask)
    predicate = window.mask->free(0, start, width);
  if (window.band)
    addends[count++] = window.band->free(0, start, width);
  if (count == 0)
    b.tensorScalar(dst, src, {AluOp::Multiply, factor});
  else
    b.scalarTensorTensor(dst, src, {AluOp::Multiply, factor}, AluOp::Add, *addends[0]);
  if (count == 2)
    b.tensorTensor(AluOp::Add, dst, dst, *addends[1]);
  if (predicate)
    b.copyPredicated(dst, *predicate, -kInf, /*reverse=*/true);
}
