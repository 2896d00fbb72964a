//===- Pool.cpp - functions over windows ----------------------------------===//

#include "Window.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// Enlarges the end padding so that a window that is cut off counts; one that would start beyond the operand
/// and its padding does not. Returns the padding before.
Shape roundUp(Window &window, Dims spatial) {
  Shape counted = window.hi;
  for (size_t i = 0; i < spatial.size(); ++i) {
    int64_t stride = window.strides[i];
    int64_t extent = window.dilations[i] * (window.kernel[i] - 1) + 1;
    int64_t room = spatial[i] + window.lo[i] + window.hi[i] - extent;
    if (room < 0) { // a window larger than the padded operand: there is one position, and what lies outside never counts
      if (window.dilations[i] == 1 && room + extent > 0)
        window.kernel[i] = room + extent;
      continue;
    }
    int64_t positions = llvm::divideCeil(room, stride) + 1;
    if ((positions - 1) * stride >= spatial[i] + window.lo[i])
      --positions;
    int64_t missing = (positions - 1) * stride - room;
    window.hi[i] += std::max<int64_t>(missing, 0);
  }
  return counted;
}

struct Pool {
  Window window;
  /// Padding at the end that counts for averages, if it differs.
  DenseI64ArrayAttr counted;
};

FailureOr<Pool> readPool(Call &n, Value x) {
  Pool pool;
  FailureOr<Window> window = readWindow(n, Emitter::shape(x), n.attrInts("kernel_shape"));
  if (failed(window) || !n.requireRank(x, 3, 5))
    return failure();
  pool.window = *window;
  if (n.attrInt("ceil_mode", 0)) {
    Shape counted = roundUp(pool.window, Emitter::shape(x).drop_front(2));
    if (counted != pool.window.hi)
      pool.counted = n.e.b.getDenseI64ArrayAttr(counted);
  }
  return pool;
}

Value makePool(Call &n, PoolFn fn, Value x, const Pool &pool, bool countPadding = false, int64_t p = 0) {
  const Window &w = pool.window;
  return n.e.make<PoolOp>(fn, x, w.kernel, w.strides, w.lo, w.hi, w.dilations, countPadding,
                          p ? n.e.b.getI64IntegerAttr(p) : IntegerAttr(), pool.counted);
}

/// The place in the whole operand of each window's maximum: pool the place of every element that is its
/// window's maximum. Windows are laid out as a new dim by slices, one for each place of the kernel.
FailureOr<Value> maxIndices(Call &n, Value x, const Pool &pool) {
  const Window &w = pool.window;
  int64_t taps = numElements(w.kernel);
  if (taps > 256)
    return n.refuse("gives indices of a kernel with more than 256 elements");
  if (!Emitter::isFloat(x) && Emitter::element(x).getIntOrFloatBitWidth() > 16)
    return n.refuse("gives indices of integers with more than 16 bits");
  Shape shape(Emitter::shape(x)), lo(2, 0), hi(2, 0);
  lo.append(w.lo.begin(), w.lo.end());
  hi.append(w.hi.begin(), w.hi.end());
  int64_t spatial = shape.size() - 2;
  // Row-major place of each element, or column-major within the image for storage_order 1.
  Value place = n.e.full(shape, n.e.i64(), 0);
  int64_t stride = 1;
  bool isColumnMajor = n.attrInt("storage_order", 0) != 0;
  Shape order;
  for (int64_t i = 0; i < spatial; ++i)
    order.push_back(isColumnMajor ? 2 + i : 1 + spatial - i);
  order.push_back(1);
  order.push_back(0);
  for (int64_t dim : order) {
    place = n.e.add(place, n.e.mulNumber(n.e.iota(shape, dim, n.e.i64()), stride));
    stride *= shape[dim];
  }
  double least = Emitter::isFloat(x)      ? -std::numeric_limits<double>::infinity()
                 : Emitter::isUnsigned(x) ? 0
                                          : -1e30;
  Value values = n.e.pad(n.e.isFloat(x) ? x : n.e.cast(x, n.e.f32()), lo, hi, least);
  Value places = n.e.pad(place, lo, hi, -1);
  Value bestValue, bestPlace;
  for (int64_t tap = 0; tap < taps; ++tap) {
    Shape starts(2, 0), sizes(shape.begin(), shape.begin() + 2), strides(2, 1);
    for (int64_t i = spatial, rest = tap; i-- > 0;) {
      starts.insert(starts.begin() + 2, rest % w.kernel[i] * w.dilations[i]);
      rest /= w.kernel[i];
    }
    for (int64_t i = 0; i < spatial; ++i) {
      sizes.push_back(
          windowPositions(shape[i + 2], w.kernel[i], w.strides[i], w.dilations[i], w.lo[i], w.hi[i]));
      strides.push_back(w.strides[i]);
    }
    Value v = n.e.slice(values, starts, sizes, strides), p = n.e.slice(places, starts, sizes, strides);
    if (!bestValue) {
      bestValue = v;
      bestPlace = p;
      continue;
    }
    Value better = n.e.compare(CompareFn::Gt, v, bestValue);
    // A place in the padding loses against any other.
    Value valid = n.e.compareNumber(CompareFn::Ge, p, 0),
          none = n.e.compareNumber(CompareFn::Lt, bestPlace, 0);
    better = n.e.binary(BinaryFn::And, n.e.binary(BinaryFn::Or, better, none), valid);
    bestPlace = n.e.select(better, p, bestPlace);
    bestValue = n.e.select(better, v, bestValue);
  }
  return bestPlace;
}

