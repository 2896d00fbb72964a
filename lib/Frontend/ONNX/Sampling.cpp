//===- Sampling.cpp - values between the pixels ---------------------------===//

#include "Sampling.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

/// `x` mirrored at `low` and `high` until it lies between.
static Value reflect(Call &n, Value x, double low, double high) {
  Emitter &e = n.e;
  double range = high - low;
  if (range <= 0)
    return e.like(x, low);
  Value distance = e.unary(UnaryFn::Abs, e.addNumber(x, -low));
  Value turn = e.binary(BinaryFn::Rem, distance, e.like(x, 2 * range));
  Value back = e.sub(e.like(turn, 2 * range), turn);
  Value folded = e.select(e.compareNumber(CompareFn::Le, turn, range), turn, back);
  return e.addNumber(folded, low);
}

/// A coordinate made one inside of the image, as the padding says.
static Value confine(Call &n, Value x, int64_t size, const Sampling &s) {
  if (s.padding == Padding::Border)
    return n.e.clamp(x, 0.0, double(size - 1));
  if (s.padding == Padding::Reflection)
    return reflect(n, x, s.alignCorners ? 0 : -0.5, s.alignCorners ? double(size - 1) : double(size) - 0.5);
  return x;
}

SmallVector<Value> neuron::onnx::tapWeights(Call &n, Value t, int64_t taps) {
  Emitter &e = n.e;
  if (taps == 1)
    return {e.like(t, 1)};
  if (taps == 2)
    return {e.sub(e.like(t, 1), t), t};
  constexpr double a = -0.75;
  auto horner = [&](Value x, ArrayRef<double> coefficients) {
    Value sum = e.like(x, coefficients[0]);
    for (double c : coefficients.drop_front())
      sum = e.addNumber(e.mul(sum, x), c);
    return sum;
  };
  auto far = [&](Value x) { return horner(x, {a, -5 * a, 8 * a, -4 * a}); };
  auto near = [&](Value x) { return horner(x, {a + 2, -(a + 3), 0, 1}); };
  Value rest = e.sub(e.like(t, 1), t);
  return {far(e.addNumber(t, 1)), near(t), near(rest), far(e.addNumber(rest, 1))};
}

Axis neuron::onnx::neighbours(Call &n, Value x, int64_t size, const Sampling &s) {
  Emitter &e = n.e;
  x = confine(n, s.taps == 1 ? e.unary(UnaryFn::RoundEven, x) : x, size, s);
  if (s.taps == 1)
    x = e.unary(UnaryFn::RoundEven, x);
  // Far outside nothing changes any more; keeps the integers in range.
  x = e.clamp(x, -8.0, double(size) + 8);
  Value base = e.unary(UnaryFn::Floor, x);
  Axis axis;
  axis.weights = tapWeights(n, e.sub(x, base), s.taps);
  for (int64_t tap = 0; tap < s.taps; ++tap) {
    Value place = e.addNumber(base, double(tap - (s.taps == 4 ? 1 : 0)));
    if (s.padding == Padding::Zeros) {
      Value inside = e.binary(BinaryFn::And, e.compareNumber(CompareFn::Ge, place, 0),
                              e.compareNumber(CompareFn::Lt, place, double(size)));
      axis.weights[tap] = e.select(inside, axis.weights[tap], e.like(place, 0));
    }
    place = e.clamp(e.unary(UnaryFn::Trunc, confine(n, place, size, s)), 0.0, double(size - 1));
    axis.places.push_back(e.cast(place, e.i64()));
  }
  return axis;
}

Value neuron::onnx::sample(Call &n, Value image, ArrayRef<Axis> axes, int64_t taps) {
  Emitter &e = n.e;
  Dims shape = Emitter::shape(image), sizes = shape.drop_front(2);
  int64_t batch = shape[0], channels = shape[1], positions = Emitter::size(axes[0].places[0], 1);
  Value flat = e.reshape(image, {batch, channels, numElements(sizes)});
  Shape wide{batch, channels, positions};
  int64_t combinations = 1;
  for (size_t i = 0; i < axes.size(); ++i)
    combinations *= taps;
  Value sum;
  for (int64_t c = 0; c < combinations; ++c) {
    Value place, weight;
    for (int64_t dim = 0, rest = c; dim < int64_t(axes.size()); ++dim, rest /= taps) {
      const Axis &axis = axes[dim];
      Value next = axis.places[rest % taps], w = axis.weights[rest % taps];
      place = place ? e.add(e.mulNumber(place, double(sizes[dim])), next) : next;
      weight = weight ? e.mul(weight, w) : w;
    }
    Value read = e.make<GatherElementsOp>(flat, e.broadcastInDim(place, {0, 2}, wide), 2);
    Value term = e.mul(read, e.broadcastInDim(e.cast(weight, Emitter::element(read)), {0, 2}, wide));
    sum = sum ? e.add(sum, term) : term;
  }
  return sum;
}
