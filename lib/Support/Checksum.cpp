//===- Checksum.cpp - CRC-32 at the speed of memory -----------------------===//
#include "neuronc/Support/Checksum.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace llvm;

namespace neuron {

#if defined(__x86_64__)

// The message is a polynomial over GF(2), bits reflected. Four lanes of 128 bits
// are folded forward by 64 bytes at a time, then into one, then reduced to 32 bits by
// Barrett's method. The constants are x^n mod P for the distances folded over
// (Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ", 2009).

__attribute__((target("pclmul,sse4.1"))) static __m128i fold(__m128i lane, __m128i next, __m128i constants) {
  __m128i low = _mm_clmulepi64_si128(lane, constants, 0x00),
          high = _mm_clmulepi64_si128(lane, constants, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/// The register after `size` more bytes, a multiple of 16 and at least 64.
__attribute__((target("pclmul,sse4.1"))) static uint32_t foldBlocks(uint32_t state, const char *data,
                                                                    size_t size) {
  const __m128i by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4),
                by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  const __m128i by8 = _mm_set_epi64x(0, 0x163cd6124), barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  const __m128i mask = _mm_setr_epi32(~0, 0, ~0, 0);
  auto load = [](const char *from) { return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from)); };
  __m128i lanes[4];
  for (int i = 0; i < 4; ++i)
    lanes[i] = load(data + 16 * i);
  lanes[0] = _mm_xor_si128(lanes[0], _mm_cvtsi32_si128(int(state)));
  for (data += 64, size -= 64; size >= 64; data += 64, size -= 64)
    for (int i = 0; i < 4; ++i)
      lanes[i] = fold(lanes[i], load(data + 16 * i), by64);
  __m128i sum = lanes[0];
  for (int i = 1; i < 4; ++i)
    sum = fold(sum, lanes[i], by16);
  for (; size >= 16; data += 16, size -= 16)
    sum = fold(sum, load(data), by16);
  // 128 bits to 64, to 32 with zeros below, then Barrett.
  sum = _mm_xor_si128(_mm_srli_si128(sum, 8), _mm_clmulepi64_si128(sum, by16, 0x10));
  sum = _mm_xor_si128(_mm_srli_si128(sum, 4), _mm_clmulepi64_si128(_mm_and_si128(sum, mask), by8, 0x00));
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(sum, mask), barrett, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, mask), barrett, 0x00);
  return uint32_t(_mm_extract_epi32(_mm_xor_si128(sum, quotient), 1));
}

uint32_t checksum(StringRef bytes, uint32_t before) {
  uint32_t state = before;
  if (bytes.size() >= 64 && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1")) {
    size_t whole = bytes.size() & ~size_t(15);
    state = ~foldBlocks(~state, bytes.data(), whole);
    bytes = bytes.drop_front(whole);
  }
  return crc32(state, arrayRefFromStringRef(bytes));
}

#else

uint32_t checksum(StringRef bytes, uint32_t before) { return crc32(before, arrayRefFromStringRef(bytes)); }

#endif

} // namespace neuron
