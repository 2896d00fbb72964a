//===- DecomposeData.cpp - padding, pooling, quantisation, randomness -----===//

#include "Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

Value neuron::decomposeReverse(ReverseOp op, GraphBuilder &b) {
  Value x = op.getX();
  for (int64_t dim : op.getDims())
    if (int64_t size = tensorType(x).getDimSize(dim); size > 0)
      x = b.slice(x, dim, size - 1, size, -1);
  return x;
}

/// `count` elements that lie before (or after) dim `dim` of `x`.
static Value paddingOf(PadMode mode, GraphBuilder &b, Value x, int64_t dim, int64_t count, bool isBefore) {
  SmallVector<int64_t> shape(tensorType(x).getShape());
  int64_t size = shape[dim];
  if (mode == PadMode::Reflect)
    return isBefore ? b.slice(x, dim, count, count, -1) : b.slice(x, dim, size - 2, count, -1);
  if (mode == PadMode::Wrap)
    return b.slice(x, dim, isBefore ? size - count : 0, count);
  shape[dim] = count;
  return b.broadcast(b.slice(x, dim, isBefore ? 0 : size - 1, 1), shape, dimRange(0, shape.size()));
}

Value neuron::decomposePad(PadOp op, GraphBuilder &b) {
  if (op.getMode() == PadMode::Constant)
    return {};
  Value x = op.getX();
  for (int64_t dim = 0; dim < tensorType(x).getRank(); ++dim) {
    int64_t lo = op.getLo()[dim], hi = op.getHi()[dim];
    int64_t first = std::max<int64_t>(-lo, 0);
    int64_t size = tensorType(x).getDimSize(dim) - first + std::min<int64_t>(hi, 0);
    if (size != tensorType(x).getDimSize(dim))
      x = b.slice(x, dim, first, size);
    SmallVector<Value> parts;
    if (lo > 0)
      parts.push_back(paddingOf(op.getMode(), b, x, dim, lo, true));
    parts.push_back(x);
    if (hi > 0)
      parts.push_back(paddingOf(op.getMode(), b, x, dim, hi, false));
    if (parts.size() > 1)
      x = b.concat(parts, dim);
  }
  return x;
}

/// The same windows, another function.
static Value pooled(PoolOp op, GraphBuilder &b, PoolFn fn, Value x) {
  return PoolOp::create(b.builder, b.loc, fn, x, op.getWindow(), op.getStrides(), op.getPadsLo(),
                        op.getPadsHi(), op.getDilations(), false, IntegerAttr(), DenseI64ArrayAttr());
}

/// Along one spatial dim: of each window, how many positions avg counts.
static SmallVector<double> countsAlong(PoolOp op, int64_t dim) {
  int64_t size = tensorType(op.getX()).getDimSize(dim + 2);
  bool withPads = op.getCountIncludePad();
  int64_t first = withPads ? -op.getPadsLo()[dim] : 0;
  int64_t end = withPads ? size + op.getCountedHiOrPads()[dim] : size;
  SmallVector<double> counts;
  for (int64_t i = 0; i < op.getResult().getType().getDimSize(dim + 2); ++i) {
    int64_t count = 0;
    for (int64_t tap = 0; tap < op.getWindow()[dim]; ++tap) {
      int64_t at = i * op.getStrides()[dim] - op.getPadsLo()[dim] + tap * op.getDilations()[dim];
      count += at >= first && at < end;
    }
    counts.push_back(count);
  }
  return counts;
}

