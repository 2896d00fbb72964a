//===- OperatorUse.h - which operators a model uses -------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_OPERATORUSE_H
#define NEURONC_LIB_FRONTEND_ONNX_OPERATORUSE_H

#include "Proto.h"

#include "llvm/ADT/StringMap.h"

namespace neuron::onnx {

/// The functions of a model by "domain:name:overload".
class FunctionTable {
public:
  FunctionTable() = default;
  explicit FunctionTable(llvm::ArrayRef<Function> functions);
  /// The function that a node calls, or null.
  const Function *find(const Node &node) const;

private:
  llvm::StringMap<const Function *> table;
};

/// The version of a domain's operator set; 0 if the model does not use it.
int64_t opsetOf(llvm::ArrayRef<OperatorSet> opsets, llvm::StringRef domain);

/// The name a node has, or "<operator>_<position in the file>".
std::string nameOf(const Node &node);

struct OperatorUse {
  std::string name;   ///< with its domain, if that is not the default one
  int64_t opset;
  unsigned count;
  const Node *first;
  bool isSupported;
};

/// Operators below `nodes` in order of appearance, with functions and graphs in
/// attributes; branches of If only on request (they may fold away).
std::vector<OperatorUse> findOperators(llvm::ArrayRef<Node> nodes, llvm::ArrayRef<OperatorSet> opsets,
                                       const FunctionTable &functions, bool enterBranches);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_OPERATORUSE_H
