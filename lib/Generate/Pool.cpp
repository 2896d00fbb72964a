//===- Pool.cpp - window reductions ---------------------------------------===//
//
// The windows of a plane are an access pattern of four dims [row, column, tap
// row, tap column]; one instruction reduces the last two. Depth taps join in an
// accumulator.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Plane.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kBudget = 64 << 10;

static double padValueOf(PoolOp op) {
  Type type = op.getX().getType().getElementType();
  if (op.getFn() != PoolFn::Max)
    return 0;
  if (isa<FloatType>(type))
    return -std::numeric_limits<double>::infinity();
  return type.isUnsignedInteger() ? 0 : -double(int64_t(1) << (std::min(32u, type.getIntOrFloatBitWidth()) - 1));
}

static WindowGeometry geometryOf(PoolOp op) {
  WindowGeometry g;
  g.in = WindowGeometry::place(op.getX().getType().getShape().drop_front(2), 1);
  g.out = WindowGeometry::place(op.getResult().getType().getShape().drop_front(2), 1);
  g.kernel = WindowGeometry::place(op.getWindow(), 1);
  g.stride = WindowGeometry::place(op.getStrides(), 1);
  g.dilation = WindowGeometry::place(op.getDilations(), 1);
  g.lo = WindowGeometry::place(op.getPadsLo(), 0);
  g.hi = WindowGeometry::place(op.getPadsHi(), 0);
  return g;
}

/// The four-dim pattern of all windows of `count` output rows.
static Tile windows(const PlaneSource &planes, const Tile &plane, const Offset &depthTap, int64_t count) {
  const WindowGeometry &g = planes.shape();
  Tile first = planes.tap(plane, depthTap, 0, 0, 0, count, 0, g.out[2]);
  int64_t line = plane.dims[1].step;
  first.dims.push_back({g.kernel[1], line * g.dilation[1]});
  first.dims.push_back({g.kernel[2], g.dilation[2]});
  return first;
}

static void reducePiece(TileBuilder &b, const PlaneSource &planes, AluOp alu, const Tile &plane, const Offset &depth,
                        int64_t count, bool isWhole, const TensorView &dst) {
  const WindowGeometry &g = planes.shape();
  Tile total = b.sbuf(plane.partitions, {count, g.out[2]}, DType::F32);
  Offset start = isWhole ? depth * g.stride[0] : Offset(0);
  for (int64_t tap = 0; tap < g.kernel[0]; ++tap) {
    Tile shifted = plane;
    shifted.offset += (start + Offset(tap * g.dilation[0])) * plane.dims[0].step;
    Tile part = tap == 0 ? total : b.sbuf(plane.partitions, {count, g.out[2]}, DType::F32);
    b.tensorReduce(alu, part, windows(planes, shifted, 0, count), 2);
    if (tap > 0)
      b.tensorTensor(alu, total, total, part);
  }
  Tile result = total;
  if (dst.storage != DType::F32) {
    result = b.sbuf(plane.partitions, {count, g.out[2]}, dst.storage);
    b.copyTile(result, total);
  }
  b.store(dst, result);
}

LogicalResult neuron::generatePool(Lowering &lowering, Operation *op) {
  auto pool = cast<PoolOp>(op);
  if (pool.getFn() != PoolFn::Max && pool.getFn() != PoolFn::Sum)
    return unsupported(op, "has a window function that must be decomposed first");
  WindowGeometry g = geometryOf(pool);
  TensorView image = asImage(lowering.operand(pool.getX())), out = asImage(lowering.result(pool.getResult()));
  if (out.numElements() == 0)
    return success();
  PlaneSource planes(lowering, op, image, g, 1, padValueOf(pool), image.storage, kBudget);
  if (!planes.fits())
    return unsupported(op, "has rows that do not fit SBUF");
  AluOp alu = pool.getFn() == PoolFn::Max ? AluOp::Max : AluOp::Add;
  bool isWhole = planes.rows() == g.out[1] && planes.isWholeImage();
  lowering.kernel(op, "pool", out.numElements() * g.taps(), [&](TileBuilder &b) {
    b.loop(image.sizes[0], [&](Offset n) {
      b.tiles(image.sizes[1], 128, [&](Offset channel, int64_t channels) {
        planes.forEachPiece(b, [&](Offset depth, Offset row, int64_t count) {
          Tile plane = planes.load(b, n, channel, channels, depth, row, count);
          TensorView dst = out.at(0, n).window(0, channel, channels).at(1, depth).window(1, row, count);
          reducePiece(b, planes, alu, plane, depth, count, isWhole, dst);
        });
      });
    });
  });
  return success();
}
