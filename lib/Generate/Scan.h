//===- Scan.h - loops of known length ---------------------------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_SCAN_H
#define NEURONC_LIB_GENERATE_SCAN_H

#include "Lowering.h"

namespace neuron {
/// Lowers neuron.scan to one counted loop around the kernels of its body.
mlir::LogicalResult lowerScan(Lowering &lowering, ScanOp op);
} // namespace neuron

#endif // NEURONC_LIB_GENERATE_SCAN_H
