//===- Activation.cpp - activation functions ------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

template <UnaryFn fn> Value direct(Call &c) {
  return c.e.unary(fn, c.e.cast(c.tensor("self"), c.resultElement()));
}

Value gelu(Call &c) {
  StringRef approximate = c.string("approximate");
  if (approximate != "none" && approximate != "tanh")
    return c.refuse("the approximation '" + approximate + "'");
  return c.e.unary(approximate == "tanh" ? UnaryFn::GeluTanh : UnaryFn::Gelu, c.tensor("self"));
}

Value relu6(Call &c) { return c.e.clamp(c.tensor("self"), 0, 6); }
Value hardtanh(Call &c) { return c.e.clamp(c.tensor("self"), c.number("min_val"), c.number("max_val")); }

/// clamp(x + 3, 0, 6) / 6.
Value hardSigmoidOf(Call &c, Value x) { return c.e.mulNumber(c.e.clamp(c.e.addNumber(x, 3), 0, 6), 1.0 / 6); }

Value hardsigmoid(Call &c) {
  return narrowed(c, c.tensor("self"), [&](Value x) { return hardSigmoidOf(c, x); });
}

Value hardswish(Call &c) {
  return narrowed(c, c.tensor("self"), [&](Value x) { return c.e.mul(x, hardSigmoidOf(c, x)); });
}

/// x > 0 ? positive : negative.
Value bySign(Call &c, Value x, Value positive, Value negative) {
  return c.e.select(c.e.compareNumber(CompareFn::Gt, x, 0), positive, negative);
}

Value leakyRelu(Call &c) {
  Value x = c.tensor("self");
  return bySign(c, x, x, c.e.mulNumber(x, c.number("negative_slope")));
}

/// In evaluation the slope is the middle of the range.
Value rrelu(Call &c) {
  Value x = c.tensor("self");
  if (c.flag("training"))
    return c.refuse("training mode");
  return bySign(c, x, x, c.e.mulNumber(x, (c.number("lower") + c.number("upper")) / 2));
}

/// x > 0 ? scale * x : scale * alpha * (exp(inputScale * x) - 1).
Value exponentialUnit(Call &c, double alpha, double scale, double inputScale) {
  return narrowed(c, c.tensor("self"), [&](Value x) {
    Value negative = c.e.mulNumber(c.e.unary(UnaryFn::Expm1, c.e.mulNumber(x, inputScale)), alpha * scale);
    return bySign(c, x, c.e.mulNumber(x, scale), negative);
  });
}

Value elu(Call &c) {
  return exponentialUnit(c, c.number("alpha"), c.number("scale"), c.number("input_scale"));
}
Value selu(Call &c) {
  return exponentialUnit(c, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1);
}

Value celu(Call &c) {
  double alpha = c.number("alpha");
  return alpha == 0 ? c.refuse("an alpha of 0") : exponentialUnit(c, alpha, 1, 1 / alpha);
}

/// log(1 + exp(beta x)) / beta, and x itself beyond the threshold.
Value softplus(Call &c) {
  double beta = c.number("beta"), threshold = c.number("threshold");
  if (beta == 0)
    return c.refuse("a beta of 0");
  return narrowed(c, c.tensor("self"), [&](Value x) {
    Value scaled = c.e.mulNumber(x, beta);
    Value soft = c.e.mulNumber(c.e.unary(UnaryFn::Softplus, scaled), 1 / beta);
    if (threshold >= 20) // no difference in f32
      return soft;
    return c.e.select(c.e.compareNumber(CompareFn::Gt, scaled, threshold), x, soft);
  });
}

Value logSigmoid(Call &c) {
  return narrowed(c, c.tensor("self"), [&](Value x) {
    return c.e.unary(UnaryFn::Neg, c.e.unary(UnaryFn::Softplus, c.e.unary(UnaryFn::Neg, x)));
  });
}

Value softshrink(Call &c) {
  Value x = c.tensor("self");
  double lambda = c.number("lambd");
  Value above = c.e.compareNumber(CompareFn::Gt, x, lambda),
        below = c.e.compareNumber(CompareFn::Lt, x, -lambda);
  Value low = c.e.select(below, c.e.addNumber(x, lambda), c.e.mulNumber(x, 0));
  return c.e.select(above, c.e.addNumber(x, -lambda), low);
}

Value hardshrink(Call &c) {
  Value x = c.tensor("self");
  Value inside = c.e.compareNumber(CompareFn::Le, c.e.unary(UnaryFn::Abs, x), c.number("lambd"));
  return c.e.select(inside, c.e.like(x, 0), x);
}

Value threshold(Call &c) {
  Value x = c.tensor("self");
  Value small = c.e.compareNumber(CompareFn::Le, x, c.number("threshold"));
  return c.e.select(small, c.e.like(x, c.number("value")), x);
}

