//===- Sizes.h - values that no machine holds -------------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_SIZES_H
#define NEURONC_LIB_DRIVER_SIZES_H

#include "neuron/target.h"

#include "mlir/IR/BuiltinOps.h"

namespace neuron {

/// Refuses a value that the memory of the device cannot hold (5002), or whose
/// rows are further apart than an access pattern can say (5003).
mlir::LogicalResult checkSizes(mlir::ModuleOp module, const Target &target);

} // namespace neuron

#endif // NEURONC_LIB_DRIVER_SIZES_H
