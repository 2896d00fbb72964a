//===- VerifyComposite.cpp - rules of the composites ----------------------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

/// An optional parameter has the shape `shape` and the element type of `x`.
static LogicalResult verifyParameter(Operation *op, StringRef name, Value value, ArrayRef<int64_t> shape,
                                     Type element) {
  if (!value)
    return success();
  if (failed(verifyShape(op, name, value.getType(), shape)))
    return failure();
  return verifyElement(op, name, value.getType(), element);
}

LogicalResult SoftmaxOp::verify() {
  // C1
  return verifyDim(*this, "dim", getDim(), tensorType(getX()));
}

LogicalResult LogSoftmaxOp::verify() {
  // C1
  return verifyDim(*this, "dim", getDim(), tensorType(getX()));
}

LogicalResult LayerNormOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyDim(*this, "axis", getAxis(), x)))
    return failure();
  // C2
  ArrayRef<int64_t> shape = x.getShape().drop_front(getAxis());
  Type element = x.getElementType();
  if (failed(verifyParameter(*this, "scale", getScale(), shape, element)) ||
      failed(verifyParameter(*this, "bias", getBias(), shape, element)))
    return failure();
  // C3
  return verifyEpsilon(*this, getEpsilon());
}

LogicalResult RmsNormOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyDim(*this, "axis", getAxis(), x)))
    return failure();
  // C2
  if (failed(verifyParameter(*this, "scale", getScale(), x.getShape().drop_front(getAxis()),
                             x.getElementType())))
    return failure();
  // C3
  return verifyEpsilon(*this, getEpsilon());
}

LogicalResult GroupNormOp::verify() {
  RankedTensorType x = tensorType(getX());
  int64_t groups = getGroups();
  // C1
  if (x.getRank() < 2)
    return emitOpError() << "'x' must have rank 2 or more, but got " << x;
  if (groups < 1 || x.getDimSize(1) % groups != 0)
    return emitOpError() << "'groups' must divide the channels, but got " << groups << " and "
                         << x.getDimSize(1);
  // C2
  ArrayRef<int64_t> shape = x.getShape().slice(1, 1);
  Type element = x.getElementType();
  if (failed(verifyParameter(*this, "scale", getScale(), shape, element)) ||
      failed(verifyParameter(*this, "bias", getBias(), shape, element)))
    return failure();
  // C3
  return verifyEpsilon(*this, getEpsilon());
}

LogicalResult BatchNormOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (x.getRank() < 2)
    return emitOpError() << "'x' must have rank 2 or more, but got " << x;
  // C2
  Type element = elementOf(getScale());
  if (!element.isF32() && element != x.getElementType())
    return emitOpError() << "'scale' must have elements of f32 or " << x.getElementType() << ", but got "
                         << element;
  if (failed(verifyShape(*this, "scale", getScale().getType(), x.getShape().slice(1, 1))))
    return failure();
  // C3
  return verifyEpsilon(*this, getEpsilon());
}

static LogicalResult verifyAttentionShapes(AttentionOp op) {
  RankedTensorType q = tensorType(op.getQ()), k = tensorType(op.getK());
  RankedTensorType v = tensorType(op.getV());
  Type element = q.getElementType();
  if (q.getRank() != 4 || k.getRank() != 4 || v.getRank() != 4 || k.getElementType() != element ||
      v.getElementType() != element)
    return op.emitOpError() << "'q', 'k', 'v' must have rank 4 and one element type, but got " << q << ", "
                            << k << ", " << v;
  bool agree = q.getDimSize(0) == k.getDimSize(0) && q.getDimSize(0) == v.getDimSize(0) &&
               q.getDimSize(3) == k.getDimSize(3) && k.getDimSize(1) == v.getDimSize(1) &&
               k.getDimSize(2) == v.getDimSize(2);
  int64_t keyHeads = k.getDimSize(1);
  if (!agree || keyHeads == 0 || q.getDimSize(1) % keyHeads != 0)
    return op.emitOpError() << "'q' [B,H,Sq,D], 'k' [B,Hk,Sk,D], 'v' [B,Hk,Sk,Dv] must agree and "
                               "Hk divide H, but got "
                            << q << ", " << k << ", " << v;
  return success();
}

