//===- SplitIntegers.cpp - 64-bit integers that need 64 bits --------------===//
//
// A 64-bit value whose interval fits 32 bits stays as it is: kernels hold it in
// 32. Any other becomes two tensors of words, and every operation that makes or
// reads it is rewritten to them. What has no such form is refused.
//
//===----------------------------------------------------------------------===//

#include "IntegerRanges.h"
#include "PlaneRows.h"
#include "neuronc/Evaluator/Tensor.h"
#include "neuronc/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONSPLITINTEGERSPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

static Type elementOf(Value value) { return tensorType(value).getElementType(); }
static bool isUnsigned64(Value value) { return elementOf(value).isUnsignedInteger(64); }

namespace {
class Splitter {
public:
  Splitter(func::FuncOp func, const WeightStore *weights) : func(func), ranges(func, weights), builder(func) {}
  LogicalResult run();

private:
  func::FuncOp func;
  IntegerRanges ranges;
  OpBuilder builder;
  DenseMap<Value, Planes> planes;
  SmallVector<Operation *> dead;

  bool isSplit(Value value) const { return planes.contains(value); }
  Planes words(GraphBuilder &b, Value value);
  Value narrow(GraphBuilder &b, Value value);
  Planes fromMemory(GraphBuilder &b, Value value);
  void joinOperands(Operation *op);
  LogicalResult splitBlock(Block &block);
  LogicalResult split(Operation *op);
  LogicalResult refuse(Operation *op);
  void finish(GraphBuilder &b, Value result, Planes value);
  LogicalResult finishIf(GraphBuilder &b, Operation *op, Planes value);
  RankedTensorType wordType(Value value, bool isHigh);
  SmallVector<Value> operandsFor(GraphBuilder &b, Operation *op, bool isHigh);
  Value copyFor(GraphBuilder &b, Operation *op, bool isHigh);
  LogicalResult moved(GraphBuilder &b, Operation *op);
  Value clampedStart(GraphBuilder &b, Value start, int64_t limit);
  Planes constant(GraphBuilder &b, ConstantOp op);
  Planes clamped(GraphBuilder &b, ClampOp op);
  LogicalResult cast(GraphBuilder &b, CastOp op);
  LogicalResult order(GraphBuilder &b, Operation *op, Value x, int64_t dim, bool isDescending);
  LogicalResult splitScan(ScanOp op);
  bool carriesPlanes(ScanOp op, unsigned position);
};
} // namespace

Planes Splitter::words(GraphBuilder &b, Value value) {
  if (auto found = planes.find(value); found != planes.end())
    return found->second;
  if (auto op = value.getDefiningOp<ConstantOp>())
    return constant(b, op);
  return PlaneMath(b, isUnsigned64(value)).fromNarrow(value);
}

/// A split value where 32 bits are enough.
Value Splitter::narrow(GraphBuilder &b, Value value) {
  auto found = planes.find(value);
  return found == planes.end() ? value : PlaneMath(b).toNarrow(found->second, elementOf(value));
}

RankedTensorType Splitter::wordType(Value value, bool isHigh) {
  bool isUnsigned = !isHigh || isUnsigned64(value);
  auto sign = isUnsigned ? IntegerType::Unsigned : IntegerType::Signless;
  return RankedTensorType::get(tensorType(value).getShape(), IntegerType::get(func.getContext(), 32, sign));
}

/// The words of what lies in memory as 64 bits: arguments, weights.
Planes Splitter::fromMemory(GraphBuilder &b, Value value) {
  return {WordOp::create(b.builder, b.loc, wordType(value, false), value, 0),
          WordOp::create(b.builder, b.loc, wordType(value, true), value, 1)};
}

/// The result of an op is `value`, in words or, if it fits, in 32 bits.
void Splitter::finish(GraphBuilder &b, Value result, Planes value) {
  if (ranges.isWide(result))
    planes[result] = value;
  else
    result.replaceAllUsesWith(PlaneMath(b).toNarrow(value, elementOf(result)));
}

LogicalResult Splitter::refuse(Operation *op) {
  InFlightDiagnostic error = op->emitError("[NRN-E4007] '") << op->getName() << "' has operands or results that may "
                                                             << "need 64 bits, and no form for them";
  error << " (operands";
  for (Type type : op->getOperandTypes())
    error << ' ' << type;
  error << "; results";
  for (Type type : op->getResultTypes())
    error << ' ' << type;
  error << ")";
  error.attachNote() << "integers are computed in 32 bits; cast the operands to int32 where their values fit, or clamp them";
  return error;
}

LogicalResult Splitter::finishIf(GraphBuilder &b, Operation *op, Planes value) {
  if (!value.low)
    return refuse(op);
  finish(b, op->getResult(0), value);
  return success();
}

// Operations on data, the same on both words.

