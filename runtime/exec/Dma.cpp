//===- Dma.cpp - copies of the DMA queues ---------------------------------===//
//
// Both sides of a copy are sequences of runs: rows in order, in each row the runs
// of the access pattern. Equal types move bits; others go through f32.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Indirect.h"
#include "Rows.h"

#include <memory>

using namespace neuron;
using namespace neuron::exec;

namespace {
/// Walks the elements of one side in order.
class Side {
public:
  Side(const DecodedOperand &op, std::byte *base, const RowTable *table, size_t first = 0)
      : op(op), pattern(op.pattern), base(base), table(table), row(first) {
    enterRow();
  }
  /// Elements left in the current run; they lie `step()` elements apart.
  uint32_t left() const { return length - used; }
  int64_t step() const { return inner; }
  std::byte *at() const { return rowBase + (offset + int64_t(used) * inner) * op.elementBytes; }
  bool isSkipped() const { return !rowBase; }
  void advance(uint32_t n) {
    used += n;
    if (used == length)
      nextRun();
  }

private:
  void enterRow() {
    rowBase = row >= op.rows ? base : table ? table->row(row) : base + int64_t(row) * op.rowPitch;
    std::fill_n(index, kMaxFreeDims, 0u);
    offset = 0;
    used = 0;
    length = pattern.rank ? pattern.dims[pattern.rank - 1].num : 1;
    inner = pattern.rank ? pattern.dims[pattern.rank - 1].step : 1;
  }
  void nextRun() {
    used = 0;
    for (int d = int(pattern.rank) - 2; d >= 0; --d) {
      offset += pattern.dims[d].step;
      if (++index[d] < pattern.dims[d].num)
        return;
      offset -= pattern.dims[d].step * int64_t(pattern.dims[d].num);
      index[d] = 0;
    }
    ++row;
    enterRow();
  }

  const DecodedOperand &op;
  const Pattern &pattern;
  std::byte *base, *rowBase = nullptr;
  const RowTable *table;
  size_t row;
  uint32_t index[kMaxFreeDims], used = 0, length = 1;
  int64_t offset = 0, inner = 1;
};
} // namespace

template <typename T>
static void moveStrided(const std::byte *from, int64_t fromStep, std::byte *to, int64_t toStep, uint32_t n) {
  typedef T Cell __attribute__((aligned(1), may_alias));
  const Cell *src = reinterpret_cast<const Cell *>(from);
  Cell *dst = reinterpret_cast<Cell *>(to);
  for (uint32_t i = 0; i < n; ++i)
    dst[int64_t(i) * toStep] = src[int64_t(i) * fromStep];
}

static void moveBits(unsigned bytes, const std::byte *from, int64_t fromStep, std::byte *to, int64_t toStep,
                     uint32_t n) {
  if (n == 1 || (fromStep == 1 && toStep == 1))
    return void(std::memmove(to, from, size_t(n) * bytes));
  switch (bytes) {
  case 1: return moveStrided<uint8_t>(from, fromStep, to, toStep, n);
  case 2: return moveStrided<uint16_t>(from, fromStep, to, toStep, n);
  case 4: return moveStrided<uint32_t>(from, fromStep, to, toStep, n);
  default: return moveStrided<uint64_t>(from, fromStep, to, toStep, n);
  }
}

/// Up to 256 elements through f32.
static void moveCast(const Kernels &k, DType fromType, const std::byte *from, int64_t fromStep, DType toType,
                     std::byte *to, int64_t toStep, uint32_t n) {
  float values[256];
  std::byte bits[1024];
  unsigned fromBytes = bytesOf(fromType), toBytes = bytesOf(toType);
  moveBits(fromBytes, from, fromStep, bits, 1, n);
  k.load[unsigned(fromType)](bits, values, n);
  k.store[unsigned(toType)](values, bits, n);
  moveBits(toBytes, bits, 1, to, toStep, n);
}

