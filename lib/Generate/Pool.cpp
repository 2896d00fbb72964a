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
/// Most elements that one instruction reads in each partition.
static constexpr int64_t kMaxRead = 1 << 16;

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

/// The four-dim pattern of the windows of these output rows and columns.
static Tile windows(const PlaneSource &planes, const Tile &plane, const Offset &row, int64_t rows,
                    const Offset &column, int64_t columns) {
  const WindowGeometry &g = planes.shape();
  Tile first = planes.tap(plane, 0, 0, 0, row, rows, column, columns);
  int64_t line = plane.dims[1].step;
  first.dims.push_back({g.kernel[1], line * g.dilation[1]});
  first.dims.push_back({g.kernel[2], g.dilation[2]});
  return first;
}

/// Reduces the windows of `count` output rows into `part`, as many at a time as one instruction can read.
static void reduceWindows(TileBuilder &b, const PlaneSource &planes, AluOp alu, const Tile &plane, int64_t count,
                          const Tile &part) {
  const WindowGeometry &g = planes.shape();
  int64_t most = kMaxRead / (g.kernel[1] * g.kernel[2]), width = std::min(g.out[2], most);
  int64_t height = std::min(count, most / width);
  b.tiles(count, height, [&](Offset row, int64_t rows) {
    b.tiles(g.out[2], width, [&](Offset column, int64_t columns) {
      b.tensorReduce(alu, part.free(0, row, rows).free(1, column, columns),
                     windows(planes, plane, row, rows, column, columns), 2);
    });
  });
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
    reduceWindows(b, planes, alu, shifted, count, part);
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

/// If no window has two columns, columns can lie in partitions, which leaves rows of one element: [N * C, W, D, H, 1].
/// False if they cannot.
static bool turnColumns(TensorView &image, TensorView &out, WindowGeometry &g) {
  if (g.kernel[2] != 1 || g.stride[2] != 1 || g.lo[2] != 0 || g.hi[2] != 0)
    return false;
  for (TensorView *view : {&image, &out}) {
    const Shape &s = view->sizes;
    auto flat = view->reshape({s[0] * s[1], s[2], s[3], s[4]});
    if (!flat)
      return false;
    *view = flat->transpose({0, 3, 1, 2}).insertDim(4);
  }
  g.in[2] = g.out[2] = 1;
  return true;
}

LogicalResult neuron::generatePool(Lowering &lowering, Operation *op) {
  auto pool = cast<PoolOp>(op);
  if (pool.getFn() != PoolFn::Max && pool.getFn() != PoolFn::Sum)
    return unsupported(op, "has a window function that must be decomposed first");
  WindowGeometry g = geometryOf(pool);
  TensorView image = asImage(lowering.operand(pool.getX())), out = asImage(lowering.result(pool.getResult()));
  if (out.numElements() == 0)
    return success();
  std::optional<PlaneSource> source;
  source.emplace(lowering, op, image, g, 1, padValueOf(pool), image.storage, kBudget);
  if (!source->fits() && turnColumns(image, out, g))
    source.emplace(lowering, op, image, g, 1, padValueOf(pool), image.storage, kBudget);
  const PlaneSource &planes = *source;
  if (!planes.fits())
    return unsupported(op, "has rows that do not fit SBUF");
  if (g.kernel[1] * g.kernel[2] > kMaxRead)
    return unsupported(op, "has windows of more elements than one instruction reads, " + Twine(kMaxRead));
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
