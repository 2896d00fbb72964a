//===- Attention.cpp - softmax(q k^T) v without a trip to memory ----------===//
//
//   for each batch, for each pack of key heads:
//     k^T, v -> SBUF
//     for up to four units (a head of q and 128 of its rows) at a time:
//       scores = q^T k^T           Tensor, PSUM
//       row maximum, exponentials and their sum, cast
//       transpose                  Tensor, through PSUM
//       weights^T v                Tensor, PSUM, scaled by 1 / sum on the way out
//
// Engines run in order, so each phase is emitted for all units before the next:
// the tensor engine works on one unit while another's softmax is under way.
// Narrow heads that lie side by side are transposed together and stay on their
// own partitions (the rows of the PE array they are multiplied in).
//
//===----------------------------------------------------------------------===//

#include "AttentionMask.h"
#include "Generators.h"
#include "RowAttention.h"
#include "Turn.h"

#include <cmath>
#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kRows = kTurnBlock;
/// Scores of a bank of PSUM.
static constexpr int64_t kBankKeys = 512;
/// Keys whose scores are read from PSUM as they are; more are moved to SBUF.
static constexpr int64_t kDirectKeys = 1024;

namespace {
/// What one iteration works on together.
struct Counts {
  int64_t heads = 1;  ///< side by side on the partitions
  int64_t packs = 1, group = 1, blocks = 1;
};

/// Up to 128 rows of one head.
struct Unit {
  Tile q, k, v; ///< [D][blocks, rows], [D][blocks, keys], [128 keys][blocks, Dv]
  TensorView out;
  MaskWindow mask;
  KeyRange keys;
  Tile scores, weights, inverse;
};

class AttentionGenerator {
public:
  AttentionGenerator(Lowering &lowering, AttentionOp op) : lowering(lowering), op(op) {}
  LogicalResult run();

private:
  Lowering &lowering;
  mutable AttentionOp op; ///< a handle: const says nothing of what it names
  TensorView q, k, v, out; ///< q and out [B, key heads, heads of a group, rows, D], k and v [B, key heads, keys, D]
  int64_t rows = 0, keys = 0, depth = 0, values = 0;
  float scale = 1;
  bool foldsScale = false; ///< q carries it
  Counts counts;
  std::optional<AttentionMask> mask;

  void arrange();
  Counts choose() const;
  void emitBatch(TileBuilder &b, const Offset &batch);
  void emitPacks(TileBuilder &b, const Offset &batch, const Offset &head, int64_t packs);
  void emitRows(TileBuilder &b, const Offset &batch, const Offset &head, ArrayRef<Tile> turnedKeys,
                ArrayRef<Tile> values, const RowSpan &span);
  Tile loadTurned(TileBuilder &b, TensorView view, float factor);
  Tile loadValues(TileBuilder &b, const Offset &batch, const Offset &head);
  void emitUnits(TileBuilder &b, MutableArrayRef<Unit> units);
  void emitScores(TileBuilder &b, Unit &unit);
  void emitSoftmax(TileBuilder &b, Unit &unit);
  void emitValues(TileBuilder &b, Unit &unit);
  bool needsCopy(const KeyRange &range) const;
};
} // namespace

/// True if the heads of [B, heads, X, D] are one run of columns in each row.
static bool isSideBySide(const TensorView &view) {
  return view.strides.back() == 1 && view.strides[1] == view.sizes.back();
}

Counts AttentionGenerator::choose() const {
  Counts c;
  int64_t heads = k.sizes[1], group = q.sizes[2];
  int64_t most = keys <= kBankKeys ? 4 : keys <= kDirectKeys ? 2 : 1;
  bool isPackable = group == 1 && depth >= 32 && depth < kRows && kRows % depth == 0;
  if (isPackable && isSideBySide(q.at(2, 0)) && isSideBySide(k))
    for (c.heads = kRows / depth; heads % c.heads; c.heads /= 2)
      ;
  auto left = [&](int64_t taken) { return std::max<int64_t>(1, most / taken); };
  c.blocks = std::min(turnBlocks(rows), left(c.heads));
  c.group = std::min(group, left(c.heads * c.blocks));
  c.packs = std::min(heads / c.heads, left(c.heads * c.blocks * c.group));
  return c;
}

/// [B, key heads, group, rows, D]. Of a single row, the group's heads become
/// the rows: they meet the same keys.
static TensorView byGroup(const TensorView &view, int64_t group) {
  TensorView grouped = view.split(1, group);
  return view.sizes[2] == 1 ? grouped.transpose({0, 1, 3, 2, 4}) : grouped;
}

