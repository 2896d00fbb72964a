//===- NarrowFloats.cpp - f64 is computed in f32 (A-41) -------------------===//
//
// Arguments and results keep f64 in memory. They are converted from and to their
// words; constants and weights are while compiling. What a function gives back
// as it was given is not converted at all.
//
//===----------------------------------------------------------------------===//

#include "FloatWords.h"
#include "neuronc/Evaluator/Tensor.h"
#include "neuronc/Transforms/Passes.h"

#include <cmath>
#include <cstring>

namespace neuron {
#define GEN_PASS_DEF_NEURONNARROWFLOATSPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

static constexpr double kMaxF32 = std::numeric_limits<float>::max();

static bool isF64(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isF64();
}
static bool isF64(Value value) { return isF64(value.getType()); }

/// A finite number stays finite: masks are written with the least number of f64.
static double saturated(double value) { return std::isfinite(value) ? std::clamp(value, -kMaxF32, kMaxF32) : value; }

static bool isView(Operation *op) { return isa<ReshapeOp, TransposeOp, ReverseOp, SliceOp, BroadcastInDimOp>(op); }

/// True for what f32 does as well as f64, once operands are narrow.
static bool isExact(Operation *op) {
  if (isa<ConstantOp, WeightOp, YieldOp, func::ReturnOp>(op) || isView(op))
    return true;
  auto cast = dyn_cast<CastOp>(op);
  if (!cast)
    return false;
  Type from = tensorType(cast.getX()).getElementType(), to = cast.getResult().getType().getElementType();
  bool isSmall = isa<FloatType>(from) || from.getIntOrFloatBitWidth() <= 16;
  return isSmall && isa<FloatType>(to);
}

namespace {
class Narrower {
public:
  Narrower(func::FuncOp func, const WeightStore *weights) : func(func), weights(weights), builder(func) {}
  LogicalResult run();

private:
  func::FuncOp func;
  const WeightStore *weights;
  OpBuilder builder;
  DenseMap<Value, Planes> exactWords;

