//===- Reduce.cpp - reductions along axes ---------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// The axes of a reduction whose axes are an operand of the run: found from the shape the model declares, if
/// only one choice gives it.
std::optional<Shape> axesFromResult(Call &n, Dims shape, bool keepDims) {
  std::optional<Shape> declared = n.declaredShape(0);
  if (!declared || !keepDims || declared->size() != shape.size())
    return std::nullopt;
  Shape axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    if ((*declared)[i] == 1 && shape[i] != 1)
      axes.push_back(i);
    else if ((*declared)[i] != shape[i])
      return std::nullopt;
  }
  return axes;
}

struct Reduction {
  Value x;
  Shape axes;
  bool keepDims;
  /// No axes and noop_with_empty_axes: only what is done to each element happens.
  bool isNoop = false;
};

/// `since` is the opset in which the axes became an operand.
FailureOr<Reduction> readReduction(Call &n, int64_t since) {
  Reduction r{n.in(0), {}, n.attrInt("keepdims", 1) != 0};
  int64_t rank = Emitter::rank(r.x);
  bool isOperand = n.opset >= since;
  if (isOperand && n.has(1) && !n.e.constant(n.in(1)))
    if (std::optional<Shape> axes = axesFromResult(n, Emitter::shape(r.x), r.keepDims)) {
      r.axes = *axes;
      return r;
    }
  std::optional<Shape> axes = n.listAttrOrInput("axes", isOperand ? 1 : ~0u);
  if (n.failed())
    return failure();
  if (axes && !axes->empty()) {
    r.axes = n.normalizeDims(*axes, rank);
    return n.failed() ? FailureOr<Reduction>(failure()) : r;
  }
  r.isNoop = n.attrInt("noop_with_empty_axes", 0) != 0;
  if (!r.isNoop)
    r.axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return r;
}

Value sum(Call &n, const Reduction &r, Value x) { return n.e.reduce(ReduceFn::Add, x, r.axes, r.keepDims); }

/// How a reduction is made: something for each element, an associative function, something at the end.
using Compose = Value (*)(Call &, const Reduction &);

template <Compose compose, int64_t since> LogicalResult reduce(Call &n) {
  FailureOr<Reduction> r = readReduction(n, since);
  return failed(r) ? failure() : n.result(compose(n, *r));
}

Value reduceSum(Call &n, const Reduction &r) { return sum(n, r, r.x); }
Value reduceProd(Call &n, const Reduction &r) { return n.e.reduce(ReduceFn::Mul, r.x, r.axes, r.keepDims); }
Value reduceMean(Call &n, const Reduction &r) { return n.e.mean(r.x, r.axes, r.keepDims); }
Value reduceL1(Call &n, const Reduction &r) {
  return sum(n, r, Emitter::isUnsigned(r.x) ? r.x : n.e.unary(UnaryFn::Abs, r.x));
}
Value reduceSumSquare(Call &n, const Reduction &r) { return sum(n, r, n.e.unary(UnaryFn::Square, r.x)); }

/// A function of floats on a value of any type.
Value floatUnary(Call &n, UnaryFn fn, Value x) {
  if (Emitter::isFloat(x))
    return n.e.unary(fn, x);
  Type type = Emitter::element(x);
  return n.e.cast(n.e.unary(fn, n.e.cast(x, n.e.b.getF64Type())), type);
}

Value reduceL2(Call &n, const Reduction &r) { return floatUnary(n, UnaryFn::Sqrt, reduceSumSquare(n, r)); }
Value reduceLogSum(Call &n, const Reduction &r) { return floatUnary(n, UnaryFn::Log, sum(n, r, r.x)); }

/// max + log(sum(exp(x - max))), where an infinite maximum counts as 0.
Value reduceLogSumExp(Call &n, const Reduction &r) {
  if (!Emitter::isFloat(r.x))
    return floatUnary(n, UnaryFn::Log, sum(n, r, floatUnary(n, UnaryFn::Exp, r.x)));
  Value max = n.e.reduce(ReduceFn::Max, r.x, r.axes, /*keepDims=*/true);
  max = n.e.select(n.e.unary(UnaryFn::IsInf, max), n.e.like(max, 0), max);
  Value shifted = n.e.sub(r.x, n.e.broadcast(max, Emitter::shape(r.x)));
  Value log = n.e.unary(UnaryFn::Log, sum(n, r, n.e.unary(UnaryFn::Exp, shifted)));
  return n.e.add(log, n.e.reshape(max, Emitter::shape(log)));
}

