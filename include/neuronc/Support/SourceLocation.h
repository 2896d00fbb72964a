//===- SourceLocation.h - locations as a person reads them ------*- C++ -*-===//
//
// Importers give each operation NameLoc("node or module path", place), where the
// place is FileLineColLoc("file.py", line, 0), for a node of an ONNX file
// FileLineColLoc("model.onnx", position, 1), for the file as a whole (.., 0, 0).
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_SUPPORT_SOURCELOCATION_H
#define NEURONC_SUPPORT_SOURCELOCATION_H

#include "mlir/IR/Location.h"

#include <string>

namespace neuron {

/// The names inside `loc`, each once: ONNX nodes or module paths.
std::string sourceNames(mlir::Location loc);

/// The first place inside `loc`: "file.py:12", "model.onnx: node 3", "model.onnx"
/// or nothing.
std::string sourcePlace(mlir::Location loc);

} // namespace neuron

#endif // NEURONC_SUPPORT_SOURCELOCATION_H
