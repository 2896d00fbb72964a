//===- DeformConv.cpp - convolutions that choose where to look ------------===//

#include "Sampling.h"
#include "Window.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// What a deformable convolution of an image is about.
struct Deformation {
  Window window;
  int64_t batch, channels, height, width;
  int64_t groups, offsetGroups;
  int64_t rows, columns; ///< of the result
  int64_t taps() const { return window.kernel[0] * window.kernel[1]; }
  int64_t positions() const { return taps() * rows * columns; }
};

/// Coordinates along dim 0 (y) or 1 (x) for one group of offsets, [batch, taps * rows * columns].
Value deformedCoordinates(Call &n, const Deformation &d, Value offset, int64_t group, int64_t dim) {
  Emitter &e = n.e;
  // [batch, offset groups, taps, 2, rows, columns]
  Value own = e.selectDim(e.sliceDim(offset, 1, group, 1), 3, dim);
  own = e.reshape(own, {d.batch, d.taps(), d.rows, d.columns});
  Dims shape = Emitter::shape(own);
  Value place = e.iota(shape, 2 + dim, Emitter::element(offset));
  std::vector<double> taps;
  for (int64_t tap = 0; tap < d.taps(); ++tap) {
    int64_t k = dim == 0 ? tap / d.window.kernel[1] : tap % d.window.kernel[1];
    taps.push_back(double(k * d.window.dilations[dim] - d.window.lo[dim]));
  }
  Value tap = e.broadcastAlong(e.floats(taps, {d.taps()}, Emitter::element(offset)), 1, shape);
  Value sum = e.add(own, e.add(tap, e.mulNumber(place, double(d.window.strides[dim]))));
  return e.reshape(sum, {d.batch, d.positions()});
}

/// The sampled values of all channels, [batch, channels, taps, rows * columns], weighted by the mask.
Value deformedColumns(Call &n, const Deformation &d, Value x, Value offset, Value mask) {
  Emitter &e = n.e;
  int64_t each = d.channels / d.offsetGroups;
  SmallVector<Value> parts;
  for (int64_t group = 0; group < d.offsetGroups && !n.failed(); ++group) {
    Axis axes[] = {neighbours(n, deformedCoordinates(n, d, offset, group, 0), d.height, Sampling()),
                   neighbours(n, deformedCoordinates(n, d, offset, group, 1), d.width, Sampling())};
    Value part = sample(n, e.sliceDim(x, 1, group * each, each), axes, 2);
    if (mask) {
      Value weights = e.reshape(e.sliceDim(mask, 1, group * d.taps(), d.taps()), {d.batch, d.positions()});
      part = e.mul(part, e.broadcastInDim(weights, {0, 2}, Emitter::shape(part)));
    }
    parts.push_back(part);
  }
  if (n.failed())
    return x;
  return e.reshape(e.concat(parts, 1), {d.batch, d.channels, d.taps(), d.rows * d.columns});
}

FailureOr<Deformation> readDeformation(Call &n, Value x, Value w, Value offset) {
  Deformation d;
  Shape kernel;
  if (!n.requireRank(x, 4, 4) || !n.requireRank(w, 4, 4) || !n.requireRank(offset, 4, 4) ||
      !readKernel(n, w, kernel))
    return failure();
  FailureOr<Window> window = readWindow(n, Emitter::shape(x), kernel);
  if (failed(window))
    return failure();
  d.window = *window;
  Dims shape = Emitter::shape(x), offsetShape = Emitter::shape(offset);
  d.batch = shape[0], d.channels = shape[1], d.height = shape[2], d.width = shape[3];
  d.groups = n.attrInt("group", 1), d.offsetGroups = n.attrInt("offset_group", 1);
  d.rows = windowPositions(shape[2], kernel[0], window->strides[0], window->dilations[0], window->lo[0],
                           window->hi[0]);
  d.columns = windowPositions(shape[3], kernel[1], window->strides[1], window->dilations[1], window->lo[1],
                              window->hi[1]);
  int64_t outputs = Emitter::size(w, 0);
  bool fits =
      d.groups >= 1 && d.offsetGroups >= 1 && d.groups <= d.channels && d.offsetGroups <= d.channels &&
      d.channels % d.groups == 0 && d.channels % d.offsetGroups == 0 && outputs % d.groups == 0 &&
      Emitter::size(w, 1) == d.channels / d.groups && Emitter::count(x) != 0 && d.taps() <= (1 << 16) &&
      offsetShape == Dims({d.batch, d.offsetGroups * d.taps() * 2, d.rows, d.columns});
  if (!fits)
    return n.invalid("the operands do not fit each other");
  return d;
}

/// Values sampled at shifted places, then a product over channels and taps for each group.
LogicalResult importDeformConv(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0), w = n.in(1), offset = n.in(2), bias = n.in(3), mask = n.in(4);
  FailureOr<Deformation> d = readDeformation(n, x, w, offset);
  if (failed(d))
    return failure();
  if (mask && Emitter::shape(mask) != Dims({d->batch, d->offsetGroups * d->taps(), d->rows, d->columns}))
    return n.invalid("the mask does not fit the offsets");
  offset = e.reshape(offset, {d->batch, d->offsetGroups, d->taps(), 2, d->rows, d->columns});
  Value columns = deformedColumns(n, *d, x, offset, mask);
  if (n.failed())
    return failure();
  int64_t outputs = Emitter::size(w, 0), depth = d->channels / d->groups * d->taps();
  columns = e.reshape(columns, {d->batch, d->groups, depth, d->rows * d->columns});
  Value rows = e.reshape(w, {d->groups, outputs / d->groups, depth});
  // [groups, batch, positions, outputs / groups]
  Value product = e.dot(columns, rows, {1}, {0}, {2}, {2});
  Value y = e.reshape(e.transpose(product, {1, 0, 3, 2}), {d->batch, outputs, d->rows, d->columns});
  return n.result(addBias(n, y, bias));
}

} // namespace

ArrayRef<Operator> neuron::onnx::deformConvOperators() {
  static const Operator rows[] = {{"DeformConv", 19, 0, 3, importDeformConv}};
  return rows;
}
