//===- Strided.cpp - views that index memory directly ---------------------===//
//
// as_strided, diagonal and unfold are gathers with fixed indices over the
// row-major elements of the tensor they look at, and scatters when written.
//
//===----------------------------------------------------------------------===//
#include "Views.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// offset + sum(i_k * strides_k) for each element of a tensor of these sizes.
Value linearIndex(Emitter &e, Dims sizes, Dims strides, int64_t offset) {
  Type element = e.b.getI64Type();
  Value index = e.fullInt(sizes, element, offset);
  for (auto [dim, stride] : enumerate(strides))
    if (stride != 0 && sizes[dim] > 1)
      index = e.add(index, e.mulNumber(e.iota(sizes, dim, element), double(stride)));
  return index;
}

bool overlaps(Dims sizes, Dims strides) {
  Layout layout{Shape(sizes), Shape(strides)};
  Shape order = to_vector(seq<int64_t>(0, sizes.size()));
  llvm::sort(order, [&](int64_t a, int64_t b) { return strides[a] > strides[b]; });
  int64_t reach = 0;
  for (int64_t dim : llvm::reverse(order)) {
    if (sizes[dim] > 1 && strides[dim] <= reach)
      return true;
    reach += (sizes[dim] - 1) * strides[dim];
  }
  return false;
}

/// A view whose element i lies at `offset + sum(i_k * strides_k)` of the flattened base.
ViewStep stridedStep(Shape base, Shape sizes, Shape strides, int64_t offset) {
  int64_t count = numElements(sizes), total = numElements(base);
  ViewStep step;
  step.forward = [=](Emitter &e, Value value) {
    Value flat = e.reshape(value, {total});
    if (count == 0)
      return e.full(sizes, e.element(value), 0);
    if (sizes.size() == 1 && strides[0] > 0)
      return e.sliceDim(flat, 0, offset, sizes[0], strides[0]);
    return e.gather(flat, linearIndex(e, sizes, strides, offset), 0);
  };
  if (overlaps(sizes, strides))
    return step;
  step.backward = [=](Emitter &e, Value value, Value update) {
    Value index = e.reshape(linearIndex(e, sizes, strides, offset), {count});
    Value flat = e.scatter(ScatterFn::None, e.reshape(value, {total}), index, e.reshape(update, {count}));
    return e.reshape(flat, base);
  };
  return step;
}

/// Checks that the view stays inside `total` elements.
bool fits(Call &c, Dims sizes, Dims strides, int64_t offset, int64_t total) {
  if (sizes.size() != strides.size() || !isValidShape(sizes))
    return c.invalid("sizes and strides do not fit"), false;
  __int128 last = offset;
  for (auto [size, stride] : zip(sizes, strides)) {
    if (stride < 0)
      return c.invalid("a stride is negative"), false;
    last += __int128(std::max<int64_t>(size - 1, 0)) * stride;
  }
  if (offset < 0 || (numElements(sizes) > 0 && last >= total))
    return c.invalid("the view lies outside the storage"), false;
  return true;
}

/// Sizes and strides count in the storage's memory, whatever view `self` is.
LogicalResult asStrided(Call &c) {
  Tensor *self = c.reference("self");
  if (!self)
    return failure();
  Tensor *storage = self->root;
  Shape order = storage->layout.memoryOrder();
  if (order.size() != storage->layout.sizes.size())
    return c.refuse("a storage with gaps"), failure();
  Shape sizes = c.ints("size"), strides = c.ints("stride"), physical;
  for (int64_t dim : order)
    physical.push_back(storage->layout.sizes[dim]);
  int64_t offset = c.integerOr("storage_offset", self->layout.offset) - storage->layout.offset;
  if (!fits(c, sizes, strides, offset, numElements(physical)))
    return failure();
  ViewStep inner = stridedStep(physical, sizes, strides, offset), toMemory = transposeStep(order), step;
  step.forward = [=](Emitter &e, Value base) { return inner.forward(e, toMemory.forward(e, base)); };
  if (inner.backward)
    step.backward = [=](Emitter &e, Value base, Value update) {
      return toMemory.backward(e, base, inner.backward(e, toMemory.forward(e, base), update));
    };
  return c.view(0, storage, std::move(step));
}

