//===- Npy.h - NumPy's file format ------------------------------*- C++ -*-===//
#ifndef NEURONC_SUPPORT_NPY_H
#define NEURONC_SUPPORT_NPY_H

#include "neuron/status.h"
#include "neuronc/Support/WeightStore.h"

namespace neuron {

/// Reads the header of a `.npy` file in memory; the result's data point into
/// `bytes`. Column-major arrays get strides. Errors: NRN-E2130 malformed, or
/// fewer bytes than the shape needs; NRN-E2131 big endian or an element type
/// without a DType.
Result<WeightData> readNpy(llvm::StringRef bytes);

} // namespace neuron

#endif // NEURONC_SUPPORT_NPY_H
