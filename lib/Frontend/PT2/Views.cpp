//===- Views.cpp - other shapes of the same storage -----------------------===//
#include "Views.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

/// A tensor is written as a whole or read as a whole: the same elements, another shape.
ViewStep reshapeStep(Shape from, Shape to) {
  return {[to](Emitter &e, Value base) { return e.reshape(base, to); },
          [from](Emitter &e, Value, Value update) { return e.reshape(update, from); }};
}

ViewStep transposeStep(Shape perm) {
  Shape back = inverse(perm);
  return {[perm](Emitter &e, Value base) { return e.transpose(base, perm); },
          [back](Emitter &e, Value, Value update) { return e.transpose(update, back); }};
}

/// Writes `update` at start, start + step, .. of `dim`. With a step the gaps are
/// woven in: [n - 1, step] blocks whose first column is new, then the last element.
static Value writeSlice(Emitter &e, Value base, Value update, int64_t dim, int64_t start, int64_t step) {
  int64_t count = e.size(update, dim);
  if (count == 0)
    return base;
  Shape starts(e.rank(base), 0);
  starts[dim] = start;
  if (step == 1 || count == 1)
    return e.updateSlice(base, update, starts);
  Value last = e.sliceDim(update, dim, count - 1, 1);
  Value firsts = e.unsqueeze(e.sliceDim(update, dim, 0, count - 1), dim + 1);
  Value region = e.sliceDim(base, dim, start, (count - 1) * step);
  Shape blocks(e.shape(region));
  blocks[dim] = count - 1;
  blocks.insert(blocks.begin() + dim + 1, step);
  Value gaps = e.sliceDim(e.reshape(region, blocks), dim + 1, 1, step - 1);
  Value woven = e.reshape(e.concat({firsts, gaps}, dim + 1), Shape(e.shape(region)));
  return e.updateSlice(base, e.concat({woven, last}, dim), starts);
}

ViewStep sliceStep(int64_t dim, int64_t start, int64_t count, int64_t step) {
  return {
      [=](Emitter &e, Value base) { return e.sliceDim(base, dim, start, count, step); },
      [=](Emitter &e, Value base, Value update) { return writeSlice(e, base, update, dim, start, step); }};
}

ViewStep selectStep(int64_t dim, int64_t index) {
  return {[=](Emitter &e, Value base) { return e.selectDim(base, dim, index); },
          [=](Emitter &e, Value base, Value update) {
            return writeSlice(e, base, e.unsqueeze(update, dim), dim, index, 1);
          }};
}

ViewStep identityStep() {
  return {[](Emitter &, Value base) { return base; }, [](Emitter &, Value, Value update) { return update; }};
}

namespace {

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// `sizes` with a single -1 replaced so that `count` elements come out.
Shape inferShape(Call &c, Shape sizes, int64_t count) {
  int64_t known = 1, unknown = -1;
  for (auto [i, size] : enumerate(sizes)) {
    if (size == -1 && unknown < 0)
      unknown = i;
    else if (size < 0 || size >= kMaxElements || known >= kMaxElements)
      c.invalid("a size of the new shape is out of range");
    else
      known *= size;
  }
  if (unknown >= 0 && !c.failed()) {
    if (known == 0 || count % known != 0)
      c.invalid("the new shape does not fit");
    else
      sizes[unknown] = count / known;
  }
  if (!c.failed() && (!isValidShape(sizes) || numElements(sizes) != count))
    c.invalid("the new shape has another number of elements");
  return sizes;
}

/// True if `shape` can be had by other strides on the same memory. Dims without
/// gaps between them form a run; each run must be made of whole new dims.
bool canView(const Layout &from, Dims shape) {
  if (from.isContiguous() || numElements(from.sizes) == 0)
    return true;
  int64_t next = int64_t(shape.size()) - 1, innermost = from.strides.back(), run = 1;
  for (int64_t dim = int64_t(from.sizes.size()) - 1; dim >= 0; --dim) {
    run *= from.sizes[dim];
    bool continues = dim > 0 && (from.sizes[dim - 1] == 1 || from.strides[dim - 1] == run * innermost);
    if (continues)
      continue;
    int64_t joined = 1;
    while (next >= 0 && (joined < run || shape[next] == 1))
      joined *= shape[next--];
    if (joined != run)
      return false;
    run = 1;
    innermost = dim > 0 ? from.strides[dim - 1] : 1;
  }
  return next < 0;
}

/// `base` in another shape: a view if memory allows, otherwise a copy.
LogicalResult reshapeTo(Call &c, Tensor *base, Shape shape) {
  if (c.failed() || !base)
    return failure();
  Value x = TensorTable::read(base, c.e);
  if (canView(base->layout, shape))
    return c.view(0, base, reshapeStep(Shape(c.e.shape(x)), shape));
  return c.result(0, c.e.reshape(x, shape));
}

LogicalResult reshapeArg(Call &c, StringRef name) {
  Tensor *self = c.reference("self");
  return self ? reshapeTo(c, self, inferShape(c, c.ints(name), numElements(c.e.shape(c.tensor("self")))))
              : failure();
}
LogicalResult view(Call &c) { return reshapeArg(c, "size"); }
LogicalResult reshape(Call &c) { return reshapeArg(c, "shape"); }

LogicalResult ravel(Call &c) {
  return reshapeTo(c, c.reference("self"), {numElements(c.e.shape(c.tensor("self")))});
}

LogicalResult reshapeAs(Call &c) {
  return reshapeTo(
      c, c.reference("self"),
      inferShape(c, Shape(c.e.shape(c.tensor("other"))), numElements(c.e.shape(c.tensor("self")))));
}

LogicalResult flatten(Call &c) {
  Value x = c.tensor("self");
  int64_t first = c.dim("start_dim", c.e.rank(x)), last = c.dim("end_dim", c.e.rank(x));
  if (c.failed())
    return failure();
  if (c.e.rank(x) == 0)
    return reshapeTo(c, c.reference("self"), {1});
  if (first > last)
    return c.invalid("start_dim lies behind end_dim"), failure();
  Shape shape(c.e.shape(x).take_front(first));
  shape.push_back(numElements(c.e.shape(x).slice(first, last - first + 1)));
  append_range(shape, c.e.shape(x).drop_front(last + 1));
  return first == last ? c.same(0, c.reference("self")) : reshapeTo(c, c.reference("self"), shape);
}

LogicalResult unflatten(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(x, 1))
    return failure();
  Shape inner = inferShape(c, c.ints("sizes"), c.e.size(x, dim)), shape(c.e.shape(x).take_front(dim));
  append_range(shape, inner);
  append_range(shape, c.e.shape(x).drop_front(dim + 1));
  return reshapeTo(c, c.reference("self"), shape);
}

