//===- Branches.h - branches of which both sides are computed ---*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_BRANCHES_H
#define NEURONC_LIB_DRIVER_BRANCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace neuron {

/// What neuron-inline-if says about a branch that depends on data.
struct BranchCost {
  std::string source, location;
  /// Operations, and points of their iteration spaces.
  int64_t thenOps = 0, thenWork = 0, elseOps = 0, elseWork = 0;
};

std::vector<BranchCost> branchesOf(mlir::func::FuncOp func);
/// "place: 'name': 3 operations, 12 elements if true; 1 operation, 4 elements if not" for each.
std::vector<std::string> branchLines(const std::vector<BranchCost> &branches);
llvm::json::Array branchesJson(const std::vector<BranchCost> &branches);

} // namespace neuron

#endif // NEURONC_LIB_DRIVER_BRANCHES_H