LogicalResult importMaxPool(Call &n) {
  Value x = n.in(0);
  FailureOr<Pool> pool = readPool(n, x);
  if (failed(pool))
    return failure();
  pool->counted = {};
  Value y = makePool(n, PoolFn::Max, x, *pool);
  if (!n.wantsOutput(1))
    return n.result(y);
  if (n.failed())
    return failure();
  FailureOr<Value> indices = maxIndices(n, x, *pool);
  return failed(indices) ? failure() : n.results({y, *indices});
}

LogicalResult importAveragePool(Call &n) {
  Value x = n.in(0);
  FailureOr<Pool> pool = readPool(n, x);
  return failed(pool) ? failure()
                      : n.result(makePool(n, PoolFn::Avg, x, *pool, n.attrInt("count_include_pad", 0) != 0));
}

LogicalResult importLpPool(Call &n) {
  Value x = n.in(0);
  FailureOr<Pool> pool = readPool(n, x);
  if (failed(pool))
    return failure();
  pool->counted = {};
  return n.result(makePool(n, PoolFn::Lp, x, *pool, false, n.attrInt("p", 2)));
}

Shape spatialDims(Value x) { return llvm::to_vector(llvm::seq<int64_t>(2, Emitter::rank(x))); }

LogicalResult importGlobalAveragePool(Call &n) {
  Value x = n.in(0);
  return n.requireRank(x, 2) ? n.result(n.e.mean(x, spatialDims(x), /*keepDims=*/true)) : failure();
}

LogicalResult importGlobalMaxPool(Call &n) {
  Value x = n.in(0);
  return n.requireRank(x, 2) ? n.result(n.e.reduce(ReduceFn::Max, x, spatialDims(x), /*keepDims=*/true))
                             : failure();
}

/// (sum |x|^p)^(1/p)
LogicalResult importGlobalLpPool(Call &n) {
  Value x = n.in(0);
  double p = n.opset < 2 ? n.attrFloat("p", 2) : double(n.attrInt("p", 2));
  if (!n.requireRank(x, 2) || p == 0)
    return n.failed() ? failure() : n.invalid("p must not be 0");
  Value power = n.e.binary(BinaryFn::Pow, n.e.unary(UnaryFn::Abs, x), n.e.like(x, p));
  Value sum = n.e.reduce(ReduceFn::Add, power, spatialDims(x), /*keepDims=*/true);
  return n.result(n.e.binary(BinaryFn::Pow, sum, n.e.like(sum, 1 / p)));
}

/// Each value goes to the place it came from; the rest is zero. Places count within the smallest output that
/// MaxPool could have read; a given output_shape adds zeros at the ends.
LogicalResult importMaxUnpool(Call &n) {
  Value x = n.in(0), indices = n.in(1);
  FailureOr<Window> window = readWindow(n, Emitter::shape(x), n.attrInts("kernel_shape"));
  if (failed(window))
    return failure();
  Shape shape(Emitter::shape(x));
  for (size_t i = 2; i < shape.size(); ++i)
    shape[i] = (shape[i] - 1) * window->strides[i - 2] + window->kernel[i - 2] - window->lo[i - 2] -
               window->hi[i - 2];
  if (!isValidShape(shape))
    return n.invalid("has an impossible output shape");
  int64_t count = Emitter::count(x);
  Value zeros = n.e.full({numElements(shape)}, Emitter::element(x), 0);
  Value places = n.e.reshape(indices, {count});
  Value y = n.e.make<ScatterElementsOp>(zeros.getType(), ScatterFn::None, zeros, places,
                                        n.e.reshape(x, {count}), 0);
  y = n.e.reshape(y, shape);
  if (!n.has(2) || n.failed())
    return n.result(y);
  std::optional<Shape> wanted = n.declaredIfUnknown(2);
  if (!wanted)
    wanted = n.listAttrOrInput("output_shape", 2);
  if (!wanted || wanted->size() != shape.size() || !isValidShape(*wanted))
    return n.failed() ? failure() : n.invalid("output_shape does not fit");
  Shape lo(shape.size(), 0), hi;
  for (auto [size, have] : llvm::zip(*wanted, shape))
    hi.push_back(size - have);
  return n.result(n.e.pad(y, lo, hi));
}

} // namespace

ArrayRef<Operator> neuron::onnx::poolOperators() {
  static const Operator rows[] = {
      {"AveragePool", 1, 0, 1, importAveragePool},
      {"GlobalAveragePool", 1, 0, 1, importGlobalAveragePool},
      {"GlobalLpPool", 1, 0, 1, importGlobalLpPool},
      {"GlobalMaxPool", 1, 0, 1, importGlobalMaxPool},
      {"LpPool", 2, 0, 1, importLpPool},
      {"MaxPool", 1, 0, 1, importMaxPool},
      {"MaxUnpool", 9, 0, 2, importMaxUnpool},
  };
  return rows;
}
