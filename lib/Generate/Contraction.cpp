//===- Contraction.cpp - dot_general on the tensor engine -----------------===//
//
// out[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, n, k]: lhs blocks are the
// stationary operand, rhs blocks move, m lies on the PSUM partitions. Both need
// k on their partitions; weights are stored that way, an activation whose k is
// contiguous is transposed on the tensor engine.
//
//   for n block:  rhs block [K, NB] -> SBUF, stays
//     for m block of 128:  lhs block [K, 128] -> SBUF
//       for 512 columns:   PSUM over all k, then epilogue and store
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "Generators.h"
#include "Movement.h"
#include "Turn.h"

using namespace neuron;
using namespace mlir;

/// Bytes of a partition that the resident rhs block may take.
static constexpr int64_t kMovingBytes = 100 << 10;
/// The longest k that is accumulated in one go.
static constexpr int64_t kMaxContraction = 16384;
/// Bytes of a partition that sums and epilogue may take.
static constexpr int64_t kOtherBytes = 12 << 10;

namespace {
struct Dims {
  SmallVector<int64_t> batch, free, contract;
};

/// One operand as [batch..., x, k].
struct Side {
  TensorView view;
  DType type = DType::F32; ///< on the tensor engine
  bool isTransposed = false; ///< k is contiguous: load [x, k] and transpose

  TensorView batchWindow(ArrayRef<Offset> index) const {
    TensorView result = view;
    for (const Offset &offset : index)
      result = result.at(0, offset);
    return result;
  }
};

class DotGenerator {
public:
  DotGenerator(Lowering &lowering, Epilogue &epilogue) : lowering(lowering), epilogue(epilogue) {}
  LogicalResult run();

private:
  Lowering &lowering;
  Epilogue &epilogue;
  Side lhs, rhs;
  TensorView out; ///< [batch..., m, n]
  int64_t m = 0, n = 0, k = 0, columns = 0;
  unsigned batchRank = 0;

  Side arrange(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract, int64_t batchCount);
  void emitBatch(TileBuilder &b, SmallVector<Offset> &index);
  void emitProduct(TileBuilder &b, ArrayRef<Offset> index);
  Tile loadBlock(TileBuilder &b, const Side &operand, const TensorView &view, Offset start, int64_t size,
                 const Offset &kStart, int64_t kSize);
  int64_t maxContraction() const;
  int64_t blockColumns(int64_t kSize) const;
};
} // namespace

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

/// The type in which the tensor engine takes elements of `type`.
static DType engineType(DType type) { return isInteger(type) ? DType::F32 : type; }

/// Brings an operand to [batch..., free, k]; what strides cannot express is
/// copied (weights: stored so).
Side DotGenerator::arrange(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract, int64_t batchCount) {
  TensorView view = lowering.view(value);
  SmallVector<int64_t> order(batch), sizes;
  int64_t free = 1;
  for (unsigned i = 0; i < view.rank(); ++i)
    if (!llvm::is_contained(batch, i) && !llvm::is_contained(contract, i)) {
      order.push_back(i);
      free *= view.sizes[i];
    }
  order.append(contract.begin(), contract.end());
  TensorView ordered = view.transpose(order);
  for (int64_t dim : batch)
    sizes.push_back(view.sizes[dim]);
  sizes.push_back(free);
  sizes.push_back(k);
  Side operand;
  operand.type = engineType(view.storage);
  if (view.isWeight()) {
    // Stored with k before the free dims, so that rows of a tile are contiguous.
    unsigned batchDims = batch.size(), freeDims = order.size() - batchDims - contract.size();
    SmallVector<int64_t> kFirst(order.begin(), order.begin() + batchDims), shape(sizes);
    kFirst.append(order.end() - contract.size(), order.end());
    kFirst.append(order.begin() + batchDims, order.begin() + batchDims + freeDims);
    std::swap(shape[batchDims], shape[batchDims + 1]);
    TensorView stored = *lowering.resolve(view.transpose(kFirst), operand.type).reshape(shape);
    SmallVector<int64_t> back;
    for (unsigned i = 0; i < batchDims; ++i)
      back.push_back(i);
    back.push_back(batchDims + 1);
    back.push_back(batchDims);
    operand.view = stored.transpose(back);
    return operand;
  }
  std::optional<TensorView> shaped = ordered.reshape(sizes);
  if (!shaped)
    shaped = lowering.dense(epilogue.root()->getLoc(), ordered).reshape(sizes);
  operand.view = *shaped;
  unsigned rank = operand.view.rank();
  operand.isTransposed = operand.view.strides[rank - 1] == 1 && operand.view.strides[rank - 2] != 1 && k > 1 && free > 1;
  return operand;
}

