//===- SimplifyContraction.cpp - reductions and products ------------------===//

#include "Match.h"
#include "SimplifyPatterns.h"

using namespace mlir;
using namespace neuron;

namespace {

/// A reduction of dims of size one (or of none)  ->  reshape
struct ReduceOfUnits : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const final {
    ArrayRef<int64_t> shape = tensorType(op.getX()).getShape();
    if (llvm::any_of(op.getDims(), [&](int64_t d) { return shape[d] != 1; }))
      return rewriter.notifyMatchFailure(op, "something is reduced");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getX());
    return success();
  }
};

/// reduce(reduce(x))  ->  reduce(x)
struct ReduceOfReduce : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReduceOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getX().getDefiningOp<ReduceOp>();
    if (!inner || inner.getFn() != op.getFn() || !inner->hasOneUse())
      return rewriter.notifyMatchFailure(op, "operand is no such reduction");
    // Narrow floats are rounded between the two.
    Type element = tensorType(op.getX()).getElementType();
    if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
      return rewriter.notifyMatchFailure(op, "type is too narrow");
    SmallVector<int64_t> left = otherDims(tensorType(inner.getX()).getRank(), inner.getDims());
    SmallVector<int64_t> dims(inner.getDims());
    for (int64_t dim : op.getDims())
      dims.push_back(left[dim]);
    llvm::sort(dims);
    rewriter.replaceOpWithNewOp<ReduceOp>(op, op.getFn(), inner.getX(), dims);
    return success();
  }
};

/// One side of a product.
struct Side {
  Value value;
  SmallVector<int64_t> batch, contract;
};

/// The side without the transpose before it, if the order of its free dims
/// stays the same.
bool absorbTranspose(Side &side) {
  auto transpose = side.value.getDefiningOp<TransposeOp>();
  if (!transpose)
    return false;
  ArrayRef<int64_t> perm = transpose.getPerm();
  SmallVector<int64_t> bound(side.batch);
  llvm::append_range(bound, side.contract);
  SmallVector<int64_t> free = otherDims(perm.size(), bound);
  auto moved = [&](SmallVector<int64_t> &dims) {
    for (int64_t &dim : dims)
      dim = perm[dim];
  };
  moved(free);
  if (!llvm::is_sorted(free))
    return false;
  moved(side.batch);
  moved(side.contract);
  side.value = transpose.getX();
  return true;
}

/// dot_general(transpose(a), b)  ->  dot_general(a, b) over other dims
struct AbsorbTranspose : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DotGeneralOp op, PatternRewriter &rewriter) const final {
    Side lhs{op.getLhs(), SmallVector<int64_t>(op.getLhsBatch()), SmallVector<int64_t>(op.getLhsContract())};
    Side rhs{op.getRhs(), SmallVector<int64_t>(op.getRhsBatch()), SmallVector<int64_t>(op.getRhsContract())};
    bool changed = absorbTranspose(lhs);
    changed |= absorbTranspose(rhs);
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no transpose to absorb");
    rewriter.replaceOpWithNewOp<DotGeneralOp>(op, op.getType(), lhs.value, rhs.value, lhs.batch, rhs.batch,
                                              lhs.contract, rhs.contract);
    return success();
  }
};

} // namespace

void neuron::addContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<ReduceOfUnits, ReduceOfReduce, AbsorbTranspose>(patterns.getContext());
}
