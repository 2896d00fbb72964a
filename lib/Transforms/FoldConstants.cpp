//===- FoldConstants.cpp - compute what depends on constants alone --------===//
//
// Forward, every value is computed whose operands are known and that is small
// enough. Backward, the operations that remain ask for their operands: a known
// one becomes a constant, or, where that would be too large, its operation
// remains too. So a chain through a large value does not end the folding, and
// nothing is written into the IR that nobody uses.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Iterators.h"
#include "llvm/ADT/SetVector.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONFOLDCONSTANTSPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

namespace {
/// A known value and the weights it was made from.
struct Known {
  std::shared_ptr<const Tensor> tensor;
  llvm::SmallSetVector<StringAttr, 2> weights;
};

class Folder {
public:
  Folder(const NeuronFoldConstantsPassOptions &limits,
         const WeightStore *weights)
      : limits(limits), weights(weights) {}
  void run(Operation *root);

private:
  void compute(Operation *op);
  bool isComputable(Operation *op) const;
  void request(Value value);
  bool isWrittenOut(Value value, const Known &known) const;
  void writeOut(Value value, const Known &known);

  const NeuronFoldConstantsPassOptions &limits;
  const WeightStore *weights;
  DenseMap<Value, Known> known;
  int64_t knownBytes = 0;
};
} // namespace

/// Most bytes of all known values together.
static constexpr int64_t kMaxKnownBytes = int64_t(256) << 20;
/// Most bytes that the operands of a contraction or composite may have, whose
/// cost is not in proportion to its size.
static constexpr int64_t kMaxHeavyBytes = int64_t(1) << 18;
/// A broadcast above this stays an access pattern.
static constexpr int64_t kMaxBroadcastBytes = 4096;

static int64_t bytesOfValues(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      sum += bytesOf(tensor);
  return sum;
}

static bool isHeavy(Operation *op) {
  return isa<DotGeneralOp, ConvOp, PoolOp, AttentionOp, ResizeOp>(op);
}

bool Folder::isComputable(Operation *op) const {
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 || !isPure(op) ||
      !isa<NeuronDialect>(op->getDialect()))
    return false;
  int64_t results = bytesOfValues(op->getResultTypes());
  if (auto weight = dyn_cast<WeightOp>(op))
    return weights && weights->find(weight.getName()) &&
           results <= limits.maxWeightBytes;
  return results <= limits.maxIntermediateBytes &&
         knownBytes + results <= kMaxKnownBytes &&
         (!isHeavy(op) ||
          bytesOfValues(op->getOperandTypes()) <= kMaxHeavyBytes) &&
         llvm::all_of(op->getOperands(),
                      [&](Value v) { return known.contains(v); });
}

void Folder::compute(Operation *op) {
  if (!isComputable(op))
    return;
  SmallVector<const Tensor *> operands;
  llvm::SmallSetVector<StringAttr, 2> names;
  for (Value operand : op->getOperands()) {
    const Known &value = known.at(operand);
    operands.push_back(value.tensor.get());
    names.insert(value.weights.begin(), value.weights.end());
  }
  if (auto weight = dyn_cast<WeightOp>(op))
    names.insert(weight.getNameAttr());
  // What cannot be computed (an index out of range) is no error here: it may
  // never be run.
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) {});
  EvaluatorOptions options;
  options.weights = weights;
  FailureOr<SmallVector<Tensor>> results = evaluateOp(op, operands, options);
  if (failed(results))
    return;
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), *results)) {
    knownBytes += tensor.bytes().size();
    known[value] = {std::make_shared<const Tensor>(std::move(tensor)), names};
  }
}

/// True if every element has the same bytes.
static bool isSplat(const Tensor &tensor) {
  ArrayRef<char> bytes = tensor.bytes();
  size_t width = tensor.elementBytes();
  return bytes.size() >= width &&
         bytes.drop_front(width) == bytes.drop_back(width);
}

bool Folder::isWrittenOut(Value value, const Known &known) const {
  if (isSplat(*known.tensor))
    return true;
  int64_t bytes = known.tensor->bytes().size();
  bool isSmallForm = isa<BroadcastInDimOp, IotaOp>(value.getDefiningOp());
  return bytes <= (isSmallForm ? std::min(kMaxBroadcastBytes, limits.maxBytes)
                               : limits.maxBytes);
}

void Folder::writeOut(Value value, const Known &known) {
  OpBuilder builder(value.getDefiningOp());
  DenseElementsAttr attr = known.tensor->toAttr();
  if (isSplat(*known.tensor) && !attr.isSplat())
    attr = DenseElementsAttr::get(attr.getType(),
                                  *attr.getValues<Attribute>().begin());
  auto constant = ConstantOp::create(builder, value.getLoc(), attr);
  if (!known.weights.empty()) {
    SmallVector<Attribute> names(known.weights.begin(), known.weights.end());
    constant->setAttr("neuron.folded_weights", builder.getArrayAttr(names));
  }
  value.replaceAllUsesWith(constant);
}

void Folder::request(Value value) {
  auto it = known.find(value);
  if (it == known.end() ||
      isa<ConstantOp, WeightOp>(value.getDefiningOp()))
    return;
  if (isWrittenOut(value, it->second))
    return writeOut(value, it->second);
  // The operation stays, so it is one that asks.
  for (Value operand : value.getDefiningOp()->getOperands())
    request(operand);
}

void Folder::run(Operation *root) {
  SmallVector<Operation *> remaining;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<KernelOp>(op))
      return WalkResult::skip();
    compute(op);
    if (llvm::none_of(op->getResults(),
                      [&](Value v) { return known.contains(v); }))
      remaining.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *op : remaining)
    for (Value operand : SmallVector<Value>(op->getOperands()))
      request(operand);
}

/// Erases what nothing uses any more, users before what they use.
static void eraseDead(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

namespace {
struct FoldConstantsPass
    : neuron::impl::NeuronFoldConstantsPassBase<FoldConstantsPass> {
  using NeuronFoldConstantsPassBase::NeuronFoldConstantsPassBase;
  FoldConstantsPass(const WeightStore *weights) : weights(weights) {}

  void runOnOperation() override {
    NeuronFoldConstantsPassOptions limits{maxBytes, maxIntermediateBytes,
                                          maxWeightBytes};
    Folder(limits, weights).run(getOperation());
    eraseDead(getOperation());
  }

  const WeightStore *weights = nullptr;
};
} // namespace

std::unique_ptr<Pass>
neuron::createFoldConstantsPass(const WeightStore *weights) {
  return std::make_unique<FoldConstantsPass>(weights);
}
