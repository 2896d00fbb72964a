//===- ScatterElements.cpp - single updates by index ----------------------===//
//
// Three ways. Many short rows lie on the partitions, and each update is a masked
// write along the free axis. Otherwise rows come one after the other, and 128
// updates at once: those that meet in one place are joined first, by masks, and
// each writes what all of them give. Without DMA by vectors of indices, update
// by update.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "RowKeys.h"
#include "Rows.h"
#include "ScatterMath.h"

#include <cmath>

using namespace neuron;
using namespace mlir;

/// Elements of a row, and updates, in one tile.
static constexpr int64_t kChunk = 4096;
static constexpr int64_t kPartitions = 128;
/// Places are compared as f32.
static constexpr int64_t kMaxAxis = int64_t(1) << 24;

namespace {
class ScatterElements {
public:
  ScatterElements(Lowering &lowering, TileBuilder &b, ScatterElementsOp op, const TensorView &whole);
  void emit();

private:
  TileBuilder &b;
  ScatterFn fn;
  TensorView target;         ///< the rows that are touched, with all n elements
  TensorView index, updates; ///< with m elements
  int64_t n, m, rows;

  void byMasks();
  void writeMasked(const Tile &data, const Tile &base, ArrayRef<TensorView> chunk);
  void byRow(const TensorView &out, const TensorView &places, const TensorView &values);
  void joinBlock(const TensorView &out, const TensorView &places, const TensorView &values);
  Tile joined(const TensorView &places, const TensorView &values, const Tile &column);
};
} // namespace

ScatterElements::ScatterElements(Lowering &lowering, TileBuilder &b, ScatterElementsOp op, const TensorView &whole)
    : b(b), fn(op.getFn()) {
  int64_t axis = op.getAxis();
  ArrayRef<int64_t> sizes = op.getIndices().getType().getShape();
  target = whole;
  for (unsigned i = 0; i < target.rank(); ++i)
    if (int64_t(i) != axis)
      target = target.window(i, 0, sizes[i]);
  target = withInnerDims(target, {axis});
  index = withInnerDims(lowering.operand(op.getIndices()), {axis});
  updates = withInnerDims(lowering.operand(op.getUpdates()), {axis});
  n = target.sizes.back();
  m = index.sizes.back();
  rows = m ? index.numElements() / m : 0;
}

/// For each update j of the chunk, the element where its place is wanted.
void ScatterElements::writeMasked(const Tile &data, const Tile &base, ArrayRef<TensorView> chunk) {
  int64_t count = data.partitions, width = data.freeSize(), size = innerSize(chunk[0]);
  Tile places = numbers(b, count, width), wanted = b.sbuf(count, {size}, DType::F32);
  Tile given = b.sbuf(count, {size}, chunk[0].storage), values = b.sbuf(count, {size}, chunk[1].storage);
  b.load(given, chunk[0]);
  b.load(values, chunk[1]);
  b.tensorScalar(wanted, given, {AluOp::Subtract, base});
  b.loop(size, [&](Offset j) {
    Tile mask = b.sbuf(count, {width}, DType::U8), value = b.sbuf(count, {width}, data.type);
    b.tensorScalar(mask, places, {AluOp::Equal, wanted.free(0, j, 1)});
    Tile update = values.at(0, j).broadcast(0, width);
    if (fn == ScatterFn::None)
      b.copyTile(value, update);
    else
      combine(b, fn, value, data, update);
    b.copyPredicated(data, mask, value);
  });
}

void ScatterElements::byMasks() {
  forEachRowBlock(b, {index, updates, withInner(target, m)}, target.rank() - 1, [&](ArrayRef<TensorView> windows) {
    int64_t count = windows[0].sizes[0];
    TensorView line = windows[2];
    line.sizes.back() = n;
    line.strides.back() = target.strides.back();
    Tile base = b.sbuf(count, {1}, DType::F32);
    b.fill(base, 0);
    b.tiles(n, kChunk, [&](Offset start, int64_t width) {
      TensorView part = line.window(1, start, width);
      Tile data = b.sbuf(count, {width}, target.storage);
      b.load(data, part);
      forEachChunk(b, windows.take_front(2), kChunk,
                   [&](ArrayRef<TensorView> chunk) { writeMasked(data, base, chunk); });
      b.store(part, data);
      b.tensorScalar(base, base, {AluOp::Add, float(width)});
    });
  });
}

