//===- Convolution.cpp - convolution of any rank, stride, dilation --------===//
//
// out[o, y, x] = sum over taps and channel blocks of w[tap]^T window(x): weights
// are stationary [channels, outputs], the window is an access pattern on the
// plane, everything accumulates in one PSUM bank. Where there are few channels,
// neighbouring taps share a product (TapFold). A transposed convolution is one
// over the input with gaps and turned weights. Depthwise convolutions run
// on the Vector engine, one multiply-add a tap.
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "Generators.h"
#include "Plane.h"
#include "TapFold.h"

using namespace neuron;
using namespace mlir;

static constexpr int64_t kBlock = 128;
static constexpr int64_t kPlaneBudget = 72 << 10;
static constexpr int64_t kWeightBudget = 76 << 10;

static WindowGeometry geometryOf(ConvOp op) {
  ArrayRef<int64_t> kernel = op.getW().getType().getShape().drop_front(2);
  WindowGeometry g;
  g.in = WindowGeometry::place(op.getX().getType().getShape().drop_front(2), 1);
  g.out = WindowGeometry::place(op.getResult().getType().getShape().drop_front(2), 1);
  g.kernel = WindowGeometry::place(kernel, 1);
  g.dilation = WindowGeometry::place(op.getDilations(), 1);
  g.lo = WindowGeometry::place(op.getPadsLo(), 0);
  g.hi = WindowGeometry::place(op.getPadsHi(), 0);
  g.stride = WindowGeometry::place(op.getStrides(), 1);
  if (!op.getTransposed())
    return g;
  g.inputStep = g.stride;
  g.stride = {1, 1, 1};
  for (unsigned i = 0; i < 3; ++i) {
    g.lo[i] = g.dilation[i] * (g.kernel[i] - 1) - g.lo[i];
    // What the outputs read ends the padding, output_padding included.
    g.hi[i] = g.span(i, g.out[i]) - (g.lo[i] + (g.in[i] - 1) * g.inputStep[i] + 1);
  }
  return g;
}

namespace {
/// Up to 128 outputs of a group; their weights stay in SBUF, or are loaded for
/// one kernel row at a time.
struct Weights {
  Offset group, output;
  int64_t count = 0;
  bool isResident = true;
  Tile tile;
};

/// What the windows of some output rows read: held whole, or loaded for one kernel row at a time.
struct Planes {
  const PlaneSource &source;
  bool isResident = true;
  Offset n, group, depth;
  SmallVector<Tile> tiles; ///< one for each block of channels
};

class ConvGenerator {
public:
  ConvGenerator(Lowering &lowering, Epilogue &epilogue)
      : lowering(lowering), epilogue(epilogue), op(cast<ConvOp>(epilogue.root())), g(geometryOf(op)) {}
  LogicalResult run();

private:
  Lowering &lowering;
  Epilogue &epilogue;
  ConvOp op;
  WindowGeometry g;
  TensorView image, out; ///< [N, C, D, H, W]
  TapFold fold;
  SmallVector<TapBlock, 4> blocks;
  int64_t groups = 1, channels = 0, outputs = 0; ///< of a group
  DType type = DType::F32;

  TensorView orderedWeights();
  TensorView dense(const TensorView &view);
  void arrangeWeights();
  int64_t products() const;
  int64_t rows() const { return channels * fold.taps(); }
  TensorView window(const TensorView &view, const Offset &n, const Offset &output, int64_t count, const Offset &depth,
                    const Offset &row, int64_t rows, const Offset &column, int64_t width) const;
  LogicalResult emitTensor();
  LogicalResult emitDepthwise();
  void loadBlock(TileBuilder &b, const Tile &tile, const TapBlock &block, const Weights &w, const Offset &first,
                 int64_t count);
  Tile weightTile(TileBuilder &b, int64_t products, int64_t count);
  SmallVector<Tile> loadPlanes(TileBuilder &b, const Planes &planes, const Offset &row, int64_t rows,
                               const Offset &kernelRow);
  void multiply(TileBuilder &b, ArrayRef<Tile> tiles, const TapBlock &taps, const Tile &weights, const Tile &sum,
                ArrayRef<Offset> step, llvm::function_ref<Tile(Tile)> window);
  void emitPiece(TileBuilder &b, const Planes &planes, const Weights &w, const Offset &row, int64_t rows);
  void accumulate(TileBuilder &b, const Planes &planes, const Weights &w, const Tile &sum, const Offset &row,
                  const Offset &line, int64_t rows, const Offset &column, int64_t width);
};
} // namespace

