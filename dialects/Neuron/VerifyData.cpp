//===- VerifyData.cpp - rules of data movement ----------------------------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

LogicalResult ReshapeOp::verify() {
  RankedTensorType x = tensorType(getX()), result = getResult().getType();
  // C1
  if (x.getNumElements() != result.getNumElements())
    return emitOpError() << "'x' and 'result' must have equally many elements, "
                            "but got "
                         << x << " and " << result;
  return verifyElement(*this, "result", result, x.getElementType());
}

static bool isPermutation(ArrayRef<int64_t> perm) {
  SmallVector<bool> seen(perm.size());
  for (int64_t dim : perm) {
    if (dim < 0 || dim >= int64_t(perm.size()) || seen[dim])
      return false;
    seen[dim] = true;
  }
  return true;
}

LogicalResult TransposeOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (int64_t(getPerm().size()) != x.getRank() || !isPermutation(getPerm()))
    return emitOpError() << "'perm' must be a permutation of the dims of " << x << ", but got "
                         << printList(getPerm());
  // C2
  return verifyInferredType(*this, getX());
}

LogicalResult BroadcastInDimOp::verify() {
  RankedTensorType x = tensorType(getX()), result = getResult().getType();
  // C1
  if (failed(verifyLength(*this, "dims", getDims(), x.getRank())) ||
      failed(verifyIncreasingDims(*this, "dims", getDims(), result)))
    return failure();
  // C2
  for (auto [i, dim] : llvm::enumerate(getDims()))
    if (x.getDimSize(i) != 1 && x.getDimSize(i) != result.getDimSize(dim))
      return emitOpError() << "dim " << i << " of 'x' must be 1 or " << result.getDimSize(dim) << ", but got "
                           << x.getDimSize(i);
  // C3
  return verifyElement(*this, "result", result, x.getElementType());
}

LogicalResult SliceOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyLength(*this, "starts", getStarts(), x.getRank())) ||
      failed(verifyLength(*this, "sizes", getSizes(), x.getRank())) ||
      failed(verifyLength(*this, "strides", getStrides(), x.getRank())))
    return failure();
  for (int64_t i = 0; i < x.getRank(); ++i) {
    int64_t start = getStarts()[i], size = getSizes()[i];
    int64_t stride = getStrides()[i], dim = x.getDimSize(i);
    // C2
    if (stride == 0 || size < 0 || size >= kMaxElements)
      return emitOpError() << "must have strides that are not zero and sizes "
                              "that are not negative, but got "
                           << stride << " and " << size << " in dim " << i;
    // C3
    __int128 last = __int128(stride) * (size - 1) + start;
    if (size > 0 && (start < 0 || start >= dim || last < 0 || last >= dim))
      return emitOpError() << "elements must lie inside dim " << i << " of size " << dim << ", but got start "
                           << start << ", size " << size << ", stride " << stride;
  }
  // C4
  return verifyInferredType(*this, getX());
}

LogicalResult ReverseOp::verify() {
  // C1
  return verifyIncreasingDims(*this, "dims", getDims(), tensorType(getX()));
}

LogicalResult DynamicSliceOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyStarts(*this, getStarts(), x.getRank())) ||
      failed(verifyLength(*this, "sizes", getSizes(), x.getRank())))
    return failure();
  // C2
  for (auto [size, dim] : llvm::zip_equal(getSizes(), x.getShape()))
    if (size < 0 || size > dim)
      return emitOpError() << "'sizes' must lie inside " << x << ", but got " << printList(getSizes());
  // C3
  return verifyInferredType(*this, getX());
}

LogicalResult DynamicUpdateSliceOp::verify() {
  RankedTensorType x = tensorType(getX()), update = tensorType(getUpdate());
  // C1
  if (failed(verifyStarts(*this, getStarts(), x.getRank())))
    return failure();
  // C2
  bool fits = x.getRank() == update.getRank() && x.getElementType() == update.getElementType();
  for (int64_t i = 0; fits && i < x.getRank(); ++i)
    fits = update.getDimSize(i) <= x.getDimSize(i);
  if (!fits)
    return emitOpError() << "'update' must fit into " << x << ", but got " << update;
  // C3
  return verifyInferredType(*this, getX());
}

LogicalResult ConcatOp::verify() {
  // C1
  if (getInputs().empty())
    return emitOpError("must have an operand, but got none");
  RankedTensorType first = tensorType(getInputs().front());
  // C2
  if (failed(verifyDim(*this, "dim", getDim(), first)))
    return failure();
  // C1
  for (Value input : getInputs()) {
    SmallVector<int64_t> expected(first.getShape());
    RankedTensorType type = tensorType(input);
    if (type.getRank() == first.getRank())
      expected[getDim()] = type.getDimSize(getDim());
    if (failed(verifyShape(*this, "inputs", type, expected)) ||
        failed(verifyElement(*this, "inputs", type, first.getElementType())))
      return failure();
  }
  // C3
  return verifyInferredType(*this, getInputs().front());
}

