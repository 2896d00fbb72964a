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
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "llvm/ADT/SetVector.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONFOLDCONSTANTSPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

namespace {
/// A known value. Equal elements are kept as one, of rank 0: numbers broadcast
/// to whole activations are many.
struct Known {
  std::shared_ptr<const Tensor> tensor;
  RankedTensorType type;
  bool isSplat = false;
};

class Folder {
public:
  Folder(const NeuronFoldConstantsPassOptions &limits, const WeightStore *weights)
      : limits(limits), weights(weights) {}
  void run(Operation *root);

private:
  void compute(Operation *op);
  bool computeSplat(Operation *op);
  bool isComputable(Operation *op) const;
  void remember(Value value, Tensor tensor);
  void request(Value value);
  bool isWrittenOut(Value value, const Known &known) const;
  void writeOut(Value value, const Known &known);

  const NeuronFoldConstantsPassOptions &limits;
  const WeightStore *weights;
  DenseMap<Value, Known> known;
  DenseSet<Value> requested;
  int64_t knownBytes = 0;
};
} // namespace

/// Most bytes of all known values together.
static constexpr int64_t kMaxKnownBytes = int64_t(256) << 20;
/// Most steps that one operation may take: some tens of milliseconds.
static constexpr double kMaxCost = 3e7;
/// A broadcast above this stays an access pattern.
static constexpr int64_t kMaxBroadcastBytes = 4096;

static int64_t bytesOfValues(TypeRange types) {
  int64_t sum = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      sum += bytesOf(tensor);
  return sum;
}

bool Folder::isComputable(Operation *op) const {
  if (isa<JoinWordsOp>(op)) // a constant of 64 bits that need them has no place but its words
    return false;
  if (op->getNumRegions() != 0 || op->getNumResults() == 0 || !isPure(op) ||
      !isa<NeuronDialect>(op->getDialect()))
    return false;
  int64_t results = bytesOfValues(op->getResultTypes());
  if (auto weight = dyn_cast<WeightOp>(op))
    return weights && weights->find(weight.getName()) && results <= limits.maxWeightBytes;
  return results <= limits.maxIntermediateBytes && knownBytes + results <= kMaxKnownBytes &&
         evaluationCost(op) <= kMaxCost &&
         llvm::all_of(op->getOperands(), [&](Value v) { return known.contains(v); });
}

/// True if every element has the same bytes.
static bool hasEqualElements(const Tensor &tensor) {
  ArrayRef<char> bytes = tensor.bytes();
  size_t width = tensor.elementBytes();
  return bytes.size() >= width && bytes.drop_front(width) == bytes.drop_back(width);
}

/// The first element alone.
static Tensor firstElement(const Tensor &tensor) {
  Tensor element(withShape(tensor.type(), {}));
  llvm::copy(tensor.bytes().take_front(element.bytes().size()), element.bytes().begin());
  return element;
}

/// All elements of a known value.
static std::shared_ptr<const Tensor> expanded(const Known &known) {
  if (!known.isSplat)
    return known.tensor;
  auto full = std::make_shared<Tensor>(known.type);
  MutableArrayRef<char> bytes = full->bytes();
  ArrayRef<char> element = known.tensor->bytes();
  for (size_t i = 0; i < bytes.size(); i += element.size())
    llvm::copy(element, bytes.begin() + i);
  return full;
}

void Folder::remember(Value value, Tensor tensor) {
  auto type = cast<RankedTensorType>(value.getType());
  bool isSplat = hasEqualElements(tensor);
  if (isSplat)
    tensor = firstElement(tensor);
  knownBytes += tensor.bytes().size();
  known[value] = {std::make_shared<const Tensor>(std::move(tensor)), type, isSplat};
}

/// What a constant says of the weights it was made from.
static constexpr StringLiteral kFoldedWeights = "neuron.folded_weights";

/// The names of the weights that a known value is made from, in the order of
/// operands. Kept with each value they would take space quadratic in a chain.
static SmallVector<Attribute> weightsBelow(Value value) {
  llvm::SmallSetVector<Attribute, 4> names;
  SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> work{value.getDefiningOp()};
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!op || !seen.insert(op).second)
      continue;
    if (auto weight = dyn_cast<WeightOp>(op))
      names.insert(weight.getNameAttr());
    if (auto folded = op->getAttrOfType<ArrayAttr>(kFoldedWeights))
      names.insert(folded.begin(), folded.end());
    for (Value operand : llvm::reverse(op->getOperands()))
      work.push_back(operand.getDefiningOp());
  }
  return names.takeVector();
}