/// Bools are ordered false < true.
template <ReduceFn fn> Value reduceExtreme(Call &n, const Reduction &r) {
  ReduceFn actual = fn;
  if (Emitter::element(r.x).isInteger(1))
    actual = fn == ReduceFn::Max ? ReduceFn::Or : ReduceFn::And;
  return n.e.reduce(actual, r.x, r.axes, r.keepDims);
}

template <ArgReduceFn fn> LogicalResult argReduce(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", 0, Emitter::rank(x));
  if (n.failed())
    return failure();
  Value place = n.e.make<ArgReduceOp>(fn, x, axis, n.attrInt("select_last_index", 0) != 0);
  return n.result(n.attrInt("keepdims", 1) ? n.e.unsqueeze(place, axis) : place);
}

template <ReduceFn fn> LogicalResult importCumulative(Call &n) {
  FailureOr<Shape> axis = n.knownInts(1, "the axis");
  if (failed(axis))
    return failure();
  if (axis->size() != 1)
    return n.invalid("the axis has to be one number");
  Value x = n.in(0);
  int64_t dim = n.normalizeDim(axis->front(), Emitter::rank(x));
  if (n.failed())
    return failure();
  bool exclusive = n.attrInt("exclusive", 0) != 0, reverse = n.attrInt("reverse", 0) != 0;
  return n.result(n.e.make<CumulativeOp>(x.getType(), fn, x, dim, exclusive, reverse));
}

LogicalResult importTopK(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", -1, Emitter::rank(x)), k = n.attrInt("k", -1);
  if (n.opset >= 10) {
    FailureOr<Shape> count = n.knownInts(1, "k");
    if (failed(count) || count->size() != 1)
      return n.failed() ? failure() : n.invalid("k has to be one number");
    k = count->front();
  }
  if (n.failed())
    return failure();
  if (k < 0 || k > Emitter::size(x, axis))
    return n.invalid("k is " + Twine(k) + ", but there are " + Twine(Emitter::size(x, axis)) + " elements");
  auto op = n.e.makeMany<TopKOp>(x, k, axis, n.attrInt("largest", 1) != 0, n.attrInt("sorted", 1) != 0);
  return n.results({op.getValues(), op.getIndices()});
}

} // namespace

ArrayRef<Operator> neuron::onnx::reduceOperators() {
  static const Operator rows[] = {
      {"ArgMax", 1, 0, 1, argReduce<ArgReduceFn::Max>},
      {"ArgMin", 1, 0, 1, argReduce<ArgReduceFn::Min>},
      {"CumProd", 26, 0, 2, importCumulative<ReduceFn::Mul>},
      {"CumSum", 11, 0, 2, importCumulative<ReduceFn::Add>},
      {"ReduceL1", 1, 0, 1, reduce<reduceL1, 18>},
      {"ReduceL2", 1, 0, 1, reduce<reduceL2, 18>},
      {"ReduceLogSum", 1, 0, 1, reduce<reduceLogSum, 18>},
      {"ReduceLogSumExp", 1, 0, 1, reduce<reduceLogSumExp, 18>},
      {"ReduceMax", 1, 0, 1, reduce<reduceExtreme<ReduceFn::Max>, 18>},
      {"ReduceMean", 1, 0, 1, reduce<reduceMean, 18>},
      {"ReduceMin", 1, 0, 1, reduce<reduceExtreme<ReduceFn::Min>, 18>},
      {"ReduceProd", 1, 0, 1, reduce<reduceProd, 18>},
      {"ReduceSum", 1, 0, 1, reduce<reduceSum, 13>},
      {"ReduceSumSquare", 1, 0, 1, reduce<reduceSumSquare, 18>},
      {"TopK", 1, 0, 1, importTopK},
  };
  return rows;
}
