//===- VerifyContraction.cpp - rules of products and windows --------------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

/// The dims of one operand exist and occur once.
static LogicalResult verifyDistinct(DotGeneralOp op, StringRef side, RankedTensorType type,
                                    ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
  SmallVector<bool> seen(type.getRank());
  for (int64_t dim : llvm::concat<const int64_t>(batch, contract)) {
    if (dim < 0 || dim >= type.getRank() || seen[dim])
      return op.emitOpError() << "'" << side << "' dims must be different dims of " << type << ", but got "
                              << printList(batch) << " and " << printList(contract);
    seen[dim] = true;
  }
  return success();
}

static LogicalResult verifyPairs(DotGeneralOp op, StringRef kind, ArrayRef<int64_t> lhs,
                                 ArrayRef<int64_t> rhs) {
  for (auto [l, r] : llvm::zip_equal(lhs, rhs)) {
    int64_t left = tensorType(op.getLhs()).getDimSize(l);
    int64_t right = tensorType(op.getRhs()).getDimSize(r);
    if (left != right)
      return op.emitOpError() << kind << " dims must have equal sizes, but got " << left << " (lhs dim " << l
                              << ") and " << right << " (rhs dim " << r << ")";
  }
  return success();
}

/// Operands of a product have one element type; the result's is of its kind.
static LogicalResult verifyProductTypes(Operation *op, Value lhs, Value rhs, Value result) {
  Type element = elementOf(lhs);
  if (element != elementOf(rhs) || element.isInteger(1))
    return op->emitOpError() << "operands must have one float or integer "
                                "element type, but got "
                             << element << " and " << elementOf(rhs);
  if (isa<FloatType>(element) != isFloatTensor(result) || isBool(result))
    return op->emitOpError() << "'result' must have elements of the kind of " << element << ", but got "
                             << elementOf(result);
  return success();
}

LogicalResult DotGeneralOp::verify() {
  // C1
  if (getLhsBatch().size() != getRhsBatch().size())
    return emitOpError() << "batch lists must be of equal length, but got " << printList(getLhsBatch())
                         << " and " << printList(getRhsBatch());
  if (getLhsContract().size() != getRhsContract().size())
    return emitOpError() << "contract lists must be of equal length, but got " << printList(getLhsContract())
                         << " and " << printList(getRhsContract());
  // C2
  if (failed(verifyDistinct(*this, "lhs", tensorType(getLhs()), getLhsBatch(), getLhsContract())) ||
      failed(verifyDistinct(*this, "rhs", tensorType(getRhs()), getRhsBatch(), getRhsContract())))
    return failure();
  // C3
  if (failed(verifyPairs(*this, "batch", getLhsBatch(), getRhsBatch())) ||
      failed(verifyPairs(*this, "contract", getLhsContract(), getRhsContract())))
    return failure();
  // C4
  if (failed(verifyProductTypes(*this, getLhs(), getRhs(), getResult())))
    return failure();
  // C5
  return verifyInferredShapes(*this);
}

/// Every entry lies in [least, kMaxElements).
static LogicalResult verifyAtLeast(Operation *op, StringRef name, ArrayRef<int64_t> list, int64_t least) {
  for (int64_t value : list)
    if (value < least || value >= kMaxElements)
      return op->emitOpError() << "'" << name << "' must have entries of at least " << least << ", but got "
                               << printList(list);
  return success();
}

/// The result's shape is the inferred one, and has a position in each dim.
template <typename OpT> static LogicalResult verifyPositions(OpT op) {
  ArrayRef<int64_t> shape = tensorType(op.getResult()).getShape();
  if (failed(verifyInferredShapes(op)))
    return failure();
  if (llvm::is_contained(shape.drop_front(2), 0))
    return op.emitOpError() << "must have at least one position in each spatial dim, but got "
                            << printList(shape);
  return success();
}

static LogicalResult verifyChannels(ConvOp op) {
  int64_t channels = tensorType(op.getX()).getDimSize(1);
  RankedTensorType w = tensorType(op.getW());
  int64_t groups = op.getGroups();
  int64_t expected = op.getTransposed() ? w.getDimSize(0) : 0;
  if (!op.getTransposed() && llvm::MulOverflow(w.getDimSize(1), groups, expected))
    expected = -1;
  if (channels != expected)
    return op.emitOpError() << "channels of 'x' and 'w' must agree, but got " << channels << " and "
                            << expected;
  int64_t split = op.getTransposed() ? channels : w.getDimSize(0);
  if (split % groups != 0)
    return op.emitOpError() << "'groups' must divide the " << (op.getTransposed() ? "operand" : "result")
                            << "'s channels, but got " << groups << " and " << split;
  return success();
}

static LogicalResult verifyOutputPadding(ConvOp op) {
  if (!op.getOutputPadding())
    return success();
  if (!op.getTransposed())
    return op.emitOpError("'output_padding' must come with 'transposed', but "
                          "got a plain convolution");
  ArrayRef<int64_t> extra = *op.getOutputPadding();
  for (auto [i, value] : llvm::enumerate(extra))
    if (value < 0 || value >= std::max(op.getStrides()[i], op.getDilations()[i]))
      return op.emitOpError() << "'output_padding' must be below the stride or "
                                 "the dilation, but got "
                              << printList(extra);
  return success();
}

