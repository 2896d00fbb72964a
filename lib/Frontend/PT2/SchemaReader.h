//===- SchemaReader.h - walks an exported program ---------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_SCHEMAREADER_H
#define NEURONC_LIB_FRONTEND_PT2_SCHEMAREADER_H

#include "Schema.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

namespace neuron::pt2 {

/// Walks the document. The first mistake is kept in `status`; after it reads
/// give empty values, so that callers need not check each one.
class SchemaReader {
public:
  Status status;

  Program program(const llvm::json::Value &document);
  TensorMeta tensorMeta(const llvm::json::Value &value);

private:
  void fail(llvm::StringRef field, const llvm::Twine &what) {
    if (status)
      status = Status(ErrorClass::BadInput, 3503,
                      ("the exported program is malformed: '" + field + "' " + what).str());
  }

  const llvm::json::Object &object(const llvm::json::Value &value, llvm::StringRef field);
  const llvm::json::Array &array(const llvm::json::Value &value, llvm::StringRef field);
  llvm::StringRef string(const llvm::json::Value &value, llvm::StringRef field);
  int64_t integer(const llvm::json::Value &value, llvm::StringRef field);
  double real(const llvm::json::Value &value, llvm::StringRef field);
  const llvm::json::Value &get(const llvm::json::Object &from, llvm::StringRef field);
  /// The only entry of a union that is not null.
  std::pair<llvm::StringRef, const llvm::json::Value *> alternative(const llvm::json::Value &value, llvm::StringRef field);

  SymSize symSize(const llvm::json::Value &value);
  Argument argument(const llvm::json::Value &value);
  Argument scalarArgument(llvm::StringRef kind, const llvm::json::Value &value);
  Argument list(const llvm::json::Value &value, llvm::function_ref<Argument(const llvm::json::Value &)> item);
  Argument named(Argument::Kind kind, const llvm::json::Value &value);
  Argument number(const llvm::json::Value &value);
  Argument graphArgument(const llvm::json::Value &value);
  Node node(const llvm::json::Value &value);
  Graph graph(const llvm::json::Value &value);
  InputSpec inputSpec(const llvm::json::Value &value);
  OutputSpec outputSpec(const llvm::json::Value &value);
  void checkVersion(const llvm::json::Object &document);
};

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_SCHEMAREADER_H
