//===- DecomposeResize.cpp - resize as products and gathers ---------------===//
//
// Interpolation is separable and its weights are known: along each dim it is a
// product with a constant matrix, or, for nearest, a gather at constant places
// (for whole factors a broadcast, which moves nothing by index).
//
//===----------------------------------------------------------------------===//

#include "Decompositions.h"
#include "neuronc/Evaluator/Evaluator.h"

using namespace mlir;
using namespace neuron;

/// Which element of the operand each row of 0/1 weights takes.
static SmallVector<int64_t> placesOf(ArrayRef<double> weights, int64_t in) {
  SmallVector<int64_t> places;
  for (size_t row = 0; row < weights.size(); row += in)
    places.push_back(llvm::find(weights.slice(row, in), 1.0) - (weights.begin() + row));
  return places;
}

static Value nearestAlong(GraphBuilder &b, Value x, int64_t dim, ArrayRef<int64_t> places) {
  SmallVector<int64_t> shape(tensorType(x).getShape());
  int64_t in = shape[dim], factor = int64_t(places.size()) / in;
  bool isRepeat = int64_t(places.size()) == factor * in && factor > 0;
  for (size_t i = 0; isRepeat && i < places.size(); ++i)
    isRepeat = places[i] == int64_t(i) / factor;
  if (!isRepeat)
    return GatherOp::create(b.builder, b.loc, x, i64Vector(b.builder, b.loc, places), dim);
  // [.., n, ..] to [.., n, factor, ..] to [.., n * factor, ..]
  SmallVector<int64_t> repeated(shape);
  repeated.insert(repeated.begin() + dim + 1, factor);
  shape[dim] *= factor;
  return b.reshape(b.broadcast(x, repeated, otherDims(repeated.size(), {dim + 1})), shape);
}

static Value interpolatedAlong(GraphBuilder &b, Value x, int64_t dim, ArrayRef<double> weights) {
  RankedTensorType type = tensorType(x);
  int64_t in = type.getDimSize(dim), out = weights.size() / in;
  SmallVector<APFloat> numbers;
  auto element = cast<FloatType>(type.getElementType());
  bool losesInfo;
  for (double weight : weights) {
    numbers.emplace_back(weight);
    numbers.back().convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  }
  auto matrix = ConstantOp::create(
      b.builder, b.loc, DenseElementsAttr::get(RankedTensorType::get({out, in}, element), numbers));
  // The contracted dim comes back as the last one.
  SmallVector<int64_t> none;
  Value product = DotGeneralOp::create(b.builder, b.loc, x, matrix, none, none, SmallVector<int64_t>{dim},
                                       SmallVector<int64_t>{1});
  SmallVector<int64_t> perm = dimRange(0, type.getRank() - 1);
  perm.insert(perm.begin() + dim, type.getRank() - 1);
  return dim == type.getRank() - 1 ? product : b.transpose(product, perm);
}

/// Positions outside take the extrapolation value.
static Value extrapolated(ResizeOp op, GraphBuilder &b, Value x) {
  RankedTensorType type = tensorType(x);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    std::vector<bool> outside = resizeOutside(op, dim);
    if (llvm::none_of(outside, [](bool is) { return is; }))
      continue;
    SmallVector<bool> values(outside.begin(), outside.end());
    auto maskType = RankedTensorType::get({type.getDimSize(dim)}, b.builder.getI1Type());
    Value mask = ConstantOp::create(b.builder, b.loc, DenseElementsAttr::get(maskType, values));
    Value value = b.number(x, op.getExtrapolation().convertToDouble());
    x = b.select(b.broadcast(mask, type.getShape(), {dim}), value, x);
  }
  return x;
}

Value neuron::decomposeResize(ResizeOp op, GraphBuilder &b) {
  bool isNearest = op.getMode() == ResizeMode::Nearest;
  Type element = tensorType(op.getX()).getElementType();
  bool isFloat = isa<FloatType>(element);
  // Interpolated integers are rounded to nearest.
  Value x = isNearest ? Value(op.getX()) : isFloat ? b.widened(op.getX()) : b.cast(op.getX(), b.f32());
  for (int64_t dim = 0; dim < tensorType(x).getRank(); ++dim) {
    if (isResizeIdentity(op, dim))
      continue;
    std::vector<double> weights = resizeWeights(op, dim);
    x = isNearest ? nearestAlong(b, x, dim, placesOf(weights, tensorType(x).getDimSize(dim)))
                  : interpolatedAlong(b, x, dim, weights);
  }
  x = extrapolated(op, b, x);
  if (!isNearest && !isFloat)
    x = b.unary(UnaryFn::RoundEven, x);
  return b.cast(x, element);
}
