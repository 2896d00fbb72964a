//===- Decompose.cpp - composites without a generator ---------------------===//

#include "Decompositions.h"
#include "neuronc/Transforms/Passes.h"

#include "dialects/Neuron/AttentionSize.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONDECOMPOSEPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

static Value decompose(Operation *op, GraphBuilder &b) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](UnaryOp o) { return decomposeUnary(o, b); })
      .Case([&](BinaryOp o) { return decomposeBinary(o, b); })
      .Case([&](ClampOp o) { return decomposeClamp(o, b); })
      .Case([&](SoftmaxOp o) { return decomposeSoftmax(o, b); })
      .Case([&](LogSoftmaxOp o) { return decomposeLogSoftmax(o, b); })
      .Case([&](LayerNormOp o) { return decomposeLayerNorm(o, b); })
      .Case([&](RmsNormOp o) { return decomposeRmsNorm(o, b); })
      .Case([&](GroupNormOp o) { return decomposeGroupNorm(o, b); })
      .Case([&](BatchNormOp o) { return decomposeBatchNorm(o, b); })
      .Case([&](AttentionOp o) { return decomposeAttention(o, b); })
      .Case([&](ResizeOp o) { return decomposeResize(o, b); })
      .Case([&](PoolOp o) { return decomposePool(o, b); })
      .Case([&](CumulativeOp o) { return decomposeCumulative(o, b); })
      .Case([&](PadOp o) { return decomposePad(o, b); })
      .Case([&](ReverseOp o) { return decomposeReverse(o, b); })
      .Case([&](QuantizeOp o) { return decomposeQuantize(o, b); })
      .Case([&](DequantizeOp o) { return decomposeDequantize(o, b); })
      .Case([&](RngOp o) { return decomposeRng(o, b); })
      .Default([](Operation *) { return Value(); });
}

/// Bytes of a partition for the keys, values and scores of a fused attention.
static constexpr int64_t kAttentionBytes = 96 << 10;
/// Bytes of a partition of SBUF on any target.
static constexpr int64_t kLeastSbuf = 176 << 10;

/// Attention that fits its generator: floats of 16 bits or more, a row of
/// scores in SBUF.
static bool isFusible(AttentionOp op) {
  RankedTensorType k = tensorType(op.getK()), v = tensorType(op.getV());
  Type element = k.getElementType();
  int64_t keys = k.getDimSize(2), depth = k.getDimSize(3), values = v.getDimSize(3);
  if (!(element.isF32() || element.isBF16() || element.isF16()) || keys == 0 || depth == 0 || values > 512)
    return false;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8, blocks = (depth + 127) / 128;
  return keys * (bytes * (blocks + 2) + 4) + (keys + 127) / 128 * values * bytes <= kAttentionBytes ||
         attentionPanel(op, kLeastSbuf) > 0;
}

static bool isKept(Operation *op, const llvm::StringSet<> &kept) {
  auto attention = dyn_cast<AttentionOp>(op);
  return kept.contains(op->getName().getStringRef()) && (!attention || isFusible(attention));
}

namespace {
/// New operations join the worklist: a decomposition may use composites.
class Worklist : public OpBuilder::Listener {
public:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { ops.push_back(op); }
  SmallVector<Operation *> ops;
};

struct DecomposePass : neuron::impl::NeuronDecomposePassBase<DecomposePass> {
  using NeuronDecomposePassBase::NeuronDecomposePassBase;

  void runOnOperation() override {
    llvm::StringSet<> kept;
    for (const std::string &name : keep)
      kept.insert("neuron." + name);
    Worklist work;
    getOperation()->walk([&](Operation *op) { work.ops.push_back(op); });
    OpBuilder builder(&getContext(), &work);
    while (!work.ops.empty()) {
      Operation *op = work.ops.pop_back_val();
      if (isKept(op, kept))
        continue;
      builder.setInsertionPoint(op);
      GraphBuilder graph(builder, op->getLoc());
      if (Value value = decompose(op, graph)) {
        op->getResult(0).replaceAllUsesWith(value);
        op->erase();
      }
    }
  }
};
} // namespace
