//===- Convolution.cpp - convolution of any rank, stride, dilation --------===//
//
// out[o, y, x] = sum over taps and channel blocks of w[tap]^T window(x): weights
// are stationary [channels, outputs], the window is an access pattern on the
// plane, everything accumulates in one PSUM bank. A transposed convolution is
// one over the input with gaps and turned weights. Depthwise convolutions run
// on the Vector engine, one multiply-add a tap.
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "Generators.h"
#include "Plane.h"

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
  TensorView weights;    ///< [group, channels, D, H, W, outputs], k taps
  int64_t groups = 1, channels = 0, outputs = 0; ///< of a group
  DType type = DType::F32;

  void arrangeWeights();
  TensorView window(const TensorView &view, const Offset &n, const Offset &output, int64_t count, const Offset &depth,
                    const Offset &row, int64_t rows, const Offset &column, int64_t width) const;
  LogicalResult emitTensor();
  LogicalResult emitDepthwise();
  Tile loadWeights(TileBuilder &b, const Offset &group, const Offset &output, int64_t count, const Offset &first,
                   int64_t taps);
  void emitPiece(TileBuilder &b, const PlaneSource &planes, ArrayRef<Tile> planeTiles, const Weights &w,
                 const Offset &n, const Offset &depth, const Offset &row, int64_t rows);
  void accumulate(TileBuilder &b, const PlaneSource &planes, ArrayRef<Tile> planeTiles, const Weights &w,
                  const Tile &sum, const Offset &depthStart, const Offset &row, int64_t rows, const Offset &column,
                  int64_t width);
};
} // namespace

/// Weights as [group, channels, D, H, W, outputs], turned for a transposed
/// convolution; stored so if they come from the model file.
void ConvGenerator::arrangeWeights() {
  TensorView w = lowering.view(epilogue.outer(op.getW()));
  bool isTransposed = op.getTransposed();
  w = asImage(w).split(0, isTransposed ? channels : outputs);
  // [group, outputs, channels, D, H, W], or with channels first.
  w = isTransposed ? w.reverse({3, 4, 5}).transpose({0, 1, 3, 4, 5, 2}) : w.transpose({0, 2, 3, 4, 5, 1});
  if (w.isWeight()) {
    weights = lowering.resolve(w, type);
    return;
  }
  weights = lowering.scratch(w.storage, w.sizes);
  lowering.kernel(op, "copy", 0, [&](TileBuilder &b) { b.copy(weights, w); });
}

TensorView ConvGenerator::window(const TensorView &view, const Offset &n, const Offset &output, int64_t count,
                                 const Offset &depth, const Offset &row, int64_t rows, const Offset &column,
                                 int64_t width) const {
  TensorView part = view.at(0, n).window(0, output, count).at(1, depth);
  return part.window(1, row, rows).window(2, column, width);
}

/// Taps [first, first + taps) as [128 channels, channel blocks, taps, outputs]
/// in the engine's type.
Tile ConvGenerator::loadWeights(TileBuilder &b, const Offset &group, const Offset &output, int64_t count,
                                const Offset &first, int64_t taps) {
  int64_t blocks = (channels + kBlock - 1) / kBlock;
  TensorView part = weights.at(0, group); // [channels, D, H, W, outputs]
  part = *part.reshape({channels, g.taps(), outputs});
  part = part.window(1, first, taps).window(2, output, count);
  Tile raw = b.sbuf(std::min(channels, kBlock), {blocks, taps, count}, part.storage), tile = raw;
  if (raw.type != type)
    tile = b.sbuf(raw.partitions, {blocks, taps, count}, type);
  for (int64_t block = 0; block < blocks; ++block) {
    int64_t rows = std::min(kBlock, channels - block * kBlock);
    Tile slot = raw.rows(0, rows).at(0, block);
    b.load(slot, part.window(0, block * kBlock, rows));
    if (raw.type != type)
      b.copyTile(tile.rows(0, rows).at(0, block), slot);
  }
  return tile;
}

