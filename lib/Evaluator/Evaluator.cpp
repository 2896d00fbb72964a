//===- Evaluator.cpp - runs functions, one operation after the other ------===//

#include "neuronc/Evaluator/Evaluator.h"

#include "Internal.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

/// The tensor of an optional operand; null if it is absent.
static const Tensor *optional(Operation *op, Operands in, Value value) {
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (value && operand == value)
      return in[i];
  return nullptr;
}

static FailureOr<Results> one(Tensor tensor) {
  Results results;
  results.push_back(std::move(tensor));
  return results;
}

static FailureOr<Results> one(FailureOr<Tensor> tensor) {
  if (failed(tensor))
    return failure();
  return one(std::move(*tensor));
}

static FailureOr<Results> readWeight(WeightOp op, const WeightStore *weights) {
  const WeightData *data = weights ? weights->find(op.getName()) : nullptr;
  if (!data)
    return op.emitError() << "weight '" << op.getName() << "' must be in the weight store";
  FailureOr<Tensor> tensor = Tensor::fromWeight(*data, typeOf(op.getResult()));
  if (failed(tensor))
    return op.emitError() << "weight '" << op.getName() << "' must have the type that the store has";
  return one(std::move(*tensor));
}

FailureOr<SmallVector<Tensor>> neuron::evaluateOp(Operation *op, Operands in,
                                                  const EvaluatorOptions &options) {
  using R = FailureOr<Results>;
  return llvm::TypeSwitch<Operation *, R>(op)
      .Case([](ConstantOp o) { return one(Tensor::fromAttr(o.getDense())); })
      .Case([&](WeightOp o) { return readWeight(o, options.weights); })
      .Case([&](UnaryOp o) { return one(evalUnary(o, in)); })
      .Case([&](BinaryOp o) { return one(evalBinary(o, in)); })
      .Case([&](CompareOp o) { return one(evalCompare(o, in)); })
      .Case([&](SelectOp o) { return one(evalSelect(o, in)); })
      .Case([&](ClampOp o) { return one(evalClamp(o, in)); })
      .Case([&](CastOp o) { return one(evalCast(o, in)); })
      .Case([&](DotGeneralOp o) { return one(evalDotGeneral(o, in)); })
      .Case([&](ConvOp o) { return one(evalConv(o, in)); })
      .Case([&](PoolOp o) { return one(evalPool(o, in)); })
      .Case([&](ReduceOp o) { return one(evalReduce(o, in)); })
      .Case([&](ArgReduceOp o) { return one(evalArgReduce(o, in)); })
      .Case([&](CumulativeOp o) { return one(evalCumulative(o, in)); })
      .Case([&](LinearScanOp o) { return one(evalLinearScan(o, in)); })
      .Case([&](SoftmaxOp o) { return one(evalSoftmax(o, in)); })
      .Case([&](LogSoftmaxOp o) { return one(evalLogSoftmax(o, in)); })
      .Case([&](LayerNormOp o) {
        return one(evalLayerNorm(o, *in[0], optional(o, in, o.getScale()), optional(o, in, o.getBias())));
      })
      .Case([&](RmsNormOp o) { return one(evalRmsNorm(o, in)); })
      .Case([&](GroupNormOp o) {
        return one(evalGroupNorm(o, *in[0], optional(o, in, o.getScale()), optional(o, in, o.getBias())));
      })
      .Case([&](BatchNormOp o) { return one(evalBatchNorm(o, in)); })
      .Case([&](AttentionOp o) { return one(evalAttention(o, in)); })
      .Case([&](QuantizeOp o) { return one(evalQuantize(o, in)); })
      .Case([&](DequantizeOp o) { return one(evalDequantize(o, in)); })
      .Case([&](ReshapeOp o) { return one(evalReshape(o, in)); })
      .Case([&](TransposeOp o) { return one(evalTranspose(o, in)); })
      .Case([&](BroadcastInDimOp o) { return one(evalBroadcastInDim(o, in)); })
      .Case([&](SliceOp o) { return one(evalSlice(o, in)); })
      .Case([&](ReverseOp o) { return one(evalReverse(o, in)); })
      .Case([&](DynamicSliceOp o) { return one(evalDynamicSlice(o, in)); })
      .Case([&](DynamicUpdateSliceOp o) { return one(evalDynamicUpdateSlice(o, in)); })
      .Case([&](ConcatOp o) { return one(evalConcat(o, in)); })
      .Case([&](PadOp o) { return one(evalPad(o, in)); })
      .Case([&](IotaOp o) { return one(evalIota(o)); })
      .Case([&](WordOp o) { return one(evalWord(o, in)); })
      .Case([&](JoinWordsOp o) { return one(evalJoinWords(o, in)); })
      .Case([&](BitcastOp o) { return one(evalBitcast(o, in)); })
      .Case([&](ResizeOp o) { return one(evalResize(o, in)); })
      .Case([&](RngOp o) { return one(evalRng(o, in)); })
      .Case([&](GatherOp o) { return one(evalGather(o, in)); })
      .Case([&](GatherElementsOp o) { return one(evalGatherElements(o, in)); })
      .Case([&](ScatterOp o) { return one(evalScatter(o, in)); })
      .Case([&](ScatterElementsOp o) { return one(evalScatterElements(o, in)); })
      .Case([&](SortOp o) { return R(evalSort(o, in)); })
      .Case([&](TopKOp o) { return R(evalTopK(o, in)); })
      .Case([&](CheckCloseOp o) { return failed(evalCheckClose(o, in)) ? R(failure()) : R(Results()); })
      .Default([](Operation *o) -> R {
        return o->emitError() << "'" << o->getName() << "' has no meaning for the evaluator";
      });
}