/// The step of a diagonal view; nothing after an error.
std::optional<ViewStep> diagonalStep(Call &c) {
  Value x = c.tensor("self");
  int64_t rank = c.e.rank(x), dim1 = c.dim("dim1", rank), dim2 = c.dim("dim2", rank),
          shift = c.integer("offset");
  if (c.failed() || !c.requireRank(x, 2))
    return std::nullopt;
  if (dim1 == dim2 || std::abs(shift) >= kMaxElements)
    return c.invalid("the two dims are one, or the offset is out of range"), std::nullopt;
  Layout rows = contiguousLayout(c.e.shape(x));
  int64_t height = c.e.size(x, dim1) - std::max<int64_t>(-shift, 0),
          width = c.e.size(x, dim2) - std::max<int64_t>(shift, 0);
  int64_t length = std::max<int64_t>(std::min(height, width), 0);
  int64_t start =
      std::max<int64_t>(shift, 0) * rows.strides[dim2] + std::max<int64_t>(-shift, 0) * rows.strides[dim1];
  Shape sizes, strides;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != dim1 && dim != dim2) {
      sizes.push_back(c.e.size(x, dim));
      strides.push_back(rows.strides[dim]);
    }
  sizes.push_back(length);
  strides.push_back(rows.strides[dim1] + rows.strides[dim2]);
  return stridedStep(Shape(c.e.shape(x)), sizes, strides, length == 0 ? 0 : start);
}

LogicalResult diagonal(Call &c) {
  std::optional<ViewStep> step = diagonalStep(c);
  return step ? c.view(0, c.reference("self"), std::move(*step)) : failure();
}

/// Windows along a dim, each in a new last dim.
LogicalResult unfold(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dimension", c.e.rank(x)), size = c.integer("size"), step = c.integer("step");
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  if (step < 1 || size < 0 || size > c.e.size(x, dim))
    return c.invalid("size or step is out of range"), failure();
  Layout rows = contiguousLayout(c.e.shape(x));
  Shape sizes(rows.sizes), strides(rows.strides);
  sizes[dim] = (rows.sizes[dim] - size) / step + 1;
  strides[dim] *= step;
  sizes.push_back(size);
  strides.push_back(rows.strides[dim]);
  if (!c.requireShape(sizes))
    return failure();
  return c.view(0, c.reference("self"), stridedStep(Shape(c.e.shape(x)), sizes, strides, 0));
}

//===----------------------------------------------------------------------===//
// Values with a part replaced
//===----------------------------------------------------------------------===//

Value replaced(Call &c, const ViewStep &step) {
  Value x = c.tensor("self"), source = c.e.cast(c.tensor("src"), c.e.element(x));
  Value part = step.forward(c.e, x);
  source = c.broadcastTo(source, Shape(c.e.shape(part)));
  return source ? step.backward(c.e, x, source) : Value();
}

Value selectScatter(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), size = c.e.size(x, dim), index = c.integer("index");
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  if (index < -size || index >= size)
    return c.invalid("the index is outside the dim");
  return replaced(c, selectStep(dim, index < 0 ? index + size : index));
}

Value sliceScatter(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), size = c.e.size(x, dim), step = c.integer("step");
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  if (step < 1)
    return c.invalid("the step is " + Twine(step));
  auto clampTo = [&](int64_t place) {
    return std::clamp<int64_t>(place < 0 ? place + size : place, 0, size);
  };
  int64_t start = clampTo(c.integerOr("start", 0)), end = clampTo(c.integerOr("end", size));
  int64_t count = end <= start ? 0 : (end - start - 1) / step + 1;
  return count == 0 ? x : replaced(c, sliceStep(dim, start, count, step));
}

Value diagonalScatter(Call &c) {
  std::optional<ViewStep> step = diagonalStep(c);
  return step ? replaced(c, *step) : Value();
}

const OpRow rows[] = {
    {"diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1)", diagonalScatter},
    {"as_strided(Tensor self, int[] size, int[] stride, int? storage_offset=None)", asStrided},
    {"diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1)", diagonal},
    {"linalg_diagonal(Tensor self, *, int offset=0, int dim1=-2, int dim2=-1)", diagonal},
    {"unfold(Tensor self, int dimension, int size, int step)", unfold},
    {"select_scatter(Tensor self, Tensor src, int dim, int index)", selectScatter},
    {"slice_scatter(Tensor self, Tensor src, int dim=0, int? start=None, int? end=None, int step=1)",
     sliceScatter},
};

} // namespace

ArrayRef<OpRow> stridedOps() { return rows; }

} // namespace neuron::pt2