/// Rules C2 and C3 for one dim.
static LogicalResult verifyPadding(PadOp op, int64_t size, int64_t lo, int64_t hi) {
  auto sane = [](int64_t n) { return n > -kMaxElements && n < kMaxElements; };
  int64_t cropped = sane(lo) && sane(hi) ? size + std::min<int64_t>(lo, 0) + std::min<int64_t>(hi, 0) : -1;
  // C2
  if (cropped < 0)
    return op.emitOpError() << "must leave no negative size, but got padding " << lo << " and " << hi
                            << " of " << size;
  // C3
  int64_t most = std::max(lo, hi);
  int64_t limit = op.getMode() == PadMode::Reflect                ? cropped - 1
                  : op.getMode() == PadMode::Wrap                 ? cropped
                  : op.getMode() == PadMode::Edge && cropped == 0 ? 0
                                                                  : kMaxElements;
  if (most > 0 && most > limit)
    return op.emitOpError() << "padding of mode '" << stringifyPadMode(op.getMode()) << "' must be at most "
                            << limit << ", but got " << most;
  return success();
}

LogicalResult PadOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyLength(*this, "lo", getLo(), x.getRank())) ||
      failed(verifyLength(*this, "hi", getHi(), x.getRank())))
    return failure();
  // C2, C3
  for (auto [size, lo, hi] : llvm::zip_equal(x.getShape(), getLo(), getHi()))
    if (failed(verifyPadding(*this, size, lo, hi)))
      return failure();
  // C4
  return verifyInferredType(*this, getX());
}

LogicalResult IotaOp::verify() {
  // C1
  if (isBool(getResult()))
    return emitOpError() << "'result' must have float or integer elements, but "
                            "got "
                         << elementOf(getResult());
  return verifyDim(*this, "dim", getDim(), tensorType(getResult()));
}

LogicalResult ResizeOp::verify() {
  RankedTensorType x = tensorType(getX()), result = getResult().getType();
  // C2
  if (x.getRank() != result.getRank() || x.getNumElements() == 0 || result.getNumElements() == 0)
    return emitOpError() << "'x' and 'result' must have the same rank and no "
                            "empty dim, but got "
                         << x << " and " << result;
  if (failed(verifyElement(*this, "result", result, x.getElementType())))
    return failure();
  // C1
  if (int64_t(getScales().size()) != x.getRank())
    return emitOpError() << "'scales' must have " << x.getRank() << " entries, but got "
                         << getScales().size();
  for (double scale : getScales())
    if (!std::isfinite(scale) || scale <= 0)
      return emitOpError() << "'scales' must be positive, but got " << scale;
  // C3
  bool needsRoi = getCoordinate() == Coordinate::TfCropAndResize;
  int64_t roiSize = getRoi() ? getRoi()->size() : 0;
  if (roiSize != (needsRoi ? 2 * x.getRank() : 0))
    return emitOpError() << "'roi' must have two entries for each dim with "
                            "tf_crop_and_resize and none without, but got "
                         << roiSize;
  return success();
}

LogicalResult RngOp::verify() {
  // C1
  if (tensorType(getSeed()).getNumElements() != 1)
    return emitOpError() << "'seed' must have one element, but got " << getSeed().getType();
  // C2
  double a = getA().convertToDouble(), b = getB().convertToDouble();
  bool isOrdered = getFn() == RngFn::Uniform ? a <= b : b >= 0;
  if (!std::isfinite(a) || !std::isfinite(b) || !isOrdered)
    return emitOpError() << "must have finite numbers with "
                         << (getFn() == RngFn::Uniform ? "a <= b" : "b >= 0") << ", but got " << a << " and "
                         << b;
  return success();
}

/// `words` holds word `index` of `whole`, whose elements must have 64 bits.
static LogicalResult verifyWord(Operation *op, StringRef name, Value whole, Value words, int64_t index) {
  Type element = elementOf(whole);
  if (element.getIntOrFloatBitWidth() != 64)
    return op->emitOpError() << "elements must have 64 bits, but got " << element;
  bool isUnsigned = index == 0 || element.isUnsignedInteger() || isa<FloatType>(element);
  auto sign = isUnsigned ? IntegerType::Unsigned : IntegerType::Signless;
  if (failed(verifyElement(op, name, words.getType(), IntegerType::get(op->getContext(), 32, sign))))
    return failure();
  return verifyShape(op, name, words.getType(), tensorType(whole).getShape());
}

LogicalResult WordOp::verify() {
  // C1
  if (getIndex() != 0 && getIndex() != 1)
    return emitOpError() << "'index' must be 0 or 1, but got " << int64_t(getIndex());
  // C2, C3
  return verifyWord(*this, "result", getX(), getResult(), getIndex());
}

LogicalResult JoinWordsOp::verify() {
  // C1, C2
  if (failed(verifyWord(*this, "low", getResult(), getLow(), 0)))
    return failure();
  return verifyWord(*this, "high", getResult(), getHigh(), 1);
}

LogicalResult BitcastOp::verify() {
  // C1
  Type from = elementOf(getX()), to = elementOf(getResult());
  unsigned bits = from.getIntOrFloatBitWidth();
  if (bits != to.getIntOrFloatBitWidth() || !llvm::is_contained({8u, 16u, 32u}, bits))
    return emitOpError() << "elements must have the same 8, 16 or 32 bits, but got " << from << " and " << to;
  // C2
  return verifyShape(*this, "result", getResult().getType(), tensorType(getX()).getShape());
}
