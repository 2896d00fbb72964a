//===- Sorting.cpp - sorts, top-k, order statistics -----------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

struct Sorted {
  Value values, indices;
};

/// Truth values are sorted as numbers.
Sorted sortOf(Call &c, Value x, int64_t dim, bool descending) {
  bool truth = isBool(c.e.element(x));
  if (truth)
    x = c.e.cast(x, c.e.b.getI32Type());
  if (c.e.rank(x) == 0)
    return {truth ? c.e.cast(x, c.e.b.getI1Type()) : x, c.e.fullInt({}, c.e.b.getI64Type(), 0)};
  auto op = SortOp::create(c.e.b, c.e.loc, x, dim, descending, /*stable=*/true);
  return {truth ? c.e.cast(op.getValues(), c.e.b.getI1Type()) : Value(op.getValues()), op.getIndices()};
}

Sorted sortArg(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  return c.failed() ? Sorted() : sortOf(c, x, dim, c.flag("descending"));
}

LogicalResult sort(Call &c) {
  Sorted sorted = sortArg(c);
  return c.results({sorted.values, sorted.indices});
}

Value argsort(Call &c) { return sortArg(c).indices; }
Value msort(Call &c) {
  Value x = c.tensor("self");
  return sortOf(c, x, 0, false).values;
}

LogicalResult topk(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), k = c.integer("k");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  if (k < 0 || k > c.e.size(x, dim))
    return c.invalid("k is " + Twine(k) + ", the dim has size " + Twine(c.e.size(x, dim))), failure();
  auto op = TopKOp::create(c.e.b, c.e.loc, x, k, dim, c.flag("largest"), c.flag("sorted"));
  return c.results({op.getValues(), op.getIndices()});
}

/// Element `place` of the sorted dim.
LogicalResult orderStatistic(Call &c, int64_t dim, int64_t place, bool keepDims) {
  Value x = c.tensor("self");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  if (place < 0 || place >= c.e.size(x, dim))
    return c.invalid("the place lies outside the dim"), failure();
  Sorted sorted = sortOf(c, x, dim, false);
  auto pick = [&](Value from) {
    Value picked = c.e.sliceDim(from, dim, place, 1);
    return keepDims ? picked : c.e.squeeze(picked, dim);
  };
  return c.results({pick(sorted.values), pick(sorted.indices)});
}

LogicalResult kthvalue(Call &c) {
  return orderStatistic(c, c.dim("dim", c.e.rank(c.tensor("self"))), c.integer("k") - 1, c.flag("keepdim"));
}

/// The lower one of the two in the middle.
LogicalResult medianDim(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  return orderStatistic(c, dim, (c.e.size(x, dim) - 1) / 2, c.flag("keepdim"));
}

Value median(Call &c) {
  Value x = c.tensor("self");
  int64_t count = numElements(c.e.shape(x));
  if (count == 0)
    return c.invalid("its operand is empty");
  Value sorted = sortOf(c, c.e.reshape(x, {count}), 0, false).values;
  return c.e.selectDim(sorted, 0, (count - 1) / 2);
}

const OpRow rows[] = {
    {"sort(Tensor self, int dim=-1, bool descending=False)", sort},
    {"sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False)", sort},
    {"argsort(Tensor self, int dim=-1, bool descending=False)", argsort},
    {"argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False)", argsort},
    {"msort(Tensor self)", msort},
    {"topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True)", topk},
    {"kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False)", kthvalue},
    {"median(Tensor self)", median},
    {"median.dim(Tensor self, int dim, bool keepdim=False)", medianDim},
};

} // namespace

ArrayRef<OpRow> sortingOps() { return rows; }

} // namespace neuron::pt2
