//===- Depthwise.cpp - convolutions of one channel a group ----------------===//

#include "ConvProblem.h"

using namespace neuron;
using namespace mlir;

static constexpr int64_t kBlock = 128;

/// Channels on the partitions; a tap is one multiply-add with the weight column
/// as scalar.
LogicalResult neuron::generateDepthwise(const ConvProblem &conv) {
  const WindowGeometry &g = conv.g;
  int64_t groups = conv.groups, outputs = conv.outputs;
  PlaneSource planes(conv.lowering, conv.op, conv.image, g, 1, 0, conv.image.storage, kConvPlaneBudget);
  if (!planes.fits())
    return unsupported(conv.op, "has image rows that do not fit SBUF");
  TensorView byGroup = *conv.dense(conv.orderedWeights()).at(1, 0).reshape({groups, g.taps(), outputs});
  uint64_t flops = 2 * uint64_t(conv.out.numElements()) * g.taps();
  conv.lowering.kernel(conv.op, "depthwise conv", flops, [&](TileBuilder &b) {
    b.loop(conv.image.sizes[0], [&](Offset n) {
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
                return conv.window(strided, n, channel, count, depth, row + line, height, 0, g.out[2]);
              };
              conv.epilogue.emit(b, sum, at);
            });
          });
        });
      });
    });
  });
  return success();
}
