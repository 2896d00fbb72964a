//===- InlineIf.cpp - both sides of a branch, then a selection ------------===//

#include "neuronc/Transforms/Passes.h"

#include "neuronc/Support/SourceLocation.h"

#include "mlir/IR/IRMapping.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONINLINEIFPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

/// Moves the operations of `region` before `op`; what it yields.
static SmallVector<Value> inlineBefore(Operation *op, Region &region) {
  Block &block = region.front();
  Operation *yield = block.getTerminator();
  SmallVector<Value> values(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(), block.getOperations());
  return values;
}

/// The condition if it is known.
static std::optional<bool> constantCondition(IfOp op) {
  auto constant = op.getPred().getDefiningOp<ConstantOp>();
  return constant ? std::optional(*constant.getDense().getValues<bool>().begin()) : std::nullopt;
}

/// pred ? onTrue : onFalse for whole tensors.
static Value selectWhole(OpBuilder &builder, Location loc, Value pred, Value onTrue, Value onFalse) {
  if (onTrue == onFalse)
    return onTrue;
  Value scalar = reshapeTo(builder, loc, pred, {});
  Value spread = broadcastTo(builder, loc, scalar, tensorType(onTrue).getShape());
  return SelectOp::create(builder, loc, spread, onTrue, onFalse);
}

static void inlineIf(IfOp op) {
  OpBuilder builder(op);
  SmallVector<Value> values;
  if (std::optional<bool> condition = constantCondition(op)) {
    values = inlineBefore(op, *condition ? op.getThenRegion() : op.getElseRegion());
  } else {
    values = inlineBefore(op, op.getThenRegion());
    SmallVector<Value> others = inlineBefore(op, op.getElseRegion());
    for (auto [value, other] : llvm::zip_equal(values, others))
      value = selectWhole(builder, op.getLoc(), op.getPred(), value, other);
  }
  op->replaceAllUsesWith(values);
  op->erase();
}

/// Only what has no effects may be run although its side was not taken.
static bool mayRunBoth(IfOp op) { return constantCondition(op) || isMemoryEffectFree(op); }

/// Points of the iteration spaces below `region`; two operations for each of a
/// contraction.
static int64_t workOf(Region &region) {
  int64_t work = 0;
  region.walk([&](IterationOpInterface op) {
    int64_t points = isa<DotGeneralOp, ConvOp>(op) ? 2 : 1;
    for (const IterationDim &dim : op.getIterationDims())
      points *= dim.size;
    work += points;
  });
  return work;
}

static int64_t countOps(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *op) { count += !isa<YieldOp, ConstantOp, WeightOp>(op); });
  return count;
}

/// What running both sides costs, for reports.
static DictionaryAttr costOf(IfOp op) {
  Builder b(op.getContext());
  return b.getDictionaryAttr({b.getNamedAttr("source", b.getStringAttr(sourceNames(op.getLoc()))),
                              b.getNamedAttr("location", b.getStringAttr(sourcePlace(op.getLoc()))),
                              b.getNamedAttr("then_ops", b.getI64IntegerAttr(countOps(op.getThenRegion()))),
                              b.getNamedAttr("then_work", b.getI64IntegerAttr(workOf(op.getThenRegion()))),
                              b.getNamedAttr("else_ops", b.getI64IntegerAttr(countOps(op.getElseRegion()))),
                              b.getNamedAttr("else_work", b.getI64IntegerAttr(workOf(op.getElseRegion())))});
}

namespace {
struct InlineIfPass : neuron::impl::NeuronInlineIfPassBase<InlineIfPass> {
  using NeuronInlineIfPassBase::NeuronInlineIfPassBase;

  void runOnOperation() override {
    // Outer ones first: a known condition drops the branches nested in the side
    // that is not taken.
    SmallVector<IfOp> work;
    SmallVector<Attribute> costs;
    if (auto known = getOperation()->getAttrOfType<ArrayAttr>("neuron.branches"))
      llvm::append_range(costs, known);
    getOperation()->walk<WalkOrder::PreOrder>([&](IfOp op) { work.push_back(op); });
    llvm::SmallPtrSet<Operation *, 16> dropped;
    for (IfOp op : work) {
      if (dropped.contains(op))
        continue;
      std::optional<bool> condition = constantCondition(op);
      if (!condition && onlyConstant)
        continue;
      if (!mayRunBoth(op)) {
        op.emitError("must have no effects in its regions, so that both can be "
                     "run");
        return signalPassFailure();
      }
      if (condition)
        (*condition ? op.getElseRegion() : op.getThenRegion()).walk([&](Operation *nested) {
          dropped.insert(nested);
        });
      else
        costs.push_back(costOf(op));
      inlineIf(op);
    }
    if (!costs.empty())
      getOperation()->setAttr("neuron.branches", ArrayAttr::get(&getContext(), costs));
  }
};
} // namespace
