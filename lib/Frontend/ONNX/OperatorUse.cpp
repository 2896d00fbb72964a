//===- OperatorUse.cpp - which operators a model uses ---------------------===//

#include "OperatorUse.h"

#include "Registry.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace neuron;
using namespace neuron::onnx;
using llvm::ArrayRef;
using llvm::StringRef;

static std::string keyOf(StringRef domain, StringRef name, StringRef overload) {
  return (domain + ":" + name + ":" + overload).str();
}

FunctionTable::FunctionTable(ArrayRef<Function> functions) {
  for (const Function &function : functions)
    table[keyOf(function.domain, function.name, function.overload)] = &function;
}

const Function *FunctionTable::find(const Node &node) const {
  return table.empty() ? nullptr : table.lookup(keyOf(node.domain, node.opType, node.overload));
}

int64_t neuron::onnx::opsetOf(ArrayRef<OperatorSet> opsets, StringRef domain) {
  for (const OperatorSet &opset : opsets)
    if (opset.domain == domain)
      return opset.version;
  return 0;
}

std::string neuron::onnx::nameOf(const Node &node) {
  return node.name.empty() ? (node.opType + "_" + llvm::Twine(node.index)).str() : node.name.str();
}

namespace {
class Search {
public:
  Search(const FunctionTable &functions, bool enterBranches) : functions(functions), enterBranches(enterBranches) {}
  std::vector<OperatorUse> run(ArrayRef<Node> nodes, ArrayRef<OperatorSet> opsets);

private:
  void visit(const Node &node, ArrayRef<OperatorSet> opsets);
  void count(const Node &node, ArrayRef<OperatorSet> opsets);

  const FunctionTable &functions;
  bool enterBranches;
  std::vector<OperatorUse> uses;
  llvm::StringMap<size_t> positions;
  llvm::SmallPtrSet<const Function *, 8> seen;
  llvm::SmallVector<std::pair<ArrayRef<Node>, ArrayRef<OperatorSet>>> work;
};
} // namespace

void Search::count(const Node &node, ArrayRef<OperatorSet> opsets) {
  std::string name = node.domain.empty() ? node.opType.str() : (node.domain + "." + node.opType).str();
  int64_t opset = opsetOf(opsets, node.domain);
  auto [it, isNew] = positions.try_emplace((name + ":" + llvm::Twine(opset)).str(), uses.size());
  if (isNew)
    uses.push_back({name, opset, 0, &node, findOperator(node.domain, node.opType, opset) != nullptr});
  ++uses[it->second].count;
}

void Search::visit(const Node &node, ArrayRef<OperatorSet> opsets) {
  if (const Function *function = functions.find(node)) {
    if (seen.insert(function).second)
      work.push_back({function->nodes, function->opsets});
    return;
  }
  count(node, opsets);
  if (node.opType == "If" && !enterBranches)
    return;
  for (const AttributeProto &attribute : node.attributes)
    if (attribute.graph)
      work.push_back({attribute.graph->nodes, opsets});
}

std::vector<OperatorUse> Search::run(ArrayRef<Node> nodes, ArrayRef<OperatorSet> opsets) {
  work.push_back({nodes, opsets});
  while (!work.empty()) {
    auto [list, listOpsets] = work.pop_back_val();
    for (const Node &node : list)
      visit(node, listOpsets);
  }
  return std::move(uses);
}

std::vector<OperatorUse> neuron::onnx::findOperators(ArrayRef<Node> nodes, ArrayRef<OperatorSet> opsets,
                                                     const FunctionTable &functions, bool enterBranches) {
  return Search(functions, enterBranches).run(nodes, opsets);
}
