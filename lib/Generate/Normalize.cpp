//===- Normalize.cpp - layer, rms and group normalisation -----------------===//
//
// Rows are normalised by their own statistics; scale and bias are broadcast
// views of the rows' shape. Mean and variance come from bn_stats, whose merge
// subtracts means before squaring.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"

using namespace neuron;
using namespace mlir;

static constexpr int64_t kStatsChunk = 512;
static constexpr int64_t kChunk = 2048;

namespace {
/// All views as [rows..., inner...]; scale and bias may be absent.
struct Normalization {
  TensorView x, out;
  std::optional<TensorView> scale, bias;
  unsigned rowDims = 0;
  float epsilon = 0;
  bool isCentered = true; ///< false: rms
};
} // namespace

/// [mean, 1/deviation] of each row: count, mean and moment of every chunk, then
/// one merge.
static std::pair<Tile, Tile> centeredStatistics(TileBuilder &b, const TensorView &x, float epsilon) {
  int64_t rows = x.sizes[0];
  Tile mean = b.sbuf(rows, {1}, DType::F32), inverse = b.sbuf(rows, {1}, DType::F32);
  // Running (count, mean, variance * count) and the two of the next chunk.
  Tile triples = b.sbuf(rows, {9}, DType::F32), merged = b.sbuf(rows, {2}, DType::F32);
  Tile running = triples.free(0, 0, 3);
  b.fill(running, 0);
  forEachChunk(b, {x}, kStatsChunk, [&](ArrayRef<TensorView> chunk) {
    Tile values = loadFloat(b, chunk[0]);
    b.bnStats(triples.free(0, 3, 6), values.reshape({values.freeSize()}));
    b.bnAggr(merged, triples);
    // count += chunk; mean; variance * count
    Tile count = triples.free(0, 0, 1);
    b.tensorScalar(count, count, {AluOp::Add, float(values.freeSize())});
    b.copyTile(triples.free(0, 1, 1), merged.free(0, 0, 1));
    b.tensorTensor(AluOp::Multiply, triples.free(0, 2, 1), merged.free(0, 1, 1), count);
  });
  b.copyTile(mean, merged.free(0, 0, 1));
  Tile variance = b.sbuf(rows, {1}, DType::F32);
  b.tensorScalar(variance, merged.free(0, 1, 1), {AluOp::Add, epsilon});
  b.activation(ActFn::Rsqrt, inverse, variance);
  return {mean, inverse};
}

static Tile rootMeanSquare(TileBuilder &b, const TensorView &x, float epsilon) {
  int64_t rows = x.sizes[0], count = innerSize(x);
  Tile sum = b.sbuf(rows, {1}, DType::F32), inverse = b.sbuf(rows, {1}, DType::F32);
  b.fill(sum, 0);
  forEachChunk(b, {x}, kChunk, [&](ArrayRef<TensorView> chunk) {
    Tile values = loadFloat(b, chunk[0]), part = b.sbuf(rows, {1}, DType::F32);
    Tile squares = b.sbuf(rows, innerShape(chunk[0]), DType::F32);
    b.activation(ActFn::Square, squares, values, {1.0f, 0.0f, ReduceCmd::ResetReduce, part});
    b.tensorTensor(AluOp::Add, sum, sum, part);
  });
  b.tensorScalar(sum, sum, {AluOp::Multiply, 1.0f / float(count)}, {AluOp::Add, epsilon});
  b.activation(ActFn::Rsqrt, inverse, sum);
  return inverse;
}

