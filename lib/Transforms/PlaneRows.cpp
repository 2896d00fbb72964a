//===- PlaneRows.cpp - reductions and orders of 64-bit integers -----------===//

#include "PlaneRows.h"

#include <limits>

using namespace mlir;
using namespace neuron;

static bool isUnsignedHigh(Planes x) { return tensorType(x.high).getElementType().isUnsignedInteger(); }

static std::optional<BinaryFn> functionOf(ReduceFn fn) {
  switch (fn) {
  case ReduceFn::Add: return BinaryFn::Add;
  case ReduceFn::Mul: return BinaryFn::Mul;
  case ReduceFn::Max: return BinaryFn::Max;
  case ReduceFn::Min: return BinaryFn::Min;
  default: return std::nullopt;
  }
}

static int64_t identityOf(ReduceFn fn, bool isUnsigned) {
  switch (fn) {
  case ReduceFn::Mul: return 1;
  case ReduceFn::Max: return isUnsigned ? 0 : std::numeric_limits<int64_t>::min();
  case ReduceFn::Min: return isUnsigned ? -1 : std::numeric_limits<int64_t>::max();
  default: return 0;
  }
}

static Planes sliced(GraphBuilder &b, Planes x, int64_t dim, int64_t start, int64_t size, int64_t stride = 1) {
  return {b.slice(x.low, dim, start, size, stride), b.slice(x.high, dim, start, size, stride)};
}

static Planes joined(GraphBuilder &b, Planes x, Planes y, int64_t dim) {
  return {b.concat({x.low, y.low}, dim), b.concat({x.high, y.high}, dim)};
}

Planes neuron::reducePlanes(GraphBuilder &b, ReduceOp op, Planes x) {
  std::optional<BinaryFn> fn = functionOf(op.getFn());
  if (!fn)
    return {};
  PlaneMath math(b, isUnsignedHigh(x));
  // Reduced dims last, as one.
  SmallVector<int64_t> perm = otherDims(tensorType(x.low).getRank(), op.getDims());
  SmallVector<int64_t> shape(op.getResult().getType().getShape());
  perm.append(op.getDims().begin(), op.getDims().end());
  int64_t n = 1, dim = shape.size();
  for (int64_t reduced : op.getDims())
    n *= tensorType(x.low).getDimSize(reduced);
  if (n == 0)
    return math.number(op.getResult().getType(), identityOf(op.getFn(), isUnsignedHigh(x)));
  shape.push_back(n);
  x = math.each(x, [&](Value v) { return b.reshape(b.transpose(v, perm), shape); });
  while (n > 1) {
    int64_t half = n / 2, middle = n - 2 * half;
    Planes both = math.binary(*fn, sliced(b, x, dim, 0, half), sliced(b, x, dim, n - half, half));
    x = middle ? joined(b, both, sliced(b, x, dim, half, middle), dim) : both;
    n -= half;
  }
  return math.each(x, [&](Value v) { return b.reshape(v, op.getResult().getType().getShape()); });
}

Planes neuron::cumulatePlanes(GraphBuilder &b, CumulativeOp op, Planes x) {
  std::optional<BinaryFn> fn = functionOf(op.getFn());
  RankedTensorType type = tensorType(x.low);
  int64_t dim = op.getDim(), n = type.getDimSize(dim);
  if (!fn || type.getNumElements() == 0)
    return fn ? x : Planes();
  PlaneMath math(b, isUnsignedHigh(x));
  auto delayed = [&](Planes v, int64_t by) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = by;
    Planes before = math.number(withShape(type, shape), identityOf(op.getFn(), isUnsignedHigh(x)));
    return by == n ? before : joined(b, before, sliced(b, v, dim, 0, n - by), dim);
  };
  auto reversed = [&](Planes v) { return op.getReverse() ? sliced(b, v, dim, n - 1, n, -1) : v; };
  x = reversed(x);
  for (int64_t distance = 1; distance < n; distance *= 2)
    x = math.binary(*fn, x, delayed(x, distance));
  return reversed(op.getExclusive() ? delayed(x, 1) : x);
}

/// 1 where `x` is the extreme of its row among those that `among` holds for (all
/// if null).
static Value isExtreme(GraphBuilder &b, ArgReduceOp op, Value x, Value among) {
  bool isMax = op.getFn() == ArgReduceFn::Max;
  int64_t dim = op.getDim();
  if (among)
    x = b.select(among, x, splatInt(b.builder, b.loc, tensorType(x), isMax ? 0 : -1));
  Value best = b.reduce(isMax ? ReduceFn::Max : ReduceFn::Min, x, {dim});
  best = b.broadcast(best, tensorType(x).getShape(), otherDims(tensorType(x).getRank(), {dim}));
  Value equal = b.compare(CompareFn::Eq, x, best);
  return among ? b.binary(BinaryFn::And, among, equal) : equal;
}

Value neuron::argReducePlanes(GraphBuilder &b, ArgReduceOp op, Planes x) {
  Value mask = isExtreme(b, op, x.low, isExtreme(b, op, x.high, Value()));
  Value number = b.cast(mask, IntegerType::get(b.builder.getContext(), 32));
  return ArgReduceOp::create(b.builder, b.loc, op.getResult().getType(), ArgReduceFn::Max, number, op.getDim(),
                             op.getSelectLast());
}

SortedPlanes neuron::sortPlanes(GraphBuilder &b, Planes x, Type indexElement, int64_t dim, bool isDescending) {
  Type indexType = withElement(x.low.getType(), indexElement);
  auto sorted = [&](Value v) {
    return SortOp::create(b.builder, b.loc, TypeRange{v.getType(), indexType}, v, dim, isDescending, /*stable=*/true);
  };
  auto taken = [&](Value v, Value indices) -> Value {
    return GatherElementsOp::create(b.builder, b.loc, v, indices, dim);
  };
  SortOp byLow = sorted(x.low);
  SortOp byHigh = sorted(taken(x.high, byLow.getIndices()));
  Value order = byHigh.getIndices();
  return {{taken(byLow.getValues(), order), byHigh.getValues()}, taken(byLow.getIndices(), order)};
}
