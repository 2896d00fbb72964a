//===- Normalize.cpp - layer, rms and group normalisation -----------------===//
//
// Rows are normalised by their own statistics; scale and bias are broadcast
// views of the rows' shape. Mean and variance come from bn_stats, whose merge
// subtracts means before squaring.
//
// Short rows stay in SBUF. Scalar normalises them on the way to PSUM, because
// Vector takes an operand from there and one from SBUF at twice the rate of two
// from SBUF. A scale and a bias that all rows share are loaded once.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"

using namespace neuron;
using namespace mlir;

static constexpr int64_t kStatsChunk = 512;
static constexpr int64_t kChunk = 2048;
/// Elements of a row that stays in SBUF.
static constexpr int64_t kResident = 4096;
/// Elements of a row that pass through PSUM at a time: two banks.
static constexpr int64_t kPart = 1024;

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

/// The same of rows in SBUF: one merge of all chunks.
static std::pair<Tile, Tile> residentStatistics(TileBuilder &b, const Tile &values, float epsilon) {
  int64_t rows = values.partitions, count = values.freeSize(), chunks = (count + kStatsChunk - 1) / kStatsChunk;
  Tile triples = b.sbuf(rows, {6 * chunks}, DType::F32), merged = b.sbuf(rows, {2}, DType::F32);
  Tile inverse = b.sbuf(rows, {1}, DType::F32);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) {
    int64_t start = chunk * kStatsChunk, size = std::min(kStatsChunk, count - start);
    b.bnStats(triples.free(0, 6 * chunk, 6), values.free(0, start, size));
  }
  b.bnAggr(merged, triples);
  b.activation(ActFn::Rsqrt, inverse, merged.free(0, 1, 1), {1.0f, epsilon});
  return {merged.free(0, 0, 1), inverse};
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

namespace {
/// Scale and bias that all rows share, [rows, elements of a row].
struct SharedAffine {
  std::optional<Tile> scale, bias;
};
} // namespace

static bool isSharedByRows(const std::optional<TensorView> &view, unsigned rowDims) {
  return !view || llvm::all_of(ArrayRef(view->strides).take_front(rowDims), [](int64_t stride) { return stride == 0; });
}

static bool isResident(const Normalization &norm) {
  int64_t rows = 1;
  for (int64_t size : ArrayRef(norm.x.sizes).take_front(norm.rowDims))
    rows *= size;
  return norm.x.numElements() / rows <= kResident && isSharedByRows(norm.scale, norm.rowDims) &&
         isSharedByRows(norm.bias, norm.rowDims);
}

/// Loads what all rows share to as many partitions as a block has.
static std::optional<Tile> loadShared(TileBuilder &b, std::optional<TensorView> view, unsigned rowDims) {
  if (!view)
    return std::nullopt;
  int64_t rows = 1;
  for (unsigned i = 0; i < rowDims; ++i) {
    rows *= view->sizes[0];
    *view = view->at(0, 0);
  }
  Shape sizes{std::min<int64_t>(rows, b.target.partitions)};
  SmallVector<int64_t> dims;
  for (unsigned i = 0; i < view->rank(); ++i) {
    sizes.push_back(view->sizes[i]);
    dims.push_back(i + 1);
  }
  TensorView spread = view->broadcast(sizes, dims);
  Tile tile = b.sbuf(sizes[0], innerShape(spread), view->storage);
  b.load(tile, spread);
  return tile.reshape({tile.freeSize()});
}

/// result = (scale * values + shift) * affine.scale + affine.bias
static void normalise(TileBuilder &b, const Tile &result, const Tile &values, const Tile &scale, const Scalar &shift,
                      const SharedAffine &affine) {
  if (!affine.scale && !affine.bias)
    return b.activation(ActFn::Copy, result, values, {scale, shift});
  int64_t count = values.freeSize();
  for (int64_t start = 0; start < count; start += kPart) {
    int64_t size = std::min(kPart, count - start);
    auto part = [&](const Tile &tile) { return tile.free(0, start, size).rows(0, values.partitions); };
    Tile normal = b.psum(values.partitions, {size});
    b.activation(ActFn::Copy, normal, part(values), {scale, shift});
    if (affine.scale)
      b.tensorTensor(AluOp::Multiply, affine.bias ? normal : part(result), normal, part(*affine.scale));
    if (affine.bias)
      b.tensorTensor(AluOp::Add, part(result), normal, part(*affine.bias));
  }
}

static void emitResident(TileBuilder &b, const Normalization &norm, ArrayRef<TensorView> windows,
                         const SharedAffine &affine) {
  int64_t rows = windows[0].sizes[0], count = innerSize(windows[0]);
  Tile values = loadFloat(b, windows[0]).reshape({count});
  Tile stored = b.sbuf(rows, innerShape(windows[1]), windows[1].storage), result = stored.reshape({count});
  if (norm.isCentered) {
    auto [mean, inverse] = residentStatistics(b, values, norm.epsilon);
    Tile shift = b.sbuf(rows, {1}, DType::F32);
    b.tensorScalar(shift, mean, {AluOp::Multiply, inverse}, {AluOp::Multiply, -1.0f});
    normalise(b, result, values, inverse, shift, affine);
  } else {
    normalise(b, result, values, rootMeanSquare(b, windows[0], norm.epsilon), 0.0f, affine);
  }
  b.store(windows[1], stored);
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
    if (isResident(norm)) {
      SharedAffine affine{loadShared(b, norm.scale, norm.rowDims), loadShared(b, norm.bias, norm.rowDims)};
      forEachRowBlock(b, {norm.x, norm.out}, norm.rowDims,
                      [&](ArrayRef<TensorView> windows) { emitResident(b, norm, windows, affine); });
      return;
    }
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
