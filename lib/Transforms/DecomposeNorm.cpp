//===- DecomposeNorm.cpp - softmax and normalisations ---------------------===//

#include "Decompositions.h"

using namespace mlir;
using namespace neuron;

/// A reduction of `dims`, spread over them again.
static Value reduceAndSpread(GraphBuilder &b, ReduceFn fn, Value x, ArrayRef<int64_t> dims) {
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  return b.broadcast(b.reduce(fn, x, dims), shape, otherDims(shape.size(), dims));
}

static Value minusMax(GraphBuilder &b, Value x, int64_t dim) {
  return b.sub(x, reduceAndSpread(b, ReduceFn::Max, x, {dim}));
}

Value neuron::decomposeSoftmax(SoftmaxOp op, GraphBuilder &b) {
  int64_t dim = op.getDim();
  Value x = b.widened(op.getX());
  Value exp = b.unary(UnaryFn::Exp, minusMax(b, x, dim));
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  Value inverse = b.unary(UnaryFn::Reciprocal, b.reduce(ReduceFn::Add, exp, {dim}));
  Value result = b.mul(exp, b.broadcast(inverse, shape, otherDims(shape.size(), {dim})));
  return b.cast(result, op.getX().getType().getElementType());
}

Value neuron::decomposeLogSoftmax(LogSoftmaxOp op, GraphBuilder &b) {
  int64_t dim = op.getDim();
  Value x = minusMax(b, b.widened(op.getX()), dim);
  Value sum = b.reduce(ReduceFn::Add, b.unary(UnaryFn::Exp, x), {dim});
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  Value result = b.sub(x, b.broadcast(b.unary(UnaryFn::Log, sum), shape, otherDims(shape.size(), {dim})));
  return b.cast(result, op.getX().getType().getElementType());
}

/// Mean over `dims`, without them.
static Value meanOf(GraphBuilder &b, Value x, ArrayRef<int64_t> dims) {
  double count = 1;
  for (int64_t dim : dims)
    count *= tensorType(x).getDimSize(dim);
  return b.mul(b.reduce(ReduceFn::Add, x, dims), 1 / count);
}

/// x / sqrt(mean(x^2) + epsilon) over `dims`.
static Value divideByRms(GraphBuilder &b, Value x, ArrayRef<int64_t> dims, const APFloat &epsilon) {
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  Value mean = meanOf(b, b.unary(UnaryFn::Square, x), dims);
  Value factor = b.unary(UnaryFn::Rsqrt, b.add(mean, epsilon.convertToDouble()));
  return b.mul(x, b.broadcast(factor, shape, otherDims(shape.size(), dims)));
}

/// Mean zero and variance one over `dims`. Centred first: the variance of data
/// far from zero would cancel otherwise.
static Value standardise(GraphBuilder &b, Value x, ArrayRef<int64_t> dims, const APFloat &epsilon) {
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  Value mean = b.broadcast(meanOf(b, x, dims), shape, otherDims(shape.size(), dims));
  return divideByRms(b, b.sub(x, mean), dims, epsilon);
}

/// x * scale + bias, both optional and along `dims` of x.
static Value scaleAndShift(GraphBuilder &b, Value x, Value scale, Value bias, ArrayRef<int64_t> dims) {
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  Type element = tensorType(x).getElementType();
  if (scale)
    x = b.mul(x, b.broadcast(b.cast(scale, element), shape, dims));
  if (bias)
    x = b.add(x, b.broadcast(b.cast(bias, element), shape, dims));
  return x;
}

Value neuron::decomposeLayerNorm(LayerNormOp op, GraphBuilder &b) {
  Value x = b.widened(op.getX());
  auto dims = dimRange(op.getAxis(), tensorType(x).getRank());
  x = scaleAndShift(b, standardise(b, x, dims, op.getEpsilon()), op.getScale(), op.getBias(), dims);
  return b.cast(x, op.getX().getType().getElementType());
}

Value neuron::decomposeRmsNorm(RmsNormOp op, GraphBuilder &b) {
  Value x = b.widened(op.getX());
  auto dims = dimRange(op.getAxis(), tensorType(x).getRank());
  x = scaleAndShift(b, divideByRms(b, x, dims, op.getEpsilon()), op.getScale(), {}, dims);
  return b.cast(x, op.getX().getType().getElementType());
}

Value neuron::decomposeGroupNorm(GroupNormOp op, GraphBuilder &b) {
  Value x = b.widened(op.getX());
  SmallVector<int64_t> shape(tensorType(x).getShape());
  int64_t groups = op.getGroups();
  // [N, C, ..] to [N, groups, C / groups, ..]
  SmallVector<int64_t> split(shape);
  split[1] = groups;
  split.insert(split.begin() + 2, shape[1] / groups);
  x = standardise(b, b.reshape(x, split), dimRange(2, split.size()), op.getEpsilon());
  x = scaleAndShift(b, b.reshape(x, shape), op.getScale(), op.getBias(), {1});
  return b.cast(x, op.getX().getType().getElementType());
}

Value neuron::decomposeBatchNorm(BatchNormOp op, GraphBuilder &b) {
  // One factor and one offset for each channel: constants fold to weights.
  Value scale = b.widened(op.getScale()), var = b.widened(op.getVar());
  Value deviation = b.unary(UnaryFn::Rsqrt, b.add(var, op.getEpsilon().convertToDouble()));
  Value factor = b.mul(scale, deviation);
  Value offset = b.sub(b.widened(op.getBias()), b.mul(b.widened(op.getMean()), factor));
  Value x = scaleAndShift(b, b.widened(op.getX()), factor, offset, {1});
  return b.cast(x, op.getX().getType().getElementType());
}