void ConvGenerator::accumulate(TileBuilder &b, const PlaneSource &planes, ArrayRef<Tile> planeTiles,
                               const Weights &w, const Tile &sum, const Offset &depthStart, const Offset &row,
                               int64_t rows, const Offset &column, int64_t width) {
  // All channel blocks of a tap follow each other: one accumulation group.
  auto multiply = [&](const Tile &tile, const Offset &slot, const Offset &d, const Offset &h, const Offset &x) {
    for (auto [block, plane] : llvm::enumerate(planeTiles)) {
      Tile stationary = tile.rows(0, plane.partitions).at(0, Offset(int64_t(block))).at(0, slot), shifted = plane;
      shifted.offset += depthStart * plane.dims[0].step;
      AccumulateMode mode;
      mode.kind = block == 0 ? Accumulate::UnlessFirst : Accumulate::Always;
      for (const Offset *counter : {&d, &h, &x})
        if (block == 0 && !counter->isConstant())
          mode.first.push_back(counter->terms[0].first);
      if (block == 0 && mode.first.empty())
        mode.kind = Accumulate::Never;
      b.matmul(sum, stationary, planes.tap(shifted, d, h, x, row, rows, column, width), mode);
    }
  };
  b.loop(g.kernel[0], [&](Offset d) {
    b.loop(g.kernel[1], [&](Offset h) {
      Offset line = d * (g.kernel[1] * g.kernel[2]) + h * g.kernel[2];
      Tile tile = w.isResident ? w.tile : loadWeights(b, w.group, w.output, w.count, line, g.kernel[2]);
      b.loop(g.kernel[2], [&](Offset x) { multiply(tile, w.isResident ? line + x : x, d, h, x); });
    });
  });
}

void ConvGenerator::emitPiece(TileBuilder &b, const PlaneSource &planes, ArrayRef<Tile> planeTiles,
                              const Weights &w, const Offset &n, const Offset &depth, const Offset &row,
                              int64_t rows) {
  int64_t columns = std::min<int64_t>(g.out[2], 512), lines = std::max<int64_t>(1, 512 / columns);
  Offset depthStart = planes.isWholeImage() ? depth * g.stride[0] : Offset(0);
  b.tiles(rows, std::min(rows, lines), [&](Offset line, int64_t height) {
    b.tiles(g.out[2], columns, [&](Offset column, int64_t width) {
      Tile sum = b.psum(w.count, {height, width});
      // Whole images keep absolute rows, pieces start at their own row 0.
      accumulate(b, planes, planeTiles, w, sum, depthStart, planes.isWholeImage() ? row + line : line, height,
                 column, width);
      auto at = [&](const TensorView &view) {
        return window(view, n, w.group * outputs + w.output, w.count, depth, row + line, height, column, width);
      };
      epilogue.emit(b, sum, at);
    });
  });
}

LogicalResult ConvGenerator::emitTensor() {
  int64_t blocks = (channels + kBlock - 1) / kBlock;
  PlaneSource planes(lowering, op, image, g, blocks, 0, type, kPlaneBudget);
  if (!planes.fits())
    return unsupported(op, "has image rows that do not fit SBUF");
  int64_t outputBlock = std::min(outputs, kBlock);
  bool isResident = blocks * g.taps() * outputBlock * bytesOf(type) <= kWeightBudget;
  if (!isResident && blocks * g.kernel[2] * outputBlock * bytesOf(type) > kWeightBudget)
    return unsupported(op, "has kernel rows with more weights than fit SBUF");
  uint64_t flops = 2 * uint64_t(out.numElements()) * channels * g.taps();
  lowering.kernel(op, "conv", flops, [&](TileBuilder &b) {
    b.loop(image.sizes[0], [&](Offset n) {
      b.loop(groups, [&](Offset group) {
        planes.forEachPiece(b, [&](Offset depth, Offset row, int64_t rows) {
          SmallVector<Tile> tiles;
          for (int64_t block = 0; block < blocks; ++block) {
            Offset channel = group * channels + Offset(block * kBlock);
            tiles.push_back(planes.load(b, n, channel, std::min(kBlock, channels - block * kBlock), depth, row, rows));
          }
          b.tiles(outputs, kBlock, [&](Offset output, int64_t count) {
            Weights w{group, output, count, isResident, {}};
            if (isResident)
              w.tile = loadWeights(b, group, output, count, 0, g.taps());
            emitPiece(b, planes, tiles, w, n, depth, row, rows);
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
  TensorView byGroup = *weights.at(1, 0).reshape({groups, g.taps(), outputs});
  uint64_t flops = 2 * uint64_t(out.numElements()) * g.taps();
  lowering.kernel(op, "depthwise conv", flops, [&](TileBuilder &b) {
    b.loop(image.sizes[0], [&](Offset n) {
      b.tiles(groups, kBlock, [&](Offset channel, int64_t count) {
        Tile w = b.sbuf(count, {g.taps(), outputs}, weights.storage), factors = w;
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
  arrangeWeights();
  return channels == 1 && groups > 1 ? emitDepthwise() : emitTensor();
}

LogicalResult neuron::generateConv(Lowering &lowering, Operation *op) {
  Epilogue epilogue = Epilogue::of<ConvOp>(op);
  return ConvGenerator(lowering, epilogue).run();
}
