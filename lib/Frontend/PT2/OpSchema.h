//===- OpSchema.h - signatures of ATen operators ----------------*- C++ -*-===//
//
// A row of an operator table starts with the operator's signature in ATen's own
// notation. Arguments of a call are checked against it and defaults are taken
// from it, so that the function behind the row sees complete, well-typed ones.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_OPSCHEMA_H
#define NEURONC_LIB_FRONTEND_PT2_OPSCHEMA_H

#include "Schema.h"

#include "llvm/ADT/SmallVector.h"

namespace neuron::pt2 {

/// A formal argument.
struct SchemaArg {
  enum class Type : uint8_t { Tensor, Int, Float, Bool, Scalar, String, ScalarType, Ignored };
  llvm::StringRef name;
  Type type = Type::Tensor;
  bool optional = false;
  bool list = false;
  /// Entries of a list may be missing (Tensor?[]).
  bool optionalItems = false;
  /// `int[2]`: a single number stands for that many equal ones. 0: any length.
  unsigned length = 0;
  /// Present if the argument may be left out.
  std::optional<Argument> defaultValue;
};

/// A parsed signature.
struct OpSchema {
  /// "add.Tensor"; the default overload is "relu.default".
  std::string name;
  llvm::SmallVector<SchemaArg> args;
};

/// The name at the start of a signature, with ".default" where no overload is named.
std::string schemaName(llvm::StringRef signature);

/// Parses "name.overload(Type name=default, ...)". The text is ours: a mistake
/// in it is an assertion.
OpSchema parseSchema(llvm::StringRef signature);

/// Matches the actual arguments of `node` with `schema`: one value for each
/// formal argument, defaults filled in, lists as long as they must be.
/// Symbols must have been replaced by numbers. In a call in place the tensor that
/// is written comes first, whatever its name. Error NRN-E3510.
Result<std::vector<Argument>> bindArguments(const OpSchema &schema, std::vector<NamedArgument> actual, bool inPlace);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_OPSCHEMA_H