/// sum / count; the count of a window is the product of those of its dims.
static Value average(PoolOp op, GraphBuilder &b, Value x) {
  Value sum = pooled(op, b, PoolFn::Sum, x);
  RankedTensorType type = tensorType(sum);
  double scale = 1;
  for (int64_t dim = 0; dim < type.getRank() - 2; ++dim) {
    SmallVector<double> counts = countsAlong(op, dim);
    if (llvm::all_equal(counts)) {
      scale /= counts.front();
      continue;
    }
    auto factorType = RankedTensorType::get({int64_t(counts.size())}, b.f32());
    SmallVector<float> factors;
    for (double count : counts)
      factors.push_back(float(1 / count));
    Value factor =
        ConstantOp::create(b.builder, b.loc, DenseElementsAttr::get(factorType, ArrayRef<float>(factors)));
    factor = b.cast(factor, type.getElementType());
    sum = b.mul(sum, b.broadcast(factor, type.getShape(), {dim + 2}));
  }
  return scale == 1 ? sum : b.mul(sum, scale);
}

/// (sum |x|^p)^(1/p)
static Value powerMean(PoolOp op, GraphBuilder &b, Value x) {
  double p = double(*op.getP());
  Value magnitude = b.unary(UnaryFn::Abs, x);
  if (p == 1)
    return pooled(op, b, PoolFn::Sum, magnitude);
  if (p == 2)
    return b.unary(UnaryFn::Sqrt, pooled(op, b, PoolFn::Sum, b.mul(x, x)));
  Value power = b.binary(BinaryFn::Pow, magnitude, b.number(x, p));
  Value sum = pooled(op, b, PoolFn::Sum, power);
  return b.binary(BinaryFn::Pow, sum, b.number(sum, 1 / p));
}

/// Bytes of the rows below one row of windows that a pool may ask for.
static constexpr int64_t kMaxWindowRows = 64 << 10;

/// A large window of two dims as one of columns and one of rows; null where that is not needed or rounds twice.
static Value separateDims(PoolOp op, GraphBuilder &b) {
  ArrayRef<int64_t> shape = op.getX().getType().getShape(), window = op.getWindow(), dilations = op.getDilations();
  bool isExact = op.getFn() == PoolFn::Max || op.getX().getType().getElementType().isF32();
  if (shape.size() != 4 || window[0] == 1 || window[1] == 1 || !isExact)
    return {};
  ArrayRef<int64_t> lo = op.getPadsLo(), hi = op.getPadsHi(), strides = op.getStrides();
  int64_t rows = (window[0] - 1) * dilations[0] + 1, columns = shape[3] + lo[1] + hi[1];
  if (rows * columns * 4 <= kMaxWindowRows)
    return {};
  Value x = op.getX();
  for (unsigned dim : {1, 0}) {
    SmallVector<int64_t> w(2, 1), s(2, 1), l(2, 0), h(2, 0), d(2, 1);
    w[dim] = window[dim], s[dim] = strides[dim], l[dim] = lo[dim], h[dim] = hi[dim], d[dim] = dilations[dim];
    x = PoolOp::create(b.builder, b.loc, op.getFn(), x, w, s, l, h, d, false, IntegerAttr(), DenseI64ArrayAttr());
  }
  return x;
}

Value neuron::decomposePool(PoolOp op, GraphBuilder &b) {
  if (op.getFn() != PoolFn::Avg && op.getFn() != PoolFn::Lp)
    return separateDims(op, b);
  Value x = b.widened(op.getX());
  Value result = op.getFn() == PoolFn::Avg ? average(op, b, x) : powerMean(op, b, x);
  return b.cast(result, op.getX().getType().getElementType());
}

/// The neutral element of a cumulative function, as pad value.
static std::optional<double> neutral(ReduceFn fn, Type element) {
  bool isFloat = isa<FloatType>(element);
  switch (fn) {
  case ReduceFn::Add:
    return 0.0;
  case ReduceFn::Mul:
    return 1.0;
  case ReduceFn::Max:
    return isFloat ? std::optional(-INFINITY) : std::nullopt;
  case ReduceFn::Min:
    return isFloat ? std::optional(INFINITY) : std::nullopt;
  default:
    return std::nullopt;
  }
}

