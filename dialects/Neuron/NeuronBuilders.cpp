//===- NeuronBuilders.cpp - helpers for whoever builds the IR -------------===//

#include "dialects/Neuron/Neuron.h"

using namespace mlir;

bool neuron::isValidShape(ArrayRef<int64_t> shape) {
  int64_t product = 1;
  for (int64_t dim : shape) {
    if (dim < 0 || dim >= kMaxElements)
      return false;
    // An empty dim must not hide that the others overflow.
    if (dim != 0 && product > (kMaxElements - 1) / dim)
      return false;
    product *= std::max<int64_t>(dim, 1);
  }
  return true;
}

bool neuron::hasBoundedSize(RankedTensorType type) { return !type.getEncoding() && isValidShape(type.getShape()); }

Type neuron::withElement(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? RankedTensorType::get(tensor.getShape(), element) : Type();
}

RankedTensorType neuron::withShape(RankedTensorType type, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, type.getElementType());
}

Value neuron::splat(OpBuilder &builder, Location loc, RankedTensorType type, double value) {
  Type element = type.getElementType();
  auto floatType = dyn_cast<FloatType>(element);
  if (!floatType) {
    int64_t number = element.isInteger(1) ? value != 0 : int64_t(value);
    return splatInt(builder, loc, type, number);
  }
  APFloat number(value);
  bool losesInfo;
  number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, number));
}

Value neuron::splatInt(OpBuilder &builder, Location loc, RankedTensorType type, int64_t value) {
  if (isa<FloatType>(type.getElementType()))
    return splat(builder, loc, type, double(value));
  APInt bits(type.getElementTypeBitWidth(), value, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, bits));
}

Value neuron::i64Vector(OpBuilder &builder, Location loc, ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({int64_t(values.size())}, builder.getIntegerType(64));
  return ConstantOp::create(builder, loc, DenseElementsAttr::get(type, values));
}

Value neuron::castTo(OpBuilder &builder, Location loc, Value value, Type element) {
  Type type = withElement(value.getType(), element);
  return type == value.getType() ? value : CastOp::create(builder, loc, type, value);
}

Value neuron::reshapeTo(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorType(value);
  if (type.getShape() == shape)
    return value;
  return ReshapeOp::create(builder, loc, withShape(type, shape), value);
}

Value neuron::broadcastTo(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorType(value);
  if (type.getShape() == shape)
    return value;
  SmallVector<int64_t> dims;
  for (int64_t i = 0, rank = type.getRank(); i < rank; ++i)
    dims.push_back(int64_t(shape.size()) - rank + i);
  return BroadcastInDimOp::create(builder, loc, withShape(type, shape), value, dims);
}

std::optional<SmallVector<int64_t>> neuron::broadcastShapes(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  SmallVector<int64_t> shape(lhs);
  size_t offset = lhs.size() - rhs.size();
  for (auto [i, dim] : llvm::enumerate(rhs)) {
    int64_t &other = shape[offset + i];
    if (other == 1)
      other = dim;
    else if (dim != 1 && dim != other)
      return std::nullopt;
  }
  return shape;
}
