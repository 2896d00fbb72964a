//===- Sha256.h - hex digests -----------------------------------*- C++ -*-===//
#ifndef NEURON_NEFF_SHA256_H
#define NEURON_NEFF_SHA256_H

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace neuron {
using Digest = std::array<unsigned char, 32>;
Digest sha256(std::span<const std::byte> bytes);
Digest sha256(std::string_view text);
std::string hex(std::span<const unsigned char> bytes);
} // namespace neuron

#endif // NEURON_NEFF_SHA256_H
