//===- Verify.h - what the verifiers of the dialect share -------*- C++ -*-===//
#ifndef NEURON_DIALECTS_NEURON_VERIFY_H
#define NEURON_DIALECTS_NEURON_VERIFY_H

#include "dialects/Neuron/Neuron.h"

namespace neuron {

/// Dims in the form messages print them: [1, 2, 3].
std::string printList(llvm::ArrayRef<int64_t> values);

/// `dim` names a dim of `type`.
llvm::LogicalResult verifyDim(mlir::Operation *op, llvm::StringRef name, int64_t dim,
                              mlir::RankedTensorType type);
/// `dims` are increasing and name dims of `type`.
llvm::LogicalResult verifyIncreasingDims(mlir::Operation *op, llvm::StringRef name,
                                         llvm::ArrayRef<int64_t> dims, mlir::RankedTensorType type);
/// `list` has `count` entries.
llvm::LogicalResult verifyLength(mlir::Operation *op, llvm::StringRef name, llvm::ArrayRef<int64_t> list,
                                 int64_t count);
/// `type` has the shape `shape`.
llvm::LogicalResult verifyShape(mlir::Operation *op, llvm::StringRef name, mlir::Type type,
                                llvm::ArrayRef<int64_t> shape);
/// `type` has the element type `element`.
llvm::LogicalResult verifyElement(mlir::Operation *op, llvm::StringRef name, mlir::Type type,
                                  mlir::Type element);
/// Each start is an integer of rank 0 or 1 with one element, one for each dim.
llvm::LogicalResult verifyStarts(mlir::Operation *op, mlir::ValueRange starts, int64_t rank);
/// `epsilon` is finite and not negative.
llvm::LogicalResult verifyEpsilon(mlir::Operation *op, const llvm::APFloat &epsilon);

inline mlir::Type elementOf(mlir::Value value) { return tensorType(value).getElementType(); }
inline bool isBool(mlir::Value value) { return elementOf(value).isInteger(1); }
inline bool isFloatTensor(mlir::Value value) { return llvm::isa<mlir::FloatType>(elementOf(value)); }

/// The results have the shapes that inference gives.
template <typename OpT> llvm::LogicalResult verifyInferredShapes(OpT op) {
  llvm::SmallVector<mlir::Type> types;
  if (failed(OpT::inferReturnTypes(op.getContext(), op.getLoc(), typename OpT::Adaptor(op), types)))
    return mlir::failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), types))
    if (failed(
            verifyShape(op, "result", result.getType(), llvm::cast<mlir::RankedTensorType>(type).getShape())))
      return mlir::failure();
  return mlir::success();
}

/// The result has the shape and element type that inference gives.
template <typename OpT> llvm::LogicalResult verifyInferredType(OpT op, mlir::Value x) {
  if (failed(verifyInferredShapes(op)))
    return mlir::failure();
  return verifyElement(op, "result", op->getResult(0).getType(), elementOf(x));
}

} // namespace neuron

#endif // NEURON_DIALECTS_NEURON_VERIFY_H
