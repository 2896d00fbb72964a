//===- Sort.cpp - sort and top_k along rows -------------------------------===//
//
// sort: a network of equal steps over (keys, place), so it is exact, stable and
// rolled. Short rows lie on the chip, one on each partition; long ones go through
// HBM. top_k: the first k of that, or, for few of a short row, k times the first
// of those still alive.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "RowKeys.h"
#include "RowOrder.h"
#include "Rows.h"
#include "SortNetwork.h"

#include <limits>

using namespace neuron;
using namespace mlir;

/// Longest row that is sorted on one partition.
static constexpr int64_t kMaxRow = 2048;
static constexpr float kInfinity = std::numeric_limits<float>::infinity();

SmallVector<Tile, 2> RowOrder::keys(TileBuilder &b, const Tile &data) const {
  SmallVector<Tile, 2> result = orderKeys(b, data);
  if (isDescending)
    for (Tile &key : result)
      b.tensorScalar(key, key, {AluOp::Multiply, -1.0f});
  return result;
}

void RowOrder::storeSorted(TileBuilder &b, ArrayRef<Tile> items, const TensorView &valuesOut,
                        const TensorView &indicesOut) const {
  int64_t rows = items[0].partitions, n = items[0].freeSize();
  SmallVector<Tile, 2> keys;
  for (const Tile &item : items.drop_back()) {
    keys.push_back(b.sbuf(rows, {n}, DType::F32));
    b.tensorScalar(keys.back(), item, {AluOp::Multiply, isDescending ? -1.0f : 1.0f});
  }
  Tile places = b.sbuf(rows, {n}, indicesOut.storage);
  b.copyTile(places, items.back());
  b.store(valuesOut, valuesOf(b, keys, valuesOut.storage).reshape(innerShape(valuesOut)));
  b.store(indicesOut, places.reshape(innerShape(indicesOut)));
}

void neuron::sortShort(TileBuilder &b, const TensorView &table, const RowOrder &order) {
  int64_t rows = order.x.sizes[0], n = order.length();
  SortNetwork network(b, table, sortBits(n), rows);
  int64_t size = network.size(), half = size / 2;
  Tile data = b.sbuf(rows, {n}, order.x.storage), pairs = b.sbuf(rows, {half}, DType::U32);
  b.load(data, order.x);
  b.iota(pairs, 0, 0, {1});
  SmallVector<Tile, 2> keys = order.keys(b, data);
  SortNetwork::Items buffers[2];
  for (SortNetwork::Items &items : buffers)
    for (unsigned i = 0; i <= keys.size(); ++i)
      items.push_back(b.sbuf(rows, {size}, DType::F32));
  for (auto [key, item] : llvm::zip(keys, buffers[0])) {
    if (n < size)
      b.fill(item.free(0, n, size - n), kInfinity);
    b.copyTile(item.free(0, 0, n), key);
  }
  b.copyTile(buffers[0].back(), numbers(b, rows, size));
  bool isSecond = network.run([&](const Offset &s, bool isBack) {
    SortNetwork::Items low, high, out;
    for (auto [from, to] : llvm::zip(buffers[isBack], buffers[!isBack])) {
      low.push_back(from.free(0, 0, half));
      high.push_back(from.free(0, half, half));
      out.push_back(to.reshape({half, 2}));
    }
    network.step(s, pairs, low, high, out);
  });
  SortNetwork::Items sorted;
  for (const Tile &item : buffers[isSecond])
    sorted.push_back(item.free(0, 0, order.count()));
  order.storeSorted(b, sorted, order.values, order.indices);
}

/// One round finds one element and costs about two steps of the network.
static bool prefersRounds(const RowOrder &order) {
  int64_t bits = sortBits(order.length());
  return order.count() * 2 <= bits * bits;
}

static void sortRows(Lowering &lowering, TileBuilder &b, const RowOrder &order) {
  if (order.length() > kMaxRow)
    return sortLong(lowering, b, order);
  TensorView table = SortNetwork::table(lowering, sortBits(order.length()));
  // All views take part in the walk with the size of the result.
  TensorView walked = withInner(order.x, order.count());
  forEachRowBlock(b, {walked, order.values, order.indices}, order.x.rank() - 1, [&](ArrayRef<TensorView> windows) {
    RowOrder part{windows[0], windows[1], windows[2], order.isDescending};
    part.x.sizes.back() = order.length();
    part.x.strides.back() = order.x.strides.back();
    if (prefersRounds(order))
      return selectFirst(b, part);
    sortShort(b, table, part);
  });
}

static LogicalResult generateOrder(Lowering &lowering, Operation *op, Value x, int64_t dim, bool isDescending) {
  RowOrder order{withInnerDims(lowering.operand(x), {dim}), withInnerDims(lowering.result(op->getResult(0)), {dim}),
                 withInnerDims(lowering.result(op->getResult(1)), {dim}), isDescending};
  if (order.values.numElements() == 0)
    return success();
  if (order.length() > kMaxPlaces)
    return unsupported(op, "has a dim of more than 2^24 elements", "split it, and order the parts' results");
  lowering.kernel(op, "sort", 0, [&](TileBuilder &b) { sortRows(lowering, b, order); });
  return success();
}

LogicalResult neuron::generateSort(Lowering &lowering, Operation *op) {
  auto sort = cast<SortOp>(op);
  return generateOrder(lowering, op, sort.getX(), sort.getDim(), sort.getDescending());
}

LogicalResult neuron::generateTopK(Lowering &lowering, Operation *op) {
  auto top = cast<TopKOp>(op);
  return generateOrder(lowering, op, top.getX(), top.getDim(), top.getLargest());
}
