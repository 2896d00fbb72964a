//===- Generate.cpp - func @main to nisa.program --------------------------===//
//
// Variables for the signature, then the kernels of each op in order, then what
// is left to be copied to the outputs.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Generate/Generate.h"

#include "Lowering.h"
#include "Scan.h"
#include "Turn.h"
#include "Words.h"

#include "dialects/Nisa/Nisa.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace neuron;
using namespace mlir;

namespace {
class FunctionLowering {
public:
  FunctionLowering(func::FuncOp func, Lowering &lowering) : func(func), lowering(lowering) {}

  LogicalResult run();

private:
  void declareArguments();
  void declareResults();
  void reserveResults(func::ReturnOp op);
  struct Store {
    TensorView dst;
    SmallVector<TensorView, 2> srcs; ///< one, or the low and the high words
    Location loc;
  };
  Store storeOf(Value value, const TensorView &output, Location loc);
  void store(const Store &store);
  LogicalResult storeResults(func::ReturnOp op);
  Location locationOfResult(unsigned index, Value value);
  StringRef text(DictionaryAttr attrs, StringRef name);

  func::FuncOp func;
  Lowering &lowering;
  llvm::StringMap<TensorView> shared;  ///< in-out and state variables by name
  SmallVector<TensorView> outputs;     ///< by result number, with model types
  SmallVector<bool> isWritten;
};
} // namespace

StringRef FunctionLowering::text(DictionaryAttr attrs, StringRef name) {
  auto attr = attrs ? attrs.getAs<StringAttr>(name) : StringAttr();
  return attr ? attr.getValue() : StringRef();
}

/// A 64-bit variable is used through its low words.
static TensorView lowWords(const TensorView &view) {
  if (view.storage == DType::I64)
    return view.words(0);
  return view.storage == DType::U64 || view.storage == DType::F64 ? view.words(0, DType::U32) : view;
}

void FunctionLowering::declareArguments() {
  // Where an in-out or state argument is written at the end.
  llvm::StringMap<int64_t> outputIndex;
  int64_t position = 0;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (StringRef kind = text(func.getResultAttrDict(i), "neuron.kind"); kind == "output" || kind == "inout" || kind.empty())
      outputIndex[text(func.getResultAttrDict(i), "neuron.name")] = position++;
  int64_t index = 0;
  for (BlockArgument arg : func.getArguments()) {
    DictionaryAttr attrs = func.getArgAttrDict(arg.getArgNumber());
    auto type = cast<RankedTensorType>(arg.getType());
    VariableInfo info;
    info.name = text(attrs, "neuron.name").str();
    if (info.name.empty())
      info.name = "input_" + std::to_string(arg.getArgNumber());
    StringRef kind = text(attrs, "neuron.kind");
    info.kind = kind.empty() ? StringRef("input") : kind;
    info.dtype = Lowering::modelTypeOf(type.getElementType());
    info.shape.assign(type.getShape().begin(), type.getShape().end());
    if (info.kind == "input" || info.kind == "inout")
      info.inputIndex = index++;
    if (info.kind == "inout")
      info.outputIndex = outputIndex.lookup(info.name);
    if (StringRef initial = text(attrs, "neuron.initial"); !initial.empty())
      info.file = lowering.initialValue(initial, info.dtype, info.shape);
    TensorView view = lowering.variable(info);
    if (info.kind == "inout" || info.kind == "state")
      shared[info.name] = view;
    lowering.bind(arg, lowWords(view));
  }
}

void FunctionLowering::declareResults() {
  int64_t index = 0;
  for (unsigned i = 0; i < func.getNumResults(); ++i) {
    DictionaryAttr attrs = func.getResultAttrDict(i);
    auto type = cast<RankedTensorType>(func.getResultTypes()[i]);
    StringRef name = text(attrs, "neuron.name"), kind = text(attrs, "neuron.kind");
    int64_t position = kind == "state" ? -1 : index++;
    if (auto found = shared.find(name); found != shared.end() && (kind == "inout" || kind == "state")) {
      outputs.push_back(found->second);
      continue;
    }
    VariableInfo info;
    info.name = name.empty() ? "output_" + std::to_string(i) : name.str();
    info.kind = "output";
    info.dtype = Lowering::modelTypeOf(type.getElementType());
    info.shape.assign(type.getShape().begin(), type.getShape().end());
    info.outputIndex = position;
    outputs.push_back(lowering.variable(info));
  }
  isWritten.assign(outputs.size(), false);
}

