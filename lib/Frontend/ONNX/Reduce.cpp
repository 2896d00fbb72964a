//===- Reduce.cpp - reductions along axes ---------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// Every choice of `count` axes that turns `shape` into the one the model declares for the result.
std::vector<Shape> axesFromResult(Call &n, Dims shape, int64_t count, bool keepDims) {
  std::vector<Shape> choices;
  std::optional<Shape> declared = n.declaredShape(0);
  if (!declared || shape.size() > 8)
    return choices;
  for (unsigned mask = 0; mask < (1u << shape.size()); ++mask) {
    Shape axes, result;
    for (size_t i = 0; i < shape.size(); ++i) {
      bool isReduced = mask >> i & 1;
      if (isReduced)
        axes.push_back(i);
      if (!isReduced || keepDims)
        result.push_back(isReduced ? 1 : shape[i]);
    }
    if (int64_t(axes.size()) == count && result == *declared)
      choices.push_back(axes);
  }
  return choices;
}

/// True where the only element of `axis` names dim `dim`, from the front or the end.
Value isAxis(Call &n, Value axis, int64_t dim, int64_t rank) {
  Value chosen = n.e.cast(n.e.reshape(axis, {}), n.e.i64());
  return n.e.binary(BinaryFn::Or, n.e.compareNumber(CompareFn::Eq, chosen, double(dim)),
                    n.e.compareNumber(CompareFn::Eq, chosen, double(dim - rank)));
}

struct Reduction {
  Value x;
  Shape axes;
  bool keepDims;
  /// No axes and noop_with_empty_axes: only what is done to each element happens.
  bool isNoop = false;
  /// Several axes are possible, of which the run chooses one.
  std::vector<Shape> choices;
};

/// `since` is the opset in which the axes became an operand.
FailureOr<Reduction> readReduction(Call &n, int64_t since) {
  Reduction r{n.in(0), {}, n.attrInt("keepdims", 1) != 0, false, {}};
  int64_t rank = Emitter::rank(r.x);
  bool isOperand = n.opset >= since;
  bool isUnknown = isOperand && n.has(1) && Emitter::count(n.in(1)) != 0 && !n.e.constant(n.in(1));
  if (isUnknown) {
    r.choices = axesFromResult(n, Emitter::shape(r.x), Emitter::count(n.in(1)), r.keepDims);
    if (r.choices.empty() || (r.choices.size() > 1 && r.choices[0].size() != 1))
      return n.unknown("the axes");
    r.axes = r.choices[0];
    return r;
  }
  // An empty operand is as good as none.
  isOperand &= !n.has(1) || Emitter::count(n.in(1)) != 0;
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
  if (failed(r))
    return failure();
  Value result = compose(n, *r);
  for (size_t i = 1; i < r->choices.size(); ++i) {
    Reduction other = *r;
    other.axes = r->choices[i];
    Value hit = isAxis(n, n.in(1), other.axes[0], Emitter::rank(r->x));
    result = n.e.select(n.e.broadcast(hit, Emitter::shape(result)), compose(n, other), result);
  }
  return n.result(result);
}

Value reduceSum(Call &n, const Reduction &r) { return sum(n, r, r.x); }
Value reduceProd(Call &n, const Reduction &r) { return n.e.reduce(ReduceFn::Mul, r.x, r.axes, r.keepDims); }
Value reduceMean(Call &n, const Reduction &r) { return n.e.mean(r.x, r.axes, r.keepDims); }
Value reduceL1(Call &n, const Reduction &r) {
  return sum(n, r, Emitter::isUnsigned(r.x) ? r.x : n.e.unary(UnaryFn::Abs, r.x));
}
Value reduceSumSquare(Call &n, const Reduction &r) { return sum(n, r, n.e.unary(UnaryFn::Square, r.x)); }

/// A function of floats on a value of any type. f32 would give integers that are
/// off by one.
Value floatUnary(Call &n, UnaryFn fn, Value x) {
  if (Emitter::isFloat(x))
    return n.e.unary(fn, x);
  Type type = Emitter::element(x);
  return n.e.cast(n.e.needingF64(n.e.unary(fn, n.e.cast(x, n.e.b.getF64Type()))), type);
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
  Value x = n.in(0), axis = n.in(1);
  int64_t rank = Emitter::rank(x);
  bool exclusive = n.attrInt("exclusive", 0) != 0, reverse = n.attrInt("reverse", 0) != 0;
  auto along = [&](int64_t dim) {
    return n.e.make<CumulativeOp>(x.getType(), fn, x, dim, exclusive, reverse);
  };
  if (Emitter::count(axis) != 1 || Emitter::isFloat(axis) || rank == 0)
    return n.invalid("the axis has to be one integer, the operand no scalar");
  if (n.e.constant(axis)) {
    FailureOr<Shape> known = n.knownInts(1, "the axis");
    int64_t dim = failed(known) ? 0 : n.normalizeDim(known->front(), rank);
    return n.failed() ? failure() : n.result(along(dim));
  }
  if (rank > 3)
    return n.unknown("the axis");
  // Along every dim, of which the run chooses one.
  Value result = along(0);
  for (int64_t dim = 1; dim < rank; ++dim)
    result = n.e.select(n.e.broadcast(isAxis(n, axis, dim, rank), Emitter::shape(x)), along(dim), result);
  return n.result(result);
}

LogicalResult importTopK(Call &n) {
  Value x = n.in(0);
  int64_t axis = n.dimAttr("axis", -1, Emitter::rank(x)), k = n.attrInt("k", -1);
  if (n.opset >= 10) {
    std::optional<Shape> declared = n.declaredIfUnknown(1);
    if (!declared)
      declared = n.declaredIfUnknown(1, 1);
    if (declared && axis < int64_t(declared->size())) {
      k = (*declared)[axis];
    } else {
      FailureOr<Shape> count = n.knownInts(1, "k");
      if (failed(count) || count->size() != 1)
        return n.failed() ? failure() : n.invalid("k has to be one number");
      k = count->front();
    }
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