void AttentionGenerator::arrange() {
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
  // A power of two is exact in any type.
  int exponent;
  foldsScale = scale > 0 && (q.storage == DType::F32 || std::frexp(scale, &exponent) == 0.5f);
  std::optional<TensorView> view;
  if (op.getMask()) {
    Shape sizes{q.sizes[0], queries.sizes[1], queries.sizes[2], keys};
    view = byGroup(lowering.operand(op.getMask()).broadcast(sizes, {0, 1, 2, 3}), group);
  }
  mask.emplace(op, view, queries.sizes[2], rows, keys);
}

Tile AttentionGenerator::loadTurned(TileBuilder &b, TensorView view, float factor) {
  int64_t columns = view.sizes[1];
  Tile dst = b.sbuf(std::min(columns, kRows), {turnBlocks(columns), view.sizes[0]}, view.storage);
  if (view.strides[0] != 1 || view.strides[1] == 1) {
    turn(b, dst, view, factor);
    return dst;
  }
  loadByColumns(b, dst, view);
  if (factor != 1.0f)
    b.tensorScalar(dst, dst, {AluOp::Multiply, factor});
  return dst;
}

/// `heads` heads of [heads, X, D] as [X, heads * D].
static TensorView sideBySide(const TensorView &view) {
  return *view.transpose({1, 0, 2}).reshape({view.sizes[1], view.sizes[0] * view.sizes[2]});
}

/// [128 keys][key blocks, heads of the pack, Dv]
Tile AttentionGenerator::loadValues(TileBuilder &b, const Offset &batch, const Offset &head) {
  TensorView view = v.at(0, batch).window(0, head, counts.heads).transpose({1, 0, 2}); // [keys, heads, Dv]
  Tile tile = b.sbuf(std::min(keys, kRows), {turnBlocks(keys), counts.heads, values}, v.storage);
  loadRowBlocks(b, tile, view);
  return tile;
}

bool AttentionGenerator::needsCopy(const KeyRange &range) const {
  return mask->isNeeded() || op.getSoftcap().convertToDouble() > 0 || scale <= 0 || range.count > kDirectKeys;
}

/// Scores of all keys, scaled and masked in SBUF unless softmax may read them
/// from PSUM.
void AttentionGenerator::emitScores(TileBuilder &b, Unit &unit) {
  int64_t count = unit.keys.count, height = unit.q.dims[1].size;
  auto multiply = [&](const Tile &sum, const Offset &start, int64_t width) {
    multiplyBlocks(b, sum, unit.q, unit.k.free(1, start + unit.keys.first, width), depth);
  };
  if (!needsCopy(unit.keys)) {
    unit.scores = b.psum(height, {count});
    b.tiles(count, kBankKeys, [&](Offset start, int64_t width) {
      multiply(unit.scores.free(0, start, width), start, width);
    });
    return;
  }
  unit.scores = b.sbuf(height, {count}, DType::F32);
  float factor = foldsScale ? 1.0f : scale, cap = float(op.getSoftcap().convertToDouble());
  b.tiles(count, kBankKeys, [&](Offset start, int64_t width) {
    Tile sum = b.psum(height, {width}), part = unit.scores.free(0, start, width);
    multiply(sum, start, width);
    if (cap > 0) {
      b.activation(ActFn::Tanh, part, sum, {factor / cap});
      mask->apply(b, unit.mask, part, part, cap, start);
    } else {
      mask->apply(b, unit.mask, part, sum, factor, start);
    }
  });
}

void AttentionGenerator::emitSoftmax(TileBuilder &b, Unit &unit) {
  int64_t height = unit.scores.partitions;
  bool isScaled = foldsScale || unit.scores.space == Space::Sbuf;
  float factor = isScaled ? 1.0f : scale;
  Tile negativeMax = b.sbuf(height, {1}, DType::F32), sum = b.sbuf(height, {1}, DType::F32);
  unit.weights = b.sbuf(height, {unit.keys.count}, q.storage);
  b.tensorReduce(AluOp::Max, negativeMax, unit.scores, 1, /*negate=*/true);
  // A mask may leave a row without keys. The least finite number, not above it:
  // models mask with it, and a row of it alone is no empty row.
  if (mask->isNeeded())
    b.tensorScalar(negativeMax, negativeMax, {AluOp::Multiply, factor}, {AluOp::Min, std::numeric_limits<float>::max()});
  else if (factor != 1.0f)
    b.tensorScalar(negativeMax, negativeMax, {AluOp::Multiply, factor});
  b.activation(ActFn::Exp, unit.weights, unit.scores, {factor, negativeMax, ReduceCmd::ResetReduce, sum});
  // The largest exponential is 1, so only an empty row is below.
  if (mask->isNeeded())
    b.tensorScalar(sum, sum, {AluOp::Max, 0.5f});
  unit.inverse = b.sbuf(height, {1}, DType::F32);
  b.reciprocal(unit.inverse, sum);
}

