//===- Scatter.cpp - elements written at indices --------------------------===//
#include "ElementTypes.h"
#include "Indexing.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

Value sourceLike(Call &c, StringRef name) { return c.e.cast(c.tensor(name), c.e.element(c.tensor("self"))); }

/// x[mask] = value: a choice for each element.
Value putMasked(Call &c, Value x, Value mask, Value value) {
  Shape shape(c.e.shape(mask));
  if (c.e.shape(x).take_front(shape.size()) != Dims(shape))
    return c.invalid("the mask does not fit");
  if (numElements(c.e.shape(value)) != 1)
    return c.refuse("several values for a mask: where they go depends on data");
  if (c.flag("accumulate"))
    return c.refuse("accumulation under a mask");
  shape.resize(c.e.rank(x), 1);
  Value wide = c.broadcastTo(c.e.reshape(mask, shape), Shape(c.e.shape(x)));
  Value fill = c.broadcastTo(c.e.reshape(value, {}), Shape(c.e.shape(x)));
  return wide && fill ? c.e.select(wide, fill, x) : Value();
}

Value indexPut(Call &c) {
  Value x = c.tensor("self"), values = c.e.cast(c.tensor("values"), c.e.element(x));
  SmallVector<Value> indices = c.tensors("indices");
  if (indices.size() == 1 && indices[0] && isBool(c.e.element(indices[0])))
    return putMasked(c, x, indices[0], values);
  std::optional<RowIndexing> rows = readIndices(c, x, indices);
  if (!rows)
    return {};
  values = c.broadcastTo(values, rows->resultShape());
  if (!values)
    return {};
  int64_t count = numElements(rows->indexShape);
  Shape shape{count};
  append_range(shape, rows->rest);
  values = c.e.reshape(rows->fromResult(c, values), shape);
  Value index = c.e.reshape(rows->index, {count});
  ScatterFn fn = c.flag("accumulate") ? ScatterFn::Add : ScatterFn::None;
  return rows->fromRows(c, c.e.scatter(fn, rows->toRows(c, x), index, values));
}

/// The elements of `source`, in order, where the mask is set: a set element takes that of its count.
Value maskedScatter(Call &c) {
  Value x = c.tensor("self"), mask = c.tensor("mask"), source = sourceLike(c, "source");
  Value both[] = {x, mask};
  int64_t available = numElements(c.e.shape(source));
  if (!c.broadcastTogether(both))
    return {};
  int64_t count = numElements(c.e.shape(both[0]));
  if (count == 0 || available == 0)
    return both[0];
  Value set = c.e.reshape(both[1], {count}), ones = c.e.cast(set, c.e.b.getI32Type());
  Value place = c.e.addNumber(c.e.cumulative(ReduceFn::Add, ones, 0), -1);
  Value taken = c.e.gather(c.e.reshape(source, {available}), c.e.clamp(place, 0, double(available - 1)), 0);
  return c.e.reshape(c.e.select(set, taken, c.e.reshape(both[0], {count})), Shape(c.e.shape(both[0])));
}

/// Slices of `dim` written or joined at a vector of indices.
Value scatterSlices(Call &c, ScatterFn fn, Value x, int64_t dim, Value index, Value source) {
  bool scalar = c.e.rank(x) == 0;
  if (scalar)
    x = c.e.reshape(x, {1});
  int64_t count = numElements(c.e.shape(index));
  Shape shape(c.e.shape(x)), perm = dimsToFront({dim}, c.e.rank(x));
  shape[dim] = count;
  source = c.broadcastTo(
      c.e.rank(source) == 0 ? source : c.e.reshape(source, scalar ? Shape{count} : Shape(c.e.shape(source))),
      shape);
  if (!source)
    return {};
  index = normalizeIndex(c, c.e.reshape(index, {count}), c.e.size(x, dim));
  Value rows = c.e.scatter(fn, c.e.transpose(x, perm), index, c.e.transpose(source, perm));
  Value result = c.e.transpose(rows, inverse(perm));
  return scalar ? c.e.reshape(result, {}) : result;
}

Value indexWrite(Call &c, ScatterFn fn, Value source) {
  Value x = c.tensor("self"), index = c.tensor("index");
  int64_t dim = c.dim("dim", c.e.rank(x));
  return c.failed() || !c.requireRank(index, 0, 1) ? Value() : scatterSlices(c, fn, x, dim, index, source);
}

Value indexCopy(Call &c) { return indexWrite(c, ScatterFn::None, sourceLike(c, "source")); }

Value indexAdd(Call &c) {
  Value source = sourceLike(c, "source");
  Scalar alpha = c.scalar("alpha");
  if (alpha.toDouble() != 1)
    source = c.e.mul(source, c.fullScalar(alpha, Shape(c.e.shape(source)), c.e.element(source)));
  return indexWrite(c, ScatterFn::Add, source);
}

Value indexFill(Call &c) { return indexWrite(c, ScatterFn::None, sourceLike(c, "value")); }