static void copyElements(const Kernels &k, const DecodedOperand &to, Side dst, const DecodedOperand &from,
                         Side src, uint64_t count) {
  bool isCast = to.dtype != from.dtype;
  while (count) {
    uint32_t n = uint32_t(std::min<uint64_t>({dst.left(), src.left(), count, isCast ? 256u : UINT32_MAX}));
    if (dst.isSkipped() || src.isSkipped())
      ;
    else if (isCast)
      moveCast(k, from.dtype, src.at(), src.step(), to.dtype, dst.at(), dst.step(), n);
    else
      moveBits(to.elementBytes, src.at(), src.step(), dst.at(), dst.step(), n);
    dst.advance(n);
    src.advance(n);
    count -= n;
  }
}

static bool mayOverlap(const Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  return dst.space == src.space && (dst.space != Space::Hbm || dst.variable == src.variable);
}

Status exec::execDmaCopy(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  auto rows = [&](size_t first, size_t count) {
    copyElements(f.core.kernels, dst, Side(dst, f.base[0], f.tables[0], first), src,
                 Side(src, f.base[1], f.tables[1], first), uint64_t(count) * dst.pattern.count);
  };
  uint64_t bytes = dst.elements() * dst.elementBytes;
  unsigned threads = f.core.pool.size();
  if (threads == 1 || bytes < 65536 || dst.rows != src.rows || dst.rows < 16 || mayOverlap(f) || f.tables[0]) {
    copyElements(f.core.kernels, dst, Side(dst, f.base[0], f.tables[0]), src, Side(src, f.base[1], f.tables[1]),
                 dst.elements());
    return {};
  }
  size_t part = (dst.rows + 2 * threads - 1) / (2 * threads);
  f.core.pool.run(unsigned((dst.rows + part - 1) / part), [&](unsigned i, unsigned) {
    rows(i * part, std::min<size_t>(part, dst.rows - i * part));
  });
  return {};
}

Status exec::execDmaTranspose(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src = f.operand(1);
  size_t rows = src.rows, columns = src.pattern.count, bytes = src.elementBytes;
  std::vector<std::byte> in(rows * columns * bytes), out(rows * bytes);
  for (size_t r = 0; r < rows; ++r)
    gatherBits(src, f.row(1, r), in.data() + r * columns * bytes);
  for (size_t c = 0; c < columns; ++c) {
    for (size_t r = 0; r < rows; ++r)
      std::memcpy(out.data() + r * bytes, in.data() + (r * columns + c) * bytes, bytes);
    scatterBits(dst, out.data(), f.row(0, c));
  }
  return {};
}

/// Loads up to 256 elements as f32 and steps over them.
static void take(const Kernels &k, const DecodedOperand &op, Side &side, uint32_t n, float *values) {
  std::byte bits[1024];
  while (n) {
    uint32_t part = std::min(n, side.left());
    moveBits(op.elementBytes, side.at(), side.step(), bits, 1, part);
    k.load[unsigned(op.dtype)](bits, values, part);
    side.advance(part);
    values += part;
    n -= part;
  }
}

Status exec::execDmaCompute(Frame &f) {
  const DecodedOperand &dst = f.operand(0), &src0 = f.operand(1), &src1 = f.operand(2);
  const Kernels &k = f.core.kernels;
  Side to(dst, f.base[0], f.tables[0]), a(src0, f.base[1], f.tables[1]);
  Side b(f.has(2) ? src1 : src0, f.has(2) ? f.base[2] : f.base[1], f.tables[2]);
  for (uint64_t left = dst.elements(); left;) {
    uint32_t n = uint32_t(std::min<uint64_t>({left, to.left(), a.left(), f.has(2) ? b.left() : 256u, 256u}));
    left -= n;
    if (to.isSkipped() || a.isSkipped() || (f.has(2) && b.isSkipped())) {
      to.advance(n), a.advance(n);
      if (f.has(2))
        b.advance(n);
      continue;
    }
    float x[256], y[256];
    std::byte bits[1024];
    take(k, src0, a, n, x);
    if (f.has(2)) {
      take(k, src1, b, n, y);
      k.binary[unsigned(AluOp::Add)](x, y, x, n);
    }
    k.store[unsigned(dst.dtype)](x, bits, n);
    moveBits(dst.elementBytes, bits, 1, to.at(), to.step(), n);
    to.advance(n);
  }
  return {};
}
