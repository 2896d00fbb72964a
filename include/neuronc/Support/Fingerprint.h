//===- Fingerprint.h - hashes that identify a model file --------*- C++ -*-===//
#ifndef NEURONC_SUPPORT_FINGERPRINT_H
#define NEURONC_SUPPORT_FINGERPRINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace neuron {

/// SHA-256 of `file` without the ranges `holes`, which lie in it, in hexadecimal.
std::string hashWithout(llvm::StringRef file, std::vector<llvm::StringRef> holes);

/// A weight as far as a fingerprint is concerned.
struct WeightPrint {
  llvm::StringRef name;
  uint64_t bytes;
  uint32_t crc;
};
/// SHA-256 of the rows, sorted by name.
std::string hashWeights(std::vector<WeightPrint> rows);

} // namespace neuron

#endif // NEURONC_SUPPORT_FINGERPRINT_H