/// Weights as [group, channels, D, H, W, outputs], turned for a transposed
/// convolution.
TensorView ConvGenerator::orderedWeights() {
  bool isTransposed = op.getTransposed();
  TensorView w = asImage(lowering.view(epilogue.outer(op.getW()))).split(0, isTransposed ? channels : outputs);
  // [group, outputs, channels, D, H, W], or with channels first.
  return isTransposed ? w.reverse({3, 4, 5}).transpose({0, 1, 3, 4, 5, 2}) : w.transpose({0, 2, 3, 4, 5, 1});
}

/// Weights of the model file are stored in this order, others are copied.
TensorView ConvGenerator::dense(const TensorView &view) {
  if (view.isWeight())
    return lowering.resolve(view, type);
  TensorView copy = lowering.scratch(view.storage, view.sizes);
  lowering.kernel(op, "copy", 0, [&](TileBuilder &b) { b.copy(copy, view); });
  return copy;
}

void ConvGenerator::arrangeWeights() {
  TensorView ordered = orderedWeights();
  int64_t slot = 0;
  for (TapBlock &block : blocks = tapBlocks(g, fold)) {
    TensorView part = ordered.window(3, block.h0, block.rowSteps * block.rows)
                          .window(4, block.w0, block.columnSteps * block.columns)
                          .split(4, block.columns).split(3, block.rows);
    // [group, channels, D, row steps, rows, column steps, columns, outputs]
    TensorView stored = dense(part.transpose({0, 6, 4, 1, 2, 3, 5, 7}));
    int64_t steps = g.kernel[0] * block.rowSteps * block.columnSteps;
    block.weights = *stored.reshape({groups, block.columns * block.rows * channels, steps, outputs});
    block.slot = slot;
    slot += steps;
  }
}

int64_t ConvGenerator::products() const {
  const TapBlock &last = blocks.back();
  return last.slot + last.weights.sizes[2];
}

TensorView ConvGenerator::window(const TensorView &view, const Offset &n, const Offset &output, int64_t count,
                                 const Offset &depth, const Offset &row, int64_t rows, const Offset &column,
                                 int64_t width) const {
  TensorView part = view.at(0, n).window(0, output, count).at(1, depth);
  return part.window(1, row, rows).window(2, column, width);
}

/// Room for products as [128 rows, row blocks, products, outputs].
Tile ConvGenerator::weightTile(TileBuilder &b, int64_t products, int64_t count) {
  return b.sbuf(std::min(rows(), kBlock), {(rows() + kBlock - 1) / kBlock, products, count}, type);
}

/// Products [first, first + count) of a block, into as many slots of `tile`.
void ConvGenerator::loadBlock(TileBuilder &b, const Tile &tile, const TapBlock &block, const Weights &w,
                              const Offset &first, int64_t count) {
  TensorView part = block.weights.at(0, w.group).window(1, first, count).window(2, w.output, w.count);
  for (int64_t row = 0; row < part.sizes[0]; row += kBlock) {
    int64_t height = std::min(kBlock, part.sizes[0] - row);
    Tile slot = tile.rows(0, height).at(0, row / kBlock);
    Tile raw = part.storage == type ? slot : b.sbuf(height, {count, w.count}, part.storage);
    b.load(raw, part.window(0, row, height));
    if (raw.type != type)
      b.copyTile(slot, raw);
  }
}

SmallVector<Tile> ConvGenerator::loadPlanes(TileBuilder &b, const Planes &planes, const Offset &row, int64_t rows,
                                            const Offset &kernelRow) {
  SmallVector<Tile> tiles;
  for (int64_t block = 0; block * kBlock < channels; ++block) {
    Offset channel = planes.group * channels + Offset(block * kBlock);
    int64_t count = std::min(kBlock, channels - block * kBlock);
    tiles.push_back(planes.source.load(b, planes.n, channel, count, planes.depth, row, rows, kernelRow));
  }
  return tiles;
}

/// Adds one product, of all channel blocks, to `sum`; `step` has the counters of
/// its depth, row and column. `window` is what the tap reads of a plane.
void ConvGenerator::multiply(TileBuilder &b, ArrayRef<Tile> tiles, const TapBlock &taps, const Tile &weights,
                             const Tile &sum, ArrayRef<Offset> step,
                             llvm::function_ref<Tile(Tile)> window) {
  for (auto [block, plane] : llvm::enumerate(tiles)) {
    int64_t used = std::min(plane.partitions, taps.weights.sizes[1] - int64_t(block) * kBlock);
    bool isFirst = block == 0 && taps.slot == 0;
    AccumulateMode mode;
    mode.kind = isFirst ? Accumulate::UnlessFirst : Accumulate::Always;
    for (const Offset &counter : step)
      if (isFirst && !counter.isConstant())
        mode.first.push_back(counter.terms[0].first);
    if (isFirst && mode.first.empty())
      mode.kind = Accumulate::Never;
    b.matmul(sum, weights.rows(0, used).at(0, Offset(int64_t(block))), window(plane.rows(0, used)), mode);
  }
}

