//===- Verify.cpp - what the verifiers of the dialect share ---------------===//

#include "dialects/Neuron/Verify.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

std::string neuron::printList(ArrayRef<int64_t> values) {
  std::string text = "[";
  text += llvm::join(llvm::map_range(values, [](int64_t v) { return std::to_string(v); }), ", ");
  return text + "]";
}

LogicalResult neuron::verifyDim(Operation *op, StringRef name, int64_t dim, RankedTensorType type) {
  if (dim >= 0 && dim < type.getRank())
    return success();
  return op->emitOpError() << "'" << name << "' must be a dim of " << type << ", but got " << dim;
}

LogicalResult neuron::verifyIncreasingDims(Operation *op, StringRef name, ArrayRef<int64_t> dims,
                                           RankedTensorType type) {
  int64_t least = 0;
  for (int64_t dim : dims) {
    if (dim < least || dim >= type.getRank())
      return op->emitOpError() << "'" << name << "' must be increasing dims of " << type << ", but got "
                               << printList(dims);
    least = dim + 1;
  }
  return success();
}

LogicalResult neuron::verifyLength(Operation *op, StringRef name, ArrayRef<int64_t> list, int64_t count) {
  if (int64_t(list.size()) == count)
    return success();
  return op->emitOpError() << "'" << name << "' must have " << count << " entries, but got "
                           << printList(list);
}

LogicalResult neuron::verifyShape(Operation *op, StringRef name, Type type, ArrayRef<int64_t> shape) {
  ArrayRef<int64_t> found = cast<RankedTensorType>(type).getShape();
  if (found == shape)
    return success();
  return op->emitOpError() << "'" << name << "' must have the shape " << printList(shape) << ", but got "
                           << printList(found);
}

LogicalResult neuron::verifyElement(Operation *op, StringRef name, Type type, Type element) {
  Type found = cast<RankedTensorType>(type).getElementType();
  if (found == element)
    return success();
  return op->emitOpError() << "'" << name << "' must have elements of " << element << ", but got " << found;
}

LogicalResult neuron::verifyStarts(Operation *op, ValueRange starts, int64_t rank) {
  if (int64_t(starts.size()) != rank)
    return op->emitOpError() << "must have one start for each of " << rank << " dims, but got "
                             << starts.size();
  for (Value start : starts) {
    RankedTensorType type = tensorType(start);
    if (type.getRank() > 1 || type.getNumElements() != 1)
      return op->emitOpError() << "starts must have one element and rank 0 or 1, but got " << type;
  }
  return success();
}

LogicalResult neuron::verifyEpsilon(Operation *op, const APFloat &epsilon) {
  if (epsilon.isFinite() && (!epsilon.isNegative() || epsilon.isZero()))
    return success();
  return op->emitOpError() << "'epsilon' must be finite and not negative, but "
                              "got "
                           << epsilon.convertToDouble();
}
