//===- InlineIf.cpp - both sides of a branch, then a selection ------------===//

#include "neuronc/Transforms/Passes.h"

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

namespace {
struct InlineIfPass : neuron::impl::NeuronInlineIfPassBase<InlineIfPass> {
  using NeuronInlineIfPassBase::NeuronInlineIfPassBase;

  void runOnOperation() override {
    // Outer ones first: a known condition drops the branches nested in the side
    // that is not taken.
    SmallVector<IfOp> work;
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
        op.emitRemark("both sides of a branch that depends on data are run");
      inlineIf(op);
    }
  }
};
} // namespace
