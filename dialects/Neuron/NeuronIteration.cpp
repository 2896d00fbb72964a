//===- NeuronIteration.cpp - iteration spaces of structured ops -----------===//

#include "dialects/Neuron/Neuron.h"

using namespace mlir;
using namespace neuron;

using Dims = SmallVector<IterationDim>;
using Maps = SmallVector<AffineMap>;

SmallVector<IterationDim> neuron::parallelDims(Value value) {
  Dims dims;
  for (int64_t size : tensorType(value).getShape())
    dims.push_back({size, IterationKind::Parallel});
  return dims;
}

SmallVector<AffineMap> neuron::identityMaps(Operation *op) {
  unsigned rank = tensorType(op->getResult(0)).getRank();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, op->getContext());
  return Maps(op->getNumOperands() + op->getNumResults(), identity);
}

std::optional<double> neuron::iterationCount(Operation *op) {
  auto iterates = dyn_cast<IterationOpInterface>(op);
  if (!iterates)
    return std::nullopt;
  double count = 1;
  for (const IterationDim &dim : iterates.getIterationDims())
    count *= double(dim.size);
  return count;
}

namespace {
/// Collects dims and the expressions that stand for them.
struct Space {
  explicit Space(MLIRContext *context) : context(context) {}

  AffineExpr add(int64_t size, IterationKind kind) {
    dims.push_back({size, kind});
    return getAffineDimExpr(dims.size() - 1, context);
  }
  AffineMap map(ArrayRef<AffineExpr> results) const {
    return AffineMap::get(dims.size(), 0, results, context);
  }

  MLIRContext *context;
  Dims dims;
};

/// Dims and maps of an operation with two operands or one, and a result.
struct Iteration {
  Dims dims;
  Maps maps;
};
} // namespace

/// Batch dims, free dims of lhs, free dims of rhs, contracted dims.
static Iteration iterationOf(DotGeneralOp op) {
  Space space(op.getContext());
  RankedTensorType lhs = tensorType(op.getLhs()), rhs = tensorType(op.getRhs());
  SmallVector<AffineExpr> left(lhs.getRank()), right(rhs.getRank()), result;
  auto pair = [&](ArrayRef<int64_t> ls, ArrayRef<int64_t> rs, IterationKind kind) {
    for (auto [l, r] : llvm::zip_equal(ls, rs)) {
      left[l] = right[r] = space.add(lhs.getDimSize(l), kind);
      if (kind == IterationKind::Parallel)
        result.push_back(left[l]);
    }
  };
  auto addFree = [&](RankedTensorType type, SmallVector<AffineExpr> &side, ArrayRef<int64_t> contract) {
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (!side[d] && !llvm::is_contained(contract, d))
        result.push_back(side[d] = space.add(type.getDimSize(d), IterationKind::Parallel));
  };
  pair(op.getLhsBatch(), op.getRhsBatch(), IterationKind::Parallel);
  addFree(lhs, left, op.getLhsContract());
  addFree(rhs, right, op.getRhsContract());
  pair(op.getLhsContract(), op.getRhsContract(), IterationKind::Reduction);
  return {space.dims, {space.map(left), space.map(right), space.map(result)}};
}

SmallVector<IterationDim> DotGeneralOp::getIterationDims() { return iterationOf(*this).dims; }
SmallVector<AffineMap> DotGeneralOp::getIndexingMaps() { return iterationOf(*this).maps; }