std::optional<ScatterFn> namedFn(Call &c, StringRef name) {
  if (name == "add" || name == "sum")
    return ScatterFn::Add;
  if (name == "multiply" || name == "prod")
    return ScatterFn::Mul;
  if (name == "amax")
    return ScatterFn::Max;
  if (name == "amin")
    return ScatterFn::Min;
  c.refuse("the reduction '" + name + "'");
  return std::nullopt;
}

/// Element-wise scatter; torch reads only the part of the source that the index covers.
Value scatterWith(Call &c, ScatterFn fn, Value x, Value source) {
  Value index = c.tensor("index");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(index, c.e.rank(x), c.e.rank(x)))
    return {};
  bool scalar = c.e.rank(x) == 0;
  Shape shape(c.e.shape(index));
  if (c.e.rank(source) == 0 && !scalar)
    source = c.broadcastTo(source, shape);
  if (!source || !c.requireRank(source, c.e.rank(x), c.e.rank(x)))
    return {};
  for (int64_t i = 0; i < c.e.rank(x); ++i)
    if (shape[i] > c.e.size(source, i))
      return c.invalid("the index is larger than the source");
  source = c.e.slice(source, Shape(shape.size(), 0), shape, Shape(shape.size(), 1));
  if (!scalar)
    return c.e.scatterElements(fn, x, index, source, dim);
  Value result =
      c.e.scatterElements(fn, c.e.reshape(x, {1}), c.e.reshape(index, {1}), c.e.reshape(source, {1}), 0);
  return c.e.reshape(result, {});
}

Value scatterSource(Call &c) {
  return scatterWith(c, ScatterFn::None, c.tensor("self"), sourceLike(c, "src"));
}
Value scatterValue(Call &c) {
  return scatterWith(c, ScatterFn::None, c.tensor("self"), sourceLike(c, "value"));
}
Value scatterAdd(Call &c) { return scatterWith(c, ScatterFn::Add, c.tensor("self"), sourceLike(c, "src")); }

Value scatterNamed(Call &c) {
  std::optional<ScatterFn> fn = namedFn(c, c.string("reduce"));
  return fn ? scatterWith(c, *fn, c.tensor("self"), sourceLike(c, "src")) : Value();
}
Value scatterNamedValue(Call &c) {
  std::optional<ScatterFn> fn = namedFn(c, c.string("reduce"));
  return fn ? scatterWith(c, *fn, c.tensor("self"), sourceLike(c, "value")) : Value();
}

/// The element that joins as if it were not there.
double neutral(ScatterFn fn) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return fn == ScatterFn::Mul ? 1 : fn == ScatterFn::Max ? -infinity : fn == ScatterFn::Min ? infinity : 0;
}

/// A tensor whose elements at the indices are `hit`, elsewhere `miss`.
Value marked(Call &c, Value x, ScatterFn fn, double miss, double hit) {
  Value ones = c.e.full(Shape(c.e.shape(c.tensor("index"))), c.e.element(x), hit);
  return scatterWith(c, fn, c.e.like(x, miss), ones);
}

/// scatter_reduce: with include_self the old elements take part. The mean divides by the count.
Value scatterReduce(Call &c) {
  Value x = c.tensor("self"), source = sourceLike(c, "src"), start = x;
  bool mean = c.string("reduce") == "mean", include = c.flag("include_self");
  std::optional<ScatterFn> fn = mean ? ScatterFn::Add : namedFn(c, c.string("reduce"));
  if (!fn)
    return {};
  if (!include) { // elements that are met start neutral
    if (!c.e.isFloat(x) && (*fn == ScatterFn::Max || *fn == ScatterFn::Min))
      return c.refuse("extremes of integers without the old elements");
    Value met = marked(c, x, ScatterFn::None, 0, 1);
    if (!met)
      return {};
    start = c.e.select(c.e.compareNumber(CompareFn::Ne, met, 0), c.e.like(x, neutral(*fn)), x);
  }
  Value result = scatterWith(c, *fn, start, source);
  if (!result || !mean)
    return result;
  Value counts = marked(c, x, ScatterFn::Add, include ? 1 : 0, 1);
  if (!counts)
    return {};
  counts = c.e.binary(BinaryFn::Max, counts, c.e.like(counts, 1));
  return c.e.binary(c.e.isFloat(x) ? BinaryFn::Div : BinaryFn::FloorDiv, result, counts);
}

const OpRow rows[] = {
    {"index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False)", indexPut},
    {"_unsafe_index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False)", indexPut},
    {"masked_scatter(Tensor self, Tensor mask, Tensor source)", maskedScatter},
    {"index_copy(Tensor self, int dim, Tensor index, Tensor source)", indexCopy},
    {"index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1)", indexAdd},
    {"index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value)", indexFill},
    {"index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value)", indexFill},
    {"scatter.src(Tensor self, int dim, Tensor index, Tensor src)", scatterSource},
    {"scatter.value(Tensor self, int dim, Tensor index, Scalar value)", scatterValue},
    {"scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce)", scatterNamed},
    {"scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce)",
     scatterNamedValue},
    {"scatter_add(Tensor self, int dim, Tensor index, Tensor src)", scatterAdd},
    {"scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool "
     "include_self=True)",
     scatterReduce},
};

} // namespace

ArrayRef<OpRow> scatterOps() { return rows; }

} // namespace neuron::pt2
