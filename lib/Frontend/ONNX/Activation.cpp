//===- Activation.cpp - activation functions ------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

template <UnaryFn fn> LogicalResult unary(Call &n) { return n.result(n.e.unary(fn, n.in(0))); }

/// `x` where it is positive, `negative` elsewhere.
Value positiveOr(Call &n, Value x, Value negative) {
  return n.e.select(n.e.compareNumber(CompareFn::Gt, x, 0), x, negative);
}

LogicalResult importLeakyRelu(Call &n) {
  Value x = n.in(0);
  Value scaled = n.e.mulNumber(x, n.attrFloat("alpha", 0.01));
  return n.result(n.e.select(n.e.compareNumber(CompareFn::Ge, x, 0), x, scaled));
}

LogicalResult importPRelu(Call &n) {
  Value x = n.in(0), slope = n.in(1);
  // Before opset 7 a vector of slopes belonged to the channels.
  if (n.opset < 7 && Emitter::rank(slope) == 1 && Emitter::rank(x) >= 2 && Emitter::count(slope) > 1)
    if (Emitter::size(slope, 0) == Emitter::size(x, 1))
      slope = n.e.broadcastAlong(slope, 1, Emitter::shape(x));
  Value values[] = {x, slope};
  if (!n.broadcastTogether(values))
    return failure();
  Value scaled = n.e.mul(values[0], values[1]);
  return n.result(n.e.select(n.e.compareNumber(CompareFn::Ge, values[0], 0), values[0], scaled));
}

LogicalResult importElu(Call &n) {
  Value x = n.in(0);
  return n.result(positiveOr(n, x, n.e.mulNumber(n.e.unary(UnaryFn::Expm1, x), n.attrFloat("alpha", 1))));
}

/// max(0, x) + min(0, alpha * (exp(x / alpha) - 1))
LogicalResult importCelu(Call &n) {
  Value x = n.in(0);
  double alpha = n.attrFloat("alpha", 1);
  Value exponential = n.e.unary(UnaryFn::Expm1, n.e.mulNumber(x, 1 / alpha));
  Value negative = n.e.clamp(n.e.mulNumber(exponential, alpha), std::nullopt, 0.0);
  return n.result(n.e.add(n.e.unary(UnaryFn::Relu, x), negative));
}

LogicalResult importSelu(Call &n) {
  Value x = n.in(0);
  double alpha = n.attrFloat("alpha", 1.67326319217681884765625);
  double gamma = n.attrFloat("gamma", 1.05070102214813232421875);
  Value negative = n.e.mulNumber(n.e.unary(UnaryFn::Expm1, x), alpha);
  return n.result(n.e.mulNumber(positiveOr(n, x, negative), gamma));
}

LogicalResult importHardSigmoid(Call &n) {
  Value x = n.e.mulNumber(n.in(0), n.attrFloat("alpha", 0.2));
  return n.result(n.e.clamp(n.e.addNumber(x, n.attrFloat("beta", 0.5)), 0.0, 1.0));
}

LogicalResult importHardSwish(Call &n) {
  Value x = n.in(0);
  Value gate = n.e.clamp(n.e.addNumber(n.e.mulNumber(x, 1.0 / 6), 0.5), 0.0, 1.0);
  return n.result(n.e.mul(x, gate));
}

LogicalResult importGelu(Call &n) {
  StringRef form = n.attrString("approximate", "none");
  if (form != "none" && form != "tanh")
    return n.invalid("approximate has to be none or tanh");
  return n.result(n.e.unary(form == "none" ? UnaryFn::Gelu : UnaryFn::GeluTanh, n.in(0)));
}

LogicalResult importSwish(Call &n) {
  Value x = n.in(0);
  double alpha = n.attrFloat("alpha", 1);
  if (alpha == 1)
    return n.result(n.e.unary(UnaryFn::Silu, x));
  return n.result(n.e.mul(x, n.e.unary(UnaryFn::Sigmoid, n.e.mulNumber(x, alpha))));
}

LogicalResult importThresholdedRelu(Call &n) {
  Value x = n.in(0);
  Value above = n.e.compareNumber(CompareFn::Gt, x, n.attrFloat("alpha", 1));
  return n.result(n.e.select(above, x, n.e.like(x, 0)));
}