/// Sums all taps for output rows from `row`, which is `line` of the piece.
void ConvGenerator::accumulate(TileBuilder &b, const Planes &planes, const Weights &w, const Tile &sum,
                               const Offset &row, const Offset &line, int64_t rows, const Offset &column,
                               int64_t width) {
  // Whole images keep absolute rows, pieces start at their own row 0.
  bool isWhole = planes.source.isWholeImage();
  Offset depthStart = isWhole ? planes.depth * g.stride[0] : Offset(0);
  Offset firstRow = isWhole ? row : planes.isResident ? line : Offset(0);
  for (const TapBlock &taps : blocks)
    b.loop(g.kernel[0], [&](Offset d) {
      b.loop(taps.rowSteps, [&](Offset h) {
        Offset first = d * (taps.rowSteps * taps.columnSteps) + h * taps.columnSteps;
        Tile weights = w.tile;
        if (!w.isResident) {
          weights = weightTile(b, taps.columnSteps, w.count);
          loadBlock(b, weights, taps, w, first, taps.columnSteps);
        }
        first = w.isResident ? first + Offset(taps.slot) : Offset(0);
        Offset kernelRow = h * taps.rows + Offset(taps.h0);
        SmallVector<Tile> tiles = planes.isResident ? planes.tiles : loadPlanes(b, planes, row, rows, kernelRow);
        Offset tapRow = planes.isResident ? kernelRow : Offset(0);
        b.loop(taps.columnSteps, [&](Offset x) {
          multiply(b, tiles, taps, weights.at(1, first + x), sum, {d, h, x}, [&](Tile plane) {
            plane.offset += depthStart * plane.dims[0].step;
            return planes.source.tap(plane, d, tapRow, x * taps.columns + Offset(taps.w0), firstRow, rows, column, width);
          });
        });
      });
    });
}

void ConvGenerator::emitPiece(TileBuilder &b, const Planes &planes, const Weights &w, const Offset &row,
                              int64_t rows) {
  int64_t columns = std::min<int64_t>(g.out[2], 512), lines = std::max<int64_t>(1, 512 / columns);
  b.tiles(rows, std::min(rows, lines), [&](Offset line, int64_t height) {
    b.tiles(g.out[2], columns, [&](Offset column, int64_t width) {
      Tile sum = b.psum(w.count, {height, width});
      accumulate(b, planes, w, sum, row + line, line, height, column, width);
      epilogue.emit(b, sum, [&](const TensorView &view) {
        return window(view, planes.n, w.group * outputs + w.output, w.count, planes.depth, row + line, height, column,
                      width);
      });
    });
  });
}

LogicalResult ConvGenerator::emitTensor() {
  int64_t channelBlocks = (channels + kBlock - 1) / kBlock;
  std::optional<PlaneSource> source;
  source.emplace(lowering, op, image, g, channelBlocks, 0, type, kPlaneBudget, fold);
  bool holdsRows = source->fits();
  if (!holdsRows && fold.taps() == 1) { // kernel rows far apart: each reads rows of its own
    WindowGeometry row = g;
    row.kernel[1] = 1;
    source.emplace(lowering, op, image, row, channelBlocks, 0, type, kPlaneBudget);
  }
  if (!source->fits())
    return unsupported(op, "has image rows that do not fit SBUF");
  int64_t outputBlock = std::min(outputs, kBlock);
  bool isResident = channelBlocks * products() * outputBlock * bytesOf(type) <= kWeightBudget;
  if (!isResident && channelBlocks * g.kernel[2] * outputBlock * bytesOf(type) > kWeightBudget)
    return unsupported(op, "has kernel rows with more weights than fit SBUF");
  uint64_t flops = 2 * uint64_t(out.numElements()) * channels * g.taps();
  lowering.kernel(op, "conv", flops, [&](TileBuilder &b) {
    b.loop(image.sizes[0], [&](Offset n) {
      b.loop(groups, [&](Offset group) {
        source->forEachPiece(b, [&](Offset depth, Offset row, int64_t rows) {
          Planes planes{*source, holdsRows, n, group, depth, {}};
          if (holdsRows)
            planes.tiles = loadPlanes(b, planes, row, rows, 0);
          b.tiles(outputs, kBlock, [&](Offset output, int64_t count) {
            Weights w{group, output, count, isResident, {}};
            if (isResident) {
              w.tile = weightTile(b, products(), count);
              for (const TapBlock &block : blocks)
                loadBlock(b, w.tile.free(1, block.slot, block.weights.sizes[2]), block, w, 0, block.weights.sizes[2]);
            }
            emitPiece(b, planes, w, row, rows);
          });
        });
      });
    });
  });
  return success();
}

