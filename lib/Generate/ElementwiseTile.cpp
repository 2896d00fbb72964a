//===- ElementwiseTile.cpp - elementwise ops on one tile ------------------===//

#include "ElementwiseTile.h"

#include "Lowering.h"

using namespace neuron;
using namespace mlir;

static Type elementOf(Value value) { return cast<RankedTensorType>(value.getType()).getElementType(); }

ValueClass neuron::classOf(Value value) {
  Type type = elementOf(value);
  if (isa<FloatType>(type))
    return ValueClass::Float;
  return type.isInteger(1) ? ValueClass::Bool : ValueClass::Int;
}

static unsigned bitsOf(Value value) { return elementOf(value).getIntOrFloatBitWidth(); }
static bool isUnsigned(Value value) { return elementOf(value).isUnsignedInteger(); }

std::optional<double> neuron::literalOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !constant.getDense().isSplat())
    return std::nullopt;
  DenseElementsAttr dense = constant.getDense();
  if (isa<FloatType>(dense.getElementType())) {
    APFloat number = dense.getSplatValue<APFloat>();
    bool lossy;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lossy);
    return number.convertToDouble();
  }
  APInt number = dense.getSplatValue<APInt>();
  if (dense.getElementType().isInteger(1))
    return double(number.getBoolValue());
  return isUnsigned(value) ? double(number.getZExtValue()) : double(number.getSExtValue());
}

unsigned neuron::temporariesOf(Operation *op) {
  if (op->getNumResults() && classOf(op->getOperand(0)) == ValueClass::Int)
    return isa<BinaryOp>(op) ? 48 : 24;
  if (auto unary = dyn_cast<UnaryOp>(op))
    return llvm::is_contained({UnaryFn::Log, UnaryFn::Log2, UnaryFn::Sin, UnaryFn::Cos}, unary.getFn()) ? 14 : 7;
  if (auto binary = dyn_cast<BinaryOp>(op))
    return llvm::is_contained({BinaryFn::Rem, BinaryFn::Mod, BinaryFn::FloorDiv, BinaryFn::Div}, binary.getFn()) ? 26 : 3;
  return isa<CastOp>(op) ? 10 : 3;
}

Tile neuron::loadDistinct(TileBuilder &b, const TensorView &view) {
  TensorView distinct = view;
  for (unsigned i = 1; i < view.rank(); ++i)
    if (view.strides[i] == 0)
      distinct.sizes[i] = 1;
  Shape sizes(distinct.sizes.begin() + 1, distinct.sizes.end());
  Tile tile = b.sbuf(view.sizes[0], sizes, view.storage);
  b.load(tile, distinct);
  for (unsigned i = 1; i < view.rank(); ++i)
    if (view.strides[i] == 0)
      tile.dims[i - 1] = {view.sizes[i], 0};
  return tile;
}

ElementwiseTile::ElementwiseTile(TileBuilder &b, const TensorView &shape)
    : b(b), rows(shape.sizes[0]), sizes(shape.sizes.begin() + 1, shape.sizes.end()) {}

bool ElementwiseTile::supports(Operation *op) {
  if (auto unary = dyn_cast<UnaryOp>(op)) {
    static constexpr UnaryFn decomposed[] = {UnaryFn::Expm1, UnaryFn::Log1p, UnaryFn::Tan,   UnaryFn::Asin,
                                             UnaryFn::Acos,  UnaryFn::Sinh,  UnaryFn::Cosh,  UnaryFn::Asinh,
                                             UnaryFn::Acosh, UnaryFn::Atanh};
    return !llvm::is_contained(decomposed, unary.getFn());
  }
  if (auto binary = dyn_cast<BinaryOp>(op)) {
    bool isInt = classOf(binary.getLhs()) == ValueClass::Int;
    if (binary.getFn() == BinaryFn::Pow)
      return !isInt;
    return binary.getFn() != BinaryFn::Atan2;
  }
  return isa<CompareOp, SelectOp, ClampOp, CastOp>(op);
}

Tile ElementwiseTile::fresh(DType type) { return b.sbuf(rows, sizes, type); }

void ElementwiseTile::bind(Value value, const Tile &tile) { tiles[value] = tile; }

void ElementwiseTile::declareOutput(Value value, DType storage) { outputs[value] = storage; }

Tile ElementwiseTile::tile(Value value) {
  if (auto found = tiles.find(value); found != tiles.end())
    return found->second;
  if (std::optional<Waiting> before = takeWaiting(value)) {
    Tile result = fresh(DType::F32);
    emitSteps(result, before->x, before->step);
    return tiles[value] = result;
  }
  std::optional<double> number = literalOf(value);
  assert(number && "value was bound or is a literal");
  DType type = Lowering::storageOf(elementOf(value));
  Tile result = fresh(isFloat(type) ? DType::F32 : type);
  if (classOf(value) == ValueClass::Int)
    b.fill(result, double(int64_t(*number)));
  else
    b.fill(result, *number);
  return tiles[value] = result;
}