LogicalResult ConvOp::verify() {
  RankedTensorType x = tensorType(getX()), w = tensorType(getW());
  // C1
  if (x.getRank() != w.getRank() || x.getRank() < 3 || x.getRank() > 5)
    return emitOpError() << "'x' and 'w' must have the same rank, 3 to 5, but got " << x << " and " << w;
  if (failed(verifyProductTypes(*this, getX(), getW(), getResult())))
    return failure();
  // C2
  int64_t count = getNumSpatial();
  if (failed(verifyLength(*this, "strides", getStrides(), count)) ||
      failed(verifyLength(*this, "pads_lo", getPadsLo(), count)) ||
      failed(verifyLength(*this, "pads_hi", getPadsHi(), count)) ||
      failed(verifyLength(*this, "dilations", getDilations(), count)) ||
      (getOutputPadding() && failed(verifyLength(*this, "output_padding", *getOutputPadding(), count))))
    return failure();
  // C3
  if (failed(verifyAtLeast(*this, "strides", getStrides(), 1)) ||
      failed(verifyAtLeast(*this, "dilations", getDilations(), 1)) ||
      failed(verifyAtLeast(*this, "kernel", w.getShape().drop_front(2), 1)) ||
      failed(verifyAtLeast(*this, "groups", {int64_t(getGroups())}, 1)))
    return failure();
  // C4
  if (failed(verifyChannels(*this)))
    return failure();
  // C5
  if (failed(verifyOutputPadding(*this)))
    return failure();
  // C6
  return verifyPositions(*this);
}

/// Some tap of every window lies inside the operand.
static bool everyWindowHasElement(PoolOp op, unsigned dim) {
  int64_t size = tensorType(op.getX()).getDimSize(dim + 2);
  int64_t stride = op.getStrides()[dim], step = op.getDilations()[dim];
  int64_t extent = step * (op.getWindow()[dim] - 1);
  int64_t last = (tensorType(op.getResult()).getDimSize(dim + 2) - 1) * stride - op.getPadsLo()[dim];
  // Windows move up, so it is enough that the first one reaches 0, the last one
  // starts before the end, and no dilation jumps over the whole operand.
  return extent - op.getPadsLo()[dim] >= 0 && last < size && (step <= size || op.getWindow()[dim] == 1);
}

LogicalResult PoolOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  bool needsFloat = getFn() == PoolFn::Avg || getFn() == PoolFn::Lp;
  if (x.getRank() < 3 || x.getRank() > 5)
    return emitOpError() << "'x' must have rank 3 to 5, but got " << x;
  if (isBool(getX()) || (needsFloat && !isFloatTensor(getX())))
    return emitOpError() << "'" << stringifyPoolFn(getFn())
                         << "' does not take elements of this type, but got " << elementOf(getX());
  // C2
  int64_t count = x.getRank() - 2;
  if (failed(verifyLength(*this, "window", getWindow(), count)) ||
      failed(verifyLength(*this, "strides", getStrides(), count)) ||
      failed(verifyLength(*this, "pads_lo", getPadsLo(), count)) ||
      failed(verifyLength(*this, "pads_hi", getPadsHi(), count)) ||
      failed(verifyLength(*this, "dilations", getDilations(), count)) ||
      failed(verifyLength(*this, "counted_hi", getCountedHiOrPads(), count)))
    return failure();
  // C3
  if (failed(verifyAtLeast(*this, "window", getWindow(), 1)) ||
      failed(verifyAtLeast(*this, "strides", getStrides(), 1)) ||
      failed(verifyAtLeast(*this, "dilations", getDilations(), 1)) ||
      failed(verifyAtLeast(*this, "pads_lo", getPadsLo(), 0)) ||
      failed(verifyAtLeast(*this, "pads_hi", getPadsHi(), 0)) ||
      failed(verifyAtLeast(*this, "counted_hi", getCountedHiOrPads(), 0)))
    return failure();
  for (auto [counted, all] : llvm::zip_equal(getCountedHiOrPads(), getPadsHi()))
    if (counted > all)
      return emitOpError() << "'counted_hi' must be at most 'pads_hi', but got " << counted << " and " << all;
  // C4
  if ((getFn() == PoolFn::Lp) != getP().has_value())
    return emitOpError() << "'p' must be given for 'lp' alone, but got '" << stringifyPoolFn(getFn()) << "'";
  if (getP() && int64_t(*getP()) < 1)
    return emitOpError() << "'p' must be positive, but got " << int64_t(*getP());
  // C5
  if (failed(verifyPositions(*this)) ||
      failed(verifyElement(*this, "result", getResult().getType(), elementOf(getX()))))
    return failure();
  // C6
  bool ignoresPads = getFn() == PoolFn::Max || (getFn() == PoolFn::Avg && !getCountIncludePad());
  for (unsigned dim = 0; ignoresPads && dim < count; ++dim)
    if (!everyWindowHasElement(*this, dim))
      return emitOpError() << "every window must have an element of 'x', but "
                              "in spatial dim "
                           << dim << " one has none";
  return success();
}
