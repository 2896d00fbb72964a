//===- Bytes.h - little-endian varints --------------------------*- C++ -*-===//
//
// The instruction encoding is made of bytes and LEB128 varints. The reader
// never leaves its range: after a fault every value is 0 and ok() is false.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_NEFF_BYTES_H
#define NEURON_NEFF_BYTES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace neuron {

class ByteWriter {
public:
  void byte(uint8_t value) { bytes.push_back(char(value)); }
  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      byte(uint8_t(value) | 0x80);
    byte(uint8_t(value));
  }
  /// Zigzag: small magnitudes of either sign are short.
  void integer(int64_t value) { number((uint64_t(value) << 1) ^ uint64_t(value >> 63)); }
  std::string take() { return std::move(bytes); }

private:
  std::string bytes;
};

class ByteReader {
public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes(bytes) {}
  bool ok() const { return isGood; }
  void fail() { isGood = false; }
  bool atEnd() const { return position == bytes.size(); }
  size_t offset() const { return position; }
  size_t remaining() const { return bytes.size() - position; }

  uint8_t byte() {
    if (position >= bytes.size()) {
      isGood = false;
      return 0;
    }
    return uint8_t(bytes[position++]);
  }
  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      uint8_t next = byte();
      value |= uint64_t(next & 0x7f) << shift;
      if (!(next & 0x80))
        return isGood ? value : 0;
    }
    isGood = false;
    return 0;
  }
  int64_t integer() {
    uint64_t value = number();
    return int64_t(value >> 1) ^ -int64_t(value & 1);
  }
  /// A number that must be below `limit`.
  uint64_t below(uint64_t limit) {
    uint64_t value = number();
    if (value < limit)
      return value;
    isGood = false;
    return 0;
  }

private:
  std::span<const std::byte> bytes;
  size_t position = 0;
  bool isGood = true;
};

} // namespace neuron

#endif // NEURON_NEFF_BYTES_H
