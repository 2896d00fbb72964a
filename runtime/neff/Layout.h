//===- Layout.h - names of members and engine files -------------*- C++ -*-===//
#ifndef NEURON_NEFF_LAYOUT_H
#define NEURON_NEFF_LAYOUT_H

#include "neuron/neff.h"

#include <string>
#include <vector>

namespace neuron {
/// Weight data start at multiples of this in the file, so that they can be mapped.
inline constexpr uint64_t kDataAlignment = 4096;
/// Weights are hashed in pieces of this many bytes.
inline constexpr uint64_t kChunkBytes = 8 << 20;

/// The public words for the engines; only Activation and DVE are published as
/// file names, the others are our choice by analogy.
inline const char *engineFile(Engine engine) {
  static constexpr const char *names[] = {"PE", "DVE", "Activation", "Pool", "SP"};
  return names[unsigned(engine)];
}
inline std::string folderOf(size_t program) {
  std::string number = std::to_string(program);
  return "sg" + std::string(number.size() < 2 ? 2 - number.size() : 0, '0') + number + "/";
}
/// Bytes of a dense array; false if a size is negative or they exceed 2^56.
bool denseBytes(DType type, const std::vector<int64_t> &shape, uint64_t &bytes);
/// The .npy header for an array whose header starts at `position` in the file:
/// padded so that the data are aligned.
std::string weightHeader(DType type, const std::vector<int64_t> &shape, uint64_t position);
/// Descriptor of a type in .npy: types NumPy lacks are raw bytes ("|V2" is bf16).
std::string weightDescr(DType type);
} // namespace neuron

#endif // NEURON_NEFF_LAYOUT_H
