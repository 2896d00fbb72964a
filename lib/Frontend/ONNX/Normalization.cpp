//===- Normalization.cpp - values brought to one scale --------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// Statistics are kept in f32 where the operand is narrower.
Type statisticsType(Call &n, Value x) {
  return Emitter::element(x).getIntOrFloatBitWidth() < 32 ? n.e.f32() : Emitter::element(x);
}

/// Statistics of the batch itself, and the running ones moved towards them.
LogicalResult batchNormInTraining(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0);
  if (!n.requireRank(x, 2))
    return failure();
  Shape dims;
  for (int64_t dim = 0; dim < Emitter::rank(x); ++dim)
    if (dim != 1)
      dims.push_back(dim);
  Type type = statisticsType(n, x);
  Value wide = e.cast(x, type), mean = e.mean(wide, dims);
  Value centred = e.sub(wide, e.broadcastAlong(mean, 1, Emitter::shape(x)));
  Value variance = e.mean(e.unary(UnaryFn::Square, centred), dims);
  Value y = e.make<BatchNormOp>(x.getType(), x, e.cast(n.in(1), type), e.cast(n.in(2), type), mean, variance,
                                llvm::APFloat(n.attrFloat("epsilon", 1e-5f)));
  double momentum = n.attrFloat("momentum", 0.9f);
  auto running = [&](Value old, Value now) {
    Value kept = e.mulNumber(e.cast(old, type), momentum);
    return e.cast(e.add(kept, e.mulNumber(now, 1 - momentum)), Emitter::element(old));
  };
  return n.results({y, running(n.in(3), mean), running(n.in(4), variance)});
}

LogicalResult importBatchNormalization(Call &n) {
  Value x = n.in(0);
  if (n.attrInt("training_mode", 0))
    return batchNormInTraining(n);
  if (n.opset < 7 && n.attrInt("is_test", 0) == 0 && n.wantsOutput(1))
    return n.refuse("in training mode of an old operator set");
  if (n.opset < 9 && n.attrInt("spatial", 1) == 0)
    return n.refuse("with statistics for each element (spatial = 0)");
  // Rank 1 means one channel for each element.
  Shape shape(Emitter::shape(x));
  if (shape.size() == 1)
    x = n.e.unsqueeze(x, 0);
  Type type = n.opset < 14 ? Emitter::element(x) : statisticsType(n, x);
  Value statistics[4];
  for (unsigned i = 0; i < 4; ++i)
    statistics[i] = n.e.cast(n.in(i + 1), type);
  for (Value value : statistics)
    if (value.getType() != statistics[0].getType())
      return n.invalid("scale, bias, mean and variance have different shapes");
  double epsilon = n.attrFloat("epsilon", 1e-5f);
  Value y = n.e.make<BatchNormOp>(x.getType(), x, statistics[0], statistics[1], statistics[2], statistics[3],
                                  llvm::APFloat(epsilon));
  return n.result(n.e.reshape(y, shape));
}

LogicalResult importInstanceNormalization(Call &n) {
  Value x = n.in(0);
  if (!n.requireRank(x, 2))
    return failure();
  return n.result(n.e.make<GroupNormOp>(x.getType(), x, n.in(1), n.in(2),
                                        std::max<int64_t>(Emitter::size(x, 1), 1),
                                        llvm::APFloat(n.attrFloat("epsilon", 1e-5f))));
}

/// A vector of one entry for each group, repeated for the channels of the group.
Value repeatForGroups(Call &n, Value x, int64_t channels) {
  int64_t groups = Emitter::size(x, 0);
  return n.e.reshape(n.e.broadcastAlong(x, 0, {groups, channels / groups}), {channels});
}

LogicalResult importGroupNormalization(Call &n) {
  Value x = n.in(0), scale = n.in(1), bias = n.in(2);
  if (!n.requireRank(x, 2) || !n.requireRank(scale, 1, 1) || !n.requireRank(bias, 1, 1))
    return failure();
  int64_t channels = Emitter::size(x, 1), groups = n.attrInt("num_groups", 0);
  if (groups < 1 || channels % groups != 0)
    return n.invalid("num_groups " + Twine(groups) + " does not divide the " + Twine(channels) + " channels");
  // Opset 18 had a scale and bias for each group.
  if (n.opset < 21 && Emitter::size(scale, 0) == groups && Emitter::size(bias, 0) == groups) {
    scale = repeatForGroups(n, scale, channels);
    bias = repeatForGroups(n, bias, channels);
  }
  return n.result(n.e.make<GroupNormOp>(x.getType(), x, scale, bias, groups,
                                        llvm::APFloat(n.attrFloat("epsilon", 1e-5f))));
}

/// Scale or bias in the shape of the dims from `axis` on.
Value forTrailing(Call &n, Value x, Dims shape) { return x ? n.e.broadcast(x, shape) : x; }

