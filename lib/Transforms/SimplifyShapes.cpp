//===- SimplifyShapes.cpp - views of data ---------------------------------===//

#include "Match.h"
#include "SimplifyPatterns.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neuron;

static ArrayRef<int64_t> shapeOf(Value value) { return tensorType(value).getShape(); }

namespace {

/// op(x) : T to T  ->  x, for operations that then change nothing.
template <typename OpT> struct DropIdentity : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    if (op->getOperand(0).getType() != op->getResult(0).getType() || !isIdentity(op))
      return rewriter.notifyMatchFailure(op, "changes something");
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
  static bool isIdentity(OpT op);
};

template <> bool DropIdentity<ReshapeOp>::isIdentity(ReshapeOp) { return true; }
template <> bool DropIdentity<CastOp>::isIdentity(CastOp) { return true; }
template <> bool DropIdentity<BroadcastInDimOp>::isIdentity(BroadcastInDimOp) { return true; }
template <> bool DropIdentity<TransposeOp>::isIdentity(TransposeOp op) {
  // Dims of size one may change places.
  SmallVector<int64_t> moving;
  for (int64_t dim : op.getPerm())
    if (shapeOf(op.getX())[dim] != 1)
      moving.push_back(dim);
  return llvm::is_sorted(moving);
}
template <> bool DropIdentity<SliceOp>::isIdentity(SliceOp op) {
  return llvm::all_of(op.getStrides(), [](int64_t s) { return s == 1; });
}
template <> bool DropIdentity<PadOp>::isIdentity(PadOp op) {
  return llvm::all_of(op.getLo(), [](int64_t n) { return n == 0; });
}
template <> bool DropIdentity<ConcatOp>::isIdentity(ConcatOp op) { return op.getInputs().size() == 1; }
template <> bool DropIdentity<DynamicSliceOp>::isIdentity(DynamicSliceOp) {
  return true; // a box of the whole size starts at 0
}
template <> bool DropIdentity<ReverseOp>::isIdentity(ReverseOp op) {
  return llvm::all_of(op.getDims(), [&](int64_t d) { return shapeOf(op.getX())[d] <= 1; });
}

/// reshape(reshape(x))  ->  reshape(x)
struct ReshapeOfReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const final {
    Operation *inner = op.getX().getDefiningOp();
    bool keepsOrder = isa_and_nonnull<ReshapeOp>(inner);
    // A broadcast or transpose that only adds or moves dims of size one.
    if (auto broadcast = dyn_cast_or_null<BroadcastInDimOp>(inner))
      keepsOrder = tensorType(broadcast.getX()).getNumElements() == tensorType(op.getX()).getNumElements();
    if (!keepsOrder)
      return rewriter.notifyMatchFailure(op, "operand is no reshape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(), inner->getOperand(0));
    return success();
  }
};

/// transpose(transpose(x))  ->  transpose(x)
struct TransposeOfTranspose : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getX().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is no transpose");
    SmallVector<int64_t> perm;
    for (int64_t dim : op.getPerm())
      perm.push_back(inner.getPerm()[dim]);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, inner.getX(), perm);
    return success();
  }
};

/// A transpose or broadcast that moves no element  ->  reshape
template <typename OpT> struct ViewToReshape : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    if (!movesNothing(op))
      return rewriter.notifyMatchFailure(op, "elements move");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(), op.getX());
    return success();
  }
  static bool movesNothing(TransposeOp op) { return DropIdentity<TransposeOp>::isIdentity(op); }
  static bool movesNothing(BroadcastInDimOp op) {
    return tensorType(op.getX()).getNumElements() == op.getResult().getType().getNumElements();
  }
};

/// For a reshape that only adds or drops dims of size one: which dim of the
/// result each dim of the operand becomes. Nothing if there is no such map.
std::optional<SmallVector<int64_t>> unitDimMap(ReshapeOp op) {
  ArrayRef<int64_t> from = shapeOf(op.getX()), to = shapeOf(op.getResult());
  SmallVector<int64_t> map;
  size_t next = 0;
  for (int64_t size : from) {
    while (next < to.size() && to[next] != size && to[next] == 1)
      ++next;
    if (next == to.size() || to[next] != size)
      return std::nullopt;
    map.push_back(next++);
  }
  for (; next < to.size(); ++next)
    if (to[next] != 1)
      return std::nullopt;
  return map;
}

/// broadcast(broadcast(x)) and broadcast(reshape(x))  ->  broadcast(x), if the
/// reshape only adds dims of size one.
struct BroadcastOfView : OpRewritePattern<BroadcastInDimOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(BroadcastInDimOp op, PatternRewriter &rewriter) const final {
    std::optional<SmallVector<int64_t>> map;
    Operation *inner = op.getX().getDefiningOp();
    if (auto broadcast = dyn_cast_or_null<BroadcastInDimOp>(inner))
      map = SmallVector<int64_t>(broadcast.getDims());
    else if (auto reshape = dyn_cast_or_null<ReshapeOp>(inner))
      map = unitDimMap(reshape);
    if (!map)
      return rewriter.notifyMatchFailure(op, "operand is no view that fits");
    for (int64_t &dim : *map)
      dim = op.getDims()[dim];
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(op, op.getResult().getType(), inner->getOperand(0), *map);
    return success();
  }
};

/// f(reshape(x))  ->  reshape(f(x)), and the same with numbers as the other
/// operand, so that functions of a reduced value stand next to the reduction.
struct SinkReshape : RewritePattern {
  SinkReshape(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (!isa<UnaryOp, BinaryOp, ClampOp, CastOp>(op))
      return failure();
    ReshapeOp reshape;
    for (Value operand : op->getOperands()) {
      auto candidate = operand.getDefiningOp<ReshapeOp>();
      if (candidate && !splatNumber(operand) && !reshape)
        reshape = candidate;
      else if (!splatNumber(operand))
        return rewriter.notifyMatchFailure(op, "other operand is no number");
    }
    if (!reshape || !reshape->hasOneUse())
      return rewriter.notifyMatchFailure(op, "no reshape of its own");
    RankedTensorType inner = tensorType(reshape.getX());
    IRMapping map;
    for (Value operand : op->getOperands())
      map.map(operand, operand == reshape.getResult()
                           ? Value(reshape.getX())
                           : splat(rewriter, op->getLoc(), inner, *splatNumber(operand)));
    Operation *sunk = rewriter.clone(*op, map);
    Type element = tensorType(op->getResult(0)).getElementType();
    sunk->getResult(0).setType(withElement(inner, element));
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op->getResult(0).getType(), sunk->getResult(0));
    return success();
  }
};

} // namespace

void neuron::addShapePatterns(RewritePatternSet &patterns) {
  patterns.add<DropIdentity<ReshapeOp>, DropIdentity<CastOp>, DropIdentity<BroadcastInDimOp>,
               DropIdentity<TransposeOp>, DropIdentity<SliceOp>, DropIdentity<PadOp>, DropIdentity<ConcatOp>,
               DropIdentity<DynamicSliceOp>, DropIdentity<ReverseOp>, ReshapeOfReshape, TransposeOfTranspose,
               ViewToReshape<TransposeOp>, ViewToReshape<BroadcastInDimOp>, BroadcastOfView, SinkReshape>(patterns.getContext());
}
