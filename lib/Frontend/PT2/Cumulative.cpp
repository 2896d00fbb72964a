//===- Cumulative.cpp - running sums and extremes, differences ------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Sums and products, in the result's type.
template <ReduceFn fn> Value running(Call &c) {
  Type element = c.resultElement();
  Value x = c.e.cast(c.tensor("self"), element);
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || c.e.rank(x) == 0)
    return c.failed() ? Value() : x;
  return narrowed(c, x, [&](Value wide) { return c.e.cumulative(fn, wide, dim); });
}

/// Running extremes; their places are those where an element equals the extreme
/// so far, the last of them.
template <ReduceFn fn> LogicalResult runningExtreme(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  Value values = c.e.cumulative(fn, x, dim);
  Shape shape(c.e.shape(x));
  Value place = c.e.iota(shape, dim, c.e.b.getI64Type());
  Value hit = c.e.compare(CompareFn::Eq, x, values);
  if (c.e.isFloat(x))
    hit = c.e.binary(BinaryFn::Or, hit, c.e.unary(UnaryFn::IsNan, x));
  Value places = c.e.select(hit, place, c.e.like(place, 0));
  return c.results({values, c.e.cumulative(ReduceFn::Max, places, dim)});
}

/// log(cumsum(exp(x))), shifted by the extreme of the whole dim.
Value logCumSumExp(Call &c) {
  Value input = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(input));
  if (c.failed() || !c.requireRank(input, 1))
    return {};
  return narrowed(c, input, [&](Value x) {
    Value top = c.e.broadcast(c.e.reduce(ReduceFn::Max, x, {dim}, true), Shape(c.e.shape(x)));
    Value sum = c.e.cumulative(ReduceFn::Add, c.e.unary(UnaryFn::Exp, c.e.sub(x, top)), dim);
    return c.e.add(c.e.unary(UnaryFn::Log, sum), top);
  });
}

/// x[1:] - x[:-1] along a dim, n times, after joining prepend and append.
Value diff(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), times = c.integer("n");
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  if (times < 1)
    return x;
  SmallVector<Value> parts;
  for (StringRef name : {"prepend", "self", "append"})
    if (c.has(name)) {
      Value part = c.tensor(name);
      if (!c.requireRank(part, c.e.rank(x), c.e.rank(x)) || c.e.element(part) != c.e.element(x))
        return c.invalid("the joined tensors do not fit");
      parts.push_back(part);
    }
  x = c.e.concat(parts, dim);
  bool truth = c.e.element(x).isInteger(1);
  for (int64_t i = 0; i < times; ++i) {
    int64_t size = c.e.size(x, dim);
    if (size == 0)
      break;
    Value next = c.e.sliceDim(x, dim, 1, size - 1), previous = c.e.sliceDim(x, dim, 0, size - 1);
    x = truth ? c.e.binary(BinaryFn::Xor, next, previous) : c.e.sub(next, previous);
  }
  return x;
}

const OpRow rows[] = {
    {"cumsum(Tensor self, int dim, *, ScalarType? dtype=None)", running<ReduceFn::Add>},
    {"cumprod(Tensor self, int dim, *, ScalarType? dtype=None)", running<ReduceFn::Mul>},
    {"cummax(Tensor self, int dim)", runningExtreme<ReduceFn::Max>},
    {"cummin(Tensor self, int dim)", runningExtreme<ReduceFn::Min>},
    {"logcumsumexp(Tensor self, int dim)", logCumSumExp},
    {"diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None)", diff},
};

} // namespace

ArrayRef<OpRow> cumulativeOps() { return rows; }

} // namespace neuron::pt2
