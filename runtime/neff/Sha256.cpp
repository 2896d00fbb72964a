//===- Sha256.cpp - hex digests -------------------------------------------===//

#include "Sha256.h"

#include <openssl/sha.h>

using namespace neuron;

Digest neuron::sha256(std::span<const std::byte> bytes) {
  Digest digest;
  SHA256(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size(), digest.data());
  return digest;
}

Digest neuron::sha256(std::string_view text) {
  return sha256(std::as_bytes(std::span(text.data(), text.size())));
}

std::string neuron::hex(std::span<const unsigned char> bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (unsigned char byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}