/// A start is clamped before it is narrowed.
Value Splitter::clampedStart(GraphBuilder &b, Value start, int64_t limit) {
  PlaneMath math(b, isUnsigned64(start));
  Planes value = words(b, start);
  value = math.binary(BinaryFn::Max, value, math.number(tensorType(start), 0));
  value = math.binary(BinaryFn::Min, value, math.number(tensorType(start), limit));
  return math.toNarrow(value, elementOf(start));
}

/// What one word of the result is made of: operands that hold data are replaced
/// by that word, others (indices, starts, predicates) by 32 bits.
SmallVector<Value> Splitter::operandsFor(GraphBuilder &b, Operation *op, bool isHigh) {
  Value result = op->getResult(0);
  bool isData = ranges.isWide(result);
  unsigned firstStart = isa<DynamicUpdateSliceOp>(op) ? 2 : 1;
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    unsigned number = operand.getOperandNumber();
    bool isStart = isa<DynamicSliceOp, DynamicUpdateSliceOp>(op) && number >= firstStart;
    bool isIndex = isa<GatherOp, GatherElementsOp, ScatterOp, ScatterElementsOp>(op) && number == 1;
    if (isStart && isSplit(value)) {
      unsigned dim = number - firstStart;
      Value box = firstStart == 2 ? op->getOperand(1) : result;
      int64_t limit = tensorType(op->getOperand(0)).getDimSize(dim) - tensorType(box).getDimSize(dim);
      operands.push_back(clampedStart(b, value, limit));
    } else if (isData && !isIndex && !isStart && elementOf(value) == elementOf(result)) {
      Planes both = words(b, value);
      operands.push_back(isHigh ? both.high : both.low);
    } else {
      operands.push_back(narrow(b, value));
    }
  }
  return operands;
}

/// A copy of `op` for one word.
Value Splitter::copyFor(GraphBuilder &b, Operation *op, bool isHigh) {
  SmallVector<Value> operands = operandsFor(b, op, isHigh);
  Operation *copy = b.builder.clone(*op);
  copy->setOperands(operands);
  Value result = copy->getResult(0);
  if (!ranges.isWide(op->getResult(0)))
    return result;
  result.setType(wordType(op->getResult(0), isHigh));
  if (auto pad = dyn_cast<PadOp>(copy)) {
    auto value = int64_t(pad.getValue().convertToDouble());
    pad.setValue(APFloat(isHigh ? double(value >> 32) : double(uint32_t(value))));
  }
  return result;
}

LogicalResult Splitter::moved(GraphBuilder &b, Operation *op) {
  Value result = op->getResult(0), low = copyFor(b, op, /*isHigh=*/false);
  if (ranges.isWide(result))
    planes[result] = {low, copyFor(b, op, /*isHigh=*/true)};
  else
    result.replaceAllUsesWith(low);
  return success();
}

// Operations with a form of their own.

Planes Splitter::constant(GraphBuilder &b, ConstantOp op) {
  if (op.getDense().isSplat()) {
    APInt value = op.getDense().getSplatValue<APInt>();
    return PlaneMath(b, isUnsigned64(op.getResult())).number(tensorType(op.getResult()), value.getSExtValue());
  }
  std::vector<int64_t> values = Tensor::fromAttr(op.getDense()).ints(), high;
  for (int64_t value : values)
    high.push_back(value >> 32);
  auto made = [&](ArrayRef<int64_t> words, bool isHigh) -> Value {
    Tensor tensor = Tensor::fromInts(wordType(op.getResult(), isHigh), words);
    return ConstantOp::create(b.builder, b.loc, tensor.toAttr());
  };
  return {made(values, false), made(high, true)};
}

/// The bounds rounded inward and saturated.
Planes Splitter::clamped(GraphBuilder &b, ClampOp op) {
  PlaneMath math(b, isUnsigned64(op.getX()));
  IntegerRange type = IntegerRange::ofType(elementOf(op.getX()));
  Planes x = words(b, op.getX());
  auto bound = [&](double number) {
    Integer value = number >= double(type.hi) ? type.hi : number <= double(type.lo) ? type.lo : Integer(number);
    return math.number(tensorType(op.getX()), int64_t(value));
  };
  if (op.getMin())
    x = math.binary(BinaryFn::Max, x, bound(std::ceil(op.getMin()->convertToDouble())));
  if (op.getMax())
    x = math.binary(BinaryFn::Min, x, bound(std::floor(op.getMax()->convertToDouble())));
  return x;
}

