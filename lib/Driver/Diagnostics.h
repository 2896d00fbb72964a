//===- Diagnostics.h - diagnostics as lines of text -------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_DIAGNOSTICS_H
#define NEURONC_LIB_DRIVER_DIAGNOSTICS_H

#include "neuron/status.h"

#include "mlir/IR/Diagnostics.h"

#include <string>
#include <vector>

namespace neuron {

/// Collects errors and warnings of a context as text, one string each: location,
/// message, notes.
class Collector {
public:
  Collector(mlir::MLIRContext &context, std::vector<std::string> &errors, std::vector<std::string> &warnings)
      : errors(errors), warnings(warnings), handler(&context, [this](mlir::Diagnostic &diagnostic) { add(diagnostic); }) {}
  /// The class and code of the first error that has a code.
  Status status() const;

private:
  std::vector<std::string> &errors, &warnings;
  mlir::ScopedDiagnosticHandler handler;
  void add(mlir::Diagnostic &diagnostic);
};

} // namespace neuron

#endif // NEURONC_LIB_DRIVER_DIAGNOSTICS_H
