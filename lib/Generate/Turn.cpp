//===- Turn.cpp - rows to columns on the tensor engine --------------------===//

#include "Turn.h"

#include <functional>

using namespace neuron;

static void evict(TileBuilder &b, const Tile &dst, const Tile &turned, float factor) {
  if (factor == 1.0f)
    b.copyTile(dst, turned);
  else
    b.tensorScalar(dst, turned, {AluOp::Multiply, factor});
}

/// Blocks of equal size: src [rows][blocks * dst.partitions].
static void turnEvenly(TileBuilder &b, const Tile &dst, const Tile &src, float factor) {
  int64_t rows = src.partitions, columns = dst.partitions, blocks = dst.dims[0].size;
  int64_t fit = std::max<int64_t>(1, b.target.psumBankBytes / (rows * bytesOf(src.type)));
  b.tiles(blocks, std::min(fit, blocks), [&](Offset start, int64_t count) {
    Tile turned = b.psum(columns, {count, rows}, src.type);
    b.loop(count, [&](Offset i) {
      b.transpose(turned.at(0, i), src.free(0, start * columns + i * columns, columns));
    });
    evict(b, dst.free(0, start, count), turned, factor);
  });
}

/// The blocks of `size` as at most two parts of equal blocks: body(first block,
/// blocks, elements of each).
static void forEachPart(int64_t size, llvm::function_ref<void(int64_t, int64_t, int64_t)> body) {
  int64_t full = size / kTurnBlock, rest = size % kTurnBlock;
  if (full)
    body(0, full, kTurnBlock);
  if (rest)
    body(full, 1, rest);
}

void neuron::turnTile(TileBuilder &b, const Tile &dst, const Tile &src, float factor) {
  forEachPart(src.freeSize(), [&](int64_t first, int64_t count, int64_t size) {
    turnEvenly(b, dst.rows(0, size).free(0, first, count), src.free(0, first * kTurnBlock, count * size), factor);
  });
}

void neuron::turn(TileBuilder &b, const Tile &dst, const TensorView &src, float factor) {
  int64_t depth = src.sizes[1];
  b.tiles(src.sizes[0], kTurnBlock, [&](Offset x, int64_t rows) {
    Tile raw = b.sbuf(rows, {depth}, src.storage);
    b.load(raw, src.window(0, x, rows));
    if (raw.type != dst.type) {
      Tile converted = b.sbuf(rows, {depth}, dst.type);
      b.copyTile(converted, raw);
      raw = converted;
    }
    turnTile(b, dst.free(1, x, rows), raw, factor);
  });
}

void neuron::loadRowBlocks(TileBuilder &b, const Tile &dst, const TensorView &src) {
  // [blocks, size, inner...] -> rows `size`, free [blocks, inner...]
  llvm::SmallVector<int64_t> order{1, 0};
  for (unsigned i = 2; i <= src.rank(); ++i)
    order.push_back(i);
  forEachPart(src.sizes[0], [&](int64_t first, int64_t count, int64_t size) {
    TensorView part = src.window(0, first * kTurnBlock, count * size).split(0, size);
    b.load(dst.rows(0, size).free(0, first, count), part.transpose(order));
  });
}

void neuron::loadByColumns(TileBuilder &b, const Tile &dst, const TensorView &src) {
  TensorView byColumn = src.transpose({1, 0});
  if (src.storage == dst.type)
    return loadRowBlocks(b, dst, byColumn);
  Tile raw = b.sbuf(dst.partitions, {dst.dims[0].size, dst.dims[1].size}, src.storage);
  loadRowBlocks(b, raw, byColumn);
  forEachPart(src.sizes[1], [&](int64_t first, int64_t count, int64_t size) {
    b.copyTile(dst.rows(0, size).free(0, first, count), raw.rows(0, size).free(0, first, count));
  });
}

/// dst [x, y] = src [x, y], where the columns of src and the rows of dst are runs.
static void moveTurned(TileBuilder &b, const TensorView &dst, const TensorView &src) {
  constexpr int64_t most = 1024; // so that tiles take a small part of SBUF
  b.tiles(dst.sizes[0], most, [&](Offset x, int64_t rows) {
    b.tiles(dst.sizes[1], most, [&](Offset y, int64_t columns) {
      Tile tile = b.sbuf(std::min(rows, kTurnBlock), {turnBlocks(rows), columns}, dst.storage);
      turn(b, tile, src.window(0, x, rows).window(1, y, columns).transpose({1, 0}));
      TensorView to = dst.window(0, x, rows).window(1, y, columns);
      forEachPart(rows, [&](int64_t first, int64_t count, int64_t size) {
        TensorView part = to.window(0, first * kTurnBlock, count * size).split(0, size);
        b.store(part.transpose({1, 0, 2}), tile.rows(0, size).free(0, first, count));
      });
    });
  });
}

/// The dim along which `src` is a run, if it pays to turn it into that of `dst`.
static std::optional<unsigned> turnedDim(const TensorView &dst, const TensorView &src) {
  constexpr int64_t least = 32; // shorter runs leave most of a tile empty
  unsigned last = dst.rank() - 1;
  if (!isFloat(src.storage) || bytesOf(src.storage) < 2 || dst.storage != src.storage || dst.strides[last] != 1 ||
      src.strides[last] == 1 || dst.sizes[last] < least)
    return std::nullopt;
  for (unsigned i = 0; i < last; ++i)
    if (src.strides[i] == 1 && src.sizes[i] >= least)
      return i;
  return std::nullopt;
}

bool neuron::isTurned(const TensorView &dst, const TensorView &src) {
  if (dst.rank() == 0 || dst.numElements() == 0)
    return false;
  TensorView views[2] = {dst, src};
  collapseDims(views);
  return turnedDim(views[0], views[1]).has_value();
}

void neuron::moveTensor(TileBuilder &b, const TensorView &dst, const TensorView &src) {
  TensorView views[2] = {dst, src};
  if (dst.rank() == 0 || dst.numElements() == 0)
    return b.copy(dst, src);
  collapseDims(views);
  std::optional<unsigned> rows = turnedDim(views[0], views[1]);
  if (!rows)
    return b.copy(dst, src);
  std::function<void(TensorView, TensorView, unsigned)> walk = [&](TensorView to, TensorView from, unsigned at) {
    if (to.rank() == 2)
      return moveTurned(b, to, from);
    unsigned dim = at == 0 ? 1 : 0; // what is not turned is a loop
    b.loop(to.sizes[dim], [&](Offset i) { walk(to.at(dim, i), from.at(dim, i), dim == 0 ? at - 1 : at); });
  };
  walk(views[0], views[1], *rows);
}

void neuron::multiplyBlocks(TileBuilder &b, const Tile &sum, const Tile &left, const Tile &right, int64_t depth) {
  int64_t full = depth / kTurnBlock, rest = depth % kTurnBlock;
  auto multiply = [&](const Offset &block, int64_t rows, const AccumulateMode &mode) {
    b.matmul(sum, left.rows(0, rows).at(0, block), right.rows(0, rows).at(0, block), mode);
  };
  b.loop(full, [&](Offset block) {
    AccumulateMode mode;
    if (!block.isConstant())
      mode = {Accumulate::UnlessFirst, {block.terms[0].first}};
    multiply(block, kTurnBlock, mode);
  });
  if (rest)
    multiply(Offset(full), rest, {full ? Accumulate::Always : Accumulate::Never, {}});
}
