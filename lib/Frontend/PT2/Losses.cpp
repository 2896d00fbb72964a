//===- Losses.cpp - loss functions ----------------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// torch's reduction numbers.
enum Reduction { kNone = 0, kMean = 1, kSum = 2 };

Value reduceLoss(Call &c, Value loss) {
  Shape dims = to_vector(seq<int64_t>(0, c.e.rank(loss)));
  if (c.integer("reduction") == kNone)
    return loss;
  return c.integer("reduction") == kMean ? c.e.mean(loss, dims) : c.e.reduce(ReduceFn::Add, loss, dims);
}

/// A loss of each pair of elements, then the reduction.
Value elementLoss(Call &c, llvm::function_ref<Value(Value x, Value y)> loss) {
  auto values = c.promote({"self", "target"});
  return c.failed() ? Value() : reduceLoss(c, loss(values[0], values[1]));
}

Value absolute(Call &c, Value x, Value y) { return c.e.unary(UnaryFn::Abs, c.e.sub(x, y)); }

Value mseLoss(Call &c) {
  return elementLoss(c, [&](Value x, Value y) { return c.e.unary(UnaryFn::Square, c.e.sub(x, y)); });
}
Value l1Loss(Call &c) {
  return elementLoss(c, [&](Value x, Value y) { return absolute(c, x, y); });
}

/// Quadratic up to `delta`, linear beyond; scaled by `scale`.
Value quadraticThenLinear(Call &c, double delta, double scale) {
  return elementLoss(c, [&](Value x, Value y) {
    Value gap = absolute(c, x, y);
    Value inner = c.e.mulNumber(c.e.unary(UnaryFn::Square, gap), 0.5 * scale);
    Value outer = c.e.mulNumber(c.e.addNumber(gap, -0.5 * delta), delta * scale);
    return c.e.select(c.e.compareNumber(CompareFn::Lt, gap, delta), inner, outer);
  });
}
Value smoothL1Loss(Call &c) {
  double beta = c.number("beta");
  return beta == 0 ? l1Loss(c) : quadraticThenLinear(c, beta, 1 / beta);
}
Value huberLoss(Call &c) { return quadraticThenLinear(c, c.number("delta"), 1); }

/// target * (log(target) - self), 0 where target is 0; or exp(t) * (t - self).
Value klDiv(Call &c) {
  bool isLog = c.flag("log_target");
  return elementLoss(c, [&](Value x, Value y) {
    if (isLog)
      return c.e.mul(c.e.unary(UnaryFn::Exp, y), c.e.sub(y, x));
    Value zero = c.e.like(y, 0);
    Value entropy = c.e.select(c.e.compare(CompareFn::Eq, y, zero), zero, c.e.mul(y, c.e.unary(UnaryFn::Log, y)));
    return c.e.sub(entropy, c.e.mul(y, x));
  });
}

Value weighted(Call &c, Value loss) {
  if (!c.has("weight"))
    return loss;
  Value weight = c.broadcastTo(c.tensor("weight"), Shape(c.e.shape(loss)));
  return weight ? c.e.mul(loss, weight) : Value();
}

/// -(t log(x) + (1 - t) log(1 - x)), logarithms at least -100.
Value binaryCrossEntropy(Call &c) {
  auto values = c.promote({"self", "target"});
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], one = c.e.like(x, 1);
  auto log = [&](Value p) { return c.e.clamp(c.e.unary(UnaryFn::Log, p), -100, std::nullopt); };
  Value sum = c.e.add(c.e.mul(y, log(x)), c.e.mul(c.e.sub(one, y), log(c.e.sub(one, x))));
  Value loss = weighted(c, c.e.unary(UnaryFn::Neg, sum));
  return loss ? reduceLoss(c, loss) : Value();
}

/// (1 - t) x + (1 + (p - 1) t) softplus(-x).
Value binaryCrossEntropyWithLogits(Call &c) {
  auto values = c.promote({"self", "target"});
  if (c.failed())
    return {};
  Value x = values[0], y = values[1], one = c.e.like(x, 1), factor = one;
  if (c.has("pos_weight")) {
    Value positive = c.broadcastTo(c.tensor("pos_weight"), Shape(c.e.shape(x)));
    if (!positive)
      return {};
    factor = c.e.add(one, c.e.mul(c.e.sub(positive, one), y));
  }
  Value soft = c.e.unary(UnaryFn::Softplus, c.e.unary(UnaryFn::Neg, x));
  Value loss = weighted(c, c.e.add(c.e.mul(c.e.sub(one, y), x), c.e.mul(factor, soft)));
  return loss ? reduceLoss(c, loss) : Value();
}

