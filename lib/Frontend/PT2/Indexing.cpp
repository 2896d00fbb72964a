//===- Indexing.cpp - elements chosen by indices --------------------------===//
#include "Indexing.h"
#include "ElementTypes.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Value RowIndexing::toRows(Call &c, Value x) const {
  Shape shape{numElements(indexed)};
  append_range(shape, rest);
  return c.e.reshape(c.e.transpose(x, perm), shape);
}

Value RowIndexing::fromRows(Call &c, Value rows) const {
  Shape shape(indexed);
  append_range(shape, rest);
  return c.e.transpose(c.e.reshape(rows, shape), inverse(perm));
}

Shape RowIndexing::resultShape() const {
  Shape shape(Dims(rest).take_front(place));
  append_range(shape, indexShape);
  append_range(shape, Dims(rest).drop_front(place));
  return shape;
}

/// The result's dims as places in [index.., rest..].
static Shape resultPerm(const RowIndexing &rows) {
  int64_t count = rows.indexShape.size(), others = rows.rest.size();
  Shape perm;
  for (int64_t i = 0; i < rows.place; ++i)
    perm.push_back(count + i);
  for (int64_t i = 0; i < count; ++i)
    perm.push_back(i);
  for (int64_t i = rows.place; i < others; ++i)
    perm.push_back(count + i);
  return perm;
}

Value RowIndexing::toResult(Call &c, Value x) const { return c.e.transpose(x, resultPerm(*this)); }
Value RowIndexing::fromResult(Call &c, Value x) const { return c.e.transpose(x, inverse(resultPerm(*this))); }

std::optional<RowIndexing> readIndices(Call &c, Value x, SmallVector<Value> indices) {
  RowIndexing rows;
  SmallVector<Value> given;
  Shape dims;
  int64_t rank = c.e.rank(x);
  if (int64_t(indices.size()) > rank)
    return c.invalid("there are more indices than dims"), std::nullopt;
  for (auto [dim, index] : enumerate(indices)) {
    if (!index)
      continue;
    if (isBool(c.e.element(index)))
      return c.refuse("a mask as index: how much it selects depends on data"), std::nullopt;
    dims.push_back(dim);
    given.push_back(normalizeIndex(c, c.e.cast(index, c.e.b.getI64Type()), c.e.size(x, dim)));
  }
  if (given.empty())
    return c.invalid("there is no index"), std::nullopt;
  if (!c.broadcastTogether(given))
    return std::nullopt;
  rows.perm = dimsToFront(dims, rank);
  for (int64_t i = 0; i < rank; ++i)
    (i < int64_t(dims.size()) ? rows.indexed : rows.rest).push_back(c.e.size(x, rows.perm[i]));
  bool neighbours = dims.back() - dims.front() + 1 == int64_t(dims.size());
  rows.place = neighbours ? dims.front() : 0;
  rows.indexShape = Shape(c.e.shape(given.front()));
  rows.index = given.front();
  for (size_t i = 1; i < given.size(); ++i)
    rows.index = c.e.add(c.e.mulNumber(rows.index, double(rows.indexed[i])), given[i]);
  if (!c.requireShape(rows.resultShape()))
    return std::nullopt;
  return rows;
}

namespace {

Value index(Call &c) {
  Value x = c.tensor("self");
  std::optional<RowIndexing> rows = readIndices(c, x, c.tensors("indices"));
  if (!rows)
    return {};
  if (rows->indexed.size() == 1) // one index: in place
    return c.e.gather(x, rows->index, rows->perm.front());
  return rows->toResult(c, c.e.gather(rows->toRows(c, x), rows->index, 0));
}

Value indexSelect(Call &c) {
  Value x = c.tensor("self"), index = c.tensor("index");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(x, 1) || !c.requireRank(index, 0, 1))
    return {};
  if (c.e.rank(index) == 0)
    index = c.e.reshape(index, {1});
  return c.e.gather(x, index, dim);
}

/// An integer tensor as large as `x` and a dim are wanted for element-wise indexing.
Value gather(Call &c) {
  Value x = c.tensor("self"), index = c.tensor("index");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed())
    return {};
  if (c.e.rank(x) == 0)
    return c.broadcastTo(x, Shape(c.e.shape(index)));
  return c.e.gatherElements(x, index, dim);
}

