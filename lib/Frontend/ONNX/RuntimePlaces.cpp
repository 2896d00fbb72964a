//===- RuntimePlaces.cpp - slices and pads decided at run time ------------===//

#include "RuntimePlaces.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// Lists of numbers, one for each of some axes, of which any may be data of the run.
class AxisLists {
public:
  AxisLists(Call &n, unsigned axesInput, int64_t rank, int64_t numAxes) : n(n), rank(rank), numAxes(numAxes) {
    Value given = n.in(axesInput);
    if (given && !n.e.constant(given)) {
      if (Emitter::isFloat(given) || Emitter::shape(given) != Dims({numAxes}))
        (void)n.invalid("axes differ in number from the other lists");
      axes = n.e.cast(given, n.e.i64());
      return;
    }
    for (int64_t i = 0; i < numAxes; ++i)
      known.push_back(i);
    if (FailureOr<Shape> list = given ? n.knownInts(axesInput, "axes") : known; succeeded(list))
      known = *list;
    n.normalizeDims(known, rank);
    for (int64_t &axis : known)
      axis = n.normalizeDim(axis, rank);
    if (!n.failed() && int64_t(known.size()) != numAxes)
      (void)n.invalid("axes differ in number from the other lists");
  }

  /// True if dim `dim` may be one of the axes.
  bool mentions(int64_t dim) const { return axes || llvm::is_contained(known, dim); }

  /// Of `list`, from entry `first` on, the one for `dim` (a scalar); `otherwise` if the dim is no axis.
  Value entry(Value list, int64_t first, int64_t dim, int64_t otherwise) {
    if (!axes) {
      auto place = llvm::find(known, dim);
      return place == known.end() ? number(otherwise)
                                  : n.e.selectDim(list, 0, first + (place - known.begin()));
    }
    Value result = number(otherwise);
    for (int64_t i = 0; i < numAxes; ++i) {
      Value axis = n.e.selectDim(axes, 0, i);
      Value front = n.e.compare(CompareFn::Eq, axis, number(dim));
      Value back = n.e.compare(CompareFn::Eq, axis, number(dim - rank));
      result = n.e.select(n.e.binary(BinaryFn::Or, front, back), n.e.selectDim(list, 0, first + i), result);
    }
    return result;
  }

private:
  Value number(int64_t value) { return n.e.fullInt({}, n.e.i64(), value); }

  Call &n;
  int64_t rank, numAxes;
  Value axes;
  Shape known;
};

/// An operand as a vector of i64; null, after a report, if it is none or too long.
Value vectorOf(Call &n, unsigned i, int64_t count) {
  Value list = n.in(i);
  if (!list || Emitter::isFloat(list) || Emitter::rank(list) != 1 || Emitter::size(list, 0) != count) {
    (void)n.invalid("input " + Twine(i) + " has to be a vector of " + Twine(count) + " integers");
    return {};
  }
  return n.e.cast(list, n.e.i64());
}

} // namespace

LogicalResult neuron::onnx::sliceAtRun(Call &n, Dims shape) {
  Emitter &e = n.e;
  Value x = n.in(0);
  int64_t rank = Emitter::rank(x), count = Emitter::count(n.in(1));
  if (int64_t(shape.size()) != rank || count > rank)
    return n.invalid("the declared shape has another rank");
  AxisLists lists(n, 3, rank, count);
  Value starts = vectorOf(n, 1, count),
        steps = n.has(4) ? vectorOf(n, 4, count) : e.ints(Shape(count, 1), e.i64());
  for (int64_t dim = 0; dim < rank && !n.failed(); ++dim) {
    int64_t size = Emitter::size(x, dim);
    if (!lists.mentions(dim) && size == shape[dim])
      continue;
    if (size == 0)
      return n.refuse("at a place of the run in an empty dim");
    Value start = lists.entry(starts, 0, dim, 0), step = lists.entry(steps, 0, dim, 1);
    Value isNegative = e.compareNumber(CompareFn::Lt, start, 0);
    start = e.select(isNegative, e.addNumber(start, double(size)), start);
    start = e.clamp(start, 0.0, double(size - 1));
    Dims line = shape.slice(dim, 1);
    Value places = e.add(e.broadcast(start, line), e.mul(e.iota(line, 0, e.i64()), e.broadcast(step, line)));
    x = e.gather(x, e.clamp(places, 0.0, double(size - 1)), dim);
  }
  return n.failed() ? failure() : n.result(x);
}

/// Where in a dim of `size` the element at `place`, which may lie outside, comes from.
static Value source(Call &n, PadMode mode, Value place, int64_t size) {
  Emitter &e = n.e;
  if (mode == PadMode::Wrap)
    return e.binary(BinaryFn::Mod, place, e.like(place, double(size)));
  if (mode == PadMode::Reflect && size > 1) {
    Value turn = e.binary(BinaryFn::Mod, place, e.like(place, double(2 * (size - 1))));
    Value back = e.sub(e.like(turn, double(2 * (size - 1))), turn);
    return e.select(e.compareNumber(CompareFn::Lt, turn, double(size)), turn, back);
  }
  return e.clamp(place, 0.0, double(size - 1));
}

LogicalResult neuron::onnx::padAtRun(Call &n, Dims shape, PadMode mode, Value fill) {
  Emitter &e = n.e;
  Value x = n.in(0), inside;
  int64_t rank = Emitter::rank(x), count = Emitter::count(n.in(1)) / 2;
  if (int64_t(shape.size()) != rank || count > rank)
    return n.invalid("the declared shape has another rank");
  AxisLists lists(n, 3, rank, count);
  Value pads = vectorOf(n, 1, 2 * count);
  for (int64_t dim = 0; dim < rank && !n.failed(); ++dim) {
    int64_t size = Emitter::size(x, dim);
    if (!lists.mentions(dim) && size == shape[dim])
      continue;
    if (size == 0)
      return n.refuse("at a place of the run in an empty dim");
    Dims line = shape.slice(dim, 1);
    Value place = e.sub(e.iota(line, 0, e.i64()), e.broadcast(lists.entry(pads, 0, dim, 0), line));
    x = e.gather(x, source(n, mode, place, size), dim);
    Value hit = e.binary(BinaryFn::And, e.compareNumber(CompareFn::Ge, place, 0),
                         e.compareNumber(CompareFn::Lt, place, double(size)));
    hit = e.broadcastAlong(hit, dim, shape);
    inside = inside ? e.binary(BinaryFn::And, inside, hit) : hit;
  }
  if (n.failed() || Emitter::shape(x) != shape)
    return n.failed() ? failure() : n.invalid("the declared shape does not fit");
  if (mode != PadMode::Constant || !inside)
    return n.result(x);
  Value outside = fill ? e.broadcast(e.reshape(fill, {}), shape) : e.like(x, 0);
  return n.result(e.select(inside, x, outside));
}