namespace {
/// Values of a running function. Tensors are shared, and dropped after the last
/// operation of their block that uses them.
class Interpreter {
public:
  explicit Interpreter(const EvaluatorOptions &options) : options(options) {}
  FailureOr<Results> runFunction(func::FuncOp function, ArrayRef<Tensor> arguments, unsigned depth);

private:
  using Shared = std::shared_ptr<const Tensor>;
  FailureOr<Results> runBlock(Block &block, Results arguments, unsigned depth);
  FailureOr<Results> runOp(Operation *op, unsigned depth);
  FailureOr<Results> runIf(IfOp op, unsigned depth);
  FailureOr<Results> runScan(ScanOp op, unsigned depth);
  FailureOr<Results> runCall(func::CallOp op, unsigned depth);
  LogicalResult bind(Operation *op, Value value, Tensor tensor);
  void drop(Value value);
  void dropDead(Operation *op);
  Results valuesOf(ValueRange values);
  /// Values whose last use in the block of their definition is at or in the op.
  const DenseMap<Operation *, SmallVector<Value>> &lastUses(Block &block);

  const EvaluatorOptions &options;
  DenseMap<Value, Shared> values;
  DenseMap<Block *, DenseMap<Operation *, SmallVector<Value>>> lastUsesOf;
  llvm::SmallPtrSet<Operation *, 4> running;
  int64_t liveBytes = 0;
};
} // namespace

const DenseMap<Operation *, SmallVector<Value>> &Interpreter::lastUses(Block &block) {
  auto [it, isNew] = lastUsesOf.try_emplace(&block);
  if (!isNew)
    return it->second;
  DenseMap<Operation *, SmallVector<Value>> result;
  auto note = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *inBlock = block.findAncestorOpInBlock(*user);
      if (!last || (inBlock && last->isBeforeInBlock(inBlock)))
        last = inBlock;
    }
    if (last)
      result[last].push_back(value);
  };
  llvm::for_each(block.getArguments(), note);
  for (Operation &op : block)
    llvm::for_each(op.getResults(), note);
  return lastUsesOf[&block] = std::move(result);
}

LogicalResult Interpreter::bind(Operation *op, Value value, Tensor tensor) {
  drop(value);
  liveBytes += tensor.bytes().size();
  if (liveBytes > options.maxBytes)
    return op->emitError() << "live tensors must fit into " << options.maxBytes << " bytes, but got "
                           << liveBytes;
  values[value] = std::make_shared<const Tensor>(std::move(tensor));
  return success();
}

void Interpreter::drop(Value value) {
  auto it = values.find(value);
  if (it == values.end())
    return;
  liveBytes -= it->second->bytes().size();
  values.erase(it);
}

void Interpreter::dropDead(Operation *op) {
  const auto &last = lastUses(*op->getBlock());
  if (auto it = last.find(op); it != last.end())
    llvm::for_each(it->second, [&](Value value) { drop(value); });
  for (Value result : op->getResults())
    if (result.use_empty())
      drop(result);
}

Results Interpreter::valuesOf(ValueRange range) {
  Results tensors;
  for (Value value : range)
    tensors.push_back(*values.at(value));
  return tensors;
}

FailureOr<Results> Interpreter::runBlock(Block &block, Results arguments, unsigned depth) {
  for (auto [argument, tensor] : llvm::zip_equal(block.getArguments(), arguments))
    if (failed(bind(block.getParentOp(), argument, std::move(tensor))))
      return failure();
  for (Operation &op : block.without_terminator()) {
    FailureOr<Results> results = runOp(&op, depth);
    if (failed(results))
      return failure();
    for (auto [result, tensor] : llvm::zip_equal(op.getResults(), *results))
      if (failed(bind(&op, result, std::move(tensor))))
        return failure();
    dropDead(&op);
  }
  Results results = valuesOf(block.getTerminator()->getOperands());
  // What is left over, as the next run of this block binds it anew.
  for (Value argument : block.getArguments())
    drop(argument);
  for (Operation &op : block)
    for (Value result : op.getResults())
      drop(result);
  return results;
}

