//===- Softmax.cpp - softmax and log_softmax along rows -------------------===//
//
// Three passes: maximum, exponentials with their running sum, scale. A row that
// fits SBUF is loaded once and kept between the passes.
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Rows.h"

#include <limits>

using namespace neuron;
using namespace mlir;

/// Elements of a row that stay in SBUF as f32.
static constexpr int64_t kResident = 8192;
static constexpr int64_t kChunk = 4096;

namespace {
/// One block of rows.
class SoftmaxRows {
public:
  SoftmaxRows(TileBuilder &b, ArrayRef<TensorView> windows, bool isLog)
      : b(b), x(windows[0]), out(windows[1]), isLog(isLog), rows(x.sizes[0]) {}

  void emit() {
    if (innerSize(x) <= kResident)
      return emitResident();
    emitChunked();
  }

private:
  TileBuilder &b;
  const TensorView &x, &out;
  bool isLog;
  int64_t rows;

  Tile column() { return b.sbuf(rows, {1}, DType::F32); }

  /// out = (x - max) - log(sum), or exp(x - max) / sum. `sum` is changed.
  void finish(const TensorView &window, const Tile &values, const Tile &negativeMax, const Tile &sum, bool isExp) {
    Tile result = b.sbuf(rows, innerShape(window), window.storage);
    if (isLog)
      b.tensorScalar(result, values, {AluOp::Add, negativeMax}, {AluOp::Subtract, sum});
    else if (isExp)
      b.tensorScalar(result, values, {AluOp::Multiply, sum});
    b.store(window, result);
  }

  /// log(sum) or 1/sum, in place.
  void invert(const Tile &sum) {
    if (isLog)
      b.activation(ActFn::Log, sum, sum);
    else
      b.reciprocal(sum, sum);
  }

  void emitResident() {
    Tile values = loadFloat(b, x), negativeMax = column(), sum = column();
    Tile exponentials = b.sbuf(rows, innerShape(x), DType::F32);
    b.tensorReduce(AluOp::Max, negativeMax, values.reshape({values.freeSize()}), 1, /*negate=*/true);
    b.activation(ActFn::Exp, exponentials, values, {1.0f, negativeMax, ReduceCmd::ResetReduce, sum});
    invert(sum);
    finish(out, isLog ? values : exponentials, negativeMax, sum, true);
  }

  void emitChunked() {
    Tile negativeMax = column(), sum = column();
    b.fill(negativeMax, std::numeric_limits<float>::infinity());
    forEachChunk(b, {x}, kChunk, [&](ArrayRef<TensorView> chunk) {
      Tile values = loadFloat(b, chunk[0]), part = column();
      b.tensorReduce(AluOp::Max, part, values.reshape({values.freeSize()}), 1, /*negate=*/true);
      b.tensorTensor(AluOp::Min, negativeMax, negativeMax, part);
    });
    b.fill(sum, 0);
    forEachChunk(b, {x}, kChunk, [&](ArrayRef<TensorView> chunk) {
      Tile values = loadFloat(b, chunk[0]), part = column();
      b.activation(ActFn::Exp, values, values, {1.0f, negativeMax, ReduceCmd::ResetReduce, part});
      b.tensorTensor(AluOp::Add, sum, sum, part);
    });
    invert(sum);
    forEachChunk(b, {x, out}, kChunk, [&](ArrayRef<TensorView> chunk) {
      Tile values = loadFloat(b, chunk[0]);
      if (!isLog)
        b.activation(ActFn::Exp, values, values, {1.0f, negativeMax, ReduceCmd::Idle, std::nullopt});
      finish(chunk[1], values, negativeMax, sum, true);
    });
  }
};
} // namespace

static LogicalResult emitRows(Lowering &lowering, Operation *op, Value x, int64_t dim, bool isLog) {
  TensorView in = withInnerDims(lowering.operand(x), {dim});
  TensorView out = withInnerDims(lowering.result(op->getResult(0)), {dim});
  if (out.numElements() == 0)
    return success();
  lowering.kernel(op, isLog ? "log_softmax" : "softmax", 5 * uint64_t(in.numElements()), [&](TileBuilder &b) {
    forEachRowBlock(b, {in, out}, in.rank() - 1,
                    [&](ArrayRef<TensorView> windows) { SoftmaxRows(b, windows, isLog).emit(); });
  });
  return success();
}

LogicalResult neuron::generateSoftmax(Lowering &lowering, Operation *op) {
  auto softmax = cast<SoftmaxOp>(op);
  return emitRows(lowering, op, softmax.getX(), softmax.getDim(), false);
}

LogicalResult neuron::generateLogSoftmax(Lowering &lowering, Operation *op) {
  auto softmax = cast<LogSoftmaxOp>(op);
  return emitRows(lowering, op, softmax.getX(), softmax.getDim(), true);
}
