//===- Search.cpp - largest values, positions, shuffles -------------------===//

#include "Handlers.h"
#include "Reduction.h"
#include "Rows.h"

#include <limits>

using namespace neuron;
using namespace neuron::exec;

static constexpr uint32_t kAbsent = 0xFFFFFFFFu;

/// Equal values stay in order of position; NaN is never among the largest.
static void eightLargest(const float *data, size_t n, float *out) {
  std::fill_n(out, 8, -std::numeric_limits<float>::infinity());
  for (size_t i = 0; i < n; ++i) {
    if (!(data[i] > out[7]))
      continue;
    unsigned slot = 7;
    for (; slot > 0 && data[i] > out[slot - 1]; --slot)
      out[slot] = out[slot - 1];
    out[slot] = data[i];
  }
}

Status exec::execMax8(Frame &f) {
  size_t n = f.operand(1).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 4, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n * count), *out = s.buffer(1, 8 * count);
    readRows(f, 1, first, count, data, s);
    for (size_t r = 0; r < count; ++r)
      eightLargest(data + r * n, n, out + 8 * r);
    writeRows(f, 0, first, count, out, s);
  });
  return {};
}

/// Position of the next element that equals vals[slot] and is not taken.
static uint32_t findNext(const float *data, size_t n, float value, const uint32_t *taken, unsigned count) {
  for (size_t i = 0; i < n; ++i)
    if (data[i] == value && std::find(taken, taken + count, uint32_t(i)) == taken + count)
      return uint32_t(i);
  return kAbsent;
}

Status exec::execNcFindIndex8(Frame &f) {
  size_t n = f.operand(1).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 8, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n), vals[8];
    for (size_t r = first; r < first + count; ++r) {
      readRows(f, 1, r, 1, data, s);
      readRows(f, 2, r, 1, vals, s);
      uint32_t found[8];
      for (unsigned slot = 0; slot < 8; ++slot)
        found[slot] = findNext(data, n, vals[slot], found, slot);
      writeBits(f, 0, r, found, s);
    }
  });
  return {};
}

Status exec::execNcMatchReplace8(Frame &f) {
  size_t n = f.operand(1).pattern.count;
  forRowBlocks(f, f.operand(0).rows, n, 8, [&](size_t first, size_t count, Scratch &s) {
    float *data = s.buffer(0, n), vals[8];
    for (size_t r = first; r < first + count; ++r) {
      readRows(f, 1, r, 1, data, s);
      readRows(f, 2, r, 1, vals, s);
      uint32_t taken[8], indices[8];
      for (unsigned i = 0; i < 8; ++i)
        indices[7 - i] = taken[i] = findNext(data, n, vals[7 - i], taken, i);
      for (uint32_t at : taken)
        if (at != kAbsent)
          data[at] = f.real(0);
      writeRows(f, 0, r, 1, data, s);
      if (f.has(3))
        writeBits(f, 3, r, indices, s);
    }
  });
  return {};
}

Status exec::execNcStreamShuffle(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  size_t bytes = size_t(src.pattern.count) * src.elementBytes;
  std::vector<std::byte> rows(bytes * src.rows);
  for (size_t r = 0; r < src.rows; ++r)
    gatherBits(src, f.row(1, r), rows.data() + r * bytes);
  for (size_t r = 0; r < dst.rows; ++r) {
    unsigned lane = r % 32, from = f.word(lane / 4) >> (8 * (lane % 4)) & 0xFF;
    if (from == 255)
      continue;
    size_t row = r / 32 * 32 + from;
    if (from >= 32 || row >= src.rows)
      return f.fail(7002, "the mask names partition " + std::to_string(from) + " of a quadrant, which src has not");
    scatterBits(dst, rows.data() + row * bytes, f.row(0, r));
  }
  return {};
}

/// Largest k of the n elements that run down 16 partitions, ascending; of equal
/// values the one at the lower position counts as larger (order not documented).
/// Results run down the partitions as well.
Status exec::execTopK(Frame &f) {
  size_t n = f.word(0), k = f.word(1), width = f.operand(2).pattern.count, outWidth = f.operand(0).pattern.count;
  Scratch &s = f.core.scratch[0];
  for (size_t group = 0; group < f.operand(2).rows; group += 16) {
    std::vector<float> data(n), snake(16 * width), values(16 * outWidth);
    readRows(f, 2, group, 16, snake.data(), s);
    for (size_t e = 0; e < n; ++e)
      data[e] = snake[e % 16 * width + e / 16];
    std::vector<uint32_t> order(n), indices(16 * outWidth);
    for (size_t e = 0; e < n; ++e)
      order[e] = uint32_t(e);
    auto isLarger = [&](uint32_t a, uint32_t b) { return data[a] != data[b] ? data[a] > data[b] : a < b; };
    for (float &value : data) // a strict order needs comparable values: NaN is the smallest
      value = value == value ? value : -std::numeric_limits<float>::infinity();
    std::sort(order.begin(), order.end(), isLarger);
    readRows(f, 0, group, 16, values.data(), s);
    for (size_t p = 0; p < 16; ++p)
      std::copy_n(readBits(f, 1, group + p, 0, s), outWidth, indices.data() + p * outWidth);
    for (size_t i = 0; i < k; ++i) {
      size_t at = i % 16 * outWidth + i / 16;
      values[at] = data[order[k - 1 - i]];
      indices[at] = order[k - 1 - i];
    }
    writeRows(f, 0, group, 16, values.data(), s);
    for (size_t p = 0; p < 16; ++p)
      writeBits(f, 1, group + p, indices.data() + p * outWidth, s);
  }
  return {};
}
