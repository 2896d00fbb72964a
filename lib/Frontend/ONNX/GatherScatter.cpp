//===- GatherScatter.cpp - elements chosen by indices ---------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// Indices from the front: ONNX counts negative ones from the end.
Value wrapIndices(Call &n, Value indices, int64_t size) {
  if (Emitter::isUnsigned(indices) || Emitter::isFloat(indices))
    return indices;
  Value wrapped = n.e.add(indices, n.e.fullInt(Emitter::shape(indices), Emitter::element(indices), size));
  return n.e.select(n.e.compareNumber(CompareFn::Lt, indices, 0), wrapped, indices);
}

LogicalResult importGather(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  return n.failed() ? failure()
                    : n.result(n.e.gather(x, wrapIndices(n, n.in(1), Emitter::size(x, axis)), axis));
}

LogicalResult importGatherElements(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  if (n.failed())
    return failure();
  return n.result(n.e.make<GatherElementsOp>(x, wrapIndices(n, n.in(1), Emitter::size(x, axis)), axis));
}

FailureOr<ScatterFn> reduction(Call &n) {
  StringRef name = n.attrString("reduction", "none");
  if (name == "none")
    return ScatterFn::None;
  if (name == "add")
    return ScatterFn::Add;
  if (name == "mul")
    return ScatterFn::Mul;
  if (name == "max")
    return ScatterFn::Max;
  if (name == "min")
    return ScatterFn::Min;
  return n.invalid("reduction has the unknown value '" + name + "'");
}

LogicalResult importScatterElements(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  FailureOr<ScatterFn> fn = reduction(n);
  if (n.failed() || failed(fn))
    return failure();
  Value indices = wrapIndices(n, n.in(1), Emitter::size(x, axis));
  return n.result(n.e.make<ScatterElementsOp>(x.getType(), *fn, x, indices, n.in(2), axis));
}

/// Index vectors along the last dim, over the dims `sizes`, as row numbers of these dims flattened; the shape
/// is that of `indices` without its last dim.
Value flattenIndices(Call &n, Value indices, Dims sizes) {
  int64_t last = Emitter::rank(indices) - 1;
  Value result;
  int64_t stride = 1;
  for (int64_t i = int64_t(sizes.size()); i-- > 0;) {
    Value part = wrapIndices(n, n.e.selectDim(indices, last, i), sizes[i]);
    part = n.e.mulNumber(part, double(stride));
    result = result ? n.e.add(result, part) : part;
    stride *= sizes[i];
  }
  return result;
}

/// Checks that the last dim of `indices` holds at most as many indices as `x` has dims after `batch`.
bool checkIndexVectors(Call &n, Value x, Value indices, int64_t batch, int64_t &depth) {
  if (!n.requireRank(x, 1) || !n.requireRank(indices, 1))
    return false;
  depth = Emitter::shape(indices).back();
  bool fits = batch >= 0 && batch < Emitter::rank(indices) && depth >= 1 && batch + depth <= Emitter::rank(x);
  if (fits && Emitter::shape(x).take_front(batch) == Emitter::shape(indices).take_front(batch))
    return true;
  return succeeded(n.invalid("index vectors of " + Twine(depth) + " do not fit the operand"));
}

LogicalResult importGatherND(Call &n) {
  Value x = n.in(0), indices = n.in(1);
  int64_t batch = n.attrInt("batch_dims", 0), depth;
  if (!checkIndexVectors(n, x, indices, batch, depth))
    return failure();
  Dims shape = Emitter::shape(x), sizes = shape.slice(batch, depth), rest = shape.drop_front(batch + depth);
  Value places = flattenIndices(n, indices, sizes);
  Shape result(Emitter::shape(places));
  int64_t batches = numElements(shape.take_front(batch)), rows = numElements(sizes);
  if (batch > 0 && batches > 0) {
    // Rows of all batches in one table.
    int64_t each = Emitter::count(places) / batches;
    Value offset = n.e.mulNumber(n.e.iota({batches, each}, 0, Emitter::element(places)), double(rows));
    places = n.e.add(n.e.reshape(places, {batches, each}), offset);
  }
  places = n.e.reshape(places, {Emitter::count(places)});
  Value table = n.e.reshape(x, {batches * rows, numElements(rest)});
  result.append(rest.begin(), rest.end());
  return n.result(n.e.reshape(n.e.gather(table, places, 0), result));
}

LogicalResult importScatterND(Call &n) {
  Value x = n.in(0), indices = n.in(1), updates = n.in(2);
  int64_t depth;
  FailureOr<ScatterFn> fn = reduction(n);
  if (failed(fn) || !checkIndexVectors(n, x, indices, 0, depth))
    return failure();
  Dims shape = Emitter::shape(x), sizes = shape.take_front(depth), rest = shape.drop_front(depth);
  Value places = flattenIndices(n, indices, sizes);
  int64_t count = Emitter::count(places), width = numElements(rest);
  places = n.e.reshape(places, {count});
  Value table = n.e.reshape(x, {numElements(sizes), width});
  Value rows = n.e.reshape(updates, {count, width});
  Value y = n.e.make<ScatterOp>(table.getType(), *fn, table, places, rows);
  return n.result(n.e.reshape(y, shape));
}

