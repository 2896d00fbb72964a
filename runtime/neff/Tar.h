//===- Tar.h - a plain ustar archive ----------------------------*- C++ -*-===//
//
// Written in order, read from a mapping. Members over 8 GiB carry their size in
// a pax record. No times, owners or modes but fixed ones.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_NEFF_TAR_H
#define NEURON_NEFF_TAR_H

#include "neuron/status.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace neuron {

/// The blocks that stand before a member's data. Names are at most 255 bytes.
std::string tarHeader(const std::string &name, uint64_t size);
/// Bytes up to the next multiple of 512.
inline uint64_t tarPadding(uint64_t size) { return (512 - size % 512) % 512; }

/// Members by name; the spans point into `bytes`. Refuses duplicates, unsafe
/// names, members that leave the archive, more than 100000 of them.
Result<std::map<std::string, std::span<const std::byte>>> readTar(std::span<const std::byte> bytes);

} // namespace neuron

#endif // NEURON_NEFF_TAR_H