static void emitRows(TileBuilder &b, const Normalization &norm, ArrayRef<TensorView> windows) {
  Tile mean, inverse;
  if (norm.isCentered)
    std::tie(mean, inverse) = centeredStatistics(b, windows[0], norm.epsilon);
  else
    inverse = rootMeanSquare(b, windows[0], norm.epsilon);
  forEachChunk(b, windows, kChunk, [&](ArrayRef<TensorView> chunk) {
    Tile values = loadFloat(b, chunk[0]);
    Tile result = b.sbuf(chunk[0].sizes[0], innerShape(chunk[0]), DType::F32);
    if (norm.isCentered)
      b.tensorScalar(result, values, {AluOp::Subtract, mean}, {AluOp::Multiply, inverse});
    else
      b.tensorScalar(result, values, {AluOp::Multiply, inverse});
    unsigned next = 2;
    if (norm.scale)
      b.tensorTensor(AluOp::Multiply, result, result, loadFloat(b, chunk[next++]));
    if (norm.bias)
      b.tensorTensor(AluOp::Add, result, result, loadFloat(b, chunk[next++]));
    Tile rounded = result;
    if (chunk[1].storage != DType::F32) {
      rounded = b.sbuf(result.partitions, innerShape(chunk[0]), chunk[1].storage);
      b.copyTile(rounded, result);
    }
    b.store(chunk[1], rounded);
  });
}

static LogicalResult emit(Lowering &lowering, Operation *op, StringRef name, const Normalization &norm) {
  if (norm.out.numElements() == 0)
    return success();
  SmallVector<TensorView> views{norm.x, norm.out};
  for (const auto *extra : {&norm.scale, &norm.bias})
    if (*extra)
      views.push_back(**extra);
  lowering.kernel(op, name, 8 * uint64_t(norm.x.numElements()), [&](TileBuilder &b) {
    forEachRowBlock(b, views, norm.rowDims, [&](ArrayRef<TensorView> windows) { emitRows(b, norm, windows); });
  });
  return success();
}

/// scale or bias of the trailing dims, broadcast to the whole shape.
static std::optional<TensorView> trailing(Lowering &lowering, Value value, const TensorView &x, int64_t axis) {
  if (!value)
    return std::nullopt;
  SmallVector<int64_t> dims;
  for (unsigned i = axis; i < x.rank(); ++i)
    dims.push_back(i);
  return lowering.operand(value).broadcast(x.sizes, dims);
}

LogicalResult neuron::generateLayerNorm(Lowering &lowering, Operation *op) {
  auto layer = cast<LayerNormOp>(op);
  Normalization norm;
  norm.x = lowering.rows(layer.getX());
  norm.out = lowering.result(layer.getResult());
  norm.rowDims = layer.getAxis();
  norm.epsilon = layer.getEpsilon().convertToDouble();
  norm.scale = trailing(lowering, layer.getScale(), norm.x, norm.rowDims);
  norm.bias = trailing(lowering, layer.getBias(), norm.x, norm.rowDims);
  return emit(lowering, op, "layer_norm", norm);
}

LogicalResult neuron::generateRmsNorm(Lowering &lowering, Operation *op) {
  auto rms = cast<RmsNormOp>(op);
  Normalization norm;
  norm.isCentered = false;
  norm.x = lowering.rows(rms.getX());
  norm.out = lowering.result(rms.getResult());
  norm.rowDims = rms.getAxis();
  norm.epsilon = rms.getEpsilon().convertToDouble();
  norm.scale = trailing(lowering, rms.getScale(), norm.x, norm.rowDims);
  return emit(lowering, op, "rms_norm", norm);
}

/// [N, C, ...] as [N, groups, C / groups, ...]; scale and bias by channel.
LogicalResult neuron::generateGroupNorm(Lowering &lowering, Operation *op) {
  auto group = cast<GroupNormOp>(op);
  int64_t groups = group.getGroups();
  auto split = [&](const TensorView &view) { return view.split(1, view.sizes[1] / groups); };
  Normalization norm;
  TensorView x = lowering.rows(group.getX());
  norm.x = split(x);
  norm.out = split(lowering.result(group.getResult()));
  norm.rowDims = 2;
  norm.epsilon = group.getEpsilon().convertToDouble();
  auto byChannel = [&](Value value) -> std::optional<TensorView> {
    if (!value)
      return std::nullopt;
    return split(lowering.operand(value).broadcast(x.sizes, {1}));
  };
  norm.scale = byChannel(group.getScale());
  norm.bias = byChannel(group.getBias());
  return emit(lowering, op, "group_norm", norm);
}
