//===- ONNX.h - reads ONNX models -------------------------------*- C++ -*-===//
#ifndef NEURONC_FRONTEND_ONNX_H
#define NEURONC_FRONTEND_ONNX_H

#include "neuronc/Frontend/ImportOptions.h"
#include "neuronc/Frontend/ModelSummary.h"
#include "neuronc/Support/WeightStore.h"

#include "neuron/status.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace neuron {

/// Imports the ONNX model at `path`: a module with one function `main` of
/// `neuron` ops, with names and kinds of its arguments and results as
/// attributes (dialects/Neuron/README.md). All shapes are static after it;
/// what computes shapes is folded, functions are inlined, and `If` on a
/// constant is replaced by the branch taken.
///
/// Trained tensors become `neuron.weight`; `weights` receives their bytes in
/// place, at any alignment, and keeps the mapped files alive. Errors are
/// diagnostics whose text begins with their code: NRN-E30xx for a file that is
/// damaged or contradicts itself or the options, NRN-E40xx for what is not
/// supported, NRN-E6001 if the file cannot be read.
llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importOnnx(mlir::MLIRContext *context,
                                                              llvm::StringRef path,
                                                              const ImportOptions &options,
                                                              WeightStore &weights);

/// The same for a model in memory, which must outlive the use of `weights`.
/// External data are looked for in the current folder.
llvm::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importOnnxBytes(mlir::MLIRContext *context,
                                                                   llvm::StringRef bytes,
                                                                   const ImportOptions &options,
                                                                   WeightStore &weights);

/// What the model at `path` holds, whether or not it can be imported. Errors:
/// NRN-E30xx damaged, NRN-E6001 cannot be read.
Result<ModelSummary> summariseOnnx(llvm::StringRef path);

/// A row of the table of operators: the versions of the operator set it is for.
struct OnnxOperatorRange {
  std::string name;
  int since, until; ///< 0: still valid
};
/// All operators the importer knows, sorted by name and version.
std::vector<OnnxOperatorRange> onnxOperators();

} // namespace neuron

#endif // NEURONC_FRONTEND_ONNX_H
