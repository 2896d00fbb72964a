//===- Scatter.cpp - updates by index -------------------------------------===//
//
// Rows are written by DMA; with a reduction each row is read, combined and
// written before the next, so repeated indices add up in order. Elements: each
// update is a masked write along the free axis, in order.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"
#include "TileMath.h"

using namespace neuron;
using namespace mlir;

static constexpr int64_t kMaxAxis = 4096;

static BinaryFn functionOf(ScatterFn fn) {
  switch (fn) {
  case ScatterFn::Mul: return BinaryFn::Mul;
  case ScatterFn::Max: return BinaryFn::Max;
  case ScatterFn::Min: return BinaryFn::Min;
  default: return BinaryFn::Add;
  }
}

/// dst = old joined with update, in the type of the data.
static void combine(TileBuilder &b, ScatterFn fn, const Tile &dst, const Tile &old, const Tile &update) {
  if (isFloat(dst.type))
    FloatMath(b).binary(functionOf(fn), dst, old, update);
  else
    IntMath(b).binary(functionOf(fn), dst, old, update);
}

static bool canCombine(ScatterFn fn, DType type) {
  return fn == ScatterFn::None || isFloat(type) || bytesOf(type) == 4;
}

static TensorView denseAs(Lowering &lowering, TileBuilder &b, Value value, ArrayRef<int64_t> sizes) {
  TensorView view = lowering.operand(value);
  if (std::optional<TensorView> result = view.reshape(sizes))
    return *result;
  TensorView dense = lowering.scratch(view.storage, view.sizes);
  b.copy(dense, view);
  return *dense.reshape(sizes);
}

LogicalResult neuron::generateScatter(Lowering &lowering, Operation *op) {
  auto scatter = cast<ScatterOp>(op);
  auto type = scatter.getX().getType();
  int64_t n = type.getDimSize(0), count = scatter.getIndices().getType().getDimSize(0);
  TensorView whole = lowering.result(scatter.getResult());
  if (!canCombine(scatter.getFn(), whole.storage))
    return unsupported(op, "has a reduction on 8- or 16-bit integers");
  if (whole.numElements() == 0)
    return success();
  int64_t inner = whole.numElements() / n;
  TensorView out = *whole.reshape({n, inner});
  lowering.kernel(op, "scatter", 0, [&](TileBuilder &b) {
    b.copy(whole, lowering.operand(scatter.getX()));
    TensorView updates = denseAs(lowering, b, scatter.getUpdates(), {count, inner});
    TensorView index = denseAs(lowering, b, scatter.getIndices(), {count});
    b.tiles(count, 2048, [&](Offset start, int64_t size) {
      Tile rows = b.sbuf(1, {size}, index.storage);
      b.load(rows, index.window(0, start, size).insertDim(0));
      b.loop(size, [&](Offset i) {
        Tile place = rows.free(0, i, 1);
        b.tiles(inner, 4096, [&](Offset column, int64_t width) {
          TensorView update = updates.window(0, start + i, 1).window(1, column, width);
          TensorView target = out.window(0, 0, 1).window(1, column, width);
          if (scatter.getFn() == ScatterFn::None)
            return b.copyAt(target, update, place, inner, n, /*side=*/2);
          Tile old = b.sbuf(1, {width}, out.storage), addend = b.sbuf(1, {width}, out.storage);
          b.loadAt(old, target, place, inner, n);
          b.load(addend, update);
          combine(b, scatter.getFn(), old, old, addend);
          b.storeAt(target, old, place, inner, n);
        });
      });
    });
  });
  return success();
}

/// One block of rows: for each update j, the element where iota equals index j.
static void scatterRows(TileBuilder &b, ScatterFn fn, const Tile &data, const Tile &index, const Tile &updates) {
  int64_t rows = data.partitions, n = data.freeSize(), m = index.freeSize();
  Tile places = b.sbuf(rows, {n}, DType::I32), numbers = b.sbuf(rows, {n}, DType::F32);
  Tile wanted = b.sbuf(rows, {m}, DType::F32);
  b.iota(places, 0, 0, {1});
  b.copyTile(numbers, places);
  b.copyTile(wanted, index);
  b.loop(m, [&](Offset j) {
    Tile mask = b.sbuf(rows, {n}, DType::U8), value = b.sbuf(rows, {n}, data.type);
    b.tensorScalar(mask, numbers, {AluOp::Equal, wanted.free(0, j, 1)});
    Tile update = updates.at(0, j).broadcast(0, n);
    if (fn == ScatterFn::None)
      b.copyTile(value, update);
    else
      combine(b, fn, value, data, update);
    b.copyPredicated(data, mask, value);
  });
}

LogicalResult neuron::generateScatterElements(Lowering &lowering, Operation *op) {
  auto scatter = cast<ScatterElementsOp>(op);
  int64_t axis = scatter.getAxis(), n = scatter.getX().getType().getDimSize(axis);
  ArrayRef<int64_t> sizes = scatter.getIndices().getType().getShape();
  int64_t m = sizes[axis];
  if (n > kMaxAxis || m > kMaxAxis)
    return unsupported(op, "has an axis of more than " + Twine(kMaxAxis) + " elements");
  TensorView whole = lowering.result(scatter.getResult());
  if (!canCombine(scatter.getFn(), whole.storage))
    return unsupported(op, "has a reduction on 8- or 16-bit integers");
  TensorView touched = whole;
  for (unsigned i = 0; i < touched.rank(); ++i)
    if (int64_t(i) != axis)
      touched = touched.window(i, 0, sizes[i]);
  touched = withInnerDims(touched, {axis});
  lowering.kernel(op, "scatter_elements", 0, [&](TileBuilder &b) {
    b.copy(whole, lowering.operand(scatter.getX()));
    TensorView index = withInnerDims(lowering.operand(scatter.getIndices()), {axis});
    TensorView updates = withInnerDims(lowering.operand(scatter.getUpdates()), {axis});
    if (index.numElements() == 0)
      return;
    forEachRowBlock(b, {index, updates, withInner(touched, m)}, touched.rank() - 1, [&](ArrayRef<TensorView> windows) {
      int64_t rows = windows[0].sizes[0];
      TensorView line = windows[2];
      line.sizes.back() = n;
      line.strides.back() = touched.strides.back();
      Tile data = b.sbuf(rows, {n}, whole.storage), places = b.sbuf(rows, {m}, index.storage);
      Tile values = b.sbuf(rows, {m}, updates.storage);
      b.load(data, line);
      b.load(places, windows[0]);
      b.load(values, windows[1]);
      scatterRows(b, scatter.getFn(), data, places, values);
      b.store(line, data);
    });
  });
  return success();
}