/// The operation on one element, if all elements of its operands are equal and
/// it treats each alike; null otherwise. `block` holds it and its operands.
static Operation *onOneElement(Operation *op, ArrayRef<const Tensor *> operands, Block &block) {
  if (!isa<UnaryOp, BinaryOp, CompareOp, SelectOp, ClampOp, CastOp>(op))
    return nullptr;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToEnd(&block);
  IRMapping map;
  for (auto [value, tensor] : llvm::zip_equal(op->getOperands(), operands))
    map.map(value, ConstantOp::create(builder, op->getLoc(), tensor->toAttr()));
  Operation *small = builder.clone(*op, map);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  small->getResult(0).setType(withShape(type, {}));
  return small;
}

/// Of operands with equal elements the result is known without looking at its
/// size.
bool Folder::computeSplat(Operation *op) {
  auto type =
      op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType();
  if (!type || type.getNumElements() == 0)
    return false;
  Value result = op->getResult(0);
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    if (!constant.getDense().isSplat())
      return false;
    DenseElementsAttr one = constant.getDense().resizeSplat(withShape(type, {}));
    known[result] = {std::make_shared<const Tensor>(Tensor::fromAttr(one)), type, true};
    return true;
  }
  SmallVector<const Tensor *> operands;
  for (Value operand : op->getOperands()) {
    auto it = known.find(operand);
    if (it == known.end() || !it->second.isSplat)
      return false;
    operands.push_back(it->second.tensor.get());
  }
  if (isa<ReshapeOp, BroadcastInDimOp, TransposeOp, SliceOp, ReverseOp>(op)) {
    known[result] = {known.at(op->getOperand(0)).tensor, type, true};
    return true;
  }
  Block block;
  Operation *small = onOneElement(op, operands, block);
  if (!small)
    return false;
  FailureOr<SmallVector<Tensor>> results = evaluateOp(small, operands);
  if (failed(results))
    return false;
  known[result] = {std::make_shared<const Tensor>(std::move(results->front())), type, true};
  return true;
}

void Folder::compute(Operation *op) {
  if (!isa_and_nonnull<NeuronDialect>(op->getDialect()) || computeSplat(op) || !isComputable(op))
    return;
  SmallVector<std::shared_ptr<const Tensor>> owners;
  SmallVector<const Tensor *> operands;
  for (Value operand : op->getOperands()) {
    owners.push_back(expanded(known.at(operand)));
    operands.push_back(owners.back().get());
  }
  // What cannot be computed (an index out of range) is no error here: it may
  // never be run.
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) {});
  EvaluatorOptions options;
  options.weights = weights;
  FailureOr<SmallVector<Tensor>> results = evaluateOp(op, operands, options);
  if (failed(results))
    return;
  for (auto [value, tensor] : llvm::zip_equal(op->getResults(), *results))
    remember(value, std::move(tensor));
}

bool Folder::isWrittenOut(Value value, const Known &known) const {
  if (known.isSplat)
    return true;
  int64_t bytes = known.tensor->bytes().size();
  bool isSmallForm = isa<BroadcastInDimOp, IotaOp>(value.getDefiningOp());
  return bytes <= (isSmallForm ? std::min(kMaxBroadcastBytes, limits.maxBytes) : limits.maxBytes);
}

void Folder::writeOut(Value value, const Known &known) {
  OpBuilder builder(value.getDefiningOp());
  DenseElementsAttr attr = known.tensor->toAttr();
  if (known.isSplat)
    attr = attr.resizeSplat(known.type);
  auto constant = ConstantOp::create(builder, value.getLoc(), attr);
  if (SmallVector<Attribute> names = weightsBelow(value); !names.empty())
    constant->setAttr(kFoldedWeights, builder.getArrayAttr(names));
  value.replaceAllUsesWith(constant);
}

void Folder::request(Value first) {
  SmallVector<Value> work{first};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    auto it = known.find(value);
    if (it == known.end() || !requested.insert(value).second ||
        isa<ConstantOp, WeightOp>(value.getDefiningOp()))
      continue;
    if (isWrittenOut(value, it->second))
      writeOut(value, it->second);
    else
      // The operation stays, so it is one that asks.
      llvm::append_range(work, value.getDefiningOp()->getOperands());
  }
}

void Folder::run(Operation *root) {
  SmallVector<Operation *> remaining;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<KernelOp>(op))
      return WalkResult::skip();
    compute(op);
    if (llvm::none_of(op->getResults(), [&](Value v) { return known.contains(v); }))
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
struct FoldConstantsPass : neuron::impl::NeuronFoldConstantsPassBase<FoldConstantsPass> {
  using NeuronFoldConstantsPassBase::NeuronFoldConstantsPassBase;
  FoldConstantsPass(const WeightStore *weights) : weights(weights) {}

  void runOnOperation() override {
    NeuronFoldConstantsPassOptions limits{maxBytes, maxIntermediateBytes, maxWeightBytes};
    Folder(limits, weights).run(getOperation());
    eraseDead(getOperation());
  }

  const WeightStore *weights = nullptr;
};
} // namespace

std::unique_ptr<Pass> neuron::createFoldConstantsPass(const WeightStore *weights) {
  return std::make_unique<FoldConstantsPass>(weights);
}
