//===- Movement.cpp - concat, pad, iota, dynamic slices -------------------===//
//
// What views cannot express moves by DMA alone, HBM to HBM.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Movement.h"
#include "TilePlan.h"
#include "Turn.h"

#include "dialects/Nisa/Nisa.h"

using namespace neuron;
using namespace mlir;

void neuron::fillTensor(TileBuilder &b, const TensorView &dst, double value) {
  for (const TilePlan &plan : planElementwise({dst}, 4096))
    forEachTile(b, plan, [&](ArrayRef<TensorView> windows) {
      Shape sizes(windows[0].sizes.begin() + 1, windows[0].sizes.end());
      Tile tile = b.sbuf(windows[0].sizes[0], sizes, dst.storage);
      b.fill(tile, value);
      b.store(windows[0], tile);
    });
}

LogicalResult neuron::generateConcat(Lowering &lowering, Operation *op) {
  auto concat = cast<ConcatOp>(op);
  TensorView out = lowering.result(concat.getResult());
  lowering.kernel(op, "concat", 0, [&](TileBuilder &b) {
    int64_t start = 0;
    for (Value input : concat.getInputs()) {
      TensorView part = lowering.operand(input);
      int64_t size = part.sizes[concat.getDim()];
      moveTensor(b, out.window(concat.getDim(), start, size), part);
      start += size;
    }
  });
  return success();
}

/// The part of `view` that stays along each dim, after negative padding.
static TensorView cropped(const TensorView &view, ArrayRef<int64_t> lo, ArrayRef<int64_t> hi) {
  TensorView result = view;
  for (unsigned i = 0; i < view.rank(); ++i) {
    int64_t start = std::max<int64_t>(0, -lo[i]), end = view.sizes[i] - std::max<int64_t>(0, -hi[i]);
    result = result.window(i, start, std::max<int64_t>(0, end - start));
  }
  return result;
}

void neuron::padTensor(TileBuilder &b, const TensorView &dst, const TensorView &src, ArrayRef<int64_t> lo,
                       ArrayRef<int64_t> hi, double value) {
  TensorView kept = cropped(src, lo, hi), inside = dst;
  for (unsigned i = 0; i < dst.rank(); ++i)
    inside = inside.window(i, std::max<int64_t>(0, lo[i]), kept.sizes[i]);
  if (inside.numElements() != dst.numElements())
    fillTensor(b, dst, value);
  moveTensor(b, inside, kept);
}

LogicalResult neuron::generatePad(Lowering &lowering, Operation *op) {
  auto pad = cast<PadOp>(op);
  if (pad.getMode() != PadMode::Constant)
    return unsupported(op, "has a padding mode that must be decomposed first");
  TensorView out = lowering.result(pad.getResult()), in = lowering.operand(pad.getX());
  lowering.kernel(op, "pad", 0, [&](TileBuilder &b) {
    padTensor(b, out, in, pad.getLo(), pad.getHi(), pad.getValue().convertToDouble());
  });
  return success();
}

LogicalResult neuron::generateIota(Lowering &lowering, Operation *op) {
  auto iota = cast<IotaOp>(op);
  TensorView out = lowering.result(iota.getResult());
  if (out.numElements() == 0)
    return success();
  // Written once along the dim, then copied over the others.
  int64_t size = out.sizes[iota.getDim()];
  TensorView line = lowering.scratch(out.storage, {size});
  lowering.kernel(op, "iota", 0, [&](TileBuilder &b) {
    b.tiles(size, 2048, [&](Offset start, int64_t count) {
      Tile steps = b.sbuf(1, {count}, DType::I32), tile = steps;
      b.iota(steps, 0, 0, {1});
      if (!start.isConstant() || start.base != 0) {
        Tile base = b.sbuf(1, {1}, DType::I32), sum = b.sbuf(1, {count}, DType::I32);
        loadCounter(b, lowering, base, start);
        b.tensorTensor(AluOp::Add, sum, steps, base.at(0, 0).broadcast(0, count), Engine::GpSimd);
        tile = sum;
      }
      if (tile.type != out.storage) {
        Tile converted = b.sbuf(1, {count}, out.storage);
        b.copyTile(converted, tile);
        tile = converted;
      }
      b.store(line.window(0, start, count).insertDim(0), tile);
    });
    b.copy(out, line.broadcast(out.sizes, {int64_t(iota.getDim())}));
  });
  return success();
}

