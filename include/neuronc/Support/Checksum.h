//===- Checksum.h - CRC-32 at the speed of memory ---------------*- C++ -*-===//
#ifndef NEURONC_SUPPORT_CHECKSUM_H
#define NEURONC_SUPPORT_CHECKSUM_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace neuron {

/// The CRC-32 of zip and gzip, going on from `before`, that of the bytes before.
/// Weights of several GB are checked with it, so it uses carry-less
/// multiplication where the processor has it.
uint32_t checksum(llvm::StringRef bytes, uint32_t before = 0);

} // namespace neuron

#endif // NEURONC_SUPPORT_CHECKSUM_H