/// One input channel for each group: channels on the partitions, a tap is one
/// multiply-add with the weight column as scalar.
LogicalResult ConvGenerator::emitDepthwise() {
  PlaneSource planes(lowering, op, image, g, 1, 0, image.storage, kPlaneBudget);
  if (!planes.fits())
    return unsupported(op, "has image rows that do not fit SBUF");
  TensorView byGroup = blocks.front().weights.at(1, 0); // [groups, taps, outputs]
  uint64_t flops = 2 * uint64_t(out.numElements()) * g.taps();
  lowering.kernel(op, "depthwise conv", flops, [&](TileBuilder &b) {
    b.loop(image.sizes[0], [&](Offset n) {
      b.tiles(groups, kBlock, [&](Offset channel, int64_t count) {
        Tile w = b.sbuf(count, {g.taps(), outputs}, byGroup.storage), factors = w;
        b.load(w, byGroup.window(0, channel, count));
        if (w.type != DType::F32) {
          factors = b.sbuf(count, {g.taps(), outputs}, DType::F32);
          b.copyTile(factors, w);
        }
        planes.forEachPiece(b, [&](Offset depth, Offset row, int64_t rows) {
          Tile plane = planes.load(b, n, channel, count, depth, row, rows);
          b.loop(outputs, [&](Offset output) {
            // Output rows in pieces, so that the epilogue's tiles stay small.
            int64_t lines = std::max<int64_t>(1, 1024 / g.out[2]);
            b.tiles(rows, std::min(rows, lines), [&](Offset line, int64_t height) {
              Tile sum = b.sbuf(count, {height, g.out[2]}, DType::F32);
              b.fill(sum, 0);
              Tile shifted = plane;
              if (planes.isWholeImage())
                shifted.offset += depth * g.stride[0] * plane.dims[0].step;
              Offset first = planes.isWholeImage() ? row + line : line;
              b.loop(g.kernel[0], [&](Offset d) {
                b.loop(g.kernel[1], [&](Offset h) {
                  b.loop(g.kernel[2], [&](Offset x) {
                    Offset tap = d * (g.kernel[1] * g.kernel[2]) + h * g.kernel[2] + x;
                    Tile factor = factors.at(0, tap).free(0, output, 1);
                    b.scalarTensorTensor(sum, planes.tap(shifted, d, h, x, first, height, 0, g.out[2]),
                                         {AluOp::Multiply, factor}, AluOp::Add, sum);
                  });
                });
              });
              auto at = [&](const TensorView &view) {
                // Channel c of output j is c * outputs + j.
                TensorView strided = view.split(1, outputs).at(2, output);
                return window(strided, n, channel, count, depth, row + line, height, 0, g.out[2]);
              };
              epilogue.emit(b, sum, at);
            });
          });
        });
      });
    });
  });
  return success();
}

LogicalResult ConvGenerator::run() {
  if (failed(epilogue.verify()))
    return failure();
  groups = op.getGroups();
  image = asImage(lowering.operand(epilogue.outer(op.getX())));
  channels = image.sizes[1] / groups;
  outputs = op.getResult().getType().getDimSize(1) / groups;
  DType weightType = lowering.view(epilogue.outer(op.getW())).storage;
  type = image.storage == weightType && isFloat(weightType) ? weightType : DType::F32;
  SmallVector<TensorView> places;
  for (Value result : epilogue.results())
    places.push_back(asImage(lowering.result(result)));
  epilogue.writeTo(places);
  out = places.front();
  if (out.numElements() == 0)
    return success();
  epilogue.prepare(lowering, [](TensorView view) { return asImage(view); });
  bool isDepthwise = channels == 1 && groups > 1;
  if (!isDepthwise)
    fold = chooseFold({g, channels, outputs, image.storage, kPlaneBudget});
  arrangeWeights();
  return isDepthwise ? emitDepthwise() : emitTensor();
}

LogicalResult neuron::generateConv(Lowering &lowering, Operation *op) {
  Epilogue epilogue = Epilogue::of<ConvOp>(op);
  return ConvGenerator(lowering, epilogue).run();
}
