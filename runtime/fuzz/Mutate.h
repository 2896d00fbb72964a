//===- Mutate.h - structured mutations for fuzz targets ---------*- C++ -*-===//
//
// A mutation that only flips bytes never gets behind a checksum or the syntax
// of JSON. These take a part out, break it and leave the rest sound.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_FUZZ_MUTATE_H
#define NEURON_FUZZ_MUTATE_H

#include <cstdint>
#include <cstring>
#include <random>
#include <string>

/// libFuzzer's own mutation of bytes.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace neuron::fuzz {

/// Choices that follow from a seed.
class Choice {
public:
  explicit Choice(unsigned seed) : engine(seed) {}
  size_t below(size_t limit) { return limit ? engine() % limit : 0; }
  /// True once in `n` times.
  bool oneIn(size_t n) { return below(n) == 0; }

private:
  std::minstd_rand engine;
};

/// A number that no sound file holds, or one that many do.
int64_t absurdNumber(Choice &choice);
/// `text` as libFuzzer mutates bytes, at most 64 bytes longer.
std::string mutateBytes(std::string text);
/// One value of the document replaced, removed or doubled; text that is no JSON
/// is mutated as bytes.
std::string mutateJson(const std::string &text, Choice &choice);

/// Copies `result` into libFuzzer's buffer; cut off if it is too long.
inline size_t store(const std::string &result, uint8_t *data, size_t maxSize) {
  size_t size = std::min(result.size(), maxSize);
  std::memcpy(data, result.data(), size);
  return size;
}

} // namespace neuron::fuzz

#endif // NEURON_FUZZ_MUTATE_H
