//===- Contraction.cpp - products and windows -----------------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

// Sums of floats are formed in double, sums of integers modulo 2^64.
template <typename T> static std::vector<T> valuesOf(const Tensor &x);
template <> std::vector<double> valuesOf<double>(const Tensor &x) { return x.floats(); }
template <> std::vector<uint64_t> valuesOf<uint64_t>(const Tensor &x) {
  std::vector<int64_t> values = x.ints();
  return std::vector<uint64_t>(values.begin(), values.end());
}

static Tensor tensorOf(RankedTensorType type, ArrayRef<double> values) {
  return Tensor::fromFloats(type, values);
}
static Tensor tensorOf(RankedTensorType type, ArrayRef<uint64_t> values) {
  return Tensor::fromInts(type, std::vector<int64_t>(values.begin(), values.end()));
}

static SmallVector<int64_t> freeDims(int64_t rank, Shape batch, Shape contract) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
      dims.push_back(dim);
  return dims;
}

static int64_t sizeOfDims(const Tensor &x, Shape dims) {
  int64_t product = 1;
  for (int64_t dim : dims)
    product *= x.dim(dim);
  return product;
}

/// [batch, m, k] times [batch, k, n].
template <typename T>
static std::vector<T> batchedProduct(ArrayRef<T> lhs, ArrayRef<T> rhs, int64_t batch, int64_t m, int64_t k,
                                     int64_t n) {
  std::vector<T> result(batch * m * n);
  for (int64_t row = 0; row < batch * m; ++row) {
    T *sums = result.data() + row * n;
    for (int64_t i = 0; i < k; ++i) {
      T factor = lhs[row * k + i];
      const T *line = rhs.data() + (row / m * k + i) * n;
      for (int64_t j = 0; j < n; ++j)
        sums[j] += factor * line[j];
    }
  }
  return result;
}

template <typename T> static Tensor dotGeneral(DotGeneralOp op, const Tensor &lhs, const Tensor &rhs) {
  SmallVector<int64_t> lhsFree = freeDims(lhs.rank(), op.getLhsBatch(), op.getLhsContract());
  SmallVector<int64_t> rhsFree = freeDims(rhs.rank(), op.getRhsBatch(), op.getRhsContract());
  SmallVector<int64_t> lhsOrder(op.getLhsBatch()), rhsOrder(op.getRhsBatch());
  llvm::append_range(lhsOrder, lhsFree);
  llvm::append_range(lhsOrder, op.getLhsContract());
  llvm::append_range(rhsOrder, op.getRhsContract());
  llvm::append_range(rhsOrder, rhsFree);
  std::vector<T> left = valuesOf<T>(permuted(lhs, lhsOrder));
  std::vector<T> right = valuesOf<T>(permuted(rhs, rhsOrder));
  std::vector<T> result =
      batchedProduct<T>(left, right, sizeOfDims(lhs, op.getLhsBatch()), sizeOfDims(lhs, lhsFree),
                        sizeOfDims(lhs, op.getLhsContract()), sizeOfDims(rhs, rhsFree));
  return tensorOf(typeOf(op.getResult()), ArrayRef<T>(result));
}

Tensor eval::evalDotGeneral(DotGeneralOp op, Operands in) {
  return in[0]->isFloat() ? dotGeneral<double>(op, *in[0], *in[1]) : dotGeneral<uint64_t>(op, *in[0], *in[1]);
}

namespace {
/// A convolution with its spatial dims filled up to three by dims of size one.
struct ConvShape {
  int64_t batch, groups, inPerGroup, outPerGroup;
  std::array<int64_t, 3> in{1, 1, 1}, out{1, 1, 1}, kernel{1, 1, 1};
  std::array<int64_t, 3> stride{1, 1, 1}, lo{0, 0, 0}, dilation{1, 1, 1};

