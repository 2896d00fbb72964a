//===- Generate.h - neuron to nisa ------------------------------*- C++ -*-===//
#ifndef NEURONC_GENERATE_GENERATE_H
#define NEURONC_GENERATE_GENERATE_H

#include "neuronc/Support/WeightStore.h"

#include "neuron/target.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <vector>

namespace neuron {

struct GenerateOptions {
  bool fuse = true;    ///< false at -O0
};

/// A literal of the graph: dense row-major elements.
struct Literal {
  DType type = DType::F32;
  std::vector<char> bytes;
};

/// How one weight member of the artifact comes from the model: a strided window
/// into a source tensor, converted to `type`. Dense row-major result.
struct WeightRecipe {
  std::string member;     ///< name in the artifact
  std::string source;     ///< name in the WeightStore; empty: `literal` is the source
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides; ///< elements of the source
  int64_t offset = 0;           ///< elements of the source
  DType type = DType::F32;      ///< of the member
  std::shared_ptr<const Literal> literal;
};

/// All weight members, in the order in which kernels first use them.
struct WeightPlan {
  std::vector<WeightRecipe> recipes;
};

/// Lowers func @main of `module` to a nisa.program. Errors are diagnostics on
/// the op, with its source location.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
generate(mlir::ModuleOp module, const Target &target, const WeightStore &weights,
         const GenerateOptions &options, WeightPlan &plan);

} // namespace neuron

#endif // NEURONC_GENERATE_GENERATE_H
