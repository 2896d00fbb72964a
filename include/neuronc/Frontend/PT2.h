//===- PT2.h - import of torch.export archives ------------------*- C++ -*-===//
#ifndef NEURONC_FRONTEND_PT2_H
#define NEURONC_FRONTEND_PT2_H

#include "neuronc/Frontend/ImportOptions.h"
#include "neuronc/Frontend/ModelSummary.h"
#include "neuronc/Support/WeightStore.h"

#include "neuron/status.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace neuron {

/// Reads a .pt2 file into a module of the `neuron` dialect with one function
/// `main`. Weights stay in the file, which `weights` keeps mapped.
///
/// Views and mutation become values: a mutated buffer is an argument and a
/// result of kind "state", a mutated input one of kind "inout". Symbolic sizes
/// are fixed by `options`.
///
/// Errors are diagnostics whose text starts with a code: `[NRN-E3501] ...`.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importPt2(mlir::MLIRContext &context, llvm::StringRef path,
                                                             const ImportOptions &options,
                                                             WeightStore &weights);

/// The same for a file in memory, which must outlive the use of `weights`.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importPt2Bytes(mlir::MLIRContext &context,
                                                                  llvm::StringRef bytes,
                                                                  const ImportOptions &options,
                                                                  WeightStore &weights);

/// What the file at `path` holds, whether or not it can be imported. Errors:
/// NRN-E21xx and NRN-E350x damaged, NRN-E6001 cannot be read.
Result<ModelSummary> summarisePt2(llvm::StringRef path);

/// Names of all operators the importer knows, sorted; each "op.overload" also
/// stands for its form in place ("op_.overload").
std::vector<std::string> pt2OperatorNames();

} // namespace neuron

#endif // NEURONC_FRONTEND_PT2_H
