//===- ArgReduce.cpp - place of an extreme along rows ---------------------===//
//
// First the extreme key over all chunks, then the smallest (or largest) place
// that has it. Both passes are loops over chunks, so the code does not grow
// with the row.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "RowKeys.h"
#include "Rows.h"

#include <limits>

using namespace neuron;
using namespace mlir;

static constexpr int64_t kChunk = 2048;
/// Beyond every place in a row; f32 counts exactly up to here.
static constexpr float kNowhere = 16777216.0f;

namespace {
class ArgReduceRows {
public:
  ArgReduceRows(TileBuilder &b, ArgReduceOp op, ArrayRef<TensorView> windows)
      : b(b), op(op), x(windows[0]), out(windows[1]), rows(x.sizes[0]), isMax(op.getFn() == ArgReduceFn::Max) {}
  void emit();

private:
  TileBuilder &b;
  ArgReduceOp op;
  TensorView x, out;
  int64_t rows;
  bool isMax;

  Tile column() { return b.sbuf(rows, {1}, DType::F32); }
  SmallVector<Tile, 2> keys(const TensorView &chunk);
  Tile candidates(ArrayRef<Tile> keys, ArrayRef<Tile> best);
  void findBest(unsigned level, SmallVector<Tile, 2> &best);
  void findPlace(ArrayRef<Tile> best);
};
} // namespace

/// Keys whose maximum is sought; NaN comes first either way, as in PyTorch.
SmallVector<Tile, 2> ArgReduceRows::keys(const TensorView &chunk) {
  Tile values = b.sbuf(rows, {innerSize(chunk)}, chunk.storage);
  b.load(values, chunk);
  SmallVector<Tile, 2> result = orderKeys(b, values);
  if (isMax)
    return result;
  unsigned last = isFloat(values.type) ? 1 : result.size(); // NaN stays first
  for (Tile &key : MutableArrayRef(result).take_front(last))
    b.tensorScalar(key, key, {AluOp::Multiply, -1.0f});
  if (isFloat(values.type)) {
    Tile pred = b.sbuf(rows, {values.freeSize()}, DType::U8);
    b.copyTile(pred, result[1]);
    b.copyPredicated(result[0], pred, std::numeric_limits<float>::infinity());
  }
  return result;
}

/// 1 where all keys given so far equal the best ones, else 0.
Tile ArgReduceRows::candidates(ArrayRef<Tile> keys, ArrayRef<Tile> best) {
  Tile mask;
  for (auto [key, top] : llvm::zip(keys, best)) {
    Tile equal = b.sbuf(rows, {key.freeSize()}, DType::F32);
    b.tensorScalar(equal, key, {AluOp::Equal, top});
    if (mask.buffer)
      b.tensorTensor(AluOp::Multiply, equal, equal, mask);
    mask = equal;
  }
  return mask;
}

/// The largest key of one level among the elements that lead so far.
void ArgReduceRows::findBest(unsigned level, SmallVector<Tile, 2> &best) {
  constexpr float lowest = -std::numeric_limits<float>::infinity();
  Tile top = column();
  b.fill(top, lowest);
  forEachChunk(b, {x}, kChunk, [&](ArrayRef<TensorView> chunk) {
    SmallVector<Tile, 2> levels = keys(chunk[0]);
    Tile key = levels[level], part = column();
    if (level > 0) {
      Tile mask = candidates(levels, best), pred = b.sbuf(rows, {key.freeSize()}, DType::U8);
      b.copyTile(pred, mask);
      b.copyPredicated(key, pred, lowest, /*reverse=*/true);
    }
    b.tensorReduce(AluOp::Max, part, key);
    b.tensorTensor(AluOp::Max, top, top, part);
  });
  best.push_back(top);
}

/// Places count from 0 in each chunk; a running base makes them absolute.
void ArgReduceRows::findPlace(ArrayRef<Tile> best) {
  bool isLast = op.getSelectLast();
  Tile place = column(), base = column();
  b.fill(place, isLast ? -1 : kNowhere);
  b.fill(base, 0);
  forEachChunk(b, {x}, kChunk, [&](ArrayRef<TensorView> chunk) {
    SmallVector<Tile, 2> levels = keys(chunk[0]);
    Tile mask = candidates(levels, best), part = column();
    int64_t size = mask.freeSize();
    Tile index = numbers(b, rows, size);
    // (place + base - nowhere) * mask: 0 where it is no candidate.
    float shift = isLast ? 1.0f : -kNowhere;
    b.tensorScalar(index, index, {AluOp::Add, base}, {AluOp::Add, shift});
    b.tensorTensor(AluOp::Multiply, index, index, mask);
    b.tensorReduce(isLast ? AluOp::Max : AluOp::Min, part, index);
    b.tensorScalar(part, part, {AluOp::Subtract, shift});
    b.tensorTensor(isLast ? AluOp::Max : AluOp::Min, place, place, part);
    b.tensorScalar(base, base, {AluOp::Add, float(size)});
  });
  Tile result = b.sbuf(rows, {1}, out.storage);
  b.copyTile(result, place);
  b.store(out, result);
}

void ArgReduceRows::emit() {
  SmallVector<Tile, 2> best;
  for (unsigned level = 0; level < keyCount(x.storage); ++level)
    findBest(level, best);
  findPlace(best);
}

LogicalResult neuron::generateArgReduce(Lowering &lowering, Operation *op) {
  auto reduce = cast<ArgReduceOp>(op);
  int64_t dim = reduce.getDim();
  TensorView x = withInnerDims(lowering.operand(reduce.getX()), {dim});
  TensorView out = lowering.result(reduce.getResult());
  if (out.numElements() == 0)
    return success();
  if (x.sizes.back() >= int64_t(kNowhere))
    return unsupported(op, "has a dim of 2^24 elements or more");
  TensorView spread = withInner(out.insertDim(out.rank()), x.sizes.back());
  lowering.kernel(op, "arg_reduce", x.numElements(), [&](TileBuilder &b) {
    forEachRowBlock(b, {x, spread}, out.rank(), [&](ArrayRef<TensorView> windows) {
      TensorView place = windows[1];
      place.sizes.back() = 1;
      ArgReduceRows(b, reduce, {windows[0], place}).emit();
    });
  });
  return success();
}
