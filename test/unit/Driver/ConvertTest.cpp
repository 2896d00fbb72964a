//===- ConvertTest.cpp - weights on their way into an artifact ------------===//

#include "../../../lib/Driver/Convert.h"

#include "gtest/gtest.h"

#include <cstring>
#include <vector>

using namespace neuron;

/// Words of all kinds: small and large numbers, infinities, NaNs, ties.
static std::vector<char> words(uint64_t count) {
  std::vector<char> bytes(count * 4);
  uint32_t state = 1;
  for (uint64_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    uint32_t word = i % 7 == 0 ? 0x7f800000 | (state & 0x807fffff) : i % 5 == 0 ? (state & 0xffff0000) | 0x8000 : state;
    std::memcpy(&bytes[i * 4], &word, 4);
  }
  return bytes;
}

/// Tiles, and the edges that fill none, hold what single elements give.
static void expectTransposed(Converter convert, uint64_t rows, uint64_t columns) {
  uint64_t from = bytesOf(convert.from), to = bytesOf(convert.to), step = (rows + 3) * from;
  std::vector<char> src = words((rows + 3) * columns * from / 4 + 1), found(rows * columns * to), expected = found;
  for (uint64_t r = 0; r < rows; ++r)
    for (uint64_t c = 0; c < columns; ++c)
      convert.one(&src[c * step + r * from], &expected[(r * columns + c) * to]);
  convertTransposed(convert, {src.data(), int64_t(step), found.data(), rows, columns});
  EXPECT_EQ(found, expected) << rows << " x " << columns;
}

TEST(Convert, TransposesByTilesAsByElements) {
  for (Converter convert : {Converter{DType::F32, DType::F32}, Converter{DType::F32, DType::BF16}, Converter{DType::BF16, DType::BF16}})
    for (uint64_t rows : {1, 15, 16, 17, 64, 100})
      for (uint64_t columns : {1, 16, 31, 48})
        expectTransposed(convert, rows, columns);
}

TEST(Convert, NarrowsRunsAsElements) {
  Converter convert{DType::F32, DType::BF16};
  std::vector<char> src = words(1001), found(2002), expected = found;
  for (int i = 0; i < 1001; ++i)
    convert.one(&src[i * 4], &expected[i * 2]);
  runOf(convert)(src.data(), 4, found.data(), 2, 1001);
  EXPECT_EQ(found, expected);
}
