//===- Gather.cpp - rows and elements by index ----------------------------===//
//
// Rows: one DMA moves up to 128 rows by a vector of indices; without that
// feature each row is a DMA of its own with a scalar index. Elements: the axis
// lies on the free axis and GpSimdE gathers there.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"

using namespace neuron;
using namespace mlir;

/// Elements of a row that gather_elements keeps in SBUF.
static constexpr int64_t kChunk = 8192;
/// Places are compared as f32.
static constexpr int64_t kMaxAxis = int64_t(1) << 24;

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

/// Dense copy unless the view reshapes to `sizes` as it is.
static TensorView shaped(Lowering &lowering, Operation *op, const TensorView &view, ArrayRef<int64_t> sizes) {
  if (std::optional<TensorView> result = view.reshape(sizes))
    return *result;
  TensorView dense = lowering.scratch(view.storage, view.sizes);
  lowering.kernel(op, "copy", 0, [&](TileBuilder &b) { b.copy(dense, view); });
  return *dense.reshape(sizes);
}

LogicalResult neuron::generateGather(Lowering &lowering, Operation *op) {
  auto gather = cast<GatherOp>(op);
  ArrayRef<int64_t> shape = gather.getX().getType().getShape();
  int64_t axis = gather.getAxis();
  int64_t outer = product(shape.take_front(axis)), inner = product(shape.drop_front(axis + 1)), n = shape[axis];
  int64_t count = product(gather.getIndices().getType().getShape());
  TensorView out = *lowering.result(gather.getResult()).reshape({outer, count, inner});
  if (out.numElements() == 0)
    return success();
  TensorView x = shaped(lowering, op, lowering.operand(gather.getX()), {outer, n, inner});
  TensorView index = shaped(lowering, op, lowering.operand(gather.getIndices()), {count});
  bool hasVectors = lowering.target.hasVectorOffsets;
  lowering.kernel(op, "gather", 0, [&](TileBuilder &b) {
    b.tiles(count, hasVectors ? 128 : 2048, [&](Offset start, int64_t size) {
      TensorView part = index.window(0, start, size);
      Tile rows = hasVectors ? b.sbuf(size, {1}, index.storage) : b.sbuf(1, {size}, index.storage);
      b.load(rows, hasVectors ? part.insertDim(1) : part.insertDim(0));
      b.loop(outer, [&](Offset i) {
        TensorView src = x.at(0, i), dst = out.at(0, i).window(0, start, size);
        if (hasVectors)
          return b.copyRows(dst, src, rows, /*side=*/1);
        b.loop(size, [&](Offset row) {
          b.copyAt(dst.window(0, row, 1), src.window(0, 0, 1), rows.free(0, row, 1), src.strides[0], n, /*side=*/1);
        });
      });
    });
  });
  return success();
}

/// `view` cut to the sizes of `like` except along `axis`.
static TensorView cutTo(TensorView view, ArrayRef<int64_t> like, int64_t axis) {
  for (unsigned i = 0; i < view.rank(); ++i)
    if (int64_t(i) != axis)
      view = view.window(i, 0, like[i]);
  return view;
}

/// Elements of one part of the rows, `size` from `start` on; `rest` are the places
/// less that start.
static void gatherPart(TileBuilder &b, const Tile &result, const Tile &rest, const TensorView &part) {
  int64_t rows = rest.partitions, count = rest.freeSize(), size = part.sizes[1];
  Tile data = b.sbuf(rows, {size}, part.storage), found = b.sbuf(rows, {count}, part.storage);
  Tile local = b.sbuf(rows, {count}, DType::U32), isHere = b.sbuf(rows, {count}, DType::U8);
  Tile isBelow = b.sbuf(rows, {count}, DType::F32);
  b.load(data, part);
  b.tensorScalar(local, rest, {AluOp::Max, 0.0f}, {AluOp::Min, float(size - 1)});
  b.nGather(found, data, local);
  b.tensorScalar(isBelow, rest, {AluOp::Less, float(size)});
  b.scalarTensorTensor(isHere, rest, {AluOp::GreaterEqual, 0.0f}, AluOp::Multiply, isBelow);
  b.copyPredicated(result, isHere, found);
  b.tensorScalar(rest, rest, {AluOp::Subtract, float(size)});
}

/// Indices and results of a block of rows; `data` are the rows if they fit.
static void gatherChunk(TileBuilder &b, ArrayRef<TensorView> chunk, const TensorView &line,
                        const std::optional<Tile> &data) {
  int64_t rows = chunk[0].sizes[0], count = innerSize(chunk[0]);
  Tile places = b.sbuf(rows, {count}, chunk[0].storage), result = b.sbuf(rows, {count}, line.storage);
  b.load(places, chunk[0]);
  if (data) {
    b.nGather(result, *data, places.as(DType::U32));
    return b.store(chunk[1], result);
  }
  Tile rest = b.sbuf(rows, {count}, DType::F32);
  b.copyTile(rest, places);
  b.fill(result, 0);
  b.tiles(line.sizes[1], kChunk,
          [&](Offset start, int64_t size) { gatherPart(b, result, rest, line.window(1, start, size)); });
  b.store(chunk[1], result);
}

LogicalResult neuron::generateGatherElements(Lowering &lowering, Operation *op) {
  auto gather = cast<GatherElementsOp>(op);
  int64_t axis = gather.getAxis();
  ArrayRef<int64_t> sizes = gather.getIndices().getType().getShape();
  int64_t n = gather.getX().getType().getDimSize(axis);
  if (n > kMaxAxis)
    return unsupported(op, "has an axis of more than 2^24 elements", "split it");
  TensorView x = withInnerDims(cutTo(lowering.operand(gather.getX()), sizes, axis), {axis});
  TensorView index = withInnerDims(lowering.operand(gather.getIndices()), {axis});
  TensorView out = withInnerDims(lowering.result(gather.getResult()), {axis});
  if (out.numElements() == 0)
    return success();
  // One index dim size for all three: x keeps its own through a separate view.
  unsigned rowDims = out.rank() - 1;
  lowering.kernel(op, "gather_elements", 0, [&](TileBuilder &b) {
    forEachRowBlock(b, {index, out, withInner(x, index.sizes.back())}, rowDims, [&](ArrayRef<TensorView> windows) {
      TensorView line = windows[2];
      line.sizes.back() = n;
      line.strides.back() = x.strides.back();
      std::optional<Tile> data;
      if (n <= kChunk) {
        data = b.sbuf(line.sizes[0], {n}, x.storage);
        b.load(*data, line);
      }
      forEachChunk(b, windows.take_front(2), 2048,
                   [&](ArrayRef<TensorView> chunk) { gatherChunk(b, chunk, line, data); });
    });
  });
  return success();
}