Value neuron::decomposeCumulative(CumulativeOp op, GraphBuilder &b) {
  int64_t dim = op.getDim();
  Value x = op.getX();
  if (op.getReverse()) {
    // Turned round, run forward, and turned back.
    auto turned = [&](Value v) -> Value {
      return ReverseOp::create(b.builder, b.loc, v, SmallVector<int64_t>{dim});
    };
    Value forward = CumulativeOp::create(b.builder, b.loc, op.getFn(), turned(x), dim, op.getExclusive());
    return turned(forward);
  }
  auto start = neutral(op.getFn(), tensorType(x).getElementType());
  if (!op.getExclusive() || !start)
    return {};
  // Moved one place on, with the neutral element in front.
  SmallVector<int64_t> lo(tensorType(x).getRank(), 0), hi(lo);
  lo[dim] = 1;
  hi[dim] = -1;
  if (tensorType(x).getDimSize(dim) == 0)
    return x;
  Value moved = PadOp::create(b.builder, b.loc, x, lo, hi, *start);
  return CumulativeOp::create(b.builder, b.loc, op.getFn(), moved, dim);
}

/// A parameter of quantize along its axis (or a scalar) over the whole shape.
static Value spreadParameter(GraphBuilder &b, Value parameter, ArrayRef<int64_t> shape,
                             std::optional<int64_t> axis) {
  SmallVector<int64_t> dims;
  if (axis)
    dims.push_back(*axis);
  return b.broadcast(parameter, shape, dims);
}

/// To an 8-bit float: its own rounding, after saturation.
static Value quantizeFloat(QuantizeOp op, GraphBuilder &b, FloatType element) {
  ArrayRef<int64_t> shape = tensorType(op.getX()).getShape();
  Value x = b.widened(op.getX());
  Type wide = tensorType(x).getElementType();
  x = b.div(x, spreadParameter(b, b.cast(op.getScale(), wide), shape, op.getAxis()));
  if (op.getZeroPoint())
    x = b.add(x, spreadParameter(b, b.cast(op.getZeroPoint(), wide), shape, op.getAxis()));
  double largest = llvm::APFloat::getLargest(element.getFloatSemantics()).convertToDouble();
  return b.cast(b.min(b.max(x, -largest), largest), element);
}

Value neuron::decomposeQuantize(QuantizeOp op, GraphBuilder &b) {
  ArrayRef<int64_t> shape = tensorType(op.getX()).getShape();
  Type stored = op.getResult().getType().getElementType();
  if (auto type = dyn_cast<FloatType>(stored); type && type.getWidth() == 8)
    return quantizeFloat(op, b, type);
  auto element = dyn_cast<IntegerType>(stored);
  // Integers beyond 24 bits are not exact in f32.
  if (!element || element.getWidth() > 16)
    return {};
  Value x = b.widened(op.getX());
  Type wide = tensorType(x).getElementType();
  std::optional<int64_t> axis = op.getAxis();
  Value scale = spreadParameter(b, b.cast(op.getScale(), wide), shape, axis);
  x = b.unary(UnaryFn::RoundEven, b.div(x, scale));
  if (op.getZeroPoint())
    x = b.add(x, spreadParameter(b, b.cast(op.getZeroPoint(), wide), shape, axis));
  unsigned width = element.getWidth();
  bool isUnsigned = element.isUnsigned();
  x = b.max(x, isUnsigned ? 0.0 : -std::ldexp(1.0, width - 1));
  x = b.min(x, std::ldexp(1.0, isUnsigned ? width : width - 1) - 1);
  return b.cast(x, element);
}

Value neuron::decomposeDequantize(DequantizeOp op, GraphBuilder &b) {
  ArrayRef<int64_t> shape = tensorType(op.getX()).getShape();
  Type element = op.getResult().getType().getElementType();
  Type wide = element.isF64() ? element : b.f32();
  std::optional<int64_t> axis = op.getAxis();
  Value x = b.cast(op.getX(), wide);
  if (op.getZeroPoint())
    x = b.sub(x, spreadParameter(b, b.cast(op.getZeroPoint(), wide), shape, axis));
  Value scale = spreadParameter(b, b.cast(op.getScale(), wide), shape, axis);
  return b.cast(b.mul(x, scale), element);
}