LogicalResult squeezeDims(Call &c, Dims dims) {
  Value x = c.tensor("self");
  Shape shape;
  for (int64_t dim = 0; dim < c.e.rank(x); ++dim)
    if (!is_contained(dims, dim) || c.e.size(x, dim) != 1)
      shape.push_back(c.e.size(x, dim));
  return c.view(0, c.reference("self"), reshapeStep(Shape(c.e.shape(x)), shape));
}
LogicalResult squeeze(Call &c) {
  return squeezeDims(c, to_vector(seq<int64_t>(0, c.e.rank(c.tensor("self")))));
}
LogicalResult squeezeDim(Call &c) { return squeezeDims(c, {c.dim("dim", c.e.rank(c.tensor("self")))}); }
LogicalResult squeezeList(Call &c) {
  return squeezeDims(c, c.dims("dim", c.e.rank(c.tensor("self")), /*emptyIsAll=*/false));
}

LogicalResult unsqueeze(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x) + 1);
  Shape shape(c.e.shape(x));
  shape.insert(shape.begin() + (c.failed() ? 0 : dim), 1);
  return c.view(0, c.reference("self"), reshapeStep(Shape(c.e.shape(x)), shape));
}

//===----------------------------------------------------------------------===//
// Orders of dims
//===----------------------------------------------------------------------===//

LogicalResult permuteTo(Call &c, Shape perm) {
  return c.failed() ? failure() : c.view(0, c.reference("self"), transposeStep(std::move(perm)));
}

LogicalResult permute(Call &c) {
  int64_t rank = c.e.rank(c.tensor("self"));
  Shape perm;
  for (int64_t dim : c.ints("dims"))
    perm.push_back(c.normalizeDim(dim, rank));
  Shape sorted = perm;
  llvm::sort(sorted);
  if (!llvm::equal(sorted, seq<int64_t>(0, rank)))
    return c.invalid("the dims are no permutation"), failure();
  return permuteTo(c, perm);
}

LogicalResult exchangeDims(Call &c, StringRef first, StringRef second) {
  int64_t rank = c.e.rank(c.tensor("self")), a = c.dim(first, rank), b = c.dim(second, rank);
  Shape perm = to_vector(seq<int64_t>(0, rank));
  if (!c.failed() && rank > 0)
    std::swap(perm[a], perm[b]);
  return permuteTo(c, perm);
}

LogicalResult transpose(Call &c) { return exchangeDims(c, "dim0", "dim1"); }
LogicalResult swapAxes(Call &c) { return exchangeDims(c, "axis0", "axis1"); }

LogicalResult reverseDims(Call &c) {
  return permuteTo(c, to_vector(llvm::reverse(seq<int64_t>(0, c.e.rank(c.tensor("self"))))));
}

LogicalResult swapLast(Call &c) {
  int64_t rank = c.e.rank(c.tensor("self"));
  Shape perm = to_vector(seq<int64_t>(0, rank));
  if (rank >= 2)
    std::swap(perm[rank - 1], perm[rank - 2]);
  return permuteTo(c, perm);
}

