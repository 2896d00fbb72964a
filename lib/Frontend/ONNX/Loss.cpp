//===- Loss.cpp - losses of training graphs -------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// The loss for log probabilities [N, C, ..] and target classes [N, ..].
LogicalResult logLikelihoodLoss(Call &n, Value logProbabilities, Value &loss) {
  Emitter &e = n.e;
  Value target = n.in(1), weight = n.in(2);
  if (!n.requireRank(logProbabilities, 2) || !n.requireRank(target, 1))
    return failure();
  Shape shape(Emitter::shape(target));
  int64_t classes = Emitter::size(logProbabilities, 1);
  Type element = Emitter::element(logProbabilities);
  target = e.cast(target, e.i64());
  // What is ignored may be no class at all: it reads class 0 with the weight 0.
  Value counts;
  Value index = target;
  if (n.hasAttr("ignore_index")) {
    Value isKept = e.compare(CompareFn::Ne, target, e.fullInt(shape, e.i64(), n.attrInt("ignore_index", 0)));
    index = e.select(isKept, target, e.like(target, 0));
    counts = e.cast(isKept, element);
  }
  if (weight) {
    if (!n.requireRank(weight, 1, 1))
      return failure();
    Value weights = e.gather(weight, index, 0);
    counts = counts ? e.mul(counts, weights) : weights;
  }
  if (classes < 1)
    return n.invalid("has no classes");
  Value picked = e.make<GatherElementsOp>(logProbabilities, e.unsqueeze(index, 1), 1);
  if (n.failed())
    return failure();
  loss = e.unary(UnaryFn::Neg, e.squeeze(picked, 1));
  if (counts)
    loss = e.mul(loss, counts);
  StringRef reduction = n.attrString("reduction", "mean");
  Shape all = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  if (reduction == "mean" && counts)
    loss = e.div(e.reduce(ReduceFn::Add, loss, all), e.reduce(ReduceFn::Add, counts, all));
  else if (reduction == "mean")
    loss = e.mean(loss, all);
  else if (reduction == "sum")
    loss = e.reduce(ReduceFn::Add, loss, all);
  else if (reduction != "none")
    return n.invalid("reduction has the unknown value '" + reduction + "'");
  return success();
}

LogicalResult importNegativeLogLikelihoodLoss(Call &n) {
  Value loss;
  return succeeded(logLikelihoodLoss(n, n.in(0), loss)) ? n.result(loss) : failure();
}

LogicalResult importSoftmaxCrossEntropyLoss(Call &n) {
  Value x = n.in(0), loss;
  if (!n.requireRank(x, 2))
    return failure();
  Value logProbabilities = n.e.make<LogSoftmaxOp>(x, 1);
  return succeeded(logLikelihoodLoss(n, logProbabilities, loss)) ? n.results({loss, logProbabilities})
                                                                 : failure();
}

} // namespace

ArrayRef<Operator> neuron::onnx::lossOperators() {
  static const Operator rows[] = {
      {"NegativeLogLikelihoodLoss", 12, 0, 2, importNegativeLogLikelihoodLoss},
      {"SoftmaxCrossEntropyLoss", 12, 0, 2, importSoftmaxCrossEntropyLoss},
  };
  return rows;
}