void AttentionGenerator::emitValues(TileBuilder &b, Unit &unit) {
  int64_t height = unit.weights.partitions, count = unit.keys.count, blocks = turnBlocks(count);
  Tile turned = b.sbuf(std::min(count, kRows), {blocks, height}, unit.weights.type);
  turnTile(b, turned, unit.weights);
  Tile sum = b.psum(height, {values});
  multiplyBlocks(b, sum, turned, unit.v.free(0, unit.keys.first / kRows, blocks), count);
  Tile result = b.sbuf(height, {values}, out.storage);
  b.tensorScalar(result, sum, {AluOp::Multiply, unit.inverse});
  b.store(unit.out, result);
}

void AttentionGenerator::emitUnits(TileBuilder &b, MutableArrayRef<Unit> units) {
  for (Unit &unit : units)
    emitScores(b, unit);
  for (Unit &unit : units)
    emitSoftmax(b, unit);
  for (Unit &unit : units)
    emitValues(b, unit);
}

/// All heads that meet these keys, for some blocks of rows.
void AttentionGenerator::emitRows(TileBuilder &b, const Offset &batch, const Offset &head, ArrayRef<Tile> turnedKeys,
                                  ArrayRef<Tile> values, const RowSpan &span) {
  b.tiles(q.sizes[2], counts.group, [&](Offset member, int64_t members) {
    std::vector<Unit> units;
    for (auto [pack, keyTile] : llvm::enumerate(turnedKeys))
      for (int64_t m = 0; m < members; ++m) {
        Offset first = head + int64_t(pack) * counts.heads, inGroup = member + m;
        TensorView queries = q.at(0, batch).at(1, inGroup).window(0, first, counts.heads);
        TensorView results = out.at(0, batch).at(1, inGroup).window(0, first, counts.heads);
        for (int64_t block = 0; block < span.blocks; ++block) {
          int64_t count = span.height(block);
          Offset row = span.row(block);
          Tile turned = loadTurned(b, sideBySide(queries.window(1, row, count)), foldsScale ? scale : 1.0f);
          for (int64_t h = 0; h < counts.heads; ++h) {
            Unit unit;
            int64_t partition = h * depth, height = std::min(depth, kRows);
            unit.q = turned.rows(partition, height);
            unit.k = keyTile.rows(partition, height);
            unit.v = values[pack].at(1, h);
            unit.out = results.at(0, h).window(0, row, count);
            unit.keys = span.keys;
            unit.mask = mask->window(b, batch, first + h, inGroup, span, block);
            units.push_back(unit);
          }
        }
      }
    emitUnits(b, units);
  });
}

void AttentionGenerator::emitPacks(TileBuilder &b, const Offset &batch, const Offset &head, int64_t packs) {
  std::vector<Tile> turnedKeys, valueTiles;
  for (int64_t pack = 0; pack < packs; ++pack) {
    Offset first = head + pack * counts.heads;
    turnedKeys.push_back(loadTurned(b, sideBySide(k.at(0, batch).window(0, first, counts.heads)), 1.0f));
    valueTiles.push_back(loadValues(b, batch, first));
  }
  mask->forEachSpan(b, counts.blocks,
                    [&](const RowSpan &span) { emitRows(b, batch, head, turnedKeys, valueTiles, span); });
}

void AttentionGenerator::emitBatch(TileBuilder &b, const Offset &batch) {
  mask->loadForBatch(b, batch);
  b.tiles(k.sizes[1] / counts.heads, counts.packs,
          [&](Offset pack, int64_t packs) { emitPacks(b, batch, pack * counts.heads, packs); });
}

LogicalResult AttentionGenerator::run() {
  arrange();
  if (out.numElements() == 0)
    return success();
  counts = choose();
  lowering.kernel(op, "attention", attentionFlops(op), [&](TileBuilder &b) {
    mask->prepare(b);
    b.loop(q.sizes[0], [&](Offset batch) { emitBatch(b, batch); });
  });
  return success();
}

LogicalResult neuron::generateAttention(Lowering &lowering, Operation *op) {
  auto attention = cast<AttentionOp>(op);
  if (isRowAttention(attention, lowering.target))
    return generateRowAttention(lowering, attention);
  return AttentionGenerator(lowering, attention).run();
}