LogicalResult Splitter::cast(GraphBuilder &b, CastOp op) {
  Value x = op.getX(), result = op.getResult();
  Type to = elementOf(result);
  PlaneMath math(b, isUnsigned64(result));
  if (!isSplit(x)) {
    finish(b, result, isa<FloatType>(elementOf(x)) ? math.fromFloat(x) : math.fromNarrow(x));
  } else if (Planes from = words(b, x); to.isInteger(64)) {
    finish(b, result, {from.low, b.cast(from.high, mlir::cast<RankedTensorType>(wordType(result, true)).getElementType())});
  } else if (to.isInteger(1)) {
    result.replaceAllUsesWith(math.isNotZero(from));
  } else {
    Value value = isa<FloatType>(to) ? math.toFloat(from) : from.low;
    result.replaceAllUsesWith(b.cast(value, to));
  }
  return success();
}

LogicalResult Splitter::order(GraphBuilder &b, Operation *op, Value x, int64_t dim, bool isDescending) {
  Value values = op->getResult(0), indices = op->getResult(1);
  SortedPlanes sorted = sortPlanes(b, words(b, x), elementOf(indices), dim, isDescending);
  int64_t count = tensorType(values).getDimSize(dim);
  auto cut = [&](Value v) { return tensorType(v).getDimSize(dim) == count ? v : b.slice(v, dim, 0, count); };
  finish(b, values, {cut(sorted.values.low), cut(sorted.values.high)});
  indices.replaceAllUsesWith(cut(sorted.indices));
  return success();
}

LogicalResult Splitter::split(Operation *op) {
  builder.setInsertionPoint(op);
  GraphBuilder b(builder, op->getLoc());
  auto mathOf = [&](Value x) { return PlaneMath(b, isUnsigned64(x)); };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ConstantOp o) { return finishIf(b, op, constant(b, o)); })
      .Case([&](WeightOp o) { return finishIf(b, op, fromMemory(b, o.getResult())); })
      .Case([&](UnaryOp o) { return finishIf(b, op, mathOf(o.getX()).unary(o.getFn(), words(b, o.getX()))); })
      .Case([&](BinaryOp o) {
        Planes left = words(b, o.getLhs()), right = words(b, o.getRhs());
        return finishIf(b, op, mathOf(o.getLhs()).binary(o.getFn(), left, right));
      })
      .Case([&](CompareOp o) {
        Planes left = words(b, o.getLhs()), right = words(b, o.getRhs());
        o.getResult().replaceAllUsesWith(mathOf(o.getLhs()).compare(o.getFn(), left, right));
        return success();
      })
      .Case([&](ClampOp o) { return finishIf(b, op, clamped(b, o)); })
      .Case([&](CastOp o) { return cast(b, o); })
      .Case([&](ReduceOp o) { return finishIf(b, op, reducePlanes(b, o, words(b, o.getX()))); })
      .Case([&](CumulativeOp o) { return finishIf(b, op, cumulatePlanes(b, o, words(b, o.getX()))); })
      .Case([&](ArgReduceOp o) {
        o.getResult().replaceAllUsesWith(argReducePlanes(b, o, words(b, o.getX())));
        return success();
      })
      .Case([&](SortOp o) { return order(b, op, o.getX(), o.getDim(), o.getDescending()); })
      .Case([&](TopKOp o) { return order(b, op, o.getX(), o.getDim(), o.getLargest()); })
      .Case<ReshapeOp, TransposeOp, ReverseOp, BroadcastInDimOp, SliceOp, DynamicSliceOp, DynamicUpdateSliceOp, ConcatOp,
            PadOp, GatherOp, GatherElementsOp, SelectOp>([&](auto) { return moved(b, op); })
      .Case<ScatterOp, ScatterElementsOp>([&](auto o) {
        bool isCopy = o.getFn() == ScatterFn::None || !elementOf(o.getX()).isInteger(64);
        return isCopy ? moved(b, op) : refuse(op);
      })
      .Default([&](Operation *) { return refuse(op); });
}

// Loops.

bool Splitter::carriesPlanes(ScanOp op, unsigned position) {
  Block &body = op.getBody().front();
  return ranges.isWide(body.getArgument(position)) || ranges.isWide(op.getResult(position)) ||
         ranges.isWide(body.getTerminator()->getOperand(position));
}

namespace {
/// Operands, results and places of a loop, with a split value as two.
struct ScanParts {
  SmallVector<Value> inits, xs;
  SmallVector<Type> results;
  SmallVector<int64_t> inDims, outDims;
  SmallVector<bool> inReverse, outReverse;
};
} // namespace

