//===- Reduction.cpp - reductions and scans along dims --------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

static double neutral(ReduceFn fn) {
  double inf = std::numeric_limits<double>::infinity();
  switch (fn) {
  case ReduceFn::Mul:
  case ReduceFn::And:
    return 1;
  case ReduceFn::Max:
    return -inf;
  case ReduceFn::Min:
    return inf;
  default:
    return 0;
  }
}

static int64_t neutral(ReduceFn fn, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger();
  switch (fn) {
  case ReduceFn::Max:
    return isUnsigned ? 0 : llvm::minIntN(width);
  case ReduceFn::Min:
    return isUnsigned ? int64_t(llvm::maxUIntN(width)) : llvm::maxIntN(width);
  default:
    return int64_t(neutral(fn));
  }
}

static BinaryFn binaryOf(ReduceFn fn) {
  switch (fn) {
  case ReduceFn::Add:
    return BinaryFn::Add;
  case ReduceFn::Mul:
    return BinaryFn::Mul;
  case ReduceFn::Max:
    return BinaryFn::Max;
  case ReduceFn::Min:
    return BinaryFn::Min;
  case ReduceFn::And:
    return BinaryFn::And;
  case ReduceFn::Or:
    return BinaryFn::Or;
  }
  llvm_unreachable("all functions are listed");
}

Tensor eval::evalReduce(ReduceOp op, Operands in) {
  RankedTensorType type = typeOf(op.getResult());
  Type element = type.getElementType();
  SmallVector<int64_t> order;
  for (int64_t dim = 0; dim < in[0]->rank(); ++dim)
    if (!llvm::is_contained(op.getDims(), dim))
      order.push_back(dim);
  llvm::append_range(order, op.getDims());
  Tensor x = permuted(*in[0], order);
  int64_t count = type.getNumElements();
  int64_t length = count ? x.size() / count : 0;
  BinaryFn fn = binaryOf(op.getFn());
  if (x.isFloat()) {
    std::vector<double> values = x.floats(), result(count, neutral(op.getFn()));
    for (int64_t i = 0; i < x.size(); ++i)
      result[i / length] = applyBinary(fn, result[i / length], values[i]);
    return Tensor::fromFloats(type, result);
  }
  std::vector<int64_t> values = x.ints();
  std::vector<int64_t> result(count, neutral(op.getFn(), element));
  for (int64_t i = 0; i < x.size(); ++i)
    result[i / length] = applyBinary(fn, result[i / length], values[i], element);
  return Tensor::fromInts(type, result);
}

/// True if `b` is more extreme than `a`. NaN is more so than any number.
static bool isBetter(ArgReduceFn fn, double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(b) && !std::isnan(a);
  return fn == ArgReduceFn::Max ? b > a : b < a;
}

static bool isBetter(ArgReduceFn fn, int64_t a, int64_t b) { return fn == ArgReduceFn::Max ? b > a : b < a; }

static bool isBetter(ArgReduceFn fn, uint64_t a, uint64_t b) {
  return fn == ArgReduceFn::Max ? b > a : b < a;
}

template <typename T> static Tensor argReduce(ArgReduceOp op, const Tensor &x, ArrayRef<T> values) {
  std::vector<int64_t> result;
  int64_t length = x.dim(op.getDim());
  forEachLine(x.shape(), op.getDim(), [&](int64_t start, int64_t stride) {
    int64_t best = 0;
    for (int64_t i = 1; i < length; ++i) {
      T a = values[start + best * stride], b = values[start + i * stride];
      // Not worse is enough for the last of equals.
      if (op.getSelectLast() ? !isBetter(op.getFn(), b, a) : isBetter(op.getFn(), a, b))
        best = i;
    }
    result.push_back(best);
  });
  return Tensor::fromInts(typeOf(op.getResult()), result);
}

Tensor eval::evalArgReduce(ArgReduceOp op, Operands in) {
  const Tensor &x = *in[0];
  if (x.isFloat())
    return argReduce<double>(op, x, x.floats());
  std::vector<int64_t> values = x.ints();
  if (!x.isUnsigned())
    return argReduce<int64_t>(op, x, values);
  return argReduce<uint64_t>(op, x, std::vector<uint64_t>(values.begin(), values.end()));
}

/// Runs `join` along each line of `values`.
template <typename T, typename Fn>
static void cumulate(CumulativeOp op, Shape shape, std::vector<T> &values, T start, Fn join) {
  int64_t length = shape[op.getDim()];
  forEachLine(shape, op.getDim(), [&](int64_t first, int64_t stride) {
    T sum = start;
    for (int64_t i = 0; i < length; ++i) {
      int64_t at = first + (op.getReverse() ? length - 1 - i : i) * stride;
      T next = join(sum, values[at]);
      values[at] = op.getExclusive() ? sum : next;
      sum = next;
    }
  });
}

Tensor eval::evalCumulative(CumulativeOp op, Operands in) {
  const Tensor &x = *in[0];
  BinaryFn fn = binaryOf(op.getFn());
  if (x.isFloat()) {
    std::vector<double> values = x.floats();
    cumulate<double>(op, x.shape(), values, neutral(op.getFn()),
                     [&](double a, double b) { return applyBinary(fn, a, b); });
    return Tensor::fromFloats(x.type(), values);
  }
  std::vector<int64_t> values = x.ints();
  cumulate<int64_t>(op, x.shape(), values, neutral(op.getFn(), x.element()),
                    [&](int64_t a, int64_t b) { return applyBinary(fn, a, b, x.element()); });
  return Tensor::fromInts(x.type(), values);
}

Tensor eval::evalLinearScan(LinearScanOp op, Operands in) {
  std::vector<double> a = in[0]->floats(), b = in[1]->floats(), init;
  if (op.getInit())
    init = in[2]->floats();
  int64_t length = in[0]->dim(op.getDim());
  size_t line = 0;
  forEachLine(in[0]->shape(), op.getDim(), [&](int64_t start, int64_t stride) {
    double h = init.empty() ? 0.0 : init[line++];
    for (int64_t i = 0; i < length; ++i) {
      int64_t at = start + i * stride;
      h = a[at] * h + b[at];
      b[at] = h;
    }
  });
  return Tensor::fromFloats(typeOf(op.getResult()), b);
}
