//===- Random.cpp - random numbers ----------------------------------------===//
//
// The numbers are those of neuron.rng: they follow from the number of the run and
// from the node's place in the model. The standard does not say which numbers a
// `seed` gives, and who sets one wants those of some generator: it is refused.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Registry.h"

#include "dialects/Neuron/RunNumber.h"

using namespace mlir;
using namespace llvm;

namespace neuron::onnx {
namespace {

/// Random f32; null after a report.
Value numbers(Call &n, RngFn fn, Dims shape, double a, double b) {
  if (n.hasAttr("seed")) {
    (void)n.refuse("with a seed, whose numbers differ from one generator to the next (without it, the numbers follow "
                   "from how often the artifact has run)");
    return {};
  }
  n.e.type(shape, n.e.f32());
  if (n.failed())
    return {};
  Value result = randomNumbers(n.e.b, n.loc, fn, shape, a, b);
  if (!result)
    (void)n.refuse("with random numbers inside of a loop");
  return result;
}

/// The type attribute, or `otherwise`.
Type typeOr(Call &n, Type otherwise) {
  return n.hasAttr("dtype") ? n.elementType(n.attrInt("dtype", 1)) : otherwise;
}

LogicalResult drawn(Call &n, RngFn fn, Dims shape, Type element) {
  bool isUniform = fn == RngFn::Uniform;
  double a = n.attrFloat(isUniform ? "low" : "mean", 0), b = n.attrFloat(isUniform ? "high" : "scale", 1);
  if (n.failed() || !element)
    return failure();
  if (isUniform ? !(a <= b) : !(b >= 0))
    return n.invalid("the range is empty");
  if (!isa<FloatType>(element))
    return n.refuse("with a result that is not of floats");
  Value x = numbers(n, fn, shape, a, b);
  return x ? n.result(n.e.cast(x, element)) : failure();
}

template <RngFn fn> LogicalResult importRandom(Call &n) {
  return drawn(n, fn, n.attrInts("shape"), typeOr(n, n.e.f32()));
}

template <RngFn fn> LogicalResult importRandomLike(Call &n) {
  Value x = n.in(0);
  return drawn(n, fn, Emitter::shape(x), typeOr(n, Emitter::element(x)));
}

LogicalResult importBernoulli(Call &n) {
  Value p = n.in(0);
  Type element = typeOr(n, Emitter::element(p));
  Value u = element ? numbers(n, RngFn::Uniform, Emitter::shape(p), 0, 1) : Value();
  return u ? n.result(n.e.cast(n.e.compare(CompareFn::Lt, u, n.e.cast(p, n.e.f32())), element)) : failure();
}

/// Operand: logarithms of weights [batch, classes]. Each sample is the largest of
/// weight / exponential number, in logarithms.
LogicalResult importMultinomial(Call &n) {
  Value x = n.in(0);
  int64_t count = n.attrInt("sample_size", 1);
  Type element = typeOr(n, n.e.i32());
  if (n.failed() || !element || !n.requireRank(x, 2, 2))
    return failure();
  if (count < 1)
    return n.invalid("the number of samples is " + Twine(count));
  Shape shape{Emitter::size(x, 0), count, Emitter::size(x, 1)};
  Value u = numbers(n, RngFn::Uniform, shape, 0, 1);
  if (!u)
    return failure();
  Value wait = n.e.unary(UnaryFn::Neg, n.e.unary(UnaryFn::Log, n.e.clamp(u, 0x1p-25, std::nullopt)));
  Value wide = n.e.broadcastInDim(n.e.cast(x, n.e.f32()), {0, 2}, shape);
  Value score = n.e.sub(wide, n.e.unary(UnaryFn::Log, wait));
  auto top = n.e.makeMany<TopKOp>(score, 1, 2, true, true);
  return n.result(n.e.cast(n.e.squeeze(top.getIndices(), 2), element));
}

/// The ratio in training mode, 0 otherwise.
FailureOr<double> dropoutRatio(Call &n) {
  if (!n.has(2))
    return 0.0;
  FailureOr<Shape> training = n.knownInts(2, "training_mode");
  if (failed(training))
    return failure();
  FailureOr<SmallVector<double>> ratio = n.has(1) ? n.knownNumbers(1, "the ratio") : SmallVector<double>{0.5};
  if (failed(ratio))
    return failure();
  if (training->size() != 1 || !training->front())
    return 0.0;
  double value = ratio->empty() ? 0.5 : ratio->front();
  if (!(value >= 0 && value < 1))
    return n.invalid("the ratio is not in [0, 1)");
  return value;
}

LogicalResult importDropout(Call &n) {
  Value x = n.in(0);
  FailureOr<double> ratio = dropoutRatio(n);
  if (failed(ratio))
    return failure();
  if (*ratio == 0) {
    Type maskType = n.opset < 10 ? Emitter::element(x) : n.e.i1();
    return n.results({x, n.wantsOutput(1) ? n.e.full(Emitter::shape(x), maskType, 1) : Value()});
  }
  Value u = numbers(n, RngFn::Uniform, Emitter::shape(x), 0, 1);
  if (!u)
    return failure();
  Value keep = n.e.compareNumber(CompareFn::Ge, u, *ratio);
  return n.results({n.e.select(keep, n.e.mulNumber(x, 1 / (1 - *ratio)), n.e.like(x, 0)), keep});
}

} // namespace

ArrayRef<Operator> randomOperators() {
  static const Operator rows[] = {
      {"Bernoulli", 15, 0, 1, importBernoulli},
      {"Dropout", 1, 0, 1, importDropout},
      {"Multinomial", 7, 0, 1, importMultinomial},
      {"RandomNormal", 1, 0, 0, importRandom<RngFn::Normal>},
      {"RandomNormalLike", 1, 0, 1, importRandomLike<RngFn::Normal>},
      {"RandomUniform", 1, 0, 0, importRandom<RngFn::Uniform>},
      {"RandomUniformLike", 1, 0, 1, importRandomLike<RngFn::Uniform>},
  };
  return rows;
}

} // namespace neuron::onnx
