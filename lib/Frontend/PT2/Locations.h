//===- Locations.h - where in the Python source a node comes from -*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_PT2_LOCATIONS_H
#define NEURONC_LIB_FRONTEND_PT2_LOCATIONS_H

#include "Schema.h"

#include "mlir/IR/Location.h"

namespace neuron::pt2 {

/// NameLoc(module path, FileLineColLoc(file, line)) of the innermost frame that
/// is not torch's own. Outside any module the node's own name is taken. Only the
/// last part of the file's path is kept.
mlir::Location locationOf(mlir::MLIRContext *context, const Node &node);

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_LOCATIONS_H
