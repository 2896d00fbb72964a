//===- Turn.cpp - rows to columns on the tensor engine --------------------===//

#include "Turn.h"

using namespace neuron;

static void evict(TileBuilder &b, const Tile &dst, const Tile &turned, float factor) {
  if (factor == 1.0f)
    b.copyTile(dst, turned);
  else
    b.tensorScalar(dst, turned, {AluOp::Multiply, factor});
}

void neuron::turnTile(TileBuilder &b, const Tile &dst, const Tile &src, float factor) {
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

void neuron::turn(TileBuilder &b, const Tile &dst, const TensorView &src, float factor) {
  int64_t depth = src.sizes[1], full = depth / kTurnBlock, rest = depth % kTurnBlock;
  b.tiles(src.sizes[0], kTurnBlock, [&](Offset x, int64_t rows) {
    Tile raw = b.sbuf(rows, {depth}, src.storage);
    b.load(raw, src.window(0, x, rows));
    if (raw.type != dst.type) {
      Tile converted = b.sbuf(rows, {depth}, dst.type);
      b.copyTile(converted, raw);
      raw = converted;
    }
    Tile part = dst.free(1, x, rows);
    if (full)
      turnTile(b, part.rows(0, kTurnBlock).free(0, 0, full), raw.free(0, 0, full * kTurnBlock), factor);
    if (rest)
      turnTile(b, part.rows(0, rest).free(0, full, 1), raw.free(0, full * kTurnBlock, rest), factor);
  });
}

void neuron::loadByColumns(TileBuilder &b, const Tile &dst, const TensorView &src) {
  int64_t depth = src.sizes[1], full = depth / kTurnBlock, rest = depth % kTurnBlock;
  Tile raw = dst;
  if (src.storage != dst.type)
    raw = b.sbuf(dst.partitions, {dst.dims[0].size, dst.dims[1].size}, src.storage);
  auto convert = [&](const Tile &to, const Tile &from) {
    if (src.storage != dst.type)
      b.copyTile(to, from);
  };
  TensorView byColumn = src.transpose({1, 0});
  if (full) {
    // [full, 128, x] -> rows 128, free [full, x]
    Tile slot = raw.free(0, 0, full);
    b.load(slot, byColumn.window(0, 0, full * kTurnBlock).split(0, kTurnBlock).transpose({1, 0, 2}));
    convert(dst.free(0, 0, full), slot);
  }
  if (rest) {
    Tile slot = raw.rows(0, rest).free(0, full, 1);
    b.load(slot.at(0, 0), byColumn.window(0, full * kTurnBlock, rest));
    convert(dst.rows(0, rest).free(0, full, 1), slot);
  }
}
