//===- Match.cpp - what patterns ask about values -------------------------===//

#include "Match.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

static double numberOf(DenseElementsAttr attr) {
  Type element = attr.getElementType();
  if (isa<FloatType>(element))
    return attr.getSplatValue<APFloat>().convertToDouble();
  APInt bits = attr.getSplatValue<APInt>();
  return element.isUnsignedInteger() || element.isInteger(1) ? double(bits.getZExtValue())
                                                             : double(bits.getSExtValue());
}

std::optional<double> neuron::splatNumber(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<BroadcastInDimOp, ReshapeOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  if (!constant || !constant.getDense().isSplat())
    return std::nullopt;
  return numberOf(constant.getDense());
}

/// Numbers of models were rounded to f32 somewhere.
static bool isNear(double a, double b) { return a == b || std::fabs(a - b) <= 1e-6 * std::fabs(b); }

bool neuron::isNumber(Value value, double number) {
  std::optional<double> found = splatNumber(value);
  return found &&
         (isa<FloatType>(tensorType(value).getElementType()) ? isNear(*found, number) : *found == number);
}

UnaryOp neuron::definingUnary(Value value, UnaryFn fn) {
  auto op = value.getDefiningOp<UnaryOp>();
  return op && op.getFn() == fn ? op : UnaryOp();
}

BinaryOp neuron::definingBinary(Value value, BinaryFn fn) {
  auto op = value.getDefiningOp<BinaryOp>();
  return op && op.getFn() == fn ? op : BinaryOp();
}

static bool isCommutative(BinaryFn fn) {
  return fn == BinaryFn::Add || fn == BinaryFn::Mul || fn == BinaryFn::Max || fn == BinaryFn::Min;
}

std::optional<WithNumber> neuron::splitNumber(Value value, BinaryFn fn) {
  BinaryOp op = definingBinary(value, fn);
  if (!op)
    return std::nullopt;
  if (std::optional<double> number = splatNumber(op.getRhs()))
    return WithNumber{op.getLhs(), *number};
  if (std::optional<double> number = splatNumber(op.getLhs()); number && isCommutative(fn))
    return WithNumber{op.getRhs(), *number};
  return std::nullopt;
}

Value neuron::otherThanNumber(Value value, BinaryFn fn, double number) {
  std::optional<WithNumber> parts = splitNumber(value, fn);
  return parts && isNear(parts->number, number) ? parts->x : Value();
}

Value neuron::spreadOver(Value value, ArrayRef<int64_t> dims) {
  auto op = value.getDefiningOp<BroadcastInDimOp>();
  if (!op)
    return {};
  SmallVector<int64_t> others = otherDims(tensorType(value).getRank(), dims);
  return ArrayRef<int64_t>(others) == op.getDims() ? op.getX() : Value();
}

static void addFactors(Value value, Product &product, unsigned depth) {
  std::optional<double> number = splatNumber(value);
  if (number) {
    product.number *= *number;
    return;
  }
  auto repeat = [&](Value x, unsigned times) {
    for (unsigned i = 0; i < times; ++i)
      addFactors(x, product, depth + 1);
  };
  // Products of models have few factors; anything deeper is one.
  if (depth < 6) {
    if (BinaryOp op = definingBinary(value, BinaryFn::Mul)) {
      addFactors(op.getLhs(), product, depth + 1);
      return addFactors(op.getRhs(), product, depth + 1);
    }
    if (auto parts = splitNumber(value, BinaryFn::Div)) {
      product.number /= parts->number;
      return repeat(parts->x, 1);
    }
    if (auto parts = splitNumber(value, BinaryFn::Pow); parts && (parts->number == 2 || parts->number == 3))
      return repeat(parts->x, unsigned(parts->number));
    if (UnaryOp op = definingUnary(value, UnaryFn::Square))
      return repeat(op.getX(), 2);
    if (UnaryOp op = definingUnary(value, UnaryFn::Neg)) {
      product.number = -product.number;
      return repeat(op.getX(), 1);
    }
  }
  product.factors.push_back(value);
}

Product neuron::productOf(Value value) {
  Product product;
  addFactors(value, product, 0);
  return product;
}