LogicalResult Splitter::splitScan(ScanOp op) {
  builder.setInsertionPoint(op);
  GraphBuilder b(builder, op.getLoc());
  Block &old = op.getBody().front();
  Operation *yield = old.getTerminator();
  unsigned carried = op.getNumCarried();
  ScanParts parts;
  SmallVector<bool> isSplitArg, isSplitResult;
  auto append = [&](SmallVectorImpl<Value> &to, Value value, bool isSplit) {
    if (!isSplit)
      return to.push_back(narrow(b, value));
    Planes both = words(b, value);
    to.append({both.low, both.high});
  };
  for (auto [i, init] : llvm::enumerate(op.getInits())) {
    isSplitArg.push_back(carriesPlanes(op, i));
    append(parts.inits, init, isSplitArg.back());
  }
  for (auto [i, x] : llvm::enumerate(op.getXs())) {
    isSplitArg.push_back(isSplit(x));
    append(parts.xs, x, isSplitArg.back());
    parts.inDims.append(1 + isSplitArg.back(), op.getInDims()[i]);
    parts.inReverse.append(1 + isSplitArg.back(), op.getInReverse()[i]);
  }
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    isSplitResult.push_back(i < carried ? isSplitArg[i] : ranges.isWide(yield->getOperand(i)));
    if (isSplitResult.back())
      parts.results.append({wordType(result, false), wordType(result, true)});
    else
      parts.results.push_back(result.getType());
    if (i < carried)
      continue;
    parts.outDims.append(1 + isSplitResult.back(), op.getOutDims()[i - carried]);
    parts.outReverse.append(1 + isSplitResult.back(), op.getOutReverse()[i - carried]);
  }
  auto scan = ScanOp::create(builder, op.getLoc(), parts.results, parts.inits, parts.xs, op.getTripAttr(),
                             builder.getDenseI64ArrayAttr(parts.inDims), builder.getDenseBoolArrayAttr(parts.inReverse),
                             builder.getDenseI64ArrayAttr(parts.outDims),
                             builder.getDenseBoolArrayAttr(parts.outReverse));
  Block &body = scan.getBody().emplaceBlock();
  for (auto [arg, isTwo] : llvm::zip(old.getArguments(), isSplitArg)) {
    if (!isTwo) {
      arg.replaceAllUsesWith(body.addArgument(arg.getType(), arg.getLoc()));
      continue;
    }
    Value low = body.addArgument(wordType(arg, false), arg.getLoc());
    planes[arg] = {low, body.addArgument(wordType(arg, true), arg.getLoc())};
  }
  body.getOperations().splice(body.end(), old.getOperations());
  dead.push_back(op);
  if (failed(splitBlock(body)))
    return failure();
  builder.setInsertionPoint(yield);
  SmallVector<Value> yields;
  for (auto [value, isTwo] : llvm::zip(yield->getOperands(), isSplitResult))
    append(yields, value, isTwo);
  yield->setOperands(yields);
  unsigned position = 0;
  for (auto [result, isTwo] : llvm::zip(op.getResults(), isSplitResult)) {
    if (isTwo)
      planes[result] = {scan.getResult(position), scan.getResult(position + 1)};
    else
      result.replaceAllUsesWith(scan.getResult(position));
    position += 1 + isTwo;
  }
  return success();
}

// The walk.

/// What leaves the function has 64 bits again.
void Splitter::joinOperands(Operation *op) {
  builder.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands())
    if (auto found = planes.find(operand.get()); found != planes.end())
      operand.set(JoinWordsOp::create(builder, op->getLoc(), operand.get().getType(), found->second.low,
                                      found->second.high));
}

LogicalResult Splitter::splitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (isa<WordOp>(op)) // made of an argument or a weight by this pass
      continue;
    if (isa<CheckCloseOp>(op)) {
      joinOperands(&op);
      continue;
    }
    if (auto scan = dyn_cast<ScanOp>(op)) {
      if (failed(splitScan(scan)))
        return failure();
      continue;
    }
    auto isWide = [&](Value value) { return ranges.isWide(value); };
    if (!llvm::any_of(op.getOperands(), [&](Value v) { return isSplit(v); }) && !llvm::any_of(op.getResults(), isWide))
      continue;
    if (failed(split(&op)))
      return failure();
    dead.push_back(&op);
  }
  return success();
}

LogicalResult Splitter::run() {
  Block &block = func.getBody().front();
  builder.setInsertionPointToStart(&block);
  for (BlockArgument arg : func.getArguments())
    if (ranges.isWide(arg)) {
      GraphBuilder b(builder, arg.getLoc());
      planes[arg] = fromMemory(b, arg);
    }
  if (failed(splitBlock(block)))
    return failure();
  joinOperands(block.getTerminator());
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  return success();
}

namespace {
struct SplitIntegersPass : neuron::impl::NeuronSplitIntegersPassBase<SplitIntegersPass> {
  explicit SplitIntegersPass(const WeightStore *weights = nullptr) : weights(weights) {}

  void runOnOperation() override {
    if (failed(Splitter(getOperation(), weights).run()))
      signalPassFailure();
  }

  const WeightStore *weights;
};
} // namespace

std::unique_ptr<Pass> neuron::createNeuronSplitIntegersPass(const WeightStore *weights) {
  return std::make_unique<SplitIntegersPass>(weights);
}