/// Image, group, channel of the result within it, channel of `x` within it,
/// positions (of the result; transposed: of `x`), taps. Positions in the
/// padding lie outside of the tensor that the map is of.
static Iteration iterationOf(ConvOp op) {
  Space space(op.getContext());
  RankedTensorType x = tensorType(op.getX()), result = tensorType(op.getResult());
  bool isTransposed = op.getTransposed();
  int64_t groups = op.getGroups();
  int64_t outs = result.getDimSize(1) / groups, ins = x.getDimSize(1) / groups;
  AffineExpr n = space.add(x.getDimSize(0), IterationKind::Parallel);
  AffineExpr g = space.add(groups, IterationKind::Parallel);
  AffineExpr o = space.add(outs, IterationKind::Parallel);
  AffineExpr c = space.add(ins, IterationKind::Reduction);
  SmallVector<AffineExpr> inAt{n, g * ins + c}, outAt{n, g * outs + o}, w;
  if (isTransposed)
    w = {g * ins + c, o};
  else
    w = {g * outs + o, c};
  // The one side's positions step by one, those of the other by the stride.
  SmallVector<AffineExpr> &even = isTransposed ? inAt : outAt;
  SmallVector<AffineExpr> &strided = isTransposed ? outAt : inAt;
  RankedTensorType evenType = isTransposed ? x : result;
  unsigned count = op.getNumSpatial();
  for (unsigned i = 0; i < count; ++i)
    even.push_back(space.add(evenType.getDimSize(i + 2), IterationKind::Parallel));
  for (unsigned i = 0; i < count; ++i) {
    AffineExpr tap = space.add(tensorType(op.getW()).getDimSize(i + 2), IterationKind::Window);
    w.push_back(tap);
    strided.push_back(even[i + 2] * op.getStrides()[i] + tap * op.getDilations()[i] - op.getPadsLo()[i]);
  }
  return {space.dims, {space.map(inAt), space.map(w), space.map(outAt)}};
}

SmallVector<IterationDim> ConvOp::getIterationDims() { return iterationOf(*this).dims; }
SmallVector<AffineMap> ConvOp::getIndexingMaps() { return iterationOf(*this).maps; }

/// The result's dims, then the taps.
static Iteration iterationOf(PoolOp op) {
  Space space(op.getContext());
  SmallVector<AffineExpr> x, result;
  for (int64_t size : tensorType(op.getResult()).getShape())
    result.push_back(space.add(size, IterationKind::Parallel));
  x.append(result.begin(), result.begin() + 2);
  for (auto [i, size] : llvm::enumerate(op.getWindow())) {
    AffineExpr tap = space.add(size, IterationKind::Window);
    x.push_back(result[i + 2] * op.getStrides()[i] + tap * op.getDilations()[i] - op.getPadsLo()[i]);
  }
  return {space.dims, {space.map(x), space.map(result)}};
}

SmallVector<IterationDim> PoolOp::getIterationDims() { return iterationOf(*this).dims; }
SmallVector<AffineMap> PoolOp::getIndexingMaps() { return iterationOf(*this).maps; }

/// The dims of `x`.
static Iteration iterationOf(ReduceOp op) {
  Space space(op.getContext());
  SmallVector<AffineExpr> x, result;
  for (auto [d, size] : llvm::enumerate(tensorType(op.getX()).getShape())) {
    bool isReduced = llvm::is_contained(op.getDims(), int64_t(d));
    x.push_back(space.add(size, isReduced ? IterationKind::Reduction : IterationKind::Parallel));
    if (!isReduced)
      result.push_back(x.back());
  }
  return {space.dims, {space.map(x), space.map(result)}};
}

SmallVector<IterationDim> ReduceOp::getIterationDims() { return iterationOf(*this).dims; }
SmallVector<AffineMap> ReduceOp::getIndexingMaps() { return iterationOf(*this).maps; }

SmallVector<AffineMap> TransposeOp::getIndexingMaps() {
  Maps maps = identityMaps(*this);
  SmallVector<AffineExpr> x(getPerm().size());
  for (auto [i, dim] : llvm::enumerate(getPerm()))
    x[dim] = getAffineDimExpr(i, getContext());
  maps.front() = AffineMap::get(x.size(), 0, x, getContext());
  return maps;
}

SmallVector<AffineMap> BroadcastInDimOp::getIndexingMaps() {
  Maps maps = identityMaps(*this);
  SmallVector<AffineExpr> x;
  for (auto [i, dim] : llvm::enumerate(getDims()))
    x.push_back(tensorType(getX()).getDimSize(i) == 1 ? getAffineConstantExpr(0, getContext())
                                                      : getAffineDimExpr(dim, getContext()));
  maps.front() = AffineMap::get(maps.back().getNumDims(), 0, x, getContext());
  return maps;
}
