//===- Frontend.h - the importer for a file ---------------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_FRONTEND_H
#define NEURONC_LIB_DRIVER_FRONTEND_H

#include "neuronc/Driver/Driver.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace neuron {

/// Imports options.input by its ending. Errors are diagnostics.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> importModel(mlir::MLIRContext &context, const CompileOptions &options,
                                                               WeightStore &store);

Result<ModelSummary> summariseModel(const std::string &path);

/// Arguments, then results.
std::vector<SignatureRow> signatureOf(mlir::func::FuncOp func);

} // namespace neuron

#endif // NEURONC_LIB_DRIVER_FRONTEND_H
