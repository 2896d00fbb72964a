//===- ImportCheck.h - what an import must give -----------------*- C++ -*-===//
#ifndef NEURON_TEST_FUZZ_IMPORTCHECK_H
#define NEURON_TEST_FUZZ_IMPORTCHECK_H

#include "ModelMutate.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

#include <cstdio>
#include <cstdlib>

namespace neuron::fuzz {

/// A context that collects errors.
class ImportCheck {
public:
  ImportCheck() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
        errors += diagnostic.str() + "\n";
      return mlir::success();
    });
  }

  /// Ends the process if an import neither verifies nor is refused with a code of bad input.
  void expect(const mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> &module) {
    bool isSound = succeeded(module) && succeeded(mlir::verify(**module));
    bool isRefused = failed(module) && errors.find("NRN-E") != std::string::npos && errors.find("[NRN-E9") == std::string::npos;
    if (isSound || isRefused)
      return;
    std::fprintf(stderr, "neither sound nor refused: %s\n", errors.c_str());
    std::abort();
  }

  mlir::MLIRContext context;

private:
  std::string errors;
};

} // namespace neuron::fuzz

#endif // NEURON_TEST_FUZZ_IMPORTCHECK_H
