//===- Cumulative.cpp - running values along rows -------------------------===//
//
// The scan instruction runs along the free axis; the last value of a chunk is
// the initial value of the next. Integers, which must be exact, use log2(n)
// shifted additions instead.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"
#include "TileMath.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kChunk = 2048;

static AluOp aluOf(ReduceFn fn) {
  switch (fn) {
  case ReduceFn::Mul: return AluOp::Multiply;
  case ReduceFn::Max: return AluOp::Max;
  case ReduceFn::Min: return AluOp::Min;
  default: return AluOp::Add;
  }
}

static BinaryFn binaryOf(ReduceFn fn) {
  switch (fn) {
  case ReduceFn::Mul: return BinaryFn::Mul;
  case ReduceFn::Max: return BinaryFn::Max;
  case ReduceFn::Min: return BinaryFn::Min;
  default: return BinaryFn::Add;
  }
}

static double identityOf(ReduceFn fn, bool isInt) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  switch (fn) {
  case ReduceFn::Mul: return 1;
  case ReduceFn::Max: return isInt ? -2147483648.0 : -inf;
  case ReduceFn::Min: return isInt ? 2147483647.0 : inf;
  default: return 0;
  }
}

/// Running values of one chunk of 32-bit integers, in place: after the step of
/// distance d each element covers 2 d elements.
static void scanIntegers(TileBuilder &b, const Tile &tile, const Tile &carry, BinaryFn fn) {
  IntMath math(b);
  int64_t n = tile.freeSize();
  for (int64_t distance = 1; distance < n; distance *= 2) {
    Tile shifted = b.sbuf(tile.partitions, {n - distance}, tile.type);
    b.copyTile(shifted, tile.free(0, 0, n - distance));
    Tile upper = tile.free(0, distance, n - distance);
    math.binary(fn, upper, upper, shifted);
  }
  math.binary(fn, tile, tile, carry.at(0, 0).broadcast(0, n));
}

static void emitRows(TileBuilder &b, CumulativeOp op, ArrayRef<TensorView> windows) {
  int64_t rows = windows[0].sizes[0];
  DType storage = windows[0].storage;
  bool isInt = isInteger(storage);
  DType type = isInt ? storage : DType::F32;
  Tile carry = b.sbuf(rows, {1}, type);
  b.fill(carry, identityOf(op.getFn(), isInt));
  forEachChunk(b, windows, kChunk, [&](ArrayRef<TensorView> chunk) {
    int64_t n = innerSize(chunk[0]);
    Tile in = b.sbuf(rows, {n}, storage), running = b.sbuf(rows, {n + 1}, type);
    b.load(in, chunk[0]);
    // Element 0 is what came before: the exclusive result is the same tile,
    // one place earlier.
    b.copyTile(running.free(0, 0, 1), carry);
    Tile values = running.free(0, 1, n);
    if (isInt) {
      b.copyTile(values, in);
      scanIntegers(b, values, carry, binaryOf(op.getFn()));
    } else {
      b.cumulative(values, in, aluOf(op.getFn()), carry);
    }
    b.copyTile(carry, running.free(0, n, 1));
    Tile result = running.free(0, op.getExclusive() ? 0 : 1, n);
    if (result.type != chunk[1].storage) {
      Tile rounded = b.sbuf(rows, {n}, chunk[1].storage);
      b.copyTile(rounded, result);
      result = rounded;
    }
    b.store(chunk[1], result);
  });
}

LogicalResult neuron::generateCumulative(Lowering &lowering, Operation *op) {
  auto cumulative = cast<CumulativeOp>(op);
  int64_t dim = cumulative.getDim();
  TensorView x = lowering.operand(cumulative.getX()), out = lowering.result(cumulative.getResult());
  if (isInteger(x.storage) && bytesOf(x.storage) != 4)
    return unsupported(op, "runs over 8- or 16-bit integers", "cast to i32 before the op");
  if (out.numElements() == 0)
    return success();
  if (cumulative.getReverse()) {
    x = x.reverse({dim});
    out = out.reverse({dim});
  }
  x = withInnerDims(x, {dim});
  out = withInnerDims(out, {dim});
  lowering.kernel(op, "cumulative", x.numElements(), [&](TileBuilder &b) {
    forEachRowBlock(b, {x, out}, x.rank() - 1,
                    [&](ArrayRef<TensorView> windows) { emitRows(b, cumulative, windows); });
  });
  return success();
}

LogicalResult neuron::generateLinearScan(Lowering &lowering, Operation *op) {
  auto scan = cast<LinearScanOp>(op);
  int64_t dim = scan.getDim();
  TensorView out = withInnerDims(lowering.result(scan.getResult()), {dim});
  TensorView a = withInnerDims(lowering.operand(scan.getA()), {dim});
  TensorView x = withInnerDims(lowering.operand(scan.getB()), {dim});
  if (out.numElements() == 0)
    return success();
  SmallVector<TensorView> views{a, x, out};
  if (scan.getInit())
    views.push_back(withInner(lowering.operand(scan.getInit()).insertDim(out.rank() - 1), out.sizes.back()));
  lowering.kernel(op, "linear_scan", 2 * uint64_t(out.numElements()), [&](TileBuilder &b) {
    forEachRowBlock(b, views, out.rank() - 1, [&](ArrayRef<TensorView> windows) {
      int64_t rows = windows[0].sizes[0];
      Tile carry = b.sbuf(rows, {1}, DType::F32);
      if (scan.getInit()) {
        TensorView first = windows[3];
        first.sizes.back() = 1;
        b.copyTile(carry, loadFloat(b, first));
      } else {
        b.fill(carry, 0);
      }
      forEachChunk(b, windows.take_front(3), kChunk, [&](ArrayRef<TensorView> chunk) {
        Tile factors = loadFloat(b, chunk[0]), addends = loadFloat(b, chunk[1]);
        Tile running = b.sbuf(rows, {innerSize(chunk[0])}, DType::F32), result = running;
        b.scan(running, factors, addends, carry, AluOp::Multiply, AluOp::Add);
        b.copyTile(carry, running.free(0, running.freeSize() - 1, 1));
        if (chunk[2].storage != DType::F32) {
          result = b.sbuf(rows, {running.freeSize()}, chunk[2].storage);
          b.copyTile(result, running);
        }
        b.store(chunk[2], result);
      });
    });
  });
  return success();
}