int64_t neuron::counterTrip(Value counter) {
  return cast<nisa::LoopOp>(cast<BlockArgument>(counter).getOwner()->getParentOp()).getTrip();
}

void neuron::loadCounter(TileBuilder &b, Lowering &lowering, const Tile &dst, const Offset &value) {
  if (value.isConstant())
    return b.fill(dst, double(value.base), Engine::GpSimd);
  // A table of the values the counter takes, indexed by the counter itself.
  auto [counter, step] = value.terms.front();
  int64_t trip = counterTrip(counter);
  std::vector<char> bytes;
  for (int64_t i = 0; i < trip; ++i) {
    int32_t word = int32_t(value.base + step * i);
    bytes.insert(bytes.end(), reinterpret_cast<char *>(&word), reinterpret_cast<char *>(&word) + 4);
  }
  TensorView table = lowering.constant(DType::I32, {trip}, std::move(bytes));
  b.load(dst, table.window(0, Offset::of(counter), 1).insertDim(0));
}

// Dynamic slices: the starts are clamped and become one element offset.

/// An i32 [1,1] tile with sum over dims of clamp(start, 0, limit) * stride.
static Tile linearOffset(TileBuilder &b, Lowering &lowering, OperandRange starts, const TensorView &view,
                         ArrayRef<int64_t> sizes) {
  Tile total = b.sbuf(1, {1}, DType::I32), term = b.sbuf(1, {1}, DType::I32), factor = b.sbuf(1, {1}, DType::I32);
  b.fill(total, 0);
  for (auto [i, start] : llvm::enumerate(starts)) {
    TensorView scalar = *lowering.operand(start).reshape({1, 1});
    b.load(term, scalar);
    // Limits are below 2^24 in any tensor that fits; larger starts saturate.
    b.tensorScalar(term, term, {AluOp::Max, 0.0f}, {AluOp::Min, float(view.sizes[i] - sizes[i])});
    b.fill(factor, double(view.strides[i]), Engine::GpSimd);
    b.tensorTensor(AluOp::Multiply, term, term, factor, Engine::GpSimd);
    b.tensorTensor(AluOp::Add, total, total, term, Engine::GpSimd);
  }
  return total;
}

/// Elements from the first to behind the last place where a window may start.
static int64_t startBound(const TensorView &view, ArrayRef<int64_t> sizes) {
  int64_t bound = 1;
  for (unsigned i = 0; i < view.rank(); ++i)
    bound += (view.sizes[i] - sizes[i]) * view.strides[i];
  return bound;
}

static TensorView firstWindow(const TensorView &view, ArrayRef<int64_t> sizes) {
  TensorView window = view;
  window.sizes.assign(sizes.begin(), sizes.end());
  return window;
}

/// Dense, so that no stride is negative and the offset is non-negative.
static TensorView denseOperand(TileBuilder &b, Lowering &lowering, Value value) {
  TensorView view = lowering.operand(value);
  if (view.isContiguous())
    return view;
  TensorView dense = lowering.scratch(view.storage, view.sizes);
  b.copy(dense, view);
  return dense;
}

LogicalResult neuron::generateDynamicSlice(Lowering &lowering, Operation *op) {
  auto slice = cast<DynamicSliceOp>(op);
  TensorView out = lowering.result(slice.getResult());
  lowering.kernel(op, "dynamic_slice", 0, [&](TileBuilder &b) {
    TensorView in = denseOperand(b, lowering, slice.getX());
    Tile offset = linearOffset(b, lowering, slice.getStarts(), in, slice.getSizes());
    b.copyAt(out, firstWindow(in, slice.getSizes()), offset, 1, startBound(in, slice.getSizes()), /*side=*/1);
  });
  return success();
}

LogicalResult neuron::generateDynamicUpdateSlice(Lowering &lowering, Operation *op) {
  auto update = cast<DynamicUpdateSliceOp>(op);
  TensorView out = lowering.result(update.getResult());
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(update.getUpdate().getType()).getShape();
  lowering.kernel(op, "dynamic_update_slice", 0, [&](TileBuilder &b) {
    b.copy(out, lowering.operand(update.getX()));
    TensorView part = lowering.operand(update.getUpdate());
    Tile offset = linearOffset(b, lowering, update.getStarts(), out, sizes);
    b.copyAt(firstWindow(out, sizes), part, offset, 1, startBound(out, sizes), /*side=*/2);
  });
  return success();
}
