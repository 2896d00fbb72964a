//===- Quantize.cpp - quantised storage -----------------------------------===//

#include "Quantization.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

Value neuron::onnx::perAxis(Call &n, Value x) {
  return x && Emitter::count(x) == 1 && Emitter::rank(x) != 0 ? n.e.reshape(x, {}) : x;
}

Value neuron::onnx::lessZeroPoint(Call &n, Value x, Value zeroPoint, int64_t dim) {
  Value wide = n.e.cast(x, n.e.i32());
  if (!zeroPoint)
    return wide;
  Value zero = perAxis(n, n.e.cast(zeroPoint, n.e.i32()));
  Dims shape = Emitter::shape(x);
  return n.e.sub(wide, Emitter::rank(zero) == 1 ? n.e.broadcastAlong(zero, dim, shape)
                                                : n.e.broadcast(zero, shape));
}

LogicalResult neuron::onnx::requantize(Call &n, Value sums, Value aScale, Value bScale, int64_t dim,
                                       unsigned yInput) {
  Value x = n.e.cast(sums, n.e.f32());
  Dims shape = Emitter::shape(x);
  for (Value scale : {aScale, bScale}) {
    scale = perAxis(n, n.e.cast(scale, n.e.f32()));
    x = n.e.mul(x, Emitter::rank(scale) == 1 ? n.e.broadcastAlong(scale, dim, shape)
                                             : n.e.broadcast(scale, shape));
  }
  Value yScale = perAxis(n, n.e.cast(n.in(yInput), n.e.f32())), yZero = perAxis(n, n.in(yInput + 1));
  auto type = cast<RankedTensorType>(withElement(x.getType(), Emitter::element(yZero)));
  return n.result(n.e.make<QuantizeOp>(type, x, yScale, yZero, IntegerAttr()));
}

