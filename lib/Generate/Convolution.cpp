//===- Convolution.cpp - convolution of any rank, stride, dilation --------===//
//
// out[o, y, x] = sum over taps and channel blocks of w[tap]^T window(x): weights
// are stationary [channels, outputs], the window is an access pattern on the
// plane, everything accumulates in one PSUM bank. Where there are few channels,
// neighbouring taps share a product (TapFold).
//
//===----------------------------------------------------------------------===//

#include "ConvProblem.h"
#include "Generators.h"
#include "TapFold.h"

using namespace neuron;
using namespace mlir;

static constexpr int64_t kBlock = 128;
static constexpr int64_t kWeightBudget = 76 << 10;

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

class ConvGenerator : ConvProblem {
public:
  explicit ConvGenerator(const ConvProblem &conv) : ConvProblem(conv) {}
  LogicalResult run();

private:
  TapFold fold;
  SmallVector<TapBlock, 4> blocks;

  void arrangeWeights();
  int64_t products() const;
  int64_t rows() const { return channels * fold.taps(); }
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

LogicalResult ConvGenerator::run() {
  fold = chooseFold({g, channels, outputs, image.storage, kConvPlaneBudget});
  arrangeWeights();
  int64_t channelBlocks = (channels + kBlock - 1) / kBlock;
  std::optional<PlaneSource> source;
  source.emplace(lowering, op, image, g, channelBlocks, 0, type, kConvPlaneBudget, fold);
  bool holdsRows = source->fits();
  if (!holdsRows && fold.taps() == 1) { // kernel rows far apart: each reads rows of its own
    WindowGeometry row = g;
    row.kernel[1] = 1;
    source.emplace(lowering, op, image, row, channelBlocks, 0, type, kConvPlaneBudget);
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

LogicalResult neuron::generateConv(Lowering &lowering, Operation *op) {
  Epilogue epilogue = Epilogue::of<ConvOp>(op);
  if (failed(epilogue.verify()))
    return failure();
  ConvProblem conv(lowering, epilogue);
  if (conv.out.numElements() == 0)
    return success();
  epilogue.prepare(lowering, [](TensorView view) { return asImage(view); });
  return conv.channels == 1 && conv.groups > 1 ? generateDepthwise(conv) : ConvGenerator(conv).run();
}
