//===- npy.h - arrays in NumPy's file format --------------------*- C++ -*-===//
//
// Versions 1 to 3 of the format, any byte order and array order on reading;
// version 1, little endian, C order on writing. Files are untrusted: sizes are
// checked before memory is taken.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_NPY_H
#define NEURON_NPY_H

#include "neuron/status.h"
#include "neuron/types.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace neuron {

/// A dense array in C order, little endian. dtype is one of f16, f32, f64, bool
/// and the integers of 8 to 64 bits.
struct NpyArray {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  std::vector<std::byte> data;
};

/// Errors: 2601 not an .npy file, 2602 element type that we do not have (4001 is
/// the compiler's), 2603 shape and size of the file disagree, 6002 cannot be read.
Result<NpyArray> readNpy(const std::string &path);
/// The same from memory; `name` is for messages.
Result<NpyArray> parseNpy(std::span<const std::byte> bytes, const std::string &name);

/// Magic, version and header of a little-endian C-order array, padded with
/// blanks so that data start at a multiple of `alignment` (a power of two, at
/// most 4096). Empty if the format has no name for the type: then store the
/// bits as an unsigned integer of that size.
std::string npyHeader(DType dtype, std::span<const int64_t> shape, size_t alignment = 64);

/// Writes beside `path` and renames. `data` is dense, C order. Error 6001.
Status writeNpy(const std::string &path, DType dtype, std::span<const int64_t> shape,
                std::span<const std::byte> data);

/// Elements of a shape, or nullopt if a size is negative or the product times
/// `elementBytes` exceeds 2^62.
std::optional<uint64_t> numElements(std::span<const int64_t> shape, uint64_t elementBytes = 1);

} // namespace neuron

#endif // NEURON_NPY_H