static LogicalResult verifyMask(AttentionOp op) {
  if (!op.getMask())
    return success();
  RankedTensorType q = tensorType(op.getQ());
  RankedTensorType mask = tensorType(op.getMask());
  int64_t scores[] = {q.getDimSize(0), q.getDimSize(1), q.getDimSize(2), tensorType(op.getK()).getDimSize(2)};
  bool fits = mask.getRank() == 4;
  for (unsigned i = 0; fits && i < 4; ++i)
    fits = mask.getDimSize(i) == 1 || mask.getDimSize(i) == scores[i];
  if (!fits)
    return op.emitOpError() << "'mask' must broadcast to " << printList(scores) << ", but got " << mask;
  Type element = mask.getElementType();
  if (!element.isInteger(1) && !element.isF32() && element != q.getElementType())
    return op.emitOpError() << "'mask' must have elements of i1, f32 or " << q.getElementType()
                            << ", but got " << element;
  return success();
}

LogicalResult AttentionOp::verify() {
  // C1
  if (failed(verifyAttentionShapes(*this)))
    return failure();
  // C2
  if (failed(verifyMask(*this)))
    return failure();
  // C3
  int64_t window = getWindow(), offset = getCausalOffset();
  if (!getScale().isFinite() || !getSoftcap().isFinite() || getSoftcap().convertToDouble() < 0)
    return emitOpError("'scale' and 'softcap' must be finite and 'softcap' not "
                       "negative, but got ")
           << getScale().convertToDouble() << " and " << getSoftcap().convertToDouble();
  if (window < -1 || (window >= 0 && !getCausal()) || window >= kMaxElements ||
      std::abs(offset) >= kMaxElements)
    return emitOpError("'window' must be -1, or not negative with 'causal', "
                       "but got ")
           << window << " with an offset of " << offset;
  // C4
  return verifyInferredType(*this, getQ());
}

/// Rules C1 and C2 of quantize and dequantize.
template <typename OpT> static LogicalResult verifyQuantParameters(OpT op, Value quantised) {
  RankedTensorType scale = tensorType(op.getScale());
  RankedTensorType x = tensorType(op.getX());
  bool isPerAxis = op.getAxis().has_value();
  // C1
  if (scale.getRank() != (isPerAxis ? 1 : 0))
    return op.emitOpError() << "'scale' must have rank 0, or rank 1 with "
                               "'axis', but got "
                            << scale;
  if (isPerAxis) {
    if (failed(verifyDim(op, "axis", *op.getAxis(), x)) ||
        failed(verifyShape(op, "scale", scale, x.getShape().slice(*op.getAxis(), 1))))
      return failure();
  }
  // C2
  return verifyParameter(op, "zero_point", op.getZeroPoint(), scale.getShape(), elementOf(quantised));
}

LogicalResult QuantizeOp::verify() {
  // C1, C2
  if (failed(verifyQuantParameters(*this, getResult())))
    return failure();
  // C3
  Type element = elementOf(getResult());
  auto isFloat = dyn_cast<FloatType>(element);
  if (element.isInteger(1) || (isFloat && isFloat.getWidth() > 8))
    return emitOpError() << "'result' must have elements of integers or floats "
                            "of at most 8 bits, but got "
                         << element;
  return verifyShape(*this, "result", getResult().getType(), tensorType(getX()).getShape());
}

LogicalResult DequantizeOp::verify() {
  // C1, C2
  if (failed(verifyQuantParameters(*this, getX())))
    return failure();
  // C3
  if (isBool(getX()))
    return emitOpError() << "'x' must have float or integer elements, but got " << elementOf(getX());
  return verifyShape(*this, "result", getResult().getType(), tensorType(getX()).getShape());
}