Tile ElementwiseTile::wide(Value value) {
  Tile narrow = tile(value);
  if (bytesOf(narrow.type) == 4)
    return narrow;
  Tile result = fresh(isUnsigned(value) ? DType::U32 : DType::I32);
  b.copyTile(result, narrow);
  return result;
}

Tile ElementwiseTile::destination(Value value) {
  DType type = Lowering::storageOf(elementOf(value));
  auto output = outputs.find(value);
  bool isLast = output != outputs.end() && value.hasOneUse();
  if (isFloat(type) && !isLast)
    type = DType::F32;
  return tiles[value] = fresh(type);
}

Tile ElementwiseTile::output(Value value) {
  Tile held = tile(value);
  DType storage = outputs.lookup(value);
  bool isDense = held.reshape(sizes).dims.size() == held.dims.size() &&
                 llvm::none_of(held.dims, [](TileDim &d) { return d.step == 0 && d.size > 1; });
  if (held.type == storage && isDense)
    return held;
  Tile result = fresh(storage);
  b.copyOnLighter(result, held);
  return result;
}

void ElementwiseTile::finishInt(Value value, const Tile &result) {
  unsigned bits = bitsOf(value);
  if (bits < 32)
    IntMath(b).wrap(result, bits, !isUnsigned(value));
  Tile dst = destination(value);
  if (bytesOf(dst.type) == 4)
    tiles[value] = result.as(dst.type);
  else // a negative value in an unsigned tile would saturate
    b.copyTile(dst, result.as(isUnsigned(value) ? DType::U32 : DType::I32));
}

void ElementwiseTile::emitUnary(UnaryOp op) {
  Value value = op.getResult();
  if (op.getFn() == UnaryFn::LogicalNot) {
    Tile x = tile(op.getX());
    return b.tensorScalar(destination(value), x, {AluOp::Equal, 0.0f});
  }
  if (classOf(op.getX()) == ValueClass::Float) {
    Tile x = tile(op.getX());
    FloatMath(b).unary(op.getFn(), destination(value), x);
    return;
  }
  Tile x = wide(op.getX()), result = fresh(x.type);
  IntMath(b).unary(op.getFn(), result, x);
  finishInt(value, result);
}

/// Float op with a literal that is no step: a quotient, a square.
bool ElementwiseTile::emitImmediate(BinaryOp op, const Tile &dst) {
  std::optional<double> left = literalOf(op.getLhs()), right = literalOf(op.getRhs());
  if (bool(left) == bool(right))
    return false;
  if (op.getFn() == BinaryFn::Div && left) {
    Tile inverse = fresh(DType::F32);
    b.reciprocal(inverse, tile(op.getRhs()));
    b.tensorScalar(dst, inverse, {AluOp::Multiply, float(*left)});
    return true;
  }
  if (op.getFn() == BinaryFn::Pow && right && *right == 2.0) {
    Tile x = tile(op.getLhs());
    b.tensorTensor(AluOp::Multiply, dst, x, x);
    return true;
  }
  return false;
}

void ElementwiseTile::emitBool(BinaryOp op, const Tile &dst) {
  AluOp alu = llvm::is_contained({BinaryFn::And, BinaryFn::Mul, BinaryFn::Min}, op.getFn()) ? AluOp::LogicalAnd
              : op.getFn() == BinaryFn::Xor                                                ? AluOp::LogicalXor
                                                                                          : AluOp::LogicalOr;
  b.tensorTensor(alu, dst, tile(op.getLhs()), tile(op.getRhs()));
}

bool neuron::becomesInteger(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    auto unary = dyn_cast<UnaryOp>(user);
    return isa<CastOp>(user) ||
           (unary && llvm::is_contained({UnaryFn::RoundEven, UnaryFn::Floor, UnaryFn::Ceil, UnaryFn::Trunc}, unary.getFn()));
  });
}

void ElementwiseTile::emitBinary(BinaryOp op) {
  switch (classOf(op.getResult())) {
  case ValueClass::Bool:
    return emitBool(op, destination(op.getResult()));
  case ValueClass::Float: {
    Tile dst = destination(op.getResult());
    if (op.getFn() == BinaryFn::Div && becomesInteger(op.getResult())) {
      Tile x = tile(op.getLhs()), y = tile(op.getRhs());
      FloatMath(b).exactDivision(dst, x, y);
    } else if (!emitImmediate(op, dst)) {
      Tile x = tile(op.getLhs()), y = tile(op.getRhs());
      FloatMath(b).binary(op.getFn(), dst, x, y);
    }
    return;
  }
  case ValueClass::Int: {
    Tile x = wide(op.getLhs()), y = wide(op.getRhs()), result = fresh(x.type);
    IntMath(b).binary(op.getFn(), result, x, y);
    return finishInt(op.getResult(), result);
  }
  }
}

