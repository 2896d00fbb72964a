//===- Sort.cpp - sort and top_k along rows -------------------------------===//
//
// sort: the rank of an element is the number of elements before it (smaller
// key, or equal key and earlier place), counted against one element after the
// other; ranks turn into places by the same masks. Exact, stable, rolled.
// top_k: k times the first largest of those still alive.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "RowKeys.h"
#include "Rows.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kMaxRow = 2048;
static constexpr float kNowhere = 16777216.0f;

namespace {
/// One block of rows with its keys in SBUF.
struct SortRows {
  TileBuilder &b;
  Tile values;
  SmallVector<Tile, 2> keys;
  Tile places;
  int64_t rows, n;

  SortRows(TileBuilder &b, const TensorView &x, bool isDescending);
  Tile row(DType type) { return b.sbuf(rows, {n}, type); }
  Tile column() { return b.sbuf(rows, {1}, DType::F32); }
  Tile ranks();
  void storeSorted(const TensorView &valuesOut, const TensorView &indicesOut);
  void storeTop(int64_t k, const TensorView &valuesOut, const TensorView &indicesOut);
  void storeGathered(const Tile &order, int64_t count, const TensorView &valuesOut, const TensorView &indicesOut);
};
} // namespace

/// Smaller keys come first.
SortRows::SortRows(TileBuilder &b, const TensorView &x, bool isDescending)
    : b(b), rows(x.sizes[0]), n(innerSize(x)) {
  values = b.sbuf(rows, {n}, x.storage);
  b.load(values, x);
  keys = orderKeys(b, values);
  if (isDescending)
    for (Tile &key : keys)
      b.tensorScalar(key, key, {AluOp::Multiply, -1.0f});
  places = numbers(b, rows, n);
}

/// rank[i] = sum over j of (key_j < key_i) + (key_j == key_i) * (j < i).
Tile SortRows::ranks() {
  Tile rank = row(DType::F32);
  b.fill(rank, 0);
  b.loop(n, [&](Offset j) {
    Tile before = row(DType::F32), tie = row(DType::F32), equal = row(DType::F32);
    for (auto [level, key] : llvm::enumerate(keys)) {
      Tile one = key.free(0, j, 1);
      if (level == 0) {
        b.tensorScalar(before, key, {AluOp::Greater, one});
        b.tensorScalar(equal, key, {AluOp::Equal, one});
        continue;
      }
      b.tensorScalar(tie, key, {AluOp::Greater, one});
      b.tensorTensor(AluOp::Multiply, tie, tie, equal);
      b.tensorTensor(AluOp::Add, before, before, tie);
      b.tensorScalar(tie, key, {AluOp::Equal, one});
      b.tensorTensor(AluOp::Multiply, equal, equal, tie);
    }
    b.tensorScalar(tie, places, {AluOp::Greater, places.free(0, j, 1)});
    b.tensorTensor(AluOp::Multiply, tie, tie, equal);
    b.tensorTensor(AluOp::Add, before, before, tie);
    b.tensorTensor(AluOp::Add, rank, rank, before);
  });
  return rank;
}

void SortRows::storeGathered(const Tile &order, int64_t count, const TensorView &valuesOut,
                             const TensorView &indicesOut) {
  Tile index = b.sbuf(rows, {count}, DType::U32), sorted = b.sbuf(rows, {count}, values.type);
  b.copyTile(index, order);
  b.nGather(sorted, values, index);
  b.store(valuesOut, sorted);
  b.store(indicesOut, index.as(indicesOut.storage));
}

void SortRows::storeSorted(const TensorView &valuesOut, const TensorView &indicesOut) {
  Tile rank = ranks(), order = row(DType::F32);
  // order[r] = the place whose rank is r.
  b.loop(n, [&](Offset r) {
    Tile mask = row(DType::F32);
    b.tensorScalar(mask, rank, {AluOp::Equal, places.free(0, r, 1)});
    b.tensorTensor(AluOp::Multiply, mask, mask, places);
    b.tensorReduce(AluOp::Add, order.free(0, r, 1), mask);
  });
  storeGathered(order, n, valuesOut, indicesOut);
}

void SortRows::storeTop(int64_t k, const TensorView &valuesOut, const TensorView &indicesOut) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  Tile alive = row(DType::F32), order = b.sbuf(rows, {k}, DType::F32);
  b.fill(alive, 1);
  b.loop(k, [&](Offset round) {
    Tile mask = row(DType::F32);
    b.copyTile(mask, alive);
    for (const Tile &key : keys) {
      Tile candidate = row(DType::F32), pred = row(DType::U8), best = column(), equal = row(DType::F32);
      b.copyTile(candidate, key);
      b.copyTile(pred, mask);
      b.copyPredicated(candidate, pred, infinity, /*reverse=*/true);
      b.tensorReduce(AluOp::Min, best, candidate);
      b.tensorScalar(equal, candidate, {AluOp::Equal, best});
      b.tensorTensor(AluOp::Multiply, mask, mask, equal);
    }
    // The first place of the mask leaves the living.
    Tile index = row(DType::F32), place = column();
    b.tensorScalar(index, places, {AluOp::Subtract, kNowhere});
    b.tensorTensor(AluOp::Multiply, index, index, mask);
    b.tensorReduce(AluOp::Min, place, index);
    b.tensorScalar(place, place, {AluOp::Add, kNowhere});
    b.copyTile(order.free(0, round, 1), place);
    b.tensorScalar(index, places, {AluOp::NotEqual, place});
    b.tensorTensor(AluOp::Multiply, alive, alive, index);
  });
  storeGathered(order, k, valuesOut, indicesOut);
}

/// Walks the rows of an op with values and indices as results.
static LogicalResult walk(Lowering &lowering, Operation *op, Value x, int64_t dim, bool isDescending,
                          llvm::function_ref<void(SortRows &, const TensorView &, const TensorView &)> body) {
  int64_t n = cast<RankedTensorType>(x.getType()).getDimSize(dim);
  if (n > kMaxRow)
    return unsupported(op, "has a dim of more than " + Twine(kMaxRow) + " elements");
  TensorView in = withInnerDims(lowering.operand(x), {dim});
  TensorView values = withInnerDims(lowering.result(op->getResult(0)), {dim});
  TensorView indices = withInnerDims(lowering.result(op->getResult(1)), {dim});
  if (values.numElements() == 0)
    return success();
  lowering.kernel(op, "sort", 0, [&](TileBuilder &b) {
    forEachRowBlock(b, {withInner(in, values.sizes.back()), values, indices}, in.rank() - 1,
                    [&](ArrayRef<TensorView> windows) {
                      TensorView line = windows[0];
                      line.sizes.back() = n;
                      line.strides.back() = in.strides.back();
                      SortRows rows(b, line, isDescending);
                      body(rows, windows[1], windows[2]);
                    });
  });
  return success();
}

LogicalResult neuron::generateSort(Lowering &lowering, Operation *op) {
  auto sort = cast<SortOp>(op);
  return walk(lowering, op, sort.getX(), sort.getDim(), sort.getDescending(),
              [&](SortRows &rows, const TensorView &values, const TensorView &indices) {
                rows.storeSorted(values, indices);
              });
}

LogicalResult neuron::generateTopK(Lowering &lowering, Operation *op) {
  auto top = cast<TopKOp>(op);
  return walk(lowering, op, top.getX(), top.getDim(), top.getLargest(),
              [&](SortRows &rows, const TensorView &values, const TensorView &indices) {
                rows.storeTop(top.getK(), values, indices);
              });
}