FailureOr<Results> Interpreter::runOp(Operation *op, unsigned depth) {
  // Refused before anything of such a size is made.
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && bytesOf(tensor) > options.maxBytes - liveBytes)
      return op->emitError() << "live tensors must fit into " << options.maxBytes
                             << " bytes, but got one more "
                             << "of " << bytesOf(tensor);
  // Regions nest as deep as a parser lets them; calls may be recursive.
  if (depth > 128)
    return op->emitError("regions and calls must nest at most 128 deep");
  if (auto branch = dyn_cast<IfOp>(op))
    return runIf(branch, depth + 1);
  if (auto scan = dyn_cast<ScanOp>(op))
    return runScan(scan, depth + 1);
  if (auto kernel = dyn_cast<KernelOp>(op))
    return runBlock(kernel.getBody().front(), valuesOf(kernel.getInputs()), depth + 1);
  if (auto call = dyn_cast<func::CallOp>(op))
    return runCall(call, depth + 1);
  SmallVector<const Tensor *> operands;
  for (Value operand : op->getOperands())
    operands.push_back(values.at(operand).get());
  return evaluateOp(op, operands, options);
}

FailureOr<Results> Interpreter::runIf(IfOp op, unsigned depth) {
  bool isTrue = values.at(op.getPred())->bytes().front() != 0;
  Region &region = isTrue ? op.getThenRegion() : op.getElseRegion();
  return runBlock(region.front(), {}, depth);
}

/// Copies slice `step` of `dim` of `whole` into `part`, or back.
static void copySlice(Tensor &whole, Tensor &part, int64_t dim, int64_t step, bool isIntoPart) {
  int64_t inner = sizeOf(whole.shape().drop_front(dim + 1));
  int64_t outer = sizeOf(whole.shape().take_front(dim));
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < inner; ++i) {
      int64_t at = (o * whole.dim(dim) + step) * inner + i;
      if (isIntoPart)
        copyElement(whole, at, part, o * inner + i);
      else
        copyElement(part, o * inner + i, whole, at);
    }
}

FailureOr<Results> Interpreter::runScan(ScanOp op, unsigned depth) {
  Results carried = valuesOf(op.getInits()), xs = valuesOf(op.getXs()), outputs;
  for (Value output : op.getStacked())
    outputs.emplace_back(typeOf(output));
  Block &body = op.getBody().front();
  unsigned count = op.getNumCarried();
  int64_t trip = op.getTrip();
  for (int64_t t = 0; t < trip; ++t) {
    Results arguments = std::move(carried);
    for (size_t i = 0; i < xs.size(); ++i) {
      arguments.emplace_back(typeOf(body.getArgument(count + i)));
      copySlice(xs[i], arguments.back(), op.getInDims()[i], op.getInReverse()[i] ? trip - 1 - t : t, true);
    }
    FailureOr<Results> yields = runBlock(body, std::move(arguments), depth);
    if (failed(yields))
      return failure();
    carried.assign(yields->begin(), yields->begin() + count);
    for (size_t i = 0; i < outputs.size(); ++i)
      copySlice(outputs[i], (*yields)[count + i], op.getOutDims()[i],
                op.getOutReverse()[i] ? trip - 1 - t : t, false);
  }
  llvm::append_range(carried, outputs);
  return carried;
}

FailureOr<Results> Interpreter::runCall(func::CallOp op, unsigned depth) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, op.getCalleeAttr());
  if (!callee || callee.isExternal())
    return op.emitError() << "'" << op.getCallee() << "' must be a function with a body";
  // A function's values are bound once, so it must not be running already.
  if (!running.insert(callee).second)
    return op.emitError() << "'" << op.getCallee() << "' must not call itself";
  FailureOr<Results> results = runFunction(callee, valuesOf(op.getOperands()), depth);
  running.erase(callee);
  return results;
}

FailureOr<Results> Interpreter::runFunction(func::FuncOp function, ArrayRef<Tensor> arguments,
                                            unsigned depth) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("must have one block to be evaluated");
  TypeRange types = function.getArgumentTypes();
  if (types.size() != arguments.size())
    return function.emitError() << "needs " << types.size() << " arguments to be evaluated, but got "
                                << arguments.size();
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument.type() != types[i])
      return function.emitError() << "argument " << i << " must be " << types[i] << ", but got "
                                  << argument.type();
  running.insert(function);
  return runBlock(function.getBody().front(), Results(arguments), depth);
}

FailureOr<SmallVector<Tensor>> neuron::evaluate(func::FuncOp function, ArrayRef<Tensor> arguments,
                                                const EvaluatorOptions &options) {
  return Interpreter(options).runFunction(function, arguments, 0);
}
