//===- VerifyControl.cpp - rules of ops with regions, of tests ------------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

/// The region's terminator yields `types`.
static LogicalResult verifyYield(Operation *op, Region &region, TypeRange types) {
  Operation *yield = region.front().getTerminator();
  if (yield->getOperandTypes() == types)
    return success();
  InFlightDiagnostic diag = op->emitOpError() << "region must yield the types (" << types << "), but got ("
                                              << yield->getOperandTypes() << ")";
  diag.attachNote(yield->getLoc()) << "yielded here";
  return diag;
}

static LogicalResult verifyArguments(Operation *op, Region &region, TypeRange types) {
  if (region.getArgumentTypes() == types)
    return success();
  return op->emitOpError() << "region must have arguments of the types (" << types << "), but got ("
                           << region.getArgumentTypes() << ")";
}

LogicalResult IfOp::verifyRegions() {
  // C1
  if (tensorType(getPred()).getNumElements() != 1)
    return emitOpError() << "'pred' must have one element, but got " << getPred().getType();
  for (Region *region : getRegions())
    // C2
    if (failed(verifyArguments(*this, *region, {})) || failed(verifyYield(*this, *region, getResultTypes())))
      return failure();
  return success();
}

/// `type` without `dim`, which has the size `trip`; null if it is not so.
static Type sliceType(RankedTensorType type, int64_t dim, int64_t trip) {
  if (dim < 0 || dim >= type.getRank() || type.getDimSize(dim) != trip)
    return {};
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  return withShape(type, shape);
}

LogicalResult ScanOp::verify() {
  int64_t trip = getTrip();
  size_t outputs = getNumResults() - std::min<size_t>(getNumResults(), getNumCarried());
  // C2
  if (failed(verifyLength(*this, "in_dims", getInDims(), getXs().size())) ||
      failed(verifyLength(*this, "out_dims", getOutDims(), outputs)))
    return failure();
  if (getInReverse().size() != getXs().size() || getOutReverse().size() != outputs)
    return emitOpError() << "'in_reverse' and 'out_reverse' must have " << getXs().size() << " and "
                         << outputs << " entries, but got " << getInReverse().size() << " and "
                         << getOutReverse().size();
  // C1
  for (auto [x, dim] : llvm::zip_equal(getXs(), getInDims()))
    if (!sliceType(tensorType(x), dim, trip))
      return emitOpError() << "'xs' must have the size " << trip << " in dim " << dim << ", but got "
                           << x.getType();
  if (trip < 0 || trip >= kMaxElements)
    return emitOpError() << "'trip' must not be negative, but got " << trip;
  // C5
  if (getNumResults() < getNumCarried() ||
      TypeRange(getFinals().getTypes()) != TypeRange(getInits().getTypes()))
    return emitOpError() << "must have results of the types of 'inits' first, "
                            "but got ("
                         << getResultTypes() << ")";
  for (auto [result, dim] : llvm::zip_equal(getStacked(), getOutDims()))
    if (!sliceType(tensorType(result), dim, trip))
      return emitOpError() << "outputs must have the size " << trip << " in dim " << dim << ", but got "
                           << result.getType();
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  int64_t trip = getTrip();
  SmallVector<Type> arguments(getInits().getTypes());
  SmallVector<Type> yields(arguments);
  for (auto [x, dim] : llvm::zip_equal(getXs(), getInDims()))
    arguments.push_back(sliceType(tensorType(x), dim, trip));
  for (auto [result, dim] : llvm::zip_equal(getStacked(), getOutDims()))
    yields.push_back(sliceType(tensorType(result), dim, trip));
  // C3
  if (failed(verifyArguments(*this, getBody(), arguments)))
    return failure();
  // C4
  return verifyYield(*this, getBody(), yields);
}

LogicalResult KernelOp::verify() {
  // C1
  return getGenerator().empty() ? emitOpError("'generator' must not be empty, but got \"\"") : success();
}

LogicalResult KernelOp::verifyRegions() {
  // C2
  if (failed(verifyArguments(*this, getBody(), getInputs().getTypes())))
    return failure();
  // C3
  return verifyYield(*this, getBody(), getResultTypes());
}

LogicalResult CheckCloseOp::verify() {
  // C1
  if (getActual().getType() != getExpected().getType())
    return emitOpError() << "'actual' and 'expected' must have the same type, "
                            "but got "
                         << getActual().getType() << " and " << getExpected().getType();
  // C2
  double rtol = getRtol().convertToDouble(), atol = getAtol().convertToDouble();
  if (!(rtol >= 0) || !(atol >= 0))
    return emitOpError() << "'rtol' and 'atol' must not be negative, but got " << rtol << " and " << atol;
  return success();
}