static AluOp relation(CompareFn fn) {
  static constexpr AluOp ops[] = {AluOp::Equal, AluOp::NotEqual,  AluOp::Less,
                                  AluOp::LessEqual, AluOp::Greater, AluOp::GreaterEqual};
  return ops[unsigned(fn)];
}

void ElementwiseTile::emitCompare(CompareOp op) {
  Tile dst = destination(op.getResult());
  bool isExact = classOf(op.getLhs()) != ValueClass::Int || bitsOf(op.getLhs()) <= 16;
  std::optional<double> right = literalOf(op.getRhs());
  if (right && isExact)
    return b.tensorScalar(dst, tile(op.getLhs()), {relation(op.getFn()), float(*right)});
  if (isExact)
    return FloatMath(b).compare(op.getFn(), dst, tile(op.getLhs()), tile(op.getRhs()));
  IntMath(b).compare(op.getFn(), dst, wide(op.getLhs()), wide(op.getRhs()));
}

void ElementwiseTile::emitSelect(SelectOp op) {
  Tile dst = destination(op.getResult()), onTrue = tile(op.getOnTrue()), onFalse = tile(op.getOnFalse());
  Tile pred = tile(op.getPred());
  if (onTrue.type != dst.type) {
    Tile converted = fresh(dst.type);
    b.copyTile(converted, onTrue);
    onTrue = converted;
  }
  b.copyTile(dst, onFalse);
  b.copyPredicated(dst, pred, onTrue);
}

void ElementwiseTile::emitClamp(ClampOp op) {
  auto bound = [](std::optional<APFloat> value) { return value ? std::optional<double>(value->convertToDouble()) : std::nullopt; };
  std::optional<double> low = bound(op.getMin()), high = bound(op.getMax());
  if (classOf(op.getResult()) == ValueClass::Float) {
    AluStep first = low ? AluStep{AluOp::Max, float(*low)} : AluStep{AluOp::Min, float(*high)};
    AluStep second = low && high ? AluStep{AluOp::Min, float(*high)} : AluStep{};
    Tile x = tile(op.getX());
    return b.tensorScalar(destination(op.getResult()), x, first, second);
  }
  Tile x = wide(op.getX()), limit = fresh(x.type), result = fresh(x.type);
  b.copyTile(result, x);
  auto apply = [&](BinaryFn fn, double value) {
    b.fill(limit, std::clamp(value, -2147483648.0, x.type == DType::U32 ? 4294967295.0 : 2147483647.0));
    IntMath(b).binary(fn, result, result, limit);
  };
  if (low)
    apply(BinaryFn::Max, *low);
  if (high)
    apply(BinaryFn::Min, *high);
  finishInt(op.getResult(), result);
}

void ElementwiseTile::emitCast(CastOp op) {
  ValueClass from = classOf(op.getX()), to = classOf(op.getResult());
  if (to == ValueClass::Bool) {
    Tile x = tile(op.getX());
    return b.tensorScalar(destination(op.getResult()), x, {AluOp::NotEqual, 0.0f});
  }
  if (to == ValueClass::Int && from == ValueClass::Int && bitsOf(op.getResult()) < 32) {
    Tile x = wide(op.getX()), result = fresh(x.type);
    b.copyTile(result, x);
    return finishInt(op.getResult(), result);
  }
  if (to == ValueClass::Int && from == ValueClass::Int) {
    tiles[op.getResult()] = wide(op.getX()).as(Lowering::storageOf(elementOf(op.getResult())));
    return;
  }
  Tile x = tile(op.getX()), dst = destination(op.getResult());
  if (to == ValueClass::Int && from == ValueClass::Float) {
    Tile whole = fresh(DType::F32);
    FloatMath(b).trunc(whole, x);
    return b.copyTile(dst, whole);
  }
  from == ValueClass::Float ? b.copyOnLighter(dst, x) : b.copyTile(dst, x);
}

void ElementwiseTile::emit(Operation *op) {
  if (emitStep(op))
    return;
  llvm::TypeSwitch<Operation *>(op)
      .Case<UnaryOp>([&](auto op) { emitAfterStep(op) ? void() : emitUnary(op); })
      .Case<BinaryOp>([&](auto op) { emitAfterStep(op) ? void() : emitBinary(op); })
      .Case<CompareOp>([&](auto op) { emitCompare(op); })
      .Case<SelectOp>([&](auto op) { emitSelect(op); })
      .Case<ClampOp>([&](auto op) { emitClamp(op); })
      .Case<CastOp>([&](auto op) { emitAfterStep(op) ? void() : emitCast(op); });
}
