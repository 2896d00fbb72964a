//===- LongSort.cpp - sort of rows that do not fit a partition ------------===//
//
// Items go back and forth between two buffers in HBM; a block of pairs lies on
// all partitions.
//
//===----------------------------------------------------------------------===//

#include "RowKeys.h"
#include "RowOrder.h"
#include "Rows.h"
#include "SortNetwork.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kPartitions = 128;

namespace {
/// Rows in HBM; items are their keys and places, padded to 2^bits.
class LongSort {
public:
  LongSort(Lowering &lowering, TileBuilder &b, const RowOrder &order);
  void emit();

private:
  using Buffers = SmallVector<TensorView, 3>;

  Lowering &lowering;
  TileBuilder &b;
  const RowOrder &order;
  unsigned bits;
  int64_t size, perRow, block; ///< pairs of a partition, and of a block
  Buffers buffers[2];
  Tile firstPairs; ///< of the first block

  TensorView rowsOf(const TensorView &buffer) { return *buffer.reshape({buffer.numElements() / size, size}); }
  Tile blockOf(const TensorView &row, const Offset &start);
  void fillPadding();
  void fillPlaces();
  void fillKeys();
  void step(SortNetwork &network, const Offset &row, const Offset &s, const Buffers &from, const Buffers &to);
  void store(const Buffers &sorted);
};
} // namespace

LongSort::LongSort(Lowering &lowering, TileBuilder &b, const RowOrder &order)
    : lowering(lowering), b(b), order(order), bits(sortBits(order.length())), size(int64_t(1) << bits) {
  perRow = std::min<int64_t>(512, size / 2 / kPartitions);
  block = perRow * kPartitions;
  Shape sizes = order.x.sizes;
  sizes.back() = size;
  for (Buffers &items : buffers)
    for (unsigned i = 0; i <= keyCount(order.x.storage); ++i)
      items.push_back(lowering.scratch(DType::F32, sizes));
}

/// What comes behind the row sorts behind it.
void LongSort::fillPadding() {
  unsigned dim = order.x.rank() - 1;
  if (order.length() == size)
    return;
  for (const TensorView &item : ArrayRef(buffers[0]).drop_back())
    for (const TilePlan &plan : planElementwise({item.window(dim, order.length(), size - order.length())}, 2048))
      forEachTile(b, plan, [&](ArrayRef<TensorView> part) {
        Tile padding = b.sbuf(part[0].sizes[0], innerShape(part[0]), DType::F32);
        b.fill(padding, std::numeric_limits<float>::infinity());
        b.store(part[0], padding);
      });
}

/// Numbers of the places, and of the first pairs.
void LongSort::fillPlaces() {
  firstPairs = b.sbuf(kPartitions, {perRow}, DType::U32);
  b.iota(firstPairs, 0, int32_t(perRow), {1});
  TensorView rows = rowsOf(buffers[0].back());
  b.loop(rows.sizes[0], [&](Offset row) {
    Tile places = b.sbuf(kPartitions, {perRow}, DType::F32);
    b.copyTile(places, firstPairs);
    b.loop(size / block, [&](Offset i) {
      b.store(rows.at(0, row).window(0, i * block, block).split(0, perRow), places);
      b.tensorScalar(places, places, {AluOp::Add, float(block)});
    });
  });
}

void LongSort::fillKeys() {
  SmallVector<TensorView, 3> views{order.x};
  for (const TensorView &item : ArrayRef(buffers[0]).drop_back())
    views.push_back(item.window(item.rank() - 1, 0, order.length()));
  for (const TilePlan &plan : planElementwise(views, 1024))
    forEachTile(b, plan, [&](ArrayRef<TensorView> parts) {
      Tile data = b.sbuf(parts[0].sizes[0], innerShape(parts[0]), parts[0].storage);
      b.load(data, parts[0]);
      for (auto [key, part] : llvm::zip(order.keys(b, data.reshape({data.freeSize()})), parts.drop_front()))
        b.store(part, key.reshape(innerShape(part)));
    });
}

Tile LongSort::blockOf(const TensorView &row, const Offset &start) {
  Tile tile = b.sbuf(kPartitions, {perRow}, DType::F32);
  b.load(tile, row.window(0, start, block).split(0, perRow));
  return tile;
}

void LongSort::step(SortNetwork &network, const Offset &row, const Offset &s, const Buffers &from,
                    const Buffers &to) {
  Tile pairs = b.sbuf(kPartitions, {perRow}, DType::U32);
  b.copyTile(pairs, firstPairs);
  b.loop(size / 2 / block, [&](Offset i) {
    SortNetwork::Items low, high, out;
    for (const TensorView &item : from) {
      TensorView line = rowsOf(item).at(0, row);
      low.push_back(blockOf(line, i * block));
      high.push_back(blockOf(line, i * block + size / 2));
      out.push_back(b.sbuf(kPartitions, {perRow, 2}, DType::F32));
    }
    network.step(s, pairs, low, high, out);
    for (auto [item, tile] : llvm::zip(to, out))
      b.store(rowsOf(item).at(0, row).window(0, i * (2 * block), 2 * block).split(0, 2 * perRow),
              tile.reshape({2 * perRow}));
    b.tensorScalar(pairs, pairs, {AluOp::Add, float(block)});
  });
}

void LongSort::store(const Buffers &sorted) {
  SmallVector<TensorView, 5> views{order.values, order.indices};
  for (const TensorView &item : sorted)
    views.push_back(item.window(item.rank() - 1, 0, order.count()));
  for (const TilePlan &plan : planElementwise(views, 1024))
    forEachTile(b, plan, [&](ArrayRef<TensorView> parts) {
      SortNetwork::Items items;
      for (const TensorView &part : parts.drop_front(2)) {
        Tile item = b.sbuf(part.sizes[0], innerShape(part), DType::F32);
        b.load(item, part);
        items.push_back(item.reshape({item.freeSize()}));
      }
      order.storeSorted(b, items, parts[0], parts[1]);
    });
}

void LongSort::emit() {
  fillPadding();
  fillPlaces();
  fillKeys();
  SortNetwork network(b, SortNetwork::table(lowering, bits), bits, kPartitions);
  bool isSecond = false;
  b.loop(rowsOf(buffers[0][0]).sizes[0], [&](Offset row) {
    isSecond = network.run([&](const Offset &s, bool isBack) {
      step(network, row, s, buffers[isBack], buffers[!isBack]);
    });
  });
  store(buffers[isSecond]);
}

void neuron::sortLong(Lowering &lowering, TileBuilder &b, const RowOrder &order) {
  LongSort(lowering, b, order).emit();
}
