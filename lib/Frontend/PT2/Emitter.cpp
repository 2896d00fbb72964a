//===- Emitter.cpp - short names for building neuron ops ------------------===//
#include "Emitter.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace neuron::pt2 {

int64_t numElements(Dims shape) {
  int64_t product = 1;
  for (int64_t dim : shape)
    product *= dim;
  return product;
}

int64_t Emitter::size(Value x, int64_t dim) {
  if (dim < 0)
    dim += rank(x);
  return dim < 0 || dim >= rank(x) ? 1 : shape(x)[dim];
}

Value Emitter::full(Dims shape, Type element, double value) {
  return splat(b, loc, RankedTensorType::get(shape, element), value);
}

Value Emitter::fullInt(Dims shape, Type element, int64_t value) {
  return splatInt(b, loc, RankedTensorType::get(shape, element), value);
}

Value Emitter::ints(Dims values, Type element) {
  auto type = RankedTensorType::get({int64_t(values.size())}, element);
  SmallVector<APInt> words;
  for (int64_t value : values)
    words.emplace_back(element.getIntOrFloatBitWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true);
  return ConstantOp::create(b, loc, DenseElementsAttr::get(type, words));
}

Value Emitter::binary(BinaryFn fn, Value x, Value y) {
  return BinaryOp::create(b, loc, x.getType(), fn, x, y);
}

Value Emitter::select(Value pred, Value x, Value y) {
  return SelectOp::create(b, loc, x.getType(), pred, x, y);
}

Value Emitter::clamp(Value x, std::optional<double> min, std::optional<double> max) {
  auto bound = [&](std::optional<double> value) { return value ? b.getF64FloatAttr(*value) : FloatAttr(); };
  return ClampOp::create(b, loc, x.getType(), x, bound(min), bound(max));
}

Value Emitter::broadcastAlong(Value x, int64_t dim, Dims shape) {
  return BroadcastInDimOp::create(b, loc, withShape(type(x), shape), x, Dims{dim});
}

Value Emitter::transpose(Value x, Dims perm) {
  if (llvm::equal(perm, llvm::seq<int64_t>(0, rank(x))))
    return x;
  return TransposeOp::create(b, loc, x, perm);
}

Value Emitter::swap(Value x, int64_t dimA, int64_t dimB) {
  Shape perm = llvm::to_vector(llvm::seq<int64_t>(0, rank(x)));
  std::swap(perm[dimA < 0 ? dimA + rank(x) : dimA], perm[dimB < 0 ? dimB + rank(x) : dimB]);
  return transpose(x, perm);
}

Value Emitter::slice(Value x, Dims starts, Dims sizes, Dims strides) {
  bool whole = llvm::all_of(starts, [](int64_t s) { return s == 0; }) &&
               llvm::all_of(strides, [](int64_t s) { return s == 1; });
  return whole && sizes == shape(x) ? x : SliceOp::create(b, loc, x, starts, sizes, strides);
}

Value Emitter::sliceDim(Value x, int64_t dim, int64_t start, int64_t count, int64_t step) {
  Shape starts(rank(x), 0), sizes(shape(x)), strides(rank(x), 1);
  starts[dim] = start;
  sizes[dim] = count;
  strides[dim] = step;
  return slice(x, starts, sizes, strides);
}

Value Emitter::selectDim(Value x, int64_t dim, int64_t index) {
  return squeeze(sliceDim(x, dim, index, 1), dim);
}

Value Emitter::concat(ArrayRef<Value> xs, int64_t dim) {
  return xs.size() == 1 ? xs.front() : ConcatOp::create(b, loc, xs, dim);
}

Value Emitter::unsqueeze(Value x, int64_t dim) {
  Shape result(shape(x));
  result.insert(result.begin() + dim, 1);
  return reshape(x, result);
}

Value Emitter::squeeze(Value x, int64_t dim) {
  Shape result(shape(x));
  result.erase(result.begin() + dim);
  return reshape(x, result);
}

Value Emitter::pad(Value x, Dims lo, Dims hi, double value, PadMode mode) {
  auto isZero = [](int64_t n) { return n == 0; };
  if (llvm::all_of(lo, isZero) && llvm::all_of(hi, isZero))
    return x;
  return PadOp::create(b, loc, mode, x, lo, hi, APFloat(value));
}

Value Emitter::gather(Value x, Value indices, int64_t axis) {
  return GatherOp::create(b, loc, x, indices, axis);
}

Value Emitter::gatherElements(Value x, Value indices, int64_t axis) {
  return GatherElementsOp::create(b, loc, x, indices, axis);
}

Value Emitter::scatter(ScatterFn fn, Value x, Value indices, Value updates) {
  return ScatterOp::create(b, loc, x.getType(), fn, x, indices, updates);
}

Value Emitter::scatterElements(ScatterFn fn, Value x, Value indices, Value updates, int64_t axis) {
  return ScatterElementsOp::create(b, loc, x.getType(), fn, x, indices, updates, axis);
}

Value Emitter::updateSlice(Value x, Value update, Dims starts) {
  if (shape(x) == shape(update))
    return update;
  SmallVector<Value> positions;
  for (int64_t start : starts)
    positions.push_back(fullInt({}, b.getI64Type(), start));
  return DynamicUpdateSliceOp::create(b, loc, x, update, positions);
}

Value Emitter::reduce(ReduceFn fn, Value x, Dims dims, bool keepDims) {
  Shape sorted(dims);
  llvm::sort(sorted);
  Value result = sorted.empty() ? x : ReduceOp::create(b, loc, fn, x, sorted);
  if (!keepDims)
    return result;
  Shape kept(shape(x));
  for (int64_t dim : sorted)
    kept[dim] = 1;
  return reshape(result, kept);
}

Value Emitter::mean(Value x, Dims dims, bool keepDims) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= size(x, dim);
  Value sum = reduce(ReduceFn::Add, x, dims, keepDims);
  return count == 1 ? sum : div(sum, like(sum, double(count)));
}

Value Emitter::cumulative(ReduceFn fn, Value x, int64_t dim) {
  return CumulativeOp::create(b, loc, x.getType(), fn, x, dim);
}

Value Emitter::iota(Dims shape, int64_t dim, Type element) {
  return IotaOp::create(b, loc, RankedTensorType::get(shape, element), dim);
}

Value Emitter::dot(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch, Dims lhsContract, Dims rhsContract) {
  return DotGeneralOp::create(b, loc, lhs, rhs, lhsBatch, rhsBatch, lhsContract, rhsContract);
}

Value Emitter::matmul(Value lhs, Value rhs) {
  int64_t batch = rank(lhs) - 2;
  Shape dims = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  return dot(lhs, rhs, dims, dims, {batch + 1}, {batch});
}

Value Emitter::softmax(Value x, int64_t dim) { return SoftmaxOp::create(b, loc, x.getType(), x, dim); }

} // namespace neuron::pt2
