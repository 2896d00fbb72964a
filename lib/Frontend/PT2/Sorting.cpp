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

/// Between the two sorted elements around place q * (n - 1). NaN anywhere gives NaN: it is sorted last.
Value quantile(Call &c) {
  Value x = c.tensor("self");
  double q = c.number("q");
  if (!c.has("dim"))
    x = c.e.reshape(x, {numElements(c.e.shape(x))});
  int64_t dim = c.has("dim") ? c.dim("dim", c.e.rank(x)) : 0, count = c.e.size(x, dim);
  if (c.failed() || !c.requireRank(x, 1) || count < 1 || !(q >= 0 && q <= 1))
    return c.failed() ? Value() : c.invalid("there is no such quantile");
  if (c.string("interpolation") != "linear")
    return c.refuse("another interpolation than 'linear'");
  Value sorted = sortOf(c, x, dim, false).values;
  // The place is computed in the type of the elements.
  double place = float(float(q) * float(count - 1)), low = std::floor(place);
  auto at = [&](double index) { return c.e.sliceDim(sorted, dim, int64_t(index), 1); };
  Value from = at(low), to = at(std::ceil(place));
  Value result = c.e.add(from, c.e.mulNumber(c.e.sub(to, from), place - low));
  Value last = at(double(count - 1));
  result = c.e.select(c.e.unary(UnaryFn::IsNan, last), last, result);
  if (!c.flag("keepdim"))
    return c.e.squeeze(result, dim);
  return c.has("dim") ? result : c.e.reshape(result, Shape(c.resultType().getRank(), 1));
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
    {"quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear')", quantile},
};

} // namespace

ArrayRef<OpRow> sortingOps() { return rows; }

} // namespace neuron::pt2
