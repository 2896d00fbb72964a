//===- Sampler.cpp - images read at positions between pixels --------------===//
#include "Sampler.h"

using namespace mlir;

namespace neuron::pt2 {

Value Sampler::at(Value y, Value x) {
  Emitter &e = c.e;
  Value row = e.clamp(y, 0, double(height - 1)), column = e.clamp(x, 0, double(width - 1));
  Value place = e.add(e.mulNumber(row, double(width)), column);
  Value index = spread(e.cast(place, e.b.getI64Type()));
  Value value = e.gatherElements(image, index, 2);
  if (!zeros)
    return value;
  Value inside = e.binary(BinaryFn::And, e.compare(CompareFn::Eq, row, y), e.compare(CompareFn::Eq, column, x));
  return e.select(spread(inside), value, e.like(value, 0));
}

Value Sampler::bilinear(Value y, Value x) {
  Emitter &e = c.e;
  Value y0 = e.unary(UnaryFn::Floor, y), x0 = e.unary(UnaryFn::Floor, x);
  Value y1 = e.addNumber(y0, 1), x1 = e.addNumber(x0, 1), fy = e.sub(y, y0), fx = e.sub(x, x0);
  Value gy = e.sub(y1, y), gx = e.sub(x1, x);
  auto part = [&](Value py, Value px, Value wy, Value wx) { return e.mul(at(py, px), spread(e.mul(wy, wx))); };
  Value top = e.add(part(y0, x0, gy, gx), part(y0, x1, gy, fx));
  return e.add(top, e.add(part(y1, x0, fy, gx), part(y1, x1, fy, fx)));
}

Value Sampler::spread(Value x) {
  return BroadcastInDimOp::create(c.e.b, c.e.loc, withShape(c.e.type(x), shape), x, Dims{0, 2});
}

} // namespace neuron::pt2
