//===- Normalization.cpp - batch, layer, group and rms norms --------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// An optional operand in the type of `x`.
Value like(Call &c, StringRef name, Value x) {
  return c.has(name) ? c.e.cast(c.tensor(name), c.e.element(x)) : Value();
}

/// A per-channel operand, or `fill` in each channel.
Value channelOr(Call &c, StringRef name, Value x, double fill) {
  Value value = like(c, name, x);
  return value ? value : c.e.full({c.e.size(x, 1)}, c.e.element(x), fill);
}

/// Mean and biased variance of each channel.
std::pair<Value, Value> channelStatistics(Call &c, Value x) {
  Shape dims;
  for (int64_t dim = 0; dim < c.e.rank(x); ++dim)
    if (dim != 1)
      dims.push_back(dim);
  Value mean = c.e.mean(x, dims);
  Value gap = c.e.sub(x, c.e.broadcastAlong(mean, 1, Shape(c.e.shape(x))));
  return {mean, c.e.mean(c.e.unary(UnaryFn::Square, gap), dims)};
}

/// (1 - momentum) * running + momentum * value.
Value movedRunning(Call &c, StringRef name, Value value) {
  Value old = c.tensor(name), fresh = c.e.cast(value, c.e.element(old));
  double momentum = c.number("momentum");
  return c.e.add(c.e.mulNumber(old, 1 - momentum), c.e.mulNumber(fresh, momentum));
}

LogicalResult updateRunning(Call &c, StringRef name, Value value) {
  return c.has(name) ? c.write(c.reference(name), movedRunning(c, name, value)) : success();
}

struct BatchStatistics {
  Value mean, var, unbiased;
};

BatchStatistics batchStatistics(Call &c, Value x) {
  auto [mean, var] = channelStatistics(c, widened(c, x));
  double count = double(numElements(c.e.shape(x))) / double(std::max<int64_t>(c.e.size(x, 1), 1));
  return {mean, var, c.e.mulNumber(var, count / std::max(count - 1, 1.0))};
}

Value normalizedBy(Call &c, Value x, const BatchStatistics &statistics) {
  Value wide = widened(c, x);
  Value result = BatchNormOp::create(c.e.b, c.e.loc, wide.getType(), wide, channelOr(c, "weight", wide, 1),
                                     channelOr(c, "bias", wide, 0), statistics.mean, statistics.var,
                                     APFloat(c.number("eps")));
  return c.e.cast(result, c.e.element(x));
}

/// Normalises by the batch and moves the running statistics.
Value batchNormTraining(Call &c, Value x) {
  BatchStatistics statistics = batchStatistics(c, x);
  if (failed(updateRunning(c, "running_mean", statistics.mean)) ||
      failed(updateRunning(c, "running_var", statistics.unbiased)))
    return {};
  return normalizedBy(c, x, statistics);
}

Value batchNormOf(Call &c, bool training) {
  Value x = c.tensor("input");
  if (!c.requireRank(x, 2, 5))
    return {};
  if (training || !c.has("running_mean"))
    return batchNormTraining(c, x);
  return BatchNormOp::create(c.e.b, c.e.loc, x.getType(), x, channelOr(c, "weight", x, 1),
                             channelOr(c, "bias", x, 0), like(c, "running_mean", x),
                             channelOr(c, "running_var", x, 1), APFloat(c.number("eps")));
}

Value batchNorm(Call &c) { return batchNormOf(c, c.flag("training")); }

LogicalResult nativeBatchNorm(Call &c, bool training) {
  Value result = batchNormOf(c, training);
  c.unavailable(1, "saved mean");
  c.unavailable(2, "saved deviation");
  return result ? c.result(0, result) : failure();
}
LogicalResult nativeBatchNormFlag(Call &c) { return nativeBatchNorm(c, c.flag("training")); }
LogicalResult nativeBatchNormInference(Call &c) { return nativeBatchNorm(c, false); }
LogicalResult nativeBatchNormBatch(Call &c) { return nativeBatchNorm(c, true); }