  LogicalResult reportOperations();
  bool isUnchanged(Value value) const;
  Planes wordsOf(Value value);
  void keepUnchanged(Operation *terminator);
  void narrowArguments();
  void narrowWeight(WeightOp op);
  void narrowConstant(ConstantOp op);
  void narrowTypes(Operation *op);
  void widenResults(Operation *terminator);
  RankedTensorType wordType(Value value);
  Value join(Location loc, Type type, Planes words) {
    return JoinWordsOp::create(builder, loc, type, words.low, words.high);
  }
};
} // namespace

/// One warning for all that loses precision; what must not is refused.
LogicalResult Narrower::reportOperations() {
  Operation *first = nullptr;
  int64_t count = 0;
  WalkResult walked = func.walk([&](Operation *op) {
    if (op->hasAttr(kNeedsF64)) {
      InFlightDiagnostic error = op->emitError("[NRN-E4002] '") << op->getName() << "' computes integers in f64 (operands";
      for (Type type : op->getOperandTypes())
        error << ' ' << type;
      error << ")";
      error.attachNote() << "the machine has no f64, and f32 would give wrong integers: use floats, or integers throughout";
      return WalkResult::interrupt();
    }
    auto hasF64 = [](TypeRange types) { return llvm::any_of(types, [](Type type) { return isF64(type); }); };
    if (isa<func::FuncOp>(op) || isExact(op) || (!hasF64(op->getOperandTypes()) && !hasF64(op->getResultTypes())))
      return WalkResult::advance();
    ++count;
    if (!first)
      first = op;
    return WalkResult::advance();
  });
  if (first && !walked.wasInterrupted())
    emitWarning(first->getLoc()) << "[NRN-E8001] " << count << (count == 1 ? " operation" : " operations")
                                 << " on f64 computed in f32: the machine has no f64; this is the first";
  return failure(walked.wasInterrupted());
}

RankedTensorType Narrower::wordType(Value value) {
  return cast<RankedTensorType>(withElement(value.getType(), builder.getIntegerType(32, /*isSigned=*/false)));
}

/// True if the value lies in memory as f64: it came so, and was moved by views.
bool Narrower::isUnchanged(Value value) const {
  Operation *op = value.getDefiningOp();
  while (op && isView(op)) {
    value = op->getOperand(0);
    op = value.getDefiningOp();
  }
  return !op || isa<ConstantOp, WeightOp>(op);
}

/// The words of a value that is unchanged.
Planes Narrower::wordsOf(Value value) {
  if (auto found = exactWords.find(value); found != exactWords.end())
    return found->second;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  Operation *op = value.getDefiningOp();
  Planes words;
  if (op && isView(op)) {
    Planes operand = wordsOf(op->getOperand(0));
    auto copy = [&](Value word) {
      Operation *view = builder.clone(*op);
      view->setOperand(0, word);
      view->getResult(0).setType(wordType(value));
      return view->getResult(0);
    };
    words = {copy(operand.low), copy(operand.high)};
  } else {
    words = {WordOp::create(builder, value.getLoc(), wordType(value), value, 0),
             WordOp::create(builder, value.getLoc(), wordType(value), value, 1)};
  }
  return exactWords[value] = words;
}

void Narrower::keepUnchanged(Operation *terminator) {
  builder.setInsertionPoint(terminator);
  for (OpOperand &operand : terminator->getOpOperands())
    if (isF64(operand.get()) && isUnchanged(operand.get()))
      operand.set(join(terminator->getLoc(), operand.get().getType(), wordsOf(operand.get())));
}

void Narrower::narrowArguments() {
  for (BlockArgument arg : func.getArguments()) {
    auto isNarrowed = [](OpOperand &use) { return !isa<WordOp>(use.getOwner()); };
    if (!isF64(arg) || llvm::none_of(arg.getUses(), isNarrowed))
      continue;
    builder.setInsertionPointToStart(&func.getBody().front());
    Planes words = wordsOf(arg);
    builder.setInsertionPointAfter(words.high.getDefiningOp());
    GraphBuilder b(builder, arg.getLoc());
    arg.replaceUsesWithIf(floatFromWords(b, words), isNarrowed);
  }
}

/// True if a weight has a finite element that f32 would make infinite.
static bool isBeyondF32(WeightOp op, const WeightStore *weights) {
  const WeightData *data = weights ? weights->find(op.getName()) : nullptr;
  if (!data)
    return false;
  int64_t last = 0; // the reader has checked that no stride leads out of the data
  for (auto [i, size] : llvm::enumerate(data->shape)) {
    if (size == 0)
      return false;
    last = data->strides.empty() ? last * size + size - 1 : last + (size - 1) * data->strides[i];
  }
  return llvm::any_of(llvm::seq<int64_t>(0, last + 1), [&](int64_t i) {
    double value;
    std::memcpy(&value, data->data + i * int64_t(sizeof value), sizeof value);
    return std::isfinite(value) && std::fabs(value) > kMaxF32;
  });
}

void Narrower::narrowWeight(WeightOp op) {
  Value weight = op.getResult();
  builder.setInsertionPointAfter(op);
  Value narrow = castTo(builder, op.getLoc(), weight, builder.getF32Type());
  Operation *cast = narrow.getDefiningOp();
  if (isBeyondF32(op, weights))
    narrow = ClampOp::create(builder, op.getLoc(), narrow, builder.getF64FloatAttr(-kMaxF32), builder.getF64FloatAttr(kMaxF32));
  weight.replaceUsesWithIf(narrow, [&](OpOperand &use) { return use.getOwner() != cast && !isa<WordOp>(use.getOwner()); });
}

void Narrower::narrowConstant(ConstantOp op) {
  auto type = cast<RankedTensorType>(withElement(op.getResult().getType(), builder.getF32Type()));
  builder.setInsertionPoint(op);
  Value narrow;
  if (op.getDense().isSplat()) {
    narrow = splat(builder, op.getLoc(), type, saturated(op.getDense().getSplatValue<APFloat>().convertToDouble()));
  } else {
    std::vector<double> values = Tensor::fromAttr(op.getDense()).floats();
    for (double &value : values)
      value = saturated(value);
    narrow = ConstantOp::create(builder, op.getLoc(), Tensor::fromFloats(type, values).toAttr());
  }
  if (Operation *made = narrow.getDefiningOp())
    made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getResult().replaceUsesWithIf(narrow, [](OpOperand &use) { return !isa<WordOp>(use.getOwner()); });
}

/// f32 for f64 in results and in the arguments of loops.
void Narrower::narrowTypes(Operation *op) {
  auto narrow = [&](Value value) {
    if (isF64(value))
      value.setType(cast<RankedTensorType>(withElement(value.getType(), builder.getF32Type())));
  };
  auto pad = dyn_cast<PadOp>(op);
  if (pad && isF64(pad.getResult()))
    pad.setValue(APFloat(saturated(pad.getValue().convertToDouble())));
  llvm::for_each(op->getResults(), narrow);
  for (Region &region : op->getRegions())
    llvm::for_each(region.getArguments(), narrow);
  if (auto cast = dyn_cast<CastOp>(op); cast && cast.getX().getType() == cast.getResult().getType()) {
    cast.getResult().replaceAllUsesWith(cast.getX());
    cast.erase();
  }
}

void Narrower::widenResults(Operation *terminator) {
  builder.setInsertionPoint(terminator);
  for (auto [operand, type] : llvm::zip(terminator->getOpOperands(), func.getResultTypes()))
    if (isF64(type) && !isF64(operand.get())) {
      GraphBuilder b(builder, operand.get().getLoc());
      operand.set(join(b.loc, type, wordsOfFloat(b, operand.get())));
    }
}

LogicalResult Narrower::run() {
  if (failed(reportOperations()))
    return failure();
  Block &block = func.getBody().front();
  keepUnchanged(block.getTerminator());
  narrowArguments();
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (isa<func::FuncOp, WordOp, JoinWordsOp>(op))
      continue;
    if (auto weight = dyn_cast<WeightOp>(op); weight && isF64(weight.getResult()))
      narrowWeight(weight);
    else if (auto constant = dyn_cast<ConstantOp>(op); constant && isF64(constant.getResult()))
      narrowConstant(constant);
    else
      narrowTypes(op);
  }
  widenResults(block.getTerminator());
  return success();
}

namespace {
struct NarrowFloatsPass : neuron::impl::NeuronNarrowFloatsPassBase<NarrowFloatsPass> {
  explicit NarrowFloatsPass(const WeightStore *weights = nullptr) : weights(weights) {}

  void runOnOperation() override {
    if (failed(Narrower(getOperation(), weights).run()))
      signalPassFailure();
  }

  const WeightStore *weights;
};
} // namespace

std::unique_ptr<Pass> neuron::createNeuronNarrowFloatsPass(const WeightStore *weights) {
  return std::make_unique<NarrowFloatsPass>(weights);
}