/// For each of 128 updates, all that go to its place, joined.
Tile ScatterElements::joined(const TensorView &places, const TensorView &values, const Tile &column) {
  int64_t size = places.sizes[0];
  DType type = joinType(target.storage);
  Tile across = b.sbuf(size, {size}, index.storage), others = b.sbuf(size, {size}, DType::F32);
  Tile own = b.sbuf(size, {1}, DType::F32), mask = b.sbuf(size, {size}, DType::U8);
  b.load(across, places.broadcast({size, size}, {1}));
  b.copyTile(others, across);
  b.copyTile(own, column);
  b.tensorScalar(mask, others, {AluOp::Equal, own});
  Tile given = b.sbuf(size, {size}, values.storage), wide = b.sbuf(size, {size}, type);
  b.load(given, values.broadcast({size, size}, {1}));
  b.copyTile(wide, given);
  Tile all = b.sbuf(size, {kPartitions}, type);
  b.fill(all, neutralOf(fn, type));
  b.copyPredicated(all.free(0, 0, size), mask, wide);
  for (int64_t half = kPartitions / 2; half > 0; half /= 2)
    combine(b, fn, all.free(0, 0, half), all.free(0, 0, half), all.free(0, half, half));
  return all.free(0, 0, 1);
}

void ScatterElements::joinBlock(const TensorView &out, const TensorView &places, const TensorView &values) {
  int64_t size = places.sizes[0];
  Tile column = b.sbuf(size, {1}, index.storage), old = b.sbuf(size, {1}, target.storage);
  b.load(column, places.insertDim(1));
  Tile all = joined(places, values, column);
  b.loadRows(old, out, column);
  Tile sum = b.sbuf(size, {1}, all.type), result = b.sbuf(size, {1}, target.storage);
  b.copyTile(sum, old);
  combine(b, fn, sum, sum, all);
  narrow(b, result, sum);
  b.storeRows(out, result, column);
}

void ScatterElements::byRow(const TensorView &out, const TensorView &places, const TensorView &values) {
  TensorView column = out.insertDim(1);
  if (fn == ScatterFn::None || !b.target.hasVectorOffsets)
    return scatterRows(b, fn, column, places, values.insertDim(1));
  b.tiles(m, kPartitions, [&](Offset start, int64_t size) {
    joinBlock(column, places.window(0, start, size), values.window(0, start, size));
  });
}

/// Calls `body` with each row of the views.
static void forEachRow(TileBuilder &b, const Windows &views, llvm::function_ref<void(ArrayRef<TensorView>)> body) {
  if (views[0].rank() == 1)
    return body(views);
  b.loop(views[0].sizes[0], [&](Offset i) {
    Windows inner;
    for (const TensorView &view : views)
      inner.push_back(view.at(0, i));
    forEachRow(b, inner, body);
  });
}

void ScatterElements::emit() {
  if (rows == 0)
    return;
  // Times in ns, roughly: passes over a row's elements for each update, against
  // dependent DMAs for each block.
  double blocks = double((rows + kPartitions - 1) / kPartitions), perDma = b.target.hasVectorOffsets ? 128 : 1;
  double masks = blocks * double(m) * double(std::max<int64_t>(n, 64)) * 3;
  double moves = double(rows) * std::ceil(double(m) / perDma) * 5000;
  if (masks <= moves)
    return byMasks();
  forEachRow(b, {target, index, updates},
             [&](ArrayRef<TensorView> row) { byRow(row[0], row[1], row[2]); });
}

LogicalResult neuron::generateScatterElements(Lowering &lowering, Operation *op) {
  auto scatter = cast<ScatterElementsOp>(op);
  if (scatter.getX().getType().getDimSize(scatter.getAxis()) > kMaxAxis)
    return unsupported(op, "has an axis of more than 2^24 elements", "split it");
  TensorView whole = lowering.result(scatter.getResult());
  lowering.kernel(op, "scatter_elements", 0, [&](TileBuilder &b) {
    b.copy(whole, lowering.operand(scatter.getX()));
    ScatterElements(lowering, b, scatter, whole).emit();
  });
  return success();
}
