//===- Reduce.cpp - reductions along rows ---------------------------------===//
//
// Kept dims are rows, reduced dims the free axis; long rows are cut into chunks
// whose partial results join in an accumulator. Floats and booleans use the
// Vector engine's reduction; integers, which must be exact over 32 bits, are
// halved log2(n) times with exact integer operations.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Movement.h"
#include "Rows.h"
#include "TileMath.h"

#include <limits>

using namespace neuron;
using namespace mlir;

namespace {
struct Function {
  AluOp alu;
  BinaryFn binary;
  double identity; ///< of floats
};
} // namespace

static Function functionOf(ReduceFn fn, bool isBool) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  switch (fn) {
  case ReduceFn::Add: return {isBool ? AluOp::Max : AluOp::Add, BinaryFn::Add, 0};
  case ReduceFn::Mul: return {isBool ? AluOp::Min : AluOp::Multiply, BinaryFn::Mul, 1};
  case ReduceFn::Max: return {AluOp::Max, BinaryFn::Max, isBool ? 0 : -inf};
  case ReduceFn::Min: return {AluOp::Min, BinaryFn::Min, isBool ? 1 : inf};
  case ReduceFn::And: return {AluOp::Min, BinaryFn::And, 1};
  case ReduceFn::Or: return {AluOp::Max, BinaryFn::Or, 0};
  }
  return {AluOp::Add, BinaryFn::Add, 0};
}

static double integerIdentity(ReduceFn fn, Type type) {
  bool isUnsigned = type.isUnsignedInteger();
  unsigned bits = std::min(32u, type.getIntOrFloatBitWidth());
  switch (fn) {
  case ReduceFn::Mul: return 1;
  case ReduceFn::Max: return isUnsigned ? 0 : -double(int64_t(1) << (bits - 1));
  case ReduceFn::Min: return double((int64_t(1) << (isUnsigned ? bits : bits - 1)) - 1);
  case ReduceFn::And: return -1;
  default: return 0;
  }
}

/// Joins the two halves of a tile until one element is left.
static Tile halve(TileBuilder &b, Tile tile, BinaryFn fn) {
  IntMath math(b);
  for (int64_t n = tile.freeSize(); n > 1;) {
    int64_t half = n / 2;
    Tile low = tile.free(0, 0, half);
    math.binary(fn, low, low, tile.free(0, n - half, half));
    n -= half;
  }
  return tile.free(0, 0, 1);
}

static Tile dense(const Tile &tile) { return tile.reshape({tile.freeSize()}); }

/// Integer rows: chunks of 32-bit elements, halved.
static void reduceIntegers(TileBuilder &b, ReduceOp op, ArrayRef<TensorView> windows) {
  Type type = op.getX().getType().getElementType();
  DType wide = type.isUnsignedInteger() ? DType::U32 : DType::I32;
  BinaryFn fn = functionOf(op.getFn(), false).binary;
  int64_t rows = windows[0].sizes[0];
  Tile total = b.sbuf(rows, {1}, wide);
  b.fill(total, integerIdentity(op.getFn(), type));
  forEachChunk(b, windows.take_front(1), 1024, [&](ArrayRef<TensorView> chunk) {
    Tile raw = b.sbuf(rows, innerShape(chunk[0]), chunk[0].storage), values = raw;
    b.load(raw, chunk[0]);
    if (bytesOf(raw.type) != 4) {
      values = b.sbuf(rows, innerShape(chunk[0]), wide);
      b.copyTile(values, raw);
    }
    IntMath(b).binary(fn, total, total, halve(b, dense(values.as(wide)), fn));
  });
  IntMath(b).wrap(total, std::min(32u, type.getIntOrFloatBitWidth()), !type.isUnsignedInteger());
  Tile result = total;
  if (bytesOf(windows[1].storage) != 4) {
    result = b.sbuf(rows, {1}, windows[1].storage);
    b.copyTile(result, total);
  }
  b.store(windows[1], result.as(windows[1].storage));
}

static void reduceFloats(TileBuilder &b, const Function &function, ArrayRef<TensorView> windows) {
  int64_t rows = windows[0].sizes[0];
  Tile total = b.sbuf(rows, {1}, DType::F32);
  b.fill(total, function.identity);
  forEachChunk(b, windows.take_front(1), 4096, [&](ArrayRef<TensorView> chunk) {
    Tile tile = b.sbuf(rows, innerShape(chunk[0]), chunk[0].storage), part = b.sbuf(rows, {1}, DType::F32);
    b.load(tile, chunk[0]);
    b.tensorReduce(function.alu, part, dense(tile));
    b.tensorTensor(function.alu, total, total, part);
  });
  Tile result = b.sbuf(rows, {1}, windows[1].storage);
  b.copyTile(result, total);
  b.store(windows[1], result);
}

LogicalResult neuron::generateReduce(Lowering &lowering, Operation *op) {
  auto reduce = cast<ReduceOp>(op);
  Type type = reduce.getX().getType().getElementType();
  bool isBool = type.isInteger(1), isInt = isa<IntegerType>(type) && !isBool;
  TensorView x = withInnerDims(lowering.operand(reduce.getX()), reduce.getDims());
  TensorView out = lowering.result(reduce.getResult());
  if (out.numElements() == 0)
    return success();
  if (x.numElements() == 0) {
    double identity = isInt ? integerIdentity(reduce.getFn(), type) : functionOf(reduce.getFn(), isBool).identity;
    lowering.kernel(op, "fill", 0, [&](TileBuilder &b) { fillTensor(b, out, identity); });
    return success();
  }
  unsigned rowDims = out.rank();
  // The result has no inner dims: a size-1 dim stands for each.
  TensorView padded = out;
  for (unsigned i = rowDims; i < x.rank(); ++i)
    padded = padded.insertDim(i);
  TensorView stretched = padded;
  stretched.sizes = x.sizes;
  lowering.kernel(op, "reduce", x.numElements(), [&](TileBuilder &b) {
    forEachRowBlock(b, {x, stretched}, rowDims, [&](ArrayRef<TensorView> windows) {
      TensorView result = windows[1];
      for (unsigned i = 1; i < result.rank(); ++i)
        result.sizes[i] = 1;
      if (isInt)
        reduceIntegers(b, reduce, {windows[0], result});
      else
        reduceFloats(b, functionOf(reduce.getFn(), isBool), {windows[0], result});
    });
  });
  return success();
}