namespace {

/// A scale for each block of elements along the axis, repeated for its elements.
Value expandBlocks(Call &n, Value scale, Dims shape, int64_t axis, int64_t block) {
  Shape sizes(Emitter::shape(scale)), wide(sizes), dims;
  wide.insert(wide.begin() + axis + 1, block);
  for (int64_t i = 0; i <= int64_t(sizes.size()); ++i)
    if (i != axis + 1)
      dims.push_back(i);
  sizes[axis] *= block;
  Value repeated = n.e.reshape(n.e.broadcastInDim(scale, dims, wide), sizes);
  return sizes[axis] > shape[axis] ? n.e.sliceDim(repeated, axis, 0, shape[axis]) : repeated;
}

/// Scale and zero point of a quantisation.
struct Quantization {
  Value scale, zeroPoint;
  /// The dim along which they run; none for a single scale.
  IntegerAttr axis;
  /// They have the operand's shape (blocks).
  bool isFull = false;
};

FailureOr<Quantization> readQuantization(Call &n, Dims shape) {
  Quantization q{perAxis(n, n.in(1)), perAxis(n, n.in(2)), {}};
  int64_t block = n.attrInt("block_size", 0);
  if (Emitter::rank(q.scale) == 0 || n.failed())
    return q;
  int64_t axis = n.dimAttr("axis", 1, shape.size());
  if (n.failed())
    return failure();
  if (block == 0) {
    if (!n.requireRank(q.scale, 1, 1))
      return failure();
    q.axis = n.e.b.getI64IntegerAttr(axis);
    return q;
  }
  int64_t blocks = Emitter::rank(q.scale) == int64_t(shape.size()) ? Emitter::size(q.scale, axis) : -1;
  if (block < 1 || block >= kMaxElements || blocks != int64_t(llvm::divideCeil(shape[axis], block)))
    return n.invalid("the scale does not fit the blocks");
  q.isFull = true;
  q.scale = expandBlocks(n, q.scale, shape, axis, block);
  if (q.zeroPoint)
    q.zeroPoint = expandBlocks(n, q.zeroPoint, shape, axis, block);
  return q;
}

/// The type of the result: that of the zero point, the attribute, or uint8.
Type quantizedType(Call &n, Value zeroPoint) {
  if (zeroPoint)
    return Emitter::element(zeroPoint);
  if (int64_t type = n.attrInt("output_dtype", 0))
    return n.elementType(type);
  return IntegerType::get(n.e.b.getContext(), 8, IntegerType::Unsigned);
}

/// round(x / scale) + zero point, saturated, with a scale for each element.
Value quantizeEach(Call &n, Value x, const Quantization &q, Type element) {
  Value scaled = n.e.div(x, q.scale);
  auto type = dyn_cast<IntegerType>(element);
  if (!type)
    return n.e.cast(scaled, element);
  Value rounded = n.e.unary(UnaryFn::RoundEven, scaled);
  if (q.zeroPoint)
    rounded = n.e.add(rounded, n.e.cast(q.zeroPoint, Emitter::element(x)));
  bool isUnsigned = type.isUnsigned();
  unsigned bits = type.getWidth();
  double least = isUnsigned ? 0 : -std::ldexp(1.0, bits - 1),
         most = std::ldexp(1.0, isUnsigned ? bits : bits - 1) - 1;
  return n.e.cast(n.e.clamp(rounded, least, most), element);
}

/// An operand of integers (int32 is allowed) is quantised as floats.
LogicalResult importQuantizeLinear(Call &n) {
  Value x = n.in(0);
  FailureOr<Quantization> q = readQuantization(n, Emitter::shape(x));
  if (failed(q) || n.failed())
    return failure();
  Type element = quantizedType(n, q->zeroPoint);
  if (n.failed())
    return failure();
  if (!Emitter::isFloat(x))
    x = n.e.cast(x, n.e.f32());
  if (q->isFull) {
    q->scale = n.e.cast(q->scale, Emitter::element(x));
    return n.result(quantizeEach(n, x, *q, element));
  }
  auto type = cast<RankedTensorType>(withElement(x.getType(), element));
  return n.result(n.e.make<QuantizeOp>(type, x, q->scale, q->zeroPoint, q->axis));
}

LogicalResult importDequantizeLinear(Call &n) {
  Value x = n.in(0);
  FailureOr<Quantization> q = readQuantization(n, Emitter::shape(x));
  if (failed(q) || n.failed())
    return failure();
  Type element = Emitter::element(q->scale);
  if (int64_t type = n.attrInt("output_dtype", 0))
    element = n.elementType(type);
  if (n.failed())
    return failure();
  if (q->isFull) {
    Value shifted = n.e.cast(x, Emitter::element(q->scale));
    if (q->zeroPoint)
      shifted = n.e.sub(shifted, n.e.cast(q->zeroPoint, Emitter::element(q->scale)));
    return n.result(n.e.cast(n.e.mul(shifted, q->scale), element));
  }
  auto type = cast<RankedTensorType>(withElement(x.getType(), element));
  return n.result(n.e.make<DequantizeOp>(type, x, q->scale, q->zeroPoint, q->axis));
}

/// Scale and zero point from the range of the data, zero included, for uint8.
LogicalResult importDynamicQuantizeLinear(Call &n) {
  Value x = n.in(0);
  Shape all = llvm::to_vector(llvm::seq<int64_t>(0, Emitter::rank(x)));
  Value max = n.e.clamp(n.e.reduce(ReduceFn::Max, x, all), 0.0, std::nullopt);
  Value min = n.e.clamp(n.e.reduce(ReduceFn::Min, x, all), std::nullopt, 0.0);
  Value scale = n.e.div(n.e.sub(max, min), n.e.like(max, 255));
  // A range of nothing has the scale 0; its elements are 0 as well.
  Value isEmpty = n.e.compareNumber(CompareFn::Eq, scale, 0);
  Value divisor = n.e.select(isEmpty, n.e.like(scale, 1), scale);
  Value zero =
      n.e.unary(UnaryFn::RoundEven, n.e.clamp(n.e.div(n.e.unary(UnaryFn::Neg, min), divisor), 0.0, 255.0));
  Type u8 = IntegerType::get(n.e.b.getContext(), 8, IntegerType::Unsigned);
  Value zeroPoint = n.e.cast(zero, u8);
  auto type = cast<RankedTensorType>(withElement(x.getType(), u8));
  Value y = n.e.make<QuantizeOp>(type, x, divisor, zeroPoint, IntegerAttr());
  return n.results({y, scale, zeroPoint});
}

LogicalResult importQLinearMatMul(Call &n) {
  Value a = n.in(0), b = n.in(3);
  if (!n.requireRank(a, 1) || !n.requireRank(b, 1))
    return failure();
  Value lhs = lessZeroPoint(n, a, n.in(2), std::max<int64_t>(Emitter::rank(a) - 2, 0));
  Value rhs = lessZeroPoint(n, b, n.in(5), Emitter::rank(b) - 1);
  Value sums = n.e.matmul(lhs, rhs);
  return requantize(n, sums, n.in(1), n.in(4), Emitter::rank(sums) - 1, 6);
}

} // namespace

ArrayRef<Operator> neuron::onnx::quantizeOperators() {
  static const Operator rows[] = {
      {"DequantizeLinear", 10, 0, 2, importDequantizeLinear},
      {"DynamicQuantizeLinear", 11, 0, 1, importDynamicQuantizeLinear},
      {"QLinearMatMul", 10, 0, 8, importQLinearMatMul},
      {"QuantizeLinear", 10, 0, 2, importQuantizeLinear},
  };
  return rows;
}
