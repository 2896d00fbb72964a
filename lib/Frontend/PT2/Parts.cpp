//===- Parts.cpp - elements, slices and pieces of a tensor ----------------===//
#include "Views.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

LogicalResult select(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), size = c.e.size(x, dim), index = c.integer("index");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  if (index < -size || index >= size)
    return c.invalid("index " + Twine(index) + " is outside a dim of size " + Twine(size)), failure();
  return c.view(0, c.reference("self"), selectStep(dim, index < 0 ? index + size : index));
}

LogicalResult slice(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), size = c.e.size(x, dim), step = c.integer("step");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  if (step < 1)
    return c.invalid("the step is " + Twine(step)), failure();
  auto clampTo = [&](int64_t place) {
    return std::clamp<int64_t>(place < 0 ? place + size : place, 0, size);
  };
  int64_t start = clampTo(c.integerOr("start", 0)), end = clampTo(c.integerOr("end", size));
  int64_t count = end <= start ? 0 : (end - start - 1) / step + 1;
  return c.view(0, c.reference("self"), sliceStep(dim, count == 0 ? 0 : start, count, step));
}

LogicalResult narrow(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), size = c.e.size(x, dim);
  int64_t start = c.integer("start"), length = c.integer("length");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  start = start < 0 ? start + size : start;
  if (start < 0 || start > size || length < 0 || length > size - start)
    return c.invalid("the part lies outside the dim"), failure();
  return c.view(0, c.reference("self"), sliceStep(dim, start, length, 1));
}

/// Consecutive parts of these sizes.
LogicalResult splitTo(Call &c, int64_t dim, Dims sizes) {
  if (c.failed())
    return failure();
  if (sizes.size() < c.numResults())
    return c.invalid("it has " + Twine(sizes.size()) + " parts, but the file names " + Twine(c.numResults())),
           failure();
  int64_t start = 0, total = c.e.size(c.tensor("self"), dim);
  for (auto [i, size] : enumerate(sizes)) {
    if (size < 0 || size > total - start)
      return c.invalid("the parts do not fit the dim"), failure();
    if (failed(c.view(i, c.reference("self"), sliceStep(dim, start, size, 1))))
      return failure();
    start += size;
  }
  return success();
}

LogicalResult splitEqual(Call &c, int64_t dim, int64_t size) {
  Value x = c.tensor("self");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  int64_t total = c.e.size(x, dim);
  if (size < 1 && total != 0)
    return c.invalid("the size of a part is " + Twine(size)), failure();
  Shape sizes;
  for (int64_t start = 0; start < total && sizes.size() < c.numResults(); start += size)
    sizes.push_back(std::min(size, total - start));
  if (total == 0)
    sizes.assign(c.numResults(), 0);
  return splitTo(c, dim, sizes);
}

LogicalResult split(Call &c) {
  return splitEqual(c, c.dim("dim", c.e.rank(c.tensor("self"))), c.integer("split_size"));
}

LogicalResult splitSizes(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  return c.requireRank(x, 1) ? splitTo(c, dim, c.ints("split_sizes")) : failure();
}

LogicalResult chunk(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), chunks = c.integer("chunks");
  if (chunks < 1)
    return c.invalid("the number of chunks is " + Twine(chunks)), failure();
  return splitEqual(c, dim, (c.e.size(x, dim) + chunks - 1) / chunks);
}

/// The first `size % sections` parts are one larger.
LogicalResult tensorSplit(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), sections = c.integer("sections"), size = c.e.size(x, dim);
  if (sections < 1 || sections != c.numResults())
    return c.invalid("the number of sections is " + Twine(sections)), failure();
  Shape sizes(sections, size / sections);
  for (int64_t i = 0; i < size % sections; ++i)
    ++sizes[i];
  return c.requireRank(x, 1) ? splitTo(c, dim, sizes) : failure();
}

/// Cut at these places.
LogicalResult splitAt(Call &c, int64_t dim) {
  Value x = c.tensor("self");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  int64_t size = c.e.size(x, dim), start = 0;
  Shape sizes;
  for (int64_t place : c.ints("indices")) {
    place = std::clamp<int64_t>(place < 0 ? place + size : place, start, size);
    sizes.push_back(place - start);
    start = place;
  }
  sizes.push_back(size - start);
  return splitTo(c, dim, sizes);
}
LogicalResult tensorSplitAt(Call &c) { return splitAt(c, c.dim("dim", c.e.rank(c.tensor("self")))); }

/// hsplit, vsplit, dsplit: a fixed dim (of vectors, hsplit cuts the only one).
template <int fixed> LogicalResult splitFixed(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = fixed == 1 && c.e.rank(x) == 1 ? 0 : fixed, sections = c.integer("sections");
  if (sections < 1 || !c.requireRank(x, dim + 1) || c.e.size(x, dim) % sections != 0)
    return c.invalid("the dim cannot be cut into equal parts"), failure();
  return splitTo(c, dim, Shape(sections, c.e.size(x, dim) / sections));
}
template <int fixed> LogicalResult splitFixedAt(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = fixed == 1 && c.e.rank(x) == 1 ? 0 : fixed;
  return c.requireRank(x, dim + 1) ? splitAt(c, dim) : failure();
}

LogicalResult unbind(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  if (c.e.size(x, dim) < c.numResults())
    return c.invalid("the file names more parts than there are"), failure();
  for (unsigned i = 0; i < c.numResults(); ++i)
    if (failed(c.view(i, c.reference("self"), selectStep(dim, i))))
      return failure();
  return success();
}

const OpRow rows[] = {
    {"select.int(Tensor self, int dim, int index)", select},
    {"slice.Tensor(Tensor self, int dim=0, int? start=None, int? end=None, int step=1)", slice},
    {"narrow(Tensor self, int dim, int start, int length)", narrow},
    {"split.Tensor(Tensor self, int split_size, int dim=0)", split},
    {"unsafe_split.Tensor(Tensor self, int split_size, int dim=0)", split},
    {"split.sizes(Tensor self, int[] split_sizes, int dim=0)", splitSizes},
    {"split_with_sizes(Tensor self, int[] split_sizes, int dim=0)", splitSizes},
    {"unsafe_split_with_sizes(Tensor self, int[] split_sizes, int dim=0)", splitSizes},
    {"chunk(Tensor self, int chunks, int dim=0)", chunk},
    {"unsafe_chunk(Tensor self, int chunks, int dim=0)", chunk},
    {"tensor_split.sections(Tensor self, int sections, int dim=0)", tensorSplit},
    {"tensor_split.indices(Tensor self, int[] indices, int dim=0)", tensorSplitAt},
    {"hsplit.int(Tensor self, int sections)", splitFixed<1>},
    {"vsplit.int(Tensor self, int sections)", splitFixed<0>},
    {"dsplit.int(Tensor self, int sections)", splitFixed<2>},
    {"hsplit.array(Tensor self, int[] indices)", splitFixedAt<1>},
    {"vsplit.array(Tensor self, int[] indices)", splitFixedAt<0>},
    {"dsplit.array(Tensor self, int[] indices)", splitFixedAt<2>},
    {"unbind.int(Tensor self, int dim=0)", unbind},
};

} // namespace

ArrayRef<OpRow> partOps() { return rows; }

} // namespace neuron::pt2