/// The running statistics after the batch are results, not written.
LogicalResult nativeBatchNormFunctional(Call &c) {
  Value x = c.tensor("input");
  bool training = c.flag("training");
  if (!c.requireRank(x, 2, 5))
    return failure();
  for (unsigned i : {1, 2})
    c.unavailable(i, "saved statistics");
  if (!training)
    return c.refuse("running statistics that stay"), failure();
  BatchStatistics statistics = batchStatistics(c, x);
  return success(succeeded(c.result(0, normalizedBy(c, x, statistics))) &&
                 succeeded(c.result(3, movedRunning(c, "running_mean", statistics.mean))) &&
                 succeeded(c.result(4, movedRunning(c, "running_var", statistics.unbiased))));
}

/// Each channel of each sample by itself.
Value instanceNorm(Call &c) {
  Value x = c.tensor("input");
  if (!c.requireRank(x, 3, 5))
    return {};
  if (!c.flag("use_input_stats"))
    return batchNormOf(c, false);
  return GroupNormOp::create(c.e.b, c.e.loc, x.getType(), x, like(c, "weight", x), like(c, "bias", x),
                             c.e.size(x, 1), APFloat(c.number("eps")));
}

/// First of the trailing dims that are normalised; -1 after an error.
int64_t normAxis(Call &c, Value x) {
  Shape shape = c.ints("normalized_shape");
  if (int64_t(shape.size()) > c.e.rank(x) || shape.empty() ||
      c.e.shape(x).take_back(shape.size()) != Dims(shape)) {
    c.invalid("the normalised shape is not that of the trailing dims");
    return -1;
  }
  return c.e.rank(x) - shape.size();
}

Value layerNorm(Call &c) {
  Value x = c.tensor("input");
  int64_t axis = normAxis(c, x);
  if (c.failed())
    return {};
  return LayerNormOp::create(c.e.b, c.e.loc, x.getType(), x, like(c, "weight", x), like(c, "bias", x), axis,
                             APFloat(c.number("eps")));
}

/// Also gives mean and reciprocal deviation of what is normalised.
LogicalResult nativeLayerNorm(Call &c) {
  Value result = layerNorm(c);
  if (!result)
    return failure();
  Value x = widened(c, c.tensor("input"));
  Shape dims = to_vector(seq<int64_t>(normAxis(c, x), c.e.rank(x)));
  Value mean = c.e.mean(x, dims, true);
  Value gap = c.e.sub(x, c.e.broadcast(mean, Shape(c.e.shape(x))));
  Value var = c.e.mean(c.e.unary(UnaryFn::Square, gap), dims, true);
  Value deviation = c.e.unary(UnaryFn::Rsqrt, c.e.addNumber(var, c.number("eps")));
  SmallVector<Value> values{result, mean, deviation};
  for (unsigned i = 1; i < c.numResults() && i < 3; ++i)
    values[i] = c.e.cast(values[i], c.resultType(i).getElementType());
  return c.results(values);
}

/// Without an epsilon: that of the type.
Value rmsNorm(Call &c) {
  Value x = c.tensor("input");
  int64_t axis = normAxis(c, x);
  auto element = dyn_cast<FloatType>(c.e.element(x));
  if (c.failed() || !element)
    return c.failed() ? Value() : c.invalid("its operand is not a float tensor");
  const fltSemantics &kind = element.getFloatSemantics();
  double epsilon =
      c.has("eps") ? c.number("eps") : std::ldexp(1.0, 1 - int(APFloat::semanticsPrecision(kind)));
  return RmsNormOp::create(c.e.b, c.e.loc, x.getType(), x, like(c, "weight", x), axis, APFloat(epsilon));
}

LogicalResult fusedRmsNorm(Call &c) {
  Value result = rmsNorm(c);
  c.unavailable(1, "reciprocal deviation");
  return result ? c.result(0, result) : failure();
}