/// A result that one kernel produces, alone and in the output's type, is
/// written in place. In-out variables are not: their old value may be needed.
void FunctionLowering::reserveResults(func::ReturnOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    const TensorView &output = outputs[i];
    Value value = operand.get();
    TensorView place = output;
    while (auto reshape = value.getDefiningOp<ReshapeOp>()) {
      place = *place.reshape(cast<RankedTensorType>(reshape.getX().getType()).getShape());
      value = reshape.getX();
    }
    Operation *producer = value.getDefiningOp();
    bool isKernel = producer && (isa<KernelOp>(producer) || findGenerator(producer));
    bool isShared = llvm::any_of(shared, [&](auto &s) { return s.second.buffer == output.buffer; });
    bool isNarrow = output.storage == place.storage && output.storage != DType::I64 && output.storage != DType::U64;
    bool isReturnedOnce = llvm::count_if(value.getUsers(), [](Operation *user) { return isa<func::ReturnOp, ReshapeOp>(user); }) == 1;
    if (!isKernel || isShared || !isNarrow || !isReturnedOnce)
      continue;
    lowering.reserve(value, place);
    isWritten[i] = true;
  }
}

/// Named after the result, at the place of what computes it.
Location FunctionLowering::locationOfResult(unsigned index, Value value) {
  StringRef name = text(func.getResultAttrDict(index), "neuron.name");
  std::string label = name.empty() ? "output " + std::to_string(index) : name.str();
  return NameLoc::get(StringAttr::get(func.getContext(), label), value.getLoc());
}

/// The argument that two words are of.
static Value wholeOf(JoinWordsOp op) {
  auto low = op.getLow().getDefiningOp<WordOp>(), high = op.getHigh().getDefiningOp<WordOp>();
  bool isWhole = low && high && low.getX() == high.getX() && low.getIndex() == 0 && high.getIndex() == 1;
  return isWhole && isa<BlockArgument>(low.getX()) ? low.getX() : Value();
}

/// What has to be written to `output`.
FunctionLowering::Store FunctionLowering::storeOf(Value value, const TensorView &output, Location loc) {
  auto join = value.getDefiningOp<JoinWordsOp>();
  if (!join)
    return {output, {lowering.operand(value)}, loc};
  if (Value whole = wholeOf(join)) {
    TensorView words = lowering.view(whole);
    words.storage = DType::U32;
    return {pairsOf(output.words(0, DType::U32)), {pairsOf(words)}, loc};
  }
  return {output, {lowering.operand(join.getLow()), lowering.operand(join.getHigh())}, loc};
}

static bool isSamePlace(const TensorView &a, const TensorView &b) {
  return a.buffer == b.buffer && a.storage == b.storage && a.strides == b.strides && a.offset.isConstant() &&
         b.offset.isConstant() && a.offset.base == b.offset.base;
}

void FunctionLowering::store(const Store &store) {
  lowering.kernel(store.loc, "copy", 0, [&](TileBuilder &b) {
    if (store.srcs.size() == 2)
      joinWords(b, store.dst, store.srcs[0], store.srcs[1]);
    else if (store.dst.storage == DType::I64 || store.dst.storage == DType::U64)
      widen(b, store.dst, store.srcs[0]);
    else
      moveTensor(b, store.dst, store.srcs[0]);
  });
}

LogicalResult FunctionLowering::storeResults(func::ReturnOp op) {
  std::vector<Store> stores;
  for (auto [i, value] : llvm::enumerate(op.getOperands()))
    if (!isWritten[i])
      stores.push_back(storeOf(value, outputs[i], locationOfResult(i, value)));
  llvm::erase_if(stores, [](const Store &store) { return store.srcs.size() == 1 && isSamePlace(store.dst, store.srcs[0]); });
  // What lies in a shared variable moves away before any is written.
  for (Store &store : stores)
    for (TensorView &src : store.srcs) {
      bool isShared = llvm::any_of(shared, [&](auto &s) { return s.second.buffer == src.buffer; });
      if (!isShared)
        continue;
      TensorView moved = lowering.scratch(src.storage, src.sizes);
      lowering.kernel(store.loc, "copy", 0, [&](TileBuilder &b) { b.copy(moved, src); });
      src = moved;
    }
  for (const Store &store : stores)
    this->store(store);
  return success();
}