LogicalResult moveDims(Call &c) {
  int64_t rank = c.e.rank(c.tensor("self"));
  Shape from = c.ints("source"), to = c.ints("destination"), perm(rank, -1);
  if (from.size() != to.size())
    return c.invalid("source and destination differ in length"), failure();
  SmallVector<bool> used(rank, false);
  for (auto [source, target] : zip(from, to)) {
    source = c.normalizeDim(source, rank);
    target = c.normalizeDim(target, rank);
    if (c.failed() || rank == 0 || used[source] || perm[target] >= 0)
      return c.invalid("the dims are not distinct"), failure();
    perm[target] = source;
    used[source] = true;
  }
  int64_t next = 0;
  for (int64_t &place : perm) {
    if (place >= 0)
      continue;
    while (used[next])
      ++next;
    place = next++;
  }
  return permuteTo(c, perm);
}

//===----------------------------------------------------------------------===//
// Repetition and identity
//===----------------------------------------------------------------------===//

LogicalResult expandTo(Call &c, Shape shape) {
  Value x = c.tensor("self");
  int64_t added = int64_t(shape.size()) - c.e.rank(x);
  for (int64_t i = 0; i < int64_t(shape.size()); ++i)
    if (shape[i] == -1 && i >= added)
      shape[i] = c.e.size(x, i - added);
  Value expanded = c.broadcastTo(x, shape);
  if (!expanded)
    return failure();
  if (c.e.shape(x) == Dims(shape))
    return c.view(0, c.reference("self"), identityStep());
  ViewStep step{[shape](Emitter &e, Value base) { return e.broadcast(base, shape); }, {}};
  if (numElements(shape) == numElements(c.e.shape(x)))
    step.backward = [from = Shape(c.e.shape(x))](Emitter &e, Value, Value update) {
      return e.reshape(update, from);
    };
  return c.view(0, c.reference("self"), std::move(step));
}
LogicalResult expand(Call &c) { return expandTo(c, c.ints("size")); }
LogicalResult expandAs(Call &c) { return expandTo(c, Shape(c.e.shape(c.tensor("other")))); }

LogicalResult alias(Call &c) { return c.view(0, c.reference("self"), identityStep()); }

LogicalResult viewDtype(Call &c) {
  Type element = c.elementTypeArg("dtype");
  if (c.failed())
    return failure();
  if (element != c.e.element(c.tensor("self")))
    return c.refuse("reading the bytes of a tensor as another type"), failure();
  return alias(c);
}

const OpRow rows[] = {
    {"view(Tensor self, int[] size)", view},
    {"_unsafe_view(Tensor self, int[] size)", view},
    {"reshape(Tensor self, int[] shape)", reshape},
    {"ravel(Tensor self)", ravel},
    {"view_as(Tensor self, Tensor other)", reshapeAs},
    {"reshape_as(Tensor self, Tensor other)", reshapeAs},
    {"flatten.using_ints(Tensor self, int start_dim=0, int end_dim=-1)", flatten},
    {"unflatten.int(Tensor self, int dim, int[] sizes)", unflatten},
    {"squeeze(Tensor self)", squeeze},
    {"squeeze.dim(Tensor self, int dim)", squeezeDim},
    {"squeeze.dims(Tensor self, int[] dim)", squeezeList},
    {"unsqueeze(Tensor self, int dim)", unsqueeze},
    {"permute(Tensor self, int[] dims)", permute},
    {"transpose.int(Tensor self, int dim0, int dim1)", transpose},
    {"swapaxes(Tensor self, int axis0, int axis1)", swapAxes},
    {"swapdims(Tensor self, int dim0, int dim1)", transpose},
    {"t(Tensor self)", reverseDims},
    {"numpy_T(Tensor self)", reverseDims},
    {"mT(Tensor self)", swapLast},
    {"adjoint(Tensor self)", swapLast},
    {"mH(Tensor self)", swapLast},
    {"matrix_H(Tensor self)", swapLast},
    {"movedim.int(Tensor self, int[1] source, int[1] destination)", moveDims},
    {"movedim.intlist(Tensor self, int[] source, int[] destination)", moveDims},
    {"expand(Tensor self, int[] size, *, bool implicit=False)", expand},
    {"broadcast_to(Tensor self, int[] size)", expand},
    {"expand_as(Tensor self, Tensor other)", expandAs},
    {"alias(Tensor self)", alias},
    {"detach(Tensor self)", alias},
    {"detach_(Tensor self)", alias},
    {"lift_fresh(Tensor self)", alias},
    {"positive(Tensor self)", alias},
    {"resolve_conj(Tensor self)", alias},
    {"resolve_neg(Tensor self)", alias},
    {"conj(Tensor self)", alias},
    {"conj_physical(Tensor self)", alias},
    {"real(Tensor self)", alias},
    {"requires_grad_(Tensor self, bool requires_grad=True)", alias},
    {"view.dtype(Tensor self, ScalarType dtype)", viewDtype},
};

} // namespace

ArrayRef<OpRow> viewOps() { return rows; }

} // namespace neuron::pt2
