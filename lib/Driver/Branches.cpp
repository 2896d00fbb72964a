//===- Branches.cpp - branches of which both sides are computed -----------===//

#include "Branches.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace neuron;

std::vector<BranchCost> neuron::branchesOf(func::FuncOp func) {
  std::vector<BranchCost> branches;
  auto rows = func->getAttrOfType<ArrayAttr>("neuron.branches");
  if (!rows)
    return branches;
  for (auto row : rows.getAsRange<DictionaryAttr>()) {
    auto text = [&](StringRef key) { return row.getAs<StringAttr>(key).getValue().str(); };
    auto number = [&](StringRef key) { return row.getAs<IntegerAttr>(key).getInt(); };
    branches.push_back({text("source"), text("location"), number("then_ops"), number("then_work"), number("else_ops"),
                        number("else_work")});
  }
  return branches;
}

llvm::json::Array neuron::branchesJson(const std::vector<BranchCost> &branches) {
  llvm::json::Array rows;
  for (const BranchCost &branch : branches)
    rows.push_back(llvm::json::Object{{"source", branch.source},
                                      {"location", branch.location},
                                      {"then_op_count", branch.thenOps},
                                      {"then_element_count", branch.thenWork},
                                      {"else_op_count", branch.elseOps},
                                      {"else_element_count", branch.elseWork}});
  return rows;
}

static std::string sideText(int64_t ops, int64_t work) {
  return (Twine(ops) + (ops == 1 ? " operation, " : " operations, ") + Twine(work) + " elements").str();
}

std::vector<std::string> neuron::branchLines(const std::vector<BranchCost> &branches) {
  std::vector<std::string> lines;
  for (const BranchCost &branch : branches)
    lines.push_back((branch.location.empty() ? "" : branch.location + ": ") + "'" + branch.source + "': " +
                    sideText(branch.thenOps, branch.thenWork) + " if true; " + sideText(branch.elseOps, branch.elseWork) +
                    " if not");
  return lines;
}
