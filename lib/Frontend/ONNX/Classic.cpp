//===- Classic.cpp - operators of ai.onnx.ml ------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

LogicalResult importBinarizer(Call &n) {
  Value x = n.in(0);
  double threshold = n.attrFloat("threshold", 0);
  return n.result(n.e.cast(n.e.compareNumber(CompareFn::Gt, x, threshold), Emitter::element(x)));
}

/// Elements of the last axis; a vector is one row.
LogicalResult importArrayFeatureExtractor(Call &n) {
  Value x = n.in(0), indices = n.in(1);
  if (!n.requireRank(x, 1))
    return failure();
  if (Emitter::isFloat(indices))
    return n.invalid("the indices have to be integers");
  if (Emitter::rank(x) == 1)
    x = n.e.unsqueeze(x, 0);
  return n.result(n.e.gather(x, n.e.reshape(indices, {Emitter::count(indices)}), Emitter::rank(x) - 1));
}

/// (x - offset) * scale, each one number or one for each element of the last axis.
LogicalResult importScaler(Call &n) {
  Value x = n.e.cast(n.in(0), n.e.f32());
  if (!n.requireRank(x, 1))
    return failure();
  int64_t last = Emitter::rank(x) - 1, size = Emitter::size(x, last);
  auto spread = [&](StringRef name, double otherwise) {
    SmallVector<double> values = n.attrFloats(name);
    if (values.size() <= 1)
      return n.e.like(x, values.empty() ? otherwise : values[0]);
    if (int64_t(values.size()) == size)
      return n.e.broadcastAlong(n.e.floats(values, {size}, n.e.f32()), last, Emitter::shape(x));
    (void)n.invalid(name + " needs one number, or one for each of " + Twine(size) + " features");
    return x;
  };
  Value offset = spread("offset", 0), scale = spread("scale", 1);
  return n.result(n.e.mul(n.e.sub(x, offset), scale));
}

} // namespace

ArrayRef<Operator> neuron::onnx::classicOperators() {
  static const Operator rows[] = {
      {"ai.onnx.ml.ArrayFeatureExtractor", 1, 0, 2, importArrayFeatureExtractor},
      {"ai.onnx.ml.Binarizer", 1, 0, 1, importBinarizer},
      {"ai.onnx.ml.Scaler", 1, 0, 1, importScaler},
  };
  return rows;
}
