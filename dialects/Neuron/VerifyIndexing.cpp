//===- VerifyIndexing.cpp - rules of gather and scatter -------------------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

/// `axis` is a dim of `x` that an index can point into.
static LogicalResult verifyAxis(Operation *op, int64_t axis, Value x, Value indices) {
  RankedTensorType type = tensorType(x);
  if (failed(verifyDim(op, "axis", axis, type)))
    return failure();
  if (type.getDimSize(axis) == 0 && tensorType(indices).getNumElements() != 0)
    return op->emitOpError() << "'axis' must not be empty, but got " << type;
  return success();
}

/// `indices` has the rank of `x` and is no larger, except along `axis`.
static LogicalResult verifyElementIndices(Operation *op, int64_t axis, Value x, Value indices) {
  RankedTensorType type = tensorType(x), index = tensorType(indices);
  bool fits = type.getRank() == index.getRank();
  for (int64_t i = 0; fits && i < type.getRank(); ++i)
    fits = i == axis || index.getDimSize(i) <= type.getDimSize(i);
  if (fits)
    return success();
  return op->emitOpError() << "'indices' must have the rank of 'x' and no "
                              "larger dims except "
                           << axis << ", but got " << index << " and " << type;
}

static LogicalResult verifyScatterKind(Operation *op, ScatterFn fn, Value x) {
  if (fn == ScatterFn::None || !isBool(x))
    return success();
  return op->emitOpError() << "'" << stringifyScatterFn(fn) << "' takes float or integer elements, but got "
                           << elementOf(x);
}

LogicalResult GatherOp::verify() {
  // C1
  if (failed(verifyAxis(*this, getAxis(), getX(), getIndices())))
    return failure();
  // C2
  return verifyInferredType(*this, getX());
}

LogicalResult GatherElementsOp::verify() {
  // C1
  if (failed(verifyAxis(*this, getAxis(), getX(), getIndices())))
    return failure();
  // C2
  if (failed(verifyElementIndices(*this, getAxis(), getX(), getIndices())))
    return failure();
  // C3
  return verifyInferredType(*this, getX());
}

LogicalResult ScatterOp::verify() {
  RankedTensorType x = tensorType(getX()), index = tensorType(getIndices());
  // C1
  if (x.getRank() < 1 || index.getRank() != 1)
    return emitOpError() << "'x' must have rank 1 or more and 'indices' rank 1, "
                            "but got "
                         << x << " and " << index;
  // C2
  SmallVector<int64_t> shape(x.getShape());
  shape[0] = index.getDimSize(0);
  if (failed(verifyShape(*this, "updates", getUpdates().getType(), shape)) ||
      failed(verifyElement(*this, "updates", getUpdates().getType(), x.getElementType())))
    return failure();
  // C3
  return verifyScatterKind(*this, getFn(), getX());
}

LogicalResult ScatterElementsOp::verify() {
  // C1
  if (failed(verifyAxis(*this, getAxis(), getX(), getIndices())))
    return failure();
  // C2
  if (failed(verifyElementIndices(*this, getAxis(), getX(), getIndices())))
    return failure();
  // C3
  if (failed(verifyShape(*this, "updates", getUpdates().getType(), tensorType(getIndices()).getShape())) ||
      failed(verifyElement(*this, "updates", getUpdates().getType(), elementOf(getX()))))
    return failure();
  // C4
  return verifyScatterKind(*this, getFn(), getX());
}