  int64_t inSize() const { return in[0] * in[1] * in[2]; }
  int64_t outSize() const { return out[0] * out[1] * out[2]; }
  int64_t taps() const { return kernel[0] * kernel[1] * kernel[2]; }
};
} // namespace

/// Shape of the plain convolution that `op` is, or that it is the adjoint of:
/// for a transposed one "in" is its result and "out" its operand.
static ConvShape convShape(ConvOp op) {
  RankedTensorType big = typeOf(op.getX()), small = typeOf(op.getResult());
  if (op.getTransposed())
    std::swap(big, small);
  RankedTensorType w = typeOf(op.getW());
  ConvShape shape;
  shape.batch = big.getDimSize(0);
  shape.groups = op.getGroups();
  shape.inPerGroup = big.getDimSize(1) / shape.groups;
  shape.outPerGroup = small.getDimSize(1) / shape.groups;
  unsigned count = op.getNumSpatial();
  for (unsigned i = 0; i < count; ++i) {
    unsigned to = 3 - count + i;
    shape.in[to] = big.getDimSize(i + 2);
    shape.out[to] = small.getDimSize(i + 2);
    shape.kernel[to] = w.getDimSize(i + 2);
    shape.stride[to] = op.getStrides()[i];
    shape.lo[to] = op.getPadsLo()[i];
    shape.dilation[to] = op.getDilations()[i];
  }
  return shape;
}

/// Calls fn(outOffset, inOffset) for each pair of positions that a tap joins.
template <typename Fn> static void forEachPair(const ConvShape &s, int64_t tap, Fn fn) {
  int64_t k[3] = {tap / (s.kernel[1] * s.kernel[2]), tap / s.kernel[2] % s.kernel[1], tap % s.kernel[2]};
  auto position = [&](int dim, int64_t out) {
    return out * s.stride[dim] - s.lo[dim] + k[dim] * s.dilation[dim];
  };
  for (int64_t d = 0; d < s.out[0]; ++d) {
    int64_t z = position(0, d);
    if (z < 0 || z >= s.in[0])
      continue;
    for (int64_t h = 0; h < s.out[1]; ++h) {
      int64_t y = position(1, h);
      if (y < 0 || y >= s.in[1])
        continue;
      for (int64_t w = 0; w < s.out[2]; ++w) {
        int64_t x = position(2, w);
        if (x >= 0 && x < s.in[2])
          fn((d * s.out[1] + h) * s.out[2] + w, (z * s.in[1] + y) * s.in[2] + x);
      }
    }
  }
}

/// Calls fn(image, group, outChannel, inChannel) for all that are joined.
template <typename Fn> static void forEachChannelPair(const ConvShape &s, Fn fn) {
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t g = 0; g < s.groups; ++g)
      for (int64_t o = 0; o < s.outPerGroup; ++o)
        for (int64_t c = 0; c < s.inPerGroup; ++c)
          fn(n, g, o, c);
}

template <typename T> static Tensor conv(ConvOp op, const Tensor &x, const Tensor &w) {
  ConvShape s = convShape(op);
  bool isTransposed = op.getTransposed();
  std::vector<T> from = valuesOf<T>(x), weights = valuesOf<T>(w);
  RankedTensorType type = typeOf(op.getResult());
  std::vector<T> to(type.getNumElements());
  forEachChannelPair(s, [&](int64_t n, int64_t g, int64_t o, int64_t c) {
    // [O, C / groups, taps] and [C, O / groups, taps] are the same product with
    // the roles of operand and result exchanged.
    int64_t out = g * s.outPerGroup + o, in = g * s.inPerGroup + c;
    const T *taps = weights.data() + (out * s.inPerGroup + c) * s.taps();
    int64_t outBase = (n * s.groups * s.outPerGroup + out) * s.outSize();
    int64_t inBase = (n * s.groups * s.inPerGroup + in) * s.inSize();
    for (int64_t tap = 0; tap < s.taps(); ++tap)
      forEachPair(s, tap, [&](int64_t outAt, int64_t inAt) {
        if (isTransposed)
          to[inBase + inAt] += taps[tap] * from[outBase + outAt];
        else
          to[outBase + outAt] += taps[tap] * from[inBase + inAt];
      });
  });
  return tensorOf(type, ArrayRef<T>(to));
}