/// The number of classes, known or as declared for the result.
FailureOr<int64_t> oneHotDepth(Call &n, int64_t axis) {
  if (std::optional<Shape> shape = n.declaredIfUnknown(1); shape && axis < int64_t(shape->size()))
    return (*shape)[axis];
  FailureOr<SmallVector<double>> depth = n.knownNumbers(1, "the depth");
  if (failed(depth))
    return failure();
  if (depth->size() != 1 || !(depth->front() >= 0 && depth->front() < kMaxElements))
    return n.invalid("depth has to be one number");
  return int64_t(depth->front());
}

LogicalResult importOneHot(Call &n) {
  Value indices = n.in(0), values = n.in(2);
  int64_t axis = n.dimAttr("axis", -1, Emitter::rank(indices) + 1);
  if (n.failed())
    return failure();
  FailureOr<int64_t> depth = oneHotDepth(n, axis);
  if (failed(depth) || Emitter::count(values) != 2)
    return n.failed() ? failure() : n.invalid("needs two values");
  int64_t size = *depth;
  Shape shape(Emitter::shape(indices)), dims;
  shape.insert(shape.begin() + axis, size);
  for (int64_t i = 0; i < int64_t(shape.size()); ++i)
    if (i != axis)
      dims.push_back(i);
  Value places = wrapIndices(n, n.e.cast(indices, n.e.i64()), size);
  Value hit =
      n.e.compare(CompareFn::Eq, n.e.broadcastInDim(places, dims, shape), n.e.iota(shape, axis, n.e.i64()));
  Value flat = n.e.reshape(values, {2});
  auto value = [&](int64_t i) { return n.e.broadcast(n.e.reshape(n.e.sliceDim(flat, 0, i, 1), {}), shape); };
  return n.result(n.e.select(hit, value(1), value(0)));
}

//===----------------------------------------------------------------------===//
// Results whose size the data decide: only for data that are known
//===----------------------------------------------------------------------===//

/// The model declares how many will be kept: their places come first in a stable order of the condition.
LogicalResult compressAtRun(Call &n, Value x, int64_t axis, int64_t count) {
  Value condition = n.in(1);
  if (count > Emitter::size(condition, 0))
    return n.invalid("the declared shape does not fit");
  Value dropped = n.e.cast(n.e.notOf(condition), n.e.i32());
  auto sort = n.e.makeMany<SortOp>(dropped, 0, /*descending=*/false, /*stable=*/true);
  return n.result(n.e.gather(x, n.e.sliceDim(sort.getIndices(), 0, 0, count), axis));
}

LogicalResult importCompress(Call &n) {
  Value x = n.in(0);
  if (!n.hasAttr("axis"))
    x = n.e.reshape(x, {Emitter::count(x)});
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  if (n.failed() || !n.requireRank(n.in(1), 1, 1))
    return failure();
  if (std::optional<Shape> shape = n.declaredIfUnknown(1); shape && axis < int64_t(shape->size()))
    return compressAtRun(n, x, axis, (*shape)[axis]);
  FailureOr<Shape> condition = n.knownInts(1, "the number of elements");
  if (failed(condition))
    return failure();
  Shape places;
  for (auto [i, keep] : llvm::enumerate(*condition))
    if (keep && int64_t(i) < Emitter::size(x, axis))
      places.push_back(i);
  return n.result(n.e.gather(x, n.e.ints(places, n.e.i64()), axis));
}

LogicalResult importNonZero(Call &n) {
  Value x = n.in(0);
  std::optional<Tensor> known = n.e.constant(x);
  if (!known)
    return n.unknown("the number of elements");
  Dims shape = Emitter::shape(x);
  std::vector<double> values = known->numbers();
  std::vector<Shape> rows(shape.size());
  for (auto [i, value] : llvm::enumerate(values)) {
    if (value == 0)
      continue;
    int64_t rest = i;
    for (size_t dim = shape.size(); dim-- > 0; rest /= shape[dim])
      rows[dim].push_back(rest % shape[dim]);
  }
  Shape all;
  for (const Shape &row : rows)
    all.append(row);
  int64_t count = rows.empty() ? 0 : rows[0].size();
  return n.result(n.e.reshape(n.e.ints(all, n.e.i64()), {int64_t(shape.size()), count}));
}

} // namespace

ArrayRef<Operator> neuron::onnx::gatherScatterOperators() {
  static const Operator rows[] = {
      {"Compress", 9, 0, 2, importCompress},
      {"Gather", 1, 0, 2, importGather},
      {"GatherElements", 11, 0, 2, importGatherElements},
      {"GatherND", 11, 0, 2, importGatherND},
      {"NonZero", 9, 0, 1, importNonZero},
      {"OneHot", 9, 0, 3, importOneHot},
      {"Scatter", 9, 10, 3, importScatterElements},
      {"ScatterElements", 11, 0, 3, importScatterElements},
      {"ScatterND", 11, 0, 3, importScatterND},
  };
  return rows;
}
