//===- Scan.cpp - neuron.scan to a counted loop ---------------------------===//
//
// Carried values live in buffers of their own; the slice of a scanned tensor is
// a window whose place is affine in the loop counter, so the body is generated
// once whatever the length.
//
//===----------------------------------------------------------------------===//

#include "Scan.h"

#include "dialects/Nisa/Nisa.h"

using namespace neuron;
using namespace mlir;

/// Index of step `t` along a dim of `trip` steps.
static Offset stepIndex(const Offset &t, int64_t trip, bool isReversed) {
  return isReversed ? t * -1 + Offset(trip - 1) : t;
}

static void copyTo(Lowering &lowering, Operation *op, const TensorView &dst, const TensorView &src) {
  lowering.kernel(op, "copy", 0, [&](TileBuilder &b) { b.copy(dst, src); });
}

static TensorView scratchFor(Lowering &lowering, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return lowering.scratch(Lowering::storageOf(type.getElementType()), type.getShape());
}

namespace {
struct ScanLowering {
  Lowering &lowering;
  ScanOp op;
  SmallVector<TensorView> carried, stacked;

  void begin();
  LogicalResult body(const Offset &t);
  void end();
};
} // namespace

void ScanLowering::begin() {
  for (Value init : op.getInits()) {
    carried.push_back(scratchFor(lowering, init));
    copyTo(lowering, op, carried.back(), lowering.operand(init));
  }
  for (Value out : op.getStacked())
    stacked.push_back(scratchFor(lowering, out));
}

LogicalResult ScanLowering::body(const Offset &t) {
  Block &block = op.getBody().front();
  for (auto [arg, view] : llvm::zip(block.getArguments(), carried))
    lowering.bind(arg, view);
  for (auto [i, x] : llvm::enumerate(op.getXs())) {
    Offset index = stepIndex(t, op.getTrip(), op.getInReverse()[i]);
    lowering.bind(block.getArgument(op.getNumCarried() + i), lowering.operand(x).at(op.getInDims()[i], index));
  }
  if (failed(lowerBlock(lowering, block)))
    return failure();
  OperandRange yields = block.getTerminator()->getOperands();
  for (auto [i, view] : llvm::enumerate(stacked)) {
    Offset index = stepIndex(t, op.getTrip(), op.getOutReverse()[i]);
    copyTo(lowering, op, view.at(op.getOutDims()[i], index), lowering.operand(yields[op.getNumCarried() + i]));
  }
  // All next values are read before any carried buffer changes.
  SmallVector<TensorView> next;
  for (Value value : yields.take_front(op.getNumCarried())) {
    TensorView view = lowering.operand(value);
    bool isCarried = llvm::any_of(carried, [&](TensorView &c) { return c.buffer == view.buffer; });
    if (isCarried) {
      TensorView moved = lowering.scratch(view.storage, view.sizes);
      copyTo(lowering, op, moved, view);
      view = moved;
    }
    next.push_back(view);
  }
  for (auto [to, from] : llvm::zip(carried, next))
    copyTo(lowering, op, to, from);
  return success();
}

void ScanLowering::end() {
  for (auto [value, view] : llvm::zip(op.getFinals(), carried))
    lowering.bind(value, view);
  for (auto [value, view] : llvm::zip(op.getStacked(), stacked))
    lowering.bind(value, view);
}

LogicalResult neuron::lowerScan(Lowering &lowering, ScanOp op) {
  ScanLowering scan{lowering, op, {}, {}};
  scan.begin();
  int64_t trip = op.getTrip();
  if (trip > INT32_MAX)
    return unsupported(op, "has more than 2147483647 steps");
  if (trip > 0) {
    auto loop = nisa::LoopOp::create(lowering.builder, op.getLoc(), trip);
    OpBuilder::InsertionGuard guard(lowering.builder);
    lowering.builder.setInsertionPointToEnd(&loop.getBody().front());
    if (failed(scan.body(Offset::of(loop.getCounter()))))
      return failure();
  }
  scan.end();
  return success();
}