/// Classes lie in dim 1, or in the only dim.
int64_t classDim(Value x) { return Emitter::rank(x) == 1 ? 0 : 1; }

/// -w[t] * logp[t] with targets equal to `ignore_index` left out. `smoothing`
/// of the weight goes to all classes alike.
Value negativeLogLikelihood(Call &c, Value logp, double smoothing) {
  Value target = c.tensor("target");
  int64_t dim = classDim(logp), classes = c.e.size(logp, dim), reduction = c.integer("reduction");
  Shape rest(c.e.shape(logp));
  rest.erase(rest.begin() + dim);
  if (!c.requireRank(logp, 1) || c.e.shape(target) != Dims(rest))
    return c.invalid("the targets do not fit");
  Value ignored = c.e.compare(CompareFn::Eq, target, c.e.fullInt(rest, c.e.element(target), c.integer("ignore_index")));
  Value zero = c.e.full(rest, c.e.element(logp), 0);
  target = c.e.select(ignored, c.e.like(target, 0), target);
  Value weight = c.e.like(zero, 1);
  if (c.has("weight"))
    weight = c.e.gather(c.tensor("weight"), target, 0);
  if (c.e.shape(weight) != Dims(rest))
    return c.invalid("the weights do not fit");
  weight = c.e.select(ignored, zero, weight);
  Value picked = c.e.squeeze(c.e.gatherElements(logp, c.e.unsqueeze(target, dim), dim), dim);
  Value loss = c.e.mul(c.e.unary(UnaryFn::Neg, picked), weight);
  if (smoothing != 0) {
    Value all = logp;
    if (c.has("weight"))
      all = c.e.mul(all, c.e.broadcastAlong(c.tensor("weight"), dim, Shape(c.e.shape(logp))));
    Value even = c.e.select(ignored, zero, c.e.unary(UnaryFn::Neg, c.e.reduce(ReduceFn::Add, all, {dim})));
    loss = c.e.add(c.e.mulNumber(loss, 1 - smoothing), c.e.mulNumber(even, smoothing / double(classes)));
  }
  Shape dims = to_vector(seq<int64_t>(0, rest.size()));
  if (reduction == kNone)
    return loss;
  Value sum = c.e.reduce(ReduceFn::Add, loss, dims);
  return reduction == kSum ? sum : c.e.div(sum, c.e.reduce(ReduceFn::Add, weight, dims));
}

Value nllLoss(Call &c) { return negativeLogLikelihood(c, c.tensor("self"), 0); }

LogicalResult nllLossForward(Call &c) {
  Value loss = nllLoss(c);
  c.unavailable(1, "the sum of the weights");
  return loss ? c.result(0, loss) : failure();
}

Value crossEntropyLoss(Call &c) {
  Value x = c.tensor("self"), target = c.tensor("target");
  if (!c.requireRank(x, 1))
    return {};
  int64_t dim = classDim(x);
  double smoothing = c.number("label_smoothing");
  Value logp = LogSoftmaxOp::create(c.e.b, c.e.loc, x.getType(), x, dim);
  if (!c.e.isFloat(target))
    return negativeLogLikelihood(c, logp, smoothing);
  // Targets are probabilities.
  if (c.e.shape(target) != c.e.shape(x))
    return c.invalid("the targets do not fit");
  target = c.e.addNumber(c.e.mulNumber(target, 1 - smoothing), smoothing / double(c.e.size(x, dim)));
  Value terms = c.e.mul(logp, c.e.cast(target, c.e.element(x)));
  if (c.has("weight"))
    terms = c.e.mul(terms, c.e.broadcastAlong(c.tensor("weight"), dim, Shape(c.e.shape(x))));
  Value loss = c.e.unary(UnaryFn::Neg, c.e.reduce(ReduceFn::Add, terms, {dim}));
  return reduceLoss(c, loss);
}

const OpRow rows[] = {
    {"mse_loss(Tensor self, Tensor target, int reduction=1)", mseLoss},
    {"l1_loss(Tensor self, Tensor target, int reduction=1)", l1Loss},
    {"smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.0)", smoothL1Loss},
    {"huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.0)", huberLoss},
    {"kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False)", klDiv},
    {"binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1)", binaryCrossEntropy},
    {"binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int "
     "reduction=1)",
     binaryCrossEntropyWithLogits},
    {"nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100)", nllLoss},
    {"nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100)", nllLoss},
    {"nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100)", nllLoss},
    {"nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index)", nllLossForward},
    {"nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index)", nllLossForward},
    {"cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100, "
     "float label_smoothing=0.0)",
     crossEntropyLoss},
};

} // namespace

ArrayRef<OpRow> lossOps() { return rows; }

} // namespace neuron::pt2
