//===- Tensor.h - a tensor value of the evaluator ---------------*- C++ -*-===//
#ifndef NEURONC_EVALUATOR_TENSOR_H
#define NEURONC_EVALUATOR_TENSOR_H

#include "neuronc/Support/WeightStore.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <vector>

namespace neuron {

/// Shape, element type and bytes of a tensor: dense, row-major, little endian.
/// An element narrower than a byte takes one byte (i1: 0 or 1).
///
/// Numbers are read and written in two wide forms: double for floats, int64_t
/// for integers and i1 (ui64 as the same 64 bits). Both conversions are exact
/// on reading; on writing floats are rounded once to nearest even, integers
/// wrap.
class Tensor {
public:
  Tensor() = default;
  /// A tensor of zeros.
  explicit Tensor(mlir::RankedTensorType type);

  /// The value of a literal.
  static Tensor fromAttr(mlir::DenseElementsAttr attr);
  /// The bytes of a weight in dense order; fails if `type` differs from what
  /// the store holds.
  static llvm::FailureOr<Tensor> fromWeight(const WeightData &data, mlir::RankedTensorType type);
  /// `values` has an element for each of the type, which is float.
  static Tensor fromFloats(mlir::RankedTensorType type, llvm::ArrayRef<double> values);
  /// The same for integers and i1.
  static Tensor fromInts(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> values);

  /// The value as a literal.
  mlir::DenseElementsAttr toAttr() const;
  /// All elements of a float tensor.
  std::vector<double> floats() const;
  /// All elements of an integer or i1 tensor.
  std::vector<int64_t> ints() const;
  /// All elements of any tensor as doubles (rounded if an integer has more
  /// than 53 bits).
  std::vector<double> numbers() const;

  mlir::RankedTensorType type() const { return tensorType; }
  llvm::ArrayRef<int64_t> shape() const { return tensorType.getShape(); }
  int64_t rank() const { return tensorType.getRank(); }
  int64_t dim(int64_t index) const { return tensorType.getDimSize(index); }
  mlir::Type element() const { return tensorType.getElementType(); }
  int64_t size() const { return tensorType.getNumElements(); }
  bool isFloat() const { return llvm::isa<mlir::FloatType>(element()); }
  bool isUnsigned() const { return element().isUnsignedInteger(); }
  /// Bytes that one element takes.
  unsigned elementBytes() const;
  llvm::MutableArrayRef<char> bytes() { return storage; }
  llvm::ArrayRef<char> bytes() const { return storage; }
  /// The same bytes under another shape and element type of equal sizes.
  Tensor withType(mlir::RankedTensorType type) const;

private:
  mlir::RankedTensorType tensorType;
  std::vector<char> storage;
};

/// Bytes that a tensor of this type takes in the evaluator.
int64_t bytesOf(mlir::RankedTensorType type);

/// `value` rounded to nearest even in the float type `element`, as double.
double roundToElement(double value, mlir::Type element);
/// `value` wrapped to the width and signedness of `element`.
int64_t wrapToElement(int64_t value, mlir::Type element);

} // namespace neuron

#endif // NEURONC_EVALUATOR_TENSOR_H
