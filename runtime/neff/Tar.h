//===- Tar.h - a plain ustar archive ----------------------------*- C++ -*-===//
//
// Written in order, read from a mapping. Names over 100 bytes and sizes of 8 GiB
// and more stand in a pax record. Everything but name and size is fixed, and the
// reader insists on it: each byte of an archive follows from its members.
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
#include <string_view>

namespace neuron {

/// Printable ASCII, relative, at most 1024 bytes, no part empty, "." or "..".
bool isMemberName(std::string_view name);

/// The blocks that stand before a member's data.
std::string tarHeader(const std::string &name, uint64_t size);
/// Bytes up to the next multiple of 512.
inline uint64_t tarPadding(uint64_t size) { return (512 - size % 512) % 512; }
/// Zeros behind the last member.
inline constexpr uint64_t kTarEnd = 1024;

using TarMembers = std::map<std::string, std::span<const std::byte>, std::less<>>;

/// Members by name; the spans point into `bytes`. Error 2011 for an archive that
/// this writer would not have written: truncated, repeated or unsafe names,
/// other header fields, padding that is not zero, more than 100000 members.
Result<TarMembers> readTar(std::span<const std::byte> bytes);

} // namespace neuron

#endif // NEURON_NEFF_TAR_H
