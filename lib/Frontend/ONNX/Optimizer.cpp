//===- Optimizer.cpp - steps of training ----------------------------------===//
//
// Operators of ai.onnx.preview.training. Operands are the learning rate, the
// number of updates so far, and then a list of tensors for each kind: values,
// gradients, and what the optimizer keeps of earlier steps.
//
//===----------------------------------------------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// What one tensor's step works with.
struct Step {
  Value rate, count;             ///< scalars of the tensor's element type
  Value x, gradient;             ///< the value; its gradient with the norm's part
  SmallVector<Value, 2> kept;    ///< of earlier steps
};

/// Gives the new value, followed by what is kept.
using StepFn = SmallVector<Value> (*)(Call &, const Step &);

/// A scalar as every element of `like`.
Value spread(Call &n, Value scalar, Value like) { return n.e.broadcast(scalar, Emitter::shape(like)); }

Value scalarOperand(Call &n, unsigned i, Type element) { return n.e.reshape(n.e.cast(n.in(i), element), {}); }

/// The scalar `first` while nothing has been updated yet, else `later`.
Value unlessFirst(Call &n, const Step &s, Value later, Value first) {
  return n.e.select(n.e.compareNumber(CompareFn::Gt, s.count, 0), later, first);
}

LogicalResult importSteps(Call &n, unsigned numKept, StepFn step) {
  SmallVector<Value> all = n.allIn();
  size_t kinds = 2 + numKept, count = all.size() < 2 ? 0 : (all.size() - 2) / kinds;
  if (n.failed() || count == 0 || all.size() != 2 + count * kinds)
    return n.failed() ? failure() : n.invalid("needs " + Twine(kinds) + " operands for each tensor beside rate and count");
  if (Emitter::count(all[0]) != 1 || Emitter::count(all[1]) != 1)
    return n.invalid("the rate and the count have to be single numbers");
  ArrayRef<Value> tensors = ArrayRef(all).drop_front(2);
  SmallVector<Value> outputs(count * (1 + numKept));
  for (size_t i = 0; i < count; ++i) {
    Value x = tensors[i], gradient = tensors[count + i];
    for (size_t kind = 1; kind < kinds; ++kind)
      if (tensors[kind * count + i].getType() != x.getType())
        return n.invalid("a tensor and what belongs to it have different types");
    gradient = n.e.add(n.e.mulNumber(x, n.attrFloat("norm_coefficient", 0)), gradient);
    Type element = Emitter::element(x);
    Step s{scalarOperand(n, 0, element), scalarOperand(n, 1, element), x, gradient, {}};
    for (size_t kind = 2; kind < kinds; ++kind)
      s.kept.push_back(tensors[kind * count + i]);
    for (auto [kind, value] : llvm::enumerate(step(n, s)))
      outputs[kind * count + i] = value;
  }
  return n.results(outputs);
}

SmallVector<Value> adagrad(Call &n, const Step &s) {
  Emitter &e = n.e;
  Value rate = e.div(s.rate, e.addNumber(e.mulNumber(s.count, n.attrFloat("decay_factor", 0)), 1));
  Value squares = e.add(s.kept[0], e.mul(s.gradient, s.gradient));
  Value size = e.addNumber(e.unary(UnaryFn::Sqrt, squares), n.attrFloat("epsilon", 1e-6));
  return {e.sub(s.x, e.div(e.mul(spread(n, rate, s.x), s.gradient), size)), squares};
}

/// alpha and beta to the power of the count take the start at 0 out of the averages.
SmallVector<Value> adam(Call &n, const Step &s) {
  Emitter &e = n.e;
  double alpha = n.attrFloat("alpha", 0.9), beta = n.attrFloat("beta", 0.999);
  Value average = e.add(e.mulNumber(s.kept[0], alpha), e.mulNumber(s.gradient, 1 - alpha));
  Value squares = e.add(e.mulNumber(s.kept[1], beta), e.mulNumber(e.mul(s.gradient, s.gradient), 1 - beta));
  auto rest = [&](double base) { return e.sub(e.like(s.count, 1), e.binary(BinaryFn::Pow, e.like(s.count, base), s.count)); };
  Value adjusted = e.div(e.mul(s.rate, e.unary(UnaryFn::Sqrt, rest(beta))), rest(alpha));
  Value rate = spread(n, unlessFirst(n, s, adjusted, s.rate), s.x);
  Value size = e.addNumber(e.unary(UnaryFn::Sqrt, squares), n.attrFloat("epsilon", 1e-6));
  Value x = e.sub(s.x, e.div(e.mul(rate, average), size));
  return {e.mulNumber(x, 1 - n.attrFloat("norm_coefficient_post", 0)), average, squares};
}

SmallVector<Value> momentum(Call &n, const Step &s) {
  Emitter &e = n.e;
  double alpha = n.attrFloat("alpha", 0);
  Value beta = unlessFirst(n, s, e.like(s.count, n.attrFloat("beta", 0)), e.like(s.count, 1));
  Value speed = e.add(e.mulNumber(s.kept[0], alpha), e.mul(spread(n, beta, s.x), s.gradient));
  bool isNesterov = n.attrString("mode", "") == "nesterov";
  Value direction = isNesterov ? e.add(s.gradient, e.mulNumber(speed, alpha)) : speed;
  return {e.sub(s.x, e.mul(spread(n, s.rate, s.x), direction)), speed};
}

LogicalResult importAdagrad(Call &n) { return importSteps(n, 1, adagrad); }
LogicalResult importAdam(Call &n) { return importSteps(n, 2, adam); }

LogicalResult importMomentum(Call &n) {
  StringRef mode = n.attrString("mode", "");
  if (mode != "standard" && mode != "nesterov")
    return n.invalid("mode has the unknown value '" + mode + "'");
  return importSteps(n, 1, momentum);
}

} // namespace

ArrayRef<Operator> neuron::onnx::optimizerOperators() {
  static const Operator rows[] = {
      {"ai.onnx.preview.training.Adagrad", 1, 0, 2, importAdagrad},
      {"ai.onnx.preview.training.Adam", 1, 0, 2, importAdam},
      {"ai.onnx.preview.training.Momentum", 1, 0, 2, importMomentum},
  };
  return rows;
}
