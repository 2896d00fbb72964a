//===- TopK.cpp - the first few of a row, one after the other -------------===//

#include "RowKeys.h"
#include "RowOrder.h"
#include "Rows.h"

#include <limits>

using namespace neuron;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();
static constexpr float kNowhere = kMaxPlaces;

namespace {
/// Finds the first element among those that are still alive, and removes it.
class Rounds {
public:
  Rounds(TileBuilder &b, llvm::ArrayRef<Tile> keys) : b(b), keys(keys), rows(keys[0].partitions), n(keys[0].freeSize()) {
    alive = row(DType::F32);
    b.fill(alive, 1);
    places = numbers(b, rows, n);
  }
  void next(const Tile &place);

private:
  TileBuilder &b;
  llvm::ArrayRef<Tile> keys;
  int64_t rows, n;
  Tile alive, places;

  Tile row(DType type) { return b.sbuf(rows, {n}, type); }
  void keepSmallest(const Tile &mask, const Tile &key);
};
} // namespace

void Rounds::keepSmallest(const Tile &mask, const Tile &key) {
  Tile candidate = row(DType::F32), pred = row(DType::U8), best = b.sbuf(rows, {1}, DType::F32);
  b.copyTile(candidate, key);
  b.copyTile(pred, mask);
  b.copyPredicated(candidate, pred, kInfinity, /*reverse=*/true);
  b.tensorReduce(AluOp::Min, best, candidate);
  b.tensorScalar(candidate, candidate, {AluOp::Equal, best});
  b.tensorTensor(AluOp::Multiply, mask, mask, candidate);
}

void Rounds::next(const Tile &place) {
  Tile mask = row(DType::F32), index = row(DType::F32), first = b.sbuf(rows, {1}, DType::F32);
  b.copyTile(mask, alive);
  for (const Tile &key : keys)
    keepSmallest(mask, key);
  b.tensorScalar(index, places, {AluOp::Subtract, kNowhere});
  b.tensorTensor(AluOp::Multiply, index, index, mask);
  b.tensorReduce(AluOp::Min, first, index);
  b.tensorScalar(first, first, {AluOp::Add, kNowhere});
  b.copyTile(place, first);
  b.tensorScalar(index, places, {AluOp::NotEqual, first});
  b.tensorTensor(AluOp::Multiply, alive, alive, index);
}

void neuron::selectFirst(TileBuilder &b, const RowOrder &order) {
  int64_t rows = order.x.sizes[0], n = order.length(), count = order.count();
  Tile data = b.sbuf(rows, {n}, order.x.storage), places = b.sbuf(rows, {count}, DType::F32);
  b.load(data, order.x);
  llvm::SmallVector<Tile, 2> keys = order.keys(b, data);
  Rounds rounds(b, keys);
  b.loop(count, [&](Offset i) { rounds.next(places.free(0, i, 1)); });
  Tile index = b.sbuf(rows, {count}, DType::U32), found = b.sbuf(rows, {count}, order.x.storage);
  b.copyTile(index, places);
  b.nGather(found, data, index);
  b.store(order.values, found);
  b.store(order.indices, index.as(order.indices.storage));
}
