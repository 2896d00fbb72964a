//===- Call.h - one call of an operator, being imported ---------*- C++ -*-===//
//
// What the function behind an operator works with: its arguments by the names
// of the signature, an Emitter at the call's location, and the results.
//
// Arguments have the types of the signature, but the numbers in them are the
// file's. Accessors that can find something wrong report it and return
// something harmless; a function checks `failed()` once, after reading its
// arguments, before it uses them as indices.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_CALL_H
#define NEURONC_LIB_FRONTEND_PT2_CALL_H

#include "OpSchema.h"
#include "Tensors.h"

namespace neuron::pt2 {

class Importer;
struct OpSchema;

/// A number of the file: an integer or a float.
struct Scalar {
  bool isFloat = false;
  int64_t integer = 0;
  double real = 0;
  double toDouble() const { return isFloat ? real : double(integer); }
};

class Call {
public:
  Call(Importer &importer, const Node &node, const OpSchema &schema, std::vector<Argument> arguments,
       Emitter &emitter, bool inPlace, bool copies)
      : e(emitter), importer(importer), node(node), schema(schema), arguments(std::move(arguments)),
        inPlace(inPlace), copies(copies) {}

  /// Builds ops at the call's location.
  Emitter &e;

  // Arguments, by name. Asking for a name the signature lacks is an assertion.
  bool has(llvm::StringRef name) const;
  bool isTensor(llvm::StringRef name) const;
  /// The tensor's value now. A number becomes a tensor of rank 0.
  mlir::Value tensor(llvm::StringRef name);
  /// Null if absent.
  mlir::Value optionalTensor(llvm::StringRef name) { return has(name) ? tensor(name) : mlir::Value(); }
  /// Entries may be null where the signature allows it.
  llvm::SmallVector<mlir::Value> tensors(llvm::StringRef name);
  /// The tensor itself, to look at or write through; null after an error.
  Tensor *reference(llvm::StringRef name);
  int64_t integer(llvm::StringRef name) const;
  int64_t integerOr(llvm::StringRef name, int64_t otherwise) const;
  double number(llvm::StringRef name) const;
  bool flag(llvm::StringRef name) const;
  llvm::StringRef string(llvm::StringRef name) const;
  Shape ints(llvm::StringRef name) const;
  llvm::SmallVector<double> numbers(llvm::StringRef name) const;
  Scalar scalar(llvm::StringRef name) const;
  /// The element type an argument names; null if absent.
  mlir::Type elementTypeArg(llvm::StringRef name);
  /// A dim of a tensor of this rank, counted from the front. Rank 0 counts as 1.
  int64_t dim(llvm::StringRef name, int64_t rank) { return normalizeDim(integer(name), rank); }
  int64_t normalizeDim(int64_t dim, int64_t rank);
  /// Dims without repetition, ascending; an absent or (if `emptyIsAll`) empty list means all.
  Shape dims(llvm::StringRef name, int64_t rank, bool emptyIsAll = true);

  // Results.
  /// The types that the file gives to the results, flattened.
  mlir::RankedTensorType resultType(unsigned index = 0);
  mlir::Type resultElement() { return resultType().getElementType(); }
  unsigned numResults() const;
  /// Result `index` is a new tensor; in a call in place it is written to `self`.
  mlir::LogicalResult result(unsigned index, mlir::Value value);
  mlir::LogicalResult results(llvm::ArrayRef<mlir::Value> values);
  /// From now on results may have other shapes than the file says.
  void trustResults() { trusted = true; }
  /// Result `index` is a view of `base`.
  mlir::LogicalResult view(unsigned index, Tensor *base, ViewStep step);
  /// Result `index` is the tensor `tensor` itself.
  mlir::LogicalResult same(unsigned index, Tensor *tensor);
  /// Result `index` has no import; an error (NRN-E4003) if it is used.
  void unavailable(unsigned index, llvm::StringRef what);
  /// Writes `value` (converted to its element type) to a tensor.
  mlir::LogicalResult write(Tensor *tensor, mlir::Value value);
  /// The layout the file gives to result `index`.
  Layout resultLayout(unsigned index);

  // Types.
  /// Promotes the operands by torch's rules and broadcasts them to one shape.
  llvm::SmallVector<mlir::Value> promote(llvm::ArrayRef<llvm::StringRef> names, mlir::Type to = {});
  /// The type torch computes in for these arguments (tensors and numbers).
  mlir::Type promotedType(llvm::ArrayRef<llvm::StringRef> names);
  /// Broadcasts to one shape.
  bool broadcastTogether(llvm::MutableArrayRef<mlir::Value> values);
  /// As broadcastTogether, but the first is only broadcast to `shape`.
  mlir::Value broadcastTo(mlir::Value value, Dims shape);
  /// A number as a tensor of this type and shape.
  mlir::Value fullScalar(Scalar value, Dims shape, mlir::Type element);

  // Errors.
  bool failed() const { return hasFailed; }
  /// The form of the operator that is used has no import (NRN-E4003); returns null.
  mlir::Value refuse(const llvm::Twine &what);
  /// The call contradicts itself (NRN-E3511); returns null.
  mlir::Value invalid(const llvm::Twine &what);
  /// Requires a rank; `invalid` otherwise.
  bool requireRank(mlir::Value value, int64_t least, int64_t most = 64);
  /// Requires a possible shape; `invalid` otherwise.
  bool requireShape(Dims shape);

  /// The operator as the file names it.
  llvm::StringRef opName() const;

private:
  const Argument &argument(llvm::StringRef name) const;
  const Argument *output(unsigned index) const;
  mlir::Value valueOf(const Argument &argument);

  Importer &importer;
  const Node &node;
  const OpSchema &schema;
  std::vector<Argument> arguments;
  bool inPlace, copies;
  bool hasFailed = false;
  bool trusted = false;
};

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_CALL_H
