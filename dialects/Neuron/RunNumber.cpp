//===- RunNumber.cpp - a state that counts the runs -----------------------===//

#include "RunNumber.h"

using namespace mlir;
using namespace neuron;

static constexpr StringLiteral kName = "neuron.run_number";

/// What stands for the argument until the signature is complete.
static UnrealizedConversionCastOp placeholder(func::FuncOp func) {
  for (auto op : func.getBody().front().getOps<UnrealizedConversionCastOp>())
    if (op->hasAttr(kName))
      return op;
  return {};
}

static Value runNumber(OpBuilder &builder, Location loc, func::FuncOp func) {
  if (UnrealizedConversionCastOp op = placeholder(func))
    return op.getResult(0);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&func.getBody().front());
  auto type = RankedTensorType::get({1}, builder.getIntegerType(32, /*isSigned=*/false));
  auto op = UnrealizedConversionCastOp::create(builder, loc, type, ValueRange());
  op->setAttr(kName, builder.getUnitAttr());
  return op.getResult(0);
}

Value neuron::randomNumbers(OpBuilder &builder, Location loc, RngFn fn, ArrayRef<int64_t> shape, double a, double b) {
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  for (; parent && !isa<func::FuncOp>(parent); parent = parent->getParentOp())
    if (!isa<IfOp>(parent))
      return {};
  auto func = cast_or_null<func::FuncOp>(parent);
  if (!func || func.getName() != "main")
    return {};
  Value number = runNumber(builder, loc, func);
  uint32_t stream = uint32_t(std::distance(number.use_begin(), number.use_end()));
  auto type = RankedTensorType::get(shape, builder.getF32Type());
  return RngOp::create(builder, loc, type, fn, number, llvm::APFloat(a), llvm::APFloat(b), stream);
}

void neuron::countRuns(func::FuncOp main) {
  UnrealizedConversionCastOp op = placeholder(main);
  if (!op)
    return;
  OpBuilder builder(main.getContext());
  Operation *returned = main.getBody().front().getTerminator();
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  DictionaryAttr attrs = builder.getDictionaryAttr({builder.getNamedAttr("neuron.kind", builder.getStringAttr("state")),
                                                    builder.getNamedAttr("neuron.name", builder.getStringAttr(kName))});
  unsigned last = main.getNumArguments(), result = main.getNumResults();
  (void)main.insertArgument(last, type, attrs, op.getLoc());
  op.getResult(0).replaceAllUsesWith(main.getArgument(last));
  op.erase();
  builder.setInsertionPoint(returned);
  Value next = BinaryOp::create(builder, returned->getLoc(), BinaryFn::Add, main.getArgument(last),
                                splatInt(builder, returned->getLoc(), type, 1));
  returned->insertOperands(returned->getNumOperands(), next);
  (void)main.insertResult(result, type, attrs);
}