Value takeAlongDim(Call &c) {
  Value x = c.tensor("self"), index = c.tensor("indices");
  if (!c.has("dim"))
    return c.e.gatherElements(c.e.reshape(x, {numElements(c.e.shape(x))}),
                              c.e.reshape(index, {numElements(c.e.shape(index))}), 0);
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(x, 1) || !c.requireRank(index, c.e.rank(x), c.e.rank(x)))
    return {};
  // All dims but one broadcast.
  Shape xShape(c.e.shape(x)), indexShape(c.e.shape(index));
  for (int64_t i = 0; i < c.e.rank(x); ++i)
    if (i != dim) {
      int64_t size = xShape[i] == 1 ? indexShape[i] : xShape[i];
      xShape[i] = indexShape[i] = size;
    }
  x = c.broadcastTo(x, xShape);
  index = x ? c.broadcastTo(index, indexShape) : Value();
  return index ? c.e.gatherElements(x, normalizeIndex(c, index, xShape[dim]), dim) : Value();
}

/// Elements of the flattened tensor.
Value take(Call &c) {
  Value x = c.tensor("self"), index = c.tensor("index");
  int64_t count = numElements(c.e.shape(x));
  return c.e.gather(c.e.reshape(x, {count}), normalizeIndex(c, index, count), 0);
}

Value embedding(Call &c) {
  Value weight = c.tensor("weight"), indices = c.tensor("indices");
  return c.requireRank(weight, 2, 2) ? c.e.gather(weight, indices, 0) : Value();
}

/// Where values fall between sorted boundaries: how many boundaries lie below.
Value countBelow(Call &c, Value boundaries, Value x, bool right, Type element) {
  Type type = promoteTypes(c.e.element(boundaries), c.e.element(x));
  if (!type)
    return c.refuse("its operands have types that torch does not combine");
  Shape shape(c.e.shape(x));
  shape.push_back(c.e.size(boundaries, -1));
  if (!c.requireShape(shape))
    return {};
  Value value = c.broadcastTo(c.e.unsqueeze(c.e.cast(x, type), c.e.rank(x)), shape);
  Value edges = c.e.cast(boundaries, type);
  if (c.e.rank(edges) > 1) // rows of their own
    edges = c.e.unsqueeze(edges, c.e.rank(edges) - 1);
  edges = c.broadcastTo(edges, shape);
  if (c.failed())
    return {};
  Value below = c.e.compare(right ? CompareFn::Le : CompareFn::Lt, edges, value);
  return c.e.reduce(ReduceFn::Add, c.e.cast(below, element), {int64_t(shape.size()) - 1});
}

Value bucketize(Call &c) {
  Value boundaries = c.tensor("boundaries");
  Type element = c.resultElement();
  return c.failed() || !c.requireRank(boundaries, 1, 1)
             ? Value()
             : countBelow(c, boundaries, c.tensor("self"), c.flag("right"), element);
}

Value searchsorted(Call &c) {
  Value boundaries = c.tensor("sorted_sequence");
  bool right = c.flag("right") || (c.has("side") && c.string("side") == "right");
  Type element = c.resultElement();
  if (c.has("sorter"))
    return c.refuse("a sorter");
  return c.failed() || !c.requireRank(boundaries, 1)
             ? Value()
             : countBelow(c, boundaries, c.tensor("self"), right, element);
}

const OpRow rows[] = {
    {"index.Tensor(Tensor self, Tensor?[] indices)", index},
    {"_unsafe_index.Tensor(Tensor self, Tensor?[] indices)", index},
    {"index_select(Tensor self, int dim, Tensor index)", indexSelect},
    {"gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False)", gather},
    {"take_along_dim(Tensor self, Tensor indices, int? dim=None)", takeAlongDim},
    {"take(Tensor self, Tensor index)", take},
    {"embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool "
     "sparse=False)",
     embedding},
    {"bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False)",
     bucketize},
    {"searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, "
     "str? side=None, Tensor? sorter=None)",
     searchsorted},
};

} // namespace

ArrayRef<OpRow> indexingOps() { return rows; }

} // namespace neuron::pt2