/// x + bias below -lambd, x - bias above lambd, 0 between.
LogicalResult importShrink(Call &n) {
  Value x = n.in(0);
  double lambd = n.attrFloat("lambd", 0.5), bias = n.attrFloat("bias", 0);
  Value above =
      n.e.select(n.e.compareNumber(CompareFn::Gt, x, lambd), n.e.addNumber(x, -bias), n.e.like(x, 0));
  return n.result(n.e.select(n.e.compareNumber(CompareFn::Lt, x, -lambd), n.e.addNumber(x, bias), above));
}

LogicalResult importSoftsign(Call &n) {
  Value x = n.in(0);
  return n.result(n.e.div(x, n.e.addNumber(n.e.unary(UnaryFn::Abs, x), 1)));
}

/// Before opset 13 the dims from `axis` on were one.
template <typename OpT> LogicalResult importSoftmax(Call &n) {
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x);
  int64_t axis = n.dimAttr("axis", n.opset < 13 && rank > 1 ? 1 : -1, rank);
  if (n.failed())
    return failure();
  if (n.opset >= 13 || axis == rank - 1)
    return n.result(n.e.make<OpT>(x, axis));
  Dims shape = Emitter::shape(x);
  Value flat = n.e.reshape(x, {numElements(shape.take_front(axis)), numElements(shape.drop_front(axis))});
  return n.result(n.e.reshape(n.e.make<OpT>(flat, 1), shape));
}

/// One at the first maximum along the axis, zero elsewhere.
LogicalResult importHardmax(Call &n) {
  Value x = n.in(0);
  Shape shape(Emitter::shape(x));
  int64_t axis = n.dimAttr("axis", n.opset < 13 && shape.size() > 1 ? 1 : -1, shape.size());
  if (n.failed())
    return failure();
  Shape flatShape = shape;
  if (n.opset < 13) {
    flatShape = {numElements(Dims(shape).take_front(axis)), numElements(Dims(shape).drop_front(axis))};
    axis = 1;
  }
  Value flat = n.e.reshape(x, flatShape);
  if (flatShape[axis] == 0)
    return n.result(x);
  Value place = n.e.unsqueeze(n.e.make<ArgReduceOp>(ArgReduceFn::Max, flat, axis, false), axis);
  Value iota = n.e.iota(flatShape, axis, n.e.i64());
  Value hit = n.e.compare(CompareFn::Eq, iota, n.e.broadcast(place, flatShape));
  return n.result(n.e.reshape(n.e.cast(hit, Emitter::element(x)), shape));
}

} // namespace

ArrayRef<Operator> neuron::onnx::activationOperators() {
  static const Operator rows[] = {
      {"Celu", 12, 0, 1, importCelu},
      {"Elu", 1, 0, 1, importElu},
      {"Gelu", 20, 0, 1, importGelu},
      {"HardSigmoid", 1, 0, 1, importHardSigmoid},
      {"HardSwish", 14, 0, 1, importHardSwish},
      {"Hardmax", 1, 0, 1, importHardmax},
      {"LeakyRelu", 1, 0, 1, importLeakyRelu},
      {"LogSoftmax", 1, 0, 1, importSoftmax<LogSoftmaxOp>},
      {"Mish", 18, 0, 1, unary<UnaryFn::Mish>},
      {"PRelu", 1, 0, 2, importPRelu},
      {"Relu", 1, 0, 1, unary<UnaryFn::Relu>},
      {"Selu", 1, 0, 1, importSelu},
      {"Shrink", 9, 0, 1, importShrink},
      {"Sigmoid", 1, 0, 1, unary<UnaryFn::Sigmoid>},
      {"Softmax", 1, 0, 1, importSoftmax<SoftmaxOp>},
      {"Softplus", 1, 0, 1, unary<UnaryFn::Softplus>},
      {"Softsign", 1, 0, 1, importSoftsign},
      {"Swish", 24, 0, 1, importSwish},
      {"Tanh", 1, 0, 1, unary<UnaryFn::Tanh>},
      {"ThresholdedRelu", 10, 0, 1, importThresholdedRelu},
  };
  return rows;
}