Tensor eval::evalConv(ConvOp op, Operands in) {
  return in[0]->isFloat() ? conv<double>(op, *in[0], *in[1]) : conv<uint64_t>(op, *in[0], *in[1]);
}

namespace {
/// The part of `x` that one window of a pool sees.
struct Window {
  SmallVector<int64_t> offsets; // of the elements inside `x`, in one plane
  int64_t counted = 0;          // positions that count for avg with padding
};
} // namespace

static Window windowAt(PoolOp op, Shape plane, Shape position) {
  Window window;
  SmallVector<int64_t> strides = stridesOf(plane);
  forEachIndex(op.getWindow(), [&](Shape tap) {
    int64_t offset = 0;
    bool isInside = true, isCounted = true;
    for (size_t d = 0; d < plane.size(); ++d) {
      int64_t at = position[d] * op.getStrides()[d] - op.getPadsLo()[d] + tap[d] * op.getDilations()[d];
      isInside &= at >= 0 && at < plane[d];
      isCounted &= at < plane[d] + op.getCountedHiOrPads()[d];
      offset += at * strides[d];
    }
    if (isInside)
      window.offsets.push_back(offset);
    window.counted += isCounted;
  });
  return window;
}

static double poolWindow(PoolOp op, const Window &window, const double *x) {
  double value = op.getFn() == PoolFn::Max ? -std::numeric_limits<double>::infinity() : 0.0;
  double p = op.getP() ? double(*op.getP()) : 0.0;
  for (int64_t offset : window.offsets) {
    if (op.getFn() == PoolFn::Max)
      value = applyBinary(BinaryFn::Max, value, x[offset]);
    else
      value += op.getFn() == PoolFn::Lp ? std::pow(std::fabs(x[offset]), p) : x[offset];
  }
  if (op.getFn() == PoolFn::Avg)
    value /= op.getCountIncludePad() ? window.counted : window.offsets.size();
  return op.getFn() == PoolFn::Lp ? std::pow(value, 1 / p) : value;
}

static int64_t poolWindow(PoolOp op, const Window &window, const int64_t *x, Type element) {
  bool isMax = op.getFn() == PoolFn::Max;
  int64_t value = isMax ? x[window.offsets.front()] : 0;
  for (int64_t offset : window.offsets)
    value = applyBinary(isMax ? BinaryFn::Max : BinaryFn::Add, value, x[offset], element);
  return value;
}

Tensor eval::evalPool(PoolOp op, Operands in) {
  const Tensor &x = *in[0];
  RankedTensorType type = typeOf(op.getResult());
  Shape plane = x.shape().drop_front(2);
  int64_t planes = x.dim(0) * x.dim(1), planeSize = sizeOf(plane), at = 0;
  Shape positions = type.getShape().drop_front(2);
  int64_t count = sizeOf(positions);
  std::vector<double> floats, floatResult;
  std::vector<int64_t> ints, intResult;
  if (x.isFloat()) {
    floats = x.floats();
    floatResult.resize(type.getNumElements());
  } else {
    ints = x.ints();
    intResult.resize(type.getNumElements());
  }
  forEachIndex(positions, [&](Shape position) {
    Window window = windowAt(op, plane, position);
    for (int64_t p = 0; p < planes; ++p)
      if (x.isFloat())
        floatResult[p * count + at] = poolWindow(op, window, floats.data() + p * planeSize);
      else
        intResult[p * count + at] = poolWindow(op, window, ints.data() + p * planeSize, x.element());
    ++at;
  });
  return x.isFloat() ? Tensor::fromFloats(type, floatResult) : Tensor::fromInts(type, intResult);
}