/// As long as an lhs block, the rows it is turned from and 128 columns of rhs fit.
int64_t DotGenerator::maxContraction() const {
  int64_t fit = (int64_t(lowering.target.sbufBytes) - kOtherBytes) / (3 * bytesOf(lhs.type));
  return std::min(kMaxContraction, fit / kTurnBlock * kTurnBlock);
}

/// Columns of the rhs block that stay in SBUF.
int64_t DotGenerator::blockColumns(int64_t kSize) const {
  int64_t bytes = turnBlocks(kSize) * bytesOf(rhs.type), left = 2 * kSize * bytesOf(lhs.type);
  int64_t room = std::min(kMovingBytes, int64_t(lowering.target.sbufBytes) - kOtherBytes - left);
  int64_t fit = std::max<int64_t>(room / bytes, 1);
  if (fit >= n)
    return n;
  return fit >= columns ? fit / columns * columns : fit;
}

/// The block [kSize, size] in SBUF as [128, k blocks, size].
Tile DotGenerator::loadBlock(TileBuilder &b, const Side &operand, const TensorView &view, Offset start,
                             int64_t size, const Offset &kStart, int64_t kSize) {
  TensorView part = view.window(0, start, size).window(1, kStart, kSize);
  Tile dst = b.sbuf(std::min(kSize, kTurnBlock), {turnBlocks(kSize), size}, operand.type);
  operand.isTransposed ? turn(b, dst, part) : loadByColumns(b, dst, part);
  return dst;
}

void DotGenerator::emitProduct(TileBuilder &b, ArrayRef<Offset> index) {
  TensorView left = lhs.batchWindow(index), right = rhs.batchWindow(index);
  auto part = [&](const TensorView &view, Offset row, int64_t rows, Offset column, int64_t width) {
    TensorView window = view;
    for (const Offset &offset : index)
      window = window.at(0, offset);
    return window.window(0, row, rows).window(1, column, width);
  };
  int64_t most = maxContraction();
  bool isSplit = k > most;
  int64_t depth = std::min(k, most), blockSize = blockColumns(depth);
  b.tiles(n, blockSize, [&](Offset nStart, int64_t nSize) {
    Tile rightTile;
    if (!isSplit)
      rightTile = loadBlock(b, rhs, right, nStart, nSize, 0, k);
    b.tiles(m, kTurnBlock, [&](Offset row, int64_t rows) {
      auto store = [&](const Tile &sum, const Offset &column, int64_t width) {
        Offset at = nStart + column;
        epilogue.emit(b, sum, [&](const TensorView &view) { return part(view, row, rows, at, width); });
      };
      if (!isSplit) {
        Tile leftTile = loadBlock(b, lhs, left, row, rows, 0, k);
        b.tiles(nSize, columns, [&](Offset column, int64_t width) {
          Tile sum = b.psum(rows, {width});
          multiplyBlocks(b, sum, leftTile, rightTile.free(1, column, width), k);
          store(sum, column, width);
        });
        return;
      }
      // A very long k: partial sums are added up in SBUF.
      Tile total = b.sbuf(rows, {nSize}, DType::F32);
      b.fill(total, 0);
      b.tiles(k, most, [&](Offset kStart, int64_t kSize) {
        Tile leftTile = loadBlock(b, lhs, left, row, rows, kStart, kSize);
        Tile rightPart = loadBlock(b, rhs, right, nStart, nSize, kStart, kSize);
        b.tiles(nSize, columns, [&](Offset column, int64_t width) {
          Tile sum = b.psum(rows, {width}), slot = total.free(0, column, width);
          multiplyBlocks(b, sum, leftTile, rightPart.free(1, column, width), kSize);
          b.tensorTensor(AluOp::Add, slot, sum, slot);
        });
      });
      b.tiles(nSize, columns, [&](Offset column, int64_t width) { store(total.free(0, column, width), column, width); });
    });
  });
}

