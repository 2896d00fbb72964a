//===- Scatter.cpp - rows of updates by index -----------------------------===//
//
// Rows are written by DMA; with a reduction each row is read, combined and
// written before the next, so repeated indices add up in order.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"
#include "ScatterMath.h"
#include "TileMath.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kPartitions = 128;

static BinaryFn functionOf(ScatterFn fn) {
  switch (fn) {
  case ScatterFn::Mul: return BinaryFn::Mul;
  case ScatterFn::Max: return BinaryFn::Max;
  case ScatterFn::Min: return BinaryFn::Min;
  default: return BinaryFn::Add;
  }
}

DType neuron::joinType(DType storage) {
  if (isFloat(storage))
    return DType::F32;
  return bytesOf(storage) == 4 ? storage : DType::I32;
}

double neuron::neutralOf(ScatterFn fn, DType type) {
  bool isMax = fn == ScatterFn::Max;
  if (fn == ScatterFn::Add || fn == ScatterFn::Mul)
    return fn == ScatterFn::Mul;
  if (isFloat(type))
    return isMax ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  if (type == DType::U32)
    return isMax ? 0 : double(std::numeric_limits<uint32_t>::max());
  return isMax ? double(std::numeric_limits<int32_t>::min()) : double(std::numeric_limits<int32_t>::max());
}

void neuron::combine(TileBuilder &b, ScatterFn fn, const Tile &dst, const Tile &old, const Tile &update) {
  if (isFloat(dst.type)) {
    FloatMath(b).binary(functionOf(fn), dst, old, update);
    return;
  }
  if (bytesOf(dst.type) == 4) {
    IntMath(b).binary(functionOf(fn), dst, old, update);
    return;
  }
  Tile x = b.sbuf(dst.partitions, {dst.freeSize()}, DType::I32), y = b.sbuf(dst.partitions, {dst.freeSize()}, DType::I32);
  b.copyTile(x, old);
  b.copyTile(y, update);
  IntMath(b).binary(functionOf(fn), x, x, y);
  narrow(b, dst, x);
}

void neuron::narrow(TileBuilder &b, const Tile &dst, const Tile &x) {
  if (!isFloat(dst.type) && bytesOf(dst.type) < 4)
    IntMath(b).wrap(x, bytesOf(dst.type) * 8, dst.type == DType::I8 || dst.type == DType::I16);
  b.copyTile(dst, x);
}

/// Without a reduction, 128 rows with one DMA.
static void replaceRows(TileBuilder &b, const TensorView &out, const TensorView &index, const TensorView &updates) {
  b.tiles(index.sizes[0], kPartitions, [&](Offset start, int64_t size) {
    Tile rows = b.sbuf(size, {1}, index.storage);
    b.load(rows, index.window(0, start, size).insertDim(1));
    b.copyRows(out, updates.window(0, start, size), rows, /*side=*/2);
  });
}

void neuron::scatterRows(TileBuilder &b, ScatterFn fn, const TensorView &out, const TensorView &index,
                         const TensorView &updates) {
  if (fn == ScatterFn::None && b.target.hasVectorOffsets)
    return replaceRows(b, out, index, updates);
  int64_t n = out.sizes[0], inner = out.sizes[1];
  b.tiles(index.sizes[0], 2048, [&](Offset start, int64_t size) {
    Tile rows = b.sbuf(1, {size}, index.storage);
    b.load(rows, index.window(0, start, size).insertDim(0));
    b.loop(size, [&](Offset i) {
      Tile place = rows.free(0, i, 1);
      b.tiles(inner, 4096, [&](Offset column, int64_t width) {
        TensorView update = updates.window(0, start + i, 1).window(1, column, width);
        TensorView target = out.window(0, 0, 1).window(1, column, width);
        if (fn == ScatterFn::None)
          return b.copyAt(target, update, place, out.strides[0], n, /*side=*/2);
        Tile old = b.sbuf(1, {width}, out.storage), addend = b.sbuf(1, {width}, out.storage);
        b.loadAt(old, target, place, out.strides[0], n);
        b.load(addend, update);
        combine(b, fn, old, old, addend);
        b.storeAt(target, old, place, out.strides[0], n);
      });
    });
  });
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
  int64_t n = scatter.getX().getType().getDimSize(0), count = scatter.getIndices().getType().getDimSize(0);
  TensorView whole = lowering.result(scatter.getResult());
  if (whole.numElements() == 0)
    return success();
  int64_t inner = whole.numElements() / n;
  TensorView out = *whole.reshape({n, inner});
  lowering.kernel(op, "scatter", 0, [&](TileBuilder &b) {
    b.copy(whole, lowering.operand(scatter.getX()));
    TensorView updates = denseAs(lowering, b, scatter.getUpdates(), {count, inner});
    TensorView index = denseAs(lowering, b, scatter.getIndices(), {count});
    scatterRows(b, scatter.getFn(), out, index, updates);
  });
  return success();
}
