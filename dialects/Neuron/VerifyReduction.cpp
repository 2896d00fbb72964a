//===- VerifyReduction.cpp - rules of reductions and scans ----------------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

static LogicalResult verifyReduceKind(Operation *op, ReduceFn fn, Value x) {
  bool isLogical = fn == ReduceFn::And || fn == ReduceFn::Or;
  if (isLogical == isBool(x))
    return success();
  return op->emitOpError() << "'" << stringifyReduceFn(fn) << "' takes "
                           << (isLogical ? "i1" : "float or integer") << " elements, but got "
                           << elementOf(x);
}

/// Indices are stored as i32 or i64.
static LogicalResult verifyIndexElement(Operation *op, Value indices) {
  Type element = elementOf(indices);
  if (element.isSignlessInteger(32) || element.isSignlessInteger(64))
    return success();
  return op->emitOpError() << "indices must have elements of i32 or i64, but "
                              "got "
                           << element;
}

LogicalResult ReduceOp::verify() {
  // C1
  if (failed(verifyIncreasingDims(*this, "dims", getDims(), tensorType(getX()))))
    return failure();
  // C2
  if (failed(verifyReduceKind(*this, getFn(), getX())))
    return failure();
  // C3
  return verifyInferredType(*this, getX());
}

LogicalResult ArgReduceOp::verify() {
  RankedTensorType x = tensorType(getX());
  int64_t dim = getDim();
  // C1
  if (failed(verifyDim(*this, "dim", dim, x)))
    return failure();
  if (x.getDimSize(dim) == 0)
    return emitOpError() << "'dim' must not be empty, but got " << x;
  // C2
  if (isBool(getX()))
    return emitOpError() << "'x' must have float or integer elements, but got " << elementOf(getX());
  // C3
  if (failed(verifyIndexElement(*this, getResult())))
    return failure();
  return verifyInferredShapes(*this);
}

LogicalResult CumulativeOp::verify() {
  // C1
  if (failed(verifyDim(*this, "dim", getDim(), tensorType(getX()))))
    return failure();
  // C2
  if (getFn() == ReduceFn::And || getFn() == ReduceFn::Or)
    return emitOpError() << "'fn' must be one of add, mul, max, min, but got " << stringifyReduceFn(getFn());
  return verifyReduceKind(*this, getFn(), getX());
}

LogicalResult LinearScanOp::verify() {
  RankedTensorType a = tensorType(getA());
  int64_t dim = getDim();
  // C1
  if (failed(verifyDim(*this, "dim", dim, a)))
    return failure();
  // C2
  if (!getInit())
    return success();
  SmallVector<int64_t> shape(a.getShape());
  shape.erase(shape.begin() + dim);
  if (failed(verifyShape(*this, "init", getInit().getType(), shape)))
    return failure();
  return verifyElement(*this, "init", getInit().getType(), a.getElementType());
}

LogicalResult SortOp::verify() {
  // C1
  if (failed(verifyDim(*this, "dim", getDim(), tensorType(getX()))))
    return failure();
  // C2
  if (failed(verifyIndexElement(*this, getIndices())))
    return failure();
  return verifyInferredType(*this, getX());
}

LogicalResult TopKOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyDim(*this, "dim", getDim(), x)))
    return failure();
  int64_t k = getK(), size = x.getDimSize(getDim());
  if (k < 0 || k > size)
    return emitOpError() << "'k' must lie in [0, " << size << "], but got " << k;
  // C2
  if (failed(verifyIndexElement(*this, getIndices())))
    return failure();
  return verifyInferredType(*this, getX());
}