/// A slope for all channels or for each (dim 1).
Value prelu(Call &c) {
  Value x = c.tensor("self"), slope = c.e.cast(c.tensor("weight"), c.e.element(x));
  Shape shape(c.e.shape(x));
  int64_t count = numElements(c.e.shape(slope));
  int64_t channel = shape.size() > 1 ? 1 : 0;
  if (count == 1)
    slope = c.broadcastTo(c.e.reshape(slope, {}), shape);
  else if (!shape.empty() && shape[channel] == count)
    slope = c.e.broadcastAlong(c.e.reshape(slope, {count}), channel, shape);
  else
    return c.invalid("the slopes do not fit the channels");
  return bySign(c, x, x, c.e.mul(x, slope));
}

/// The first half times the sigmoid of the second.
Value glu(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x)), size = c.e.size(x, dim);
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  if (size % 2 != 0)
    return c.invalid("the halved dim has odd size " + Twine(size));
  Value gate = c.e.unary(UnaryFn::Sigmoid, c.e.sliceDim(x, dim, size / 2, size / 2));
  return c.e.mul(c.e.sliceDim(x, dim, 0, size / 2), gate);
}

/// softmax or log_softmax, in the type that is asked for.
template <typename Op> Value softmaxOf(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  Type element = c.resultElement();
  if (c.failed())
    return {};
  x = c.e.cast(x, element);
  bool scalar = c.e.rank(x) == 0;
  if (scalar)
    x = c.e.reshape(x, {1});
  Value result = Op::create(c.e.b, c.e.loc, x.getType(), x, dim);
  return scalar ? c.e.reshape(result, {}) : result;
}

/// As softmax, but a row of -inf (everything masked) gives zeros.
Value safeSoftmax(Call &c) {
  Value result = softmaxOf<SoftmaxOp>(c);
  if (!result || c.e.rank(result) == 0)
    return result;
  Value x = c.e.cast(c.tensor("self"), c.e.element(result));
  Value top = c.e.reduce(ReduceFn::Max, x, {c.dim("dim", c.e.rank(x))}, /*keepDims=*/true);
  Value masked = c.e.compareNumber(CompareFn::Eq, top, -std::numeric_limits<double>::infinity());
  return c.e.select(c.e.broadcast(masked, c.e.shape(x)), c.e.like(x, 0), result);
}

const OpRow rows[] = {
    {"relu(Tensor self)", direct<UnaryFn::Relu>},
    {"sigmoid(Tensor self)", direct<UnaryFn::Sigmoid>},
    {"special_expit(Tensor self)", direct<UnaryFn::Sigmoid>},
    {"tanh(Tensor self)", direct<UnaryFn::Tanh>},
    {"silu(Tensor self)", direct<UnaryFn::Silu>},
    {"mish(Tensor self)", direct<UnaryFn::Mish>},
    {"gelu(Tensor self, *, str approximate='none')", gelu},
    {"relu6(Tensor self)", relu6},
    {"hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1)", hardtanh},
    {"hardsigmoid(Tensor self)", hardsigmoid},
    {"hardswish(Tensor self)", hardswish},
    {"leaky_relu(Tensor self, Scalar negative_slope=0.01)", leakyRelu},
    {"rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, "
     "Generator? generator=None)",
     rrelu},
    {"elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1)", elu},
    {"selu(Tensor self)", selu},
    {"celu(Tensor self, Scalar alpha=1.0)", celu},
    {"softplus(Tensor self, Scalar beta=1, Scalar threshold=20)", softplus},
    {"log_sigmoid(Tensor self)", logSigmoid},
    {"softshrink(Tensor self, Scalar lambd=0.5)", softshrink},
    {"hardshrink(Tensor self, Scalar lambd=0.5)", hardshrink},
    {"threshold(Tensor self, Scalar threshold, Scalar value)", threshold},
    {"prelu(Tensor self, Tensor weight)", prelu},
    {"_prelu_kernel(Tensor self, Tensor weight)", prelu},
    {"glu(Tensor self, int dim=-1)", glu},
    {"softmax.int(Tensor self, int dim, ScalarType? dtype=None)", softmaxOf<SoftmaxOp>},
    {"_softmax(Tensor self, int dim, bool half_to_float)", softmaxOf<SoftmaxOp>},
    {"special_softmax(Tensor self, int dim, ScalarType? dtype=None)", softmaxOf<SoftmaxOp>},
    {"_safe_softmax(Tensor self, int dim, ScalarType? dtype=None)", safeSoftmax},
    {"log_softmax.int(Tensor self, int dim, ScalarType? dtype=None)", softmaxOf<LogSoftmaxOp>},
    {"_log_softmax(Tensor self, int dim, bool half_to_float)", softmaxOf<LogSoftmaxOp>},
};

} // namespace

ArrayRef<OpRow> activationOps() { return rows; }

} // namespace neuron::pt2