void DotGenerator::emitBatch(TileBuilder &b, SmallVector<Offset> &index) {
  if (index.size() == batchRank)
    return emitProduct(b, index);
  b.loop(out.sizes[index.size()], [&](Offset i) {
    index.push_back(i);
    emitBatch(b, index);
    index.pop_back();
  });
}

LogicalResult DotGenerator::run() {
  auto dot = cast<DotGeneralOp>(epilogue.root());
  if (failed(epilogue.verify()))
    return failure();
  auto lhsType = cast<RankedTensorType>(dot.getLhs().getType());
  SmallVector<int64_t> contracted;
  for (int64_t dim : dot.getLhsContract())
    contracted.push_back(lhsType.getDimSize(dim));
  k = product(contracted);
  batchRank = dot.getLhsBatch().size();
  lhs = arrange(epilogue.outer(dot.getLhs()), dot.getLhsBatch(), dot.getLhsContract(), batchRank);
  rhs = arrange(epilogue.outer(dot.getRhs()), dot.getRhsBatch(), dot.getRhsContract(), batchRank);
  if (lhs.type != rhs.type) // fp32 goes with fp32 only
    lhs.type = rhs.type = DType::F32;
  m = lhs.view.sizes[batchRank];
  n = rhs.view.sizes[batchRank];
  columns = std::min<int64_t>(n, std::min<int64_t>(lowering.target.maxMoving, 512));
  SmallVector<TensorView> wholes;
  for (Value result : epilogue.results())
    wholes.push_back(lowering.result(result));
  if (k == 0 && !epilogue.isEmpty())
    return unsupported(dot, "sums over no elements");
  if (k == 0) {
    lowering.kernel(dot, "fill", 0, [&](TileBuilder &b) { fillTensor(b, wholes.front(), 0); });
    return success();
  }
  Shape shape(wholes.front().sizes.begin(), wholes.front().sizes.begin() + batchRank);
  shape.push_back(m);
  shape.push_back(n);
  auto shaped = [&](const TensorView &view) {
    std::optional<TensorView> result = view.reshape(shape);
    if (result)
      return *result;
    return *lowering.dense(epilogue.root()->getLoc(), view).reshape(shape);
  };
  SmallVector<TensorView> places;
  std::vector<std::pair<TensorView, TensorView>> copies; // to results that cannot be written in this shape
  for (const TensorView &whole : wholes) {
    std::optional<TensorView> place = whole.reshape(shape);
    if (!place) {
      copies.push_back({whole, lowering.scratch(whole.storage, whole.sizes)});
      place = copies.back().second.reshape(shape);
    }
    places.push_back(*place);
  }
  epilogue.writeTo(places);
  out = places.front();
  epilogue.prepare(lowering, shaped);
  if (out.numElements() == 0)
    return success();
  uint64_t flops = 2 * uint64_t(out.numElements()) * k;
  std::string name = "matmul " + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n);
  lowering.kernel(epilogue.root(), name, flops, [&](TileBuilder &b) {
    SmallVector<Offset> index;
    emitBatch(b, index);
    for (auto &[whole, dense] : copies)
      moveTensor(b, whole, dense);
  });
  return success();
}

LogicalResult neuron::generateDotGeneral(Lowering &lowering, Operation *op) {
  Epilogue epilogue = Epilogue::of<DotGeneralOp>(op);
  return DotGenerator(lowering, epilogue).run();
}