LogicalResult importLayerNormalization(Call &n) {
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x), axis = n.dimAttr("axis", -1, rank);
  if (n.failed())
    return failure();
  Dims shape = Emitter::shape(x), trailing = shape.drop_front(axis);
  llvm::APFloat epsilon(n.attrFloat("epsilon", 1e-5f));
  Value y = n.e.make<LayerNormOp>(x.getType(), x, forTrailing(n, n.in(1), trailing),
                                  forTrailing(n, n.in(2), trailing), axis, epsilon);
  if (!n.wantsOutput(1) && !n.wantsOutput(2))
    return n.result(y);
  Shape dims = llvm::to_vector(llvm::seq<int64_t>(axis, rank));
  Value wide = n.e.cast(x, statisticsType(n, x));
  Value mean = n.e.mean(wide, dims, /*keepDims=*/true);
  Value centred = n.e.unary(UnaryFn::Square, n.e.sub(wide, n.e.broadcast(mean, shape)));
  Value variance = n.e.mean(centred, dims, /*keepDims=*/true);
  Value inverse = n.e.unary(UnaryFn::Rsqrt, n.e.addNumber(variance, epsilon.convertToDouble()));
  return n.results({y, mean, inverse});
}

LogicalResult importRmsNormalization(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", -1, Emitter::rank(x));
  if (n.failed())
    return failure();
  Value scale = forTrailing(n, n.in(1), Emitter::shape(x).drop_front(axis));
  return n.result(
      n.e.make<RmsNormOp>(x.getType(), x, scale, axis, llvm::APFloat(n.attrFloat("epsilon", 1e-5f))));
}

/// x / (bias + alpha / size * sum of the squares of neighbouring channels)^beta
LogicalResult importLrn(Call &n) {
  Value x = n.in(0);
  int64_t size = n.attrInt("size", 0);
  if (!n.requireRank(x, 2) || size < 1 || size > (1 << 20))
    return n.failed() ? failure() : n.invalid("size has to be positive");
  Shape shape(Emitter::shape(x));
  int64_t channels = shape[1], rest = numElements(Dims(shape).drop_front(2)), before = (size - 1) / 2;
  // The channels are pooled as an image of one row of pixels.
  Value squares = n.e.reshape(n.e.unary(UnaryFn::Square, x), {shape[0], 1, channels, rest});
  Value sums =
      n.e.make<PoolOp>(PoolFn::Sum, squares, Shape{size, 1}, Shape{1, 1}, Shape{before, 0},
                       Shape{size - 1 - before, 0}, Shape{1, 1}, false, IntegerAttr(), DenseI64ArrayAttr());
  double alpha = n.attrFloat("alpha", 1e-4f), beta = n.attrFloat("beta", 0.75), bias = n.attrFloat("bias", 1);
  Value scale = n.e.addNumber(n.e.mulNumber(n.e.reshape(sums, shape), alpha / double(size)), bias);
  return n.result(n.e.div(x, n.e.binary(BinaryFn::Pow, scale, n.e.like(scale, beta))));
}

LogicalResult importLpNormalization(Call &n) {
  Value x = n.in(0);
  int64_t p = n.attrInt("p", 2), axis = n.dimAttr("axis", -1, Emitter::rank(x));
  if (n.failed() || (p != 1 && p != 2))
    return n.failed() ? failure() : n.invalid("p has to be 1 or 2");
  Value terms = n.e.unary(p == 1 ? UnaryFn::Abs : UnaryFn::Square, x);
  Value norm = n.e.reduce(ReduceFn::Add, terms, {axis}, /*keepDims=*/true);
  if (p == 2)
    norm = n.e.unary(UnaryFn::Sqrt, norm);
  // A vector of zeros stays one.
  Value isZero = n.e.compareNumber(CompareFn::Eq, norm, 0);
  norm = n.e.select(isZero, n.e.like(norm, 1), norm);
  return n.result(n.e.div(x, n.e.broadcast(norm, Emitter::shape(x))));
}

/// (x - mean) / (standard deviation + 1e-9)
LogicalResult importMeanVarianceNormalization(Call &n) {
  Value x = n.in(0);
  Shape axes = n.normalizeDims(n.attrInts("axes", {0, 2, 3}), Emitter::rank(x));
  if (n.failed())
    return failure();
  Dims shape = Emitter::shape(x);
  Value centred = n.e.sub(x, n.e.broadcast(n.e.mean(x, axes, true), shape));
  Value deviation = n.e.unary(UnaryFn::Sqrt, n.e.mean(n.e.unary(UnaryFn::Square, centred), axes, true));
  return n.result(n.e.div(centred, n.e.broadcast(n.e.addNumber(deviation, 1e-9), shape)));
}

} // namespace

ArrayRef<Operator> neuron::onnx::normalizationOperators() {
  static const Operator rows[] = {
      {"BatchNormalization", 1, 0, 5, importBatchNormalization},
      {"GroupNormalization", 18, 0, 3, importGroupNormalization},
      {"InstanceNormalization", 1, 0, 3, importInstanceNormalization},
      {"LRN", 1, 0, 1, importLrn},
      {"LayerNormalization", 17, 0, 1, importLayerNormalization},
      {"LpNormalization", 1, 0, 1, importLpNormalization},
      {"MeanVarianceNormalization", 9, 0, 1, importMeanVarianceNormalization},
      {"RMSNormalization", 23, 0, 1, importRmsNormalization},
  };
  return rows;
}