/// f64 is in memory alone: as words of arguments and results, and as weights
/// that are converted while they are written to the artifact.
static bool mayHoldF64(Operation *op) {
  if (isa<func::ReturnOp>(op))
    return llvm::all_of(op->getOperands(), [](Value value) {
      return !tensorType(value).getElementType().isF64() || value.getDefiningOp<JoinWordsOp>();
    });
  auto cast = dyn_cast<CastOp>(op);
  return isa<ConstantOp, WeightOp, WordOp, JoinWordsOp>(op) || (cast && cast.getX().getDefiningOp<WeightOp>());
}

static LogicalResult checkTypes(Operation *op) {
  static constexpr StringLiteral remedy =
      "the machine has no arithmetic on 4-bit types; export the model in f32";
  // Elements that no instruction computes with.
  auto hasNoLowering = [&](Type type) {
    Type element = cast<RankedTensorType>(type).getElementType();
    if (element.isF64())
      return !mayHoldF64(op);
    return isa<Float4E2M1FNType>(element) || (isa<IntegerType>(element) && element.getIntOrFloatBitWidth() == 4);
  };
  if (llvm::any_of(op->getResultTypes(), hasNoLowering))
    return unsupported(op, "has a result type without a lowering", remedy);
  if (llvm::any_of(op->getOperandTypes(), hasNoLowering))
    return unsupported(op, "has an operand type without a lowering", remedy);
  return success();
}

LogicalResult FunctionLowering::run() {
  auto returned = cast<func::ReturnOp>(func.getBody().front().getTerminator());
  if (failed(checkTypes(returned)))
    return failure();
  declareArguments();
  declareResults();
  reserveResults(returned);
  if (failed(lowerBlock(lowering, func.getBody().front())))
    return failure();
  return storeResults(returned);
}

LogicalResult neuron::lowerBlock(Lowering &lowering, Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (failed(checkTypes(&op)))
      return failure();
    if (auto weight = dyn_cast<WeightOp>(op)) {
      lowering.bind(weight.getResult(), lowering.weight(weight.getName(), weight.getResult().getType()));
      continue;
    }
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      lowering.bind(constant.getResult(), lowering.constant(constant.getDense()));
      continue;
    }
    if (isa<JoinWordsOp>(op) || lowerViewOp(lowering, &op))
      continue;
    if (auto scan = dyn_cast<ScanOp>(op)) {
      if (failed(lowerScan(lowering, scan)))
        return failure();
      continue;
    }
    Generator generator = findGenerator(&op);
    if (!generator)
      return unsupported(&op, "has no generator");
    if (failed(generator(lowering, &op)))
      return failure();
  }
  return success();
}

FailureOr<OwningOpRef<ModuleOp>> neuron::generate(ModuleOp module, const Target &target, const WeightStore &weights,
                                                  const GenerateOptions &options, WeightPlan &plan) {
  auto func = module.lookupSymbol<func::FuncOp>("main");
  if (!func || !func.getBody().hasOneBlock())
    return module.emitError("[NRN-E9001] the module needs a func @main with one block");
  MLIRContext *context = module.getContext();
  context->loadDialect<nisa::NisaDialect>();
  OwningOpRef<ModuleOp> result = ModuleOp::create(module.getLoc());
  OpBuilder builder(context);
  builder.setInsertionPointToEnd(result->getBody());
  auto program = nisa::ProgramOp::create(builder, func.getLoc(), "main", StringRef(target.name));
  Block &body = program.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(&body);
  // Marks the end of the variables while kernels follow behind it.
  auto marker = nisa::KernelOp::create(builder, func.getLoc(), "begin", "", 0);
  marker.getBody().emplaceBlock();
  Lowering lowering(builder, marker, target, weights, plan, options);
  if (failed(FunctionLowering(func, lowering).run()))
    return failure();
  marker.erase();
  return result;
}