Value groupNormOf(Call &c, int64_t groups) {
  Value x = c.tensor("input");
  if (!c.requireRank(x, 2))
    return {};
  if (groups < 1)
    return c.invalid("the number of groups is " + Twine(groups));
  return GroupNormOp::create(c.e.b, c.e.loc, x.getType(), x, like(c, "weight", x), like(c, "bias", x), groups,
                             APFloat(c.number("eps")));
}

Value groupNorm(Call &c) { return groupNormOf(c, c.integer("num_groups")); }

LogicalResult nativeGroupNorm(Call &c) {
  int64_t groups = c.integer("group");
  Value result = groupNormOf(c, groups), x = widened(c, c.tensor("input"));
  if (!result || c.e.size(x, 1) % groups != 0)
    return c.invalid("the channels are no multiple of the groups"), failure();
  int64_t batch = c.e.size(x, 0), each = batch == 0 ? 0 : numElements(c.e.shape(x)) / (batch * groups);
  Value rows = c.e.reshape(x, {batch, groups, each}), mean = c.e.mean(rows, {2});
  Value gap = c.e.sub(rows, c.e.broadcast(c.e.unsqueeze(mean, 2), Shape(c.e.shape(rows))));
  Value var = c.e.mean(c.e.unary(UnaryFn::Square, gap), {2});
  Value deviation = c.e.unary(UnaryFn::Rsqrt, c.e.addNumber(var, c.number("eps")));
  Type element = c.e.element(c.tensor("input"));
  return c.results({result, c.e.cast(mean, element), c.e.cast(deviation, element)});
}

/// v * g / |v|, the length taken over all dims but one.
Value weightNormOf(Call &c) {
  Value v = c.tensor("v"), g = c.tensor("g");
  int64_t dim = c.dim("dim", c.e.rank(v));
  if (c.failed())
    return {};
  Shape dims;
  for (int64_t i = 0; i < c.e.rank(v); ++i)
    if (i != dim)
      dims.push_back(i);
  Value length =
      c.e.unary(UnaryFn::Sqrt, c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Square, v), dims, true));
  if (c.e.shape(g) != c.e.shape(length))
    return c.invalid("the lengths do not fit the weight");
  return c.e.mul(v, c.e.broadcast(c.e.div(g, length), Shape(c.e.shape(v))));
}

LogicalResult weightNormInterface(Call &c) {
  Value result = weightNormOf(c);
  c.unavailable(1, "norms");
  return result ? c.result(0, result) : failure();
}

const OpRow rows[] = {
    {"batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
     "training, float momentum, float eps, bool cudnn_enabled)",
     batchNorm},
    {"native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? "
     "running_var, bool training, float momentum, float eps)",
     nativeBatchNormFlag},
    {"_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor "
     "running_var, bool training, float momentum, float eps)",
     nativeBatchNormFlag},
    {"_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float "
     "momentum, float eps, Tensor? running_mean=None, Tensor? running_var=None)",
     nativeBatchNormBatch},
    {"_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, "
     "Tensor running_var, bool training, float momentum, float eps)",
     nativeBatchNormFunctional},
    {"_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, "
     "Tensor running_var, float momentum, float eps)",
     nativeBatchNormInference},
    {"instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, "
     "bool use_input_stats, float momentum, float eps, bool cudnn_enabled)",
     instanceNorm},
    {"layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
     "eps=1e-05, bool cudnn_enable=True)",
     layerNorm},
    {"native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps)",
     nativeLayerNorm},
    {"rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None)", rmsNorm},
    {"_fused_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, float? eps)", fusedRmsNorm},
    {"group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool "
     "cudnn_enabled=True)",
     groupNorm},
    {"native_group_norm(Tensor input, Tensor? weight, Tensor? bias, int N, int C, int HxW, int group, float "
     "eps)",
     nativeGroupNorm},
    {"_weight_norm(Tensor v, Tensor g, int dim=0)", weightNormOf},
    {"_weight_norm_interface(Tensor v, Tensor g, int dim=0)", weightNormInterface},
};

} // namespace

ArrayRef<OpRow> normalizationOps() { return rows; }

} // namespace neuron::pt2
