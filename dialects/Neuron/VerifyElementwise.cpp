//===- VerifyElementwise.cpp - rules of sources and elementwise ops -------===//

#include "dialects/Neuron/Verify.h"

using namespace mlir;
using namespace neuron;

// Kinds of element that a function may take, as a set of bits.
enum Kind : unsigned { Float = 1, Integer = 2, Bool = 4 };

static unsigned kindOf(Type element) {
  if (isa<FloatType>(element))
    return Float;
  return element.isInteger(1) ? Bool : Integer;
}

static StringRef describe(unsigned kinds) {
  switch (kinds) {
  case Float:
    return "float";
  case Integer:
    return "integer";
  case Bool:
    return "i1";
  case Float | Integer:
    return "float or integer";
  case Integer | Bool:
    return "integer or i1";
  default:
    llvm_unreachable("no function takes such a set");
  }
}

static unsigned kindsOf(UnaryFn fn) {
  switch (fn) {
  case UnaryFn::Neg:
  case UnaryFn::Abs:
  case UnaryFn::Sign:
  case UnaryFn::Square:
  case UnaryFn::Relu:
    return Float | Integer;
  case UnaryFn::LogicalNot:
    return Bool;
  case UnaryFn::BitwiseNot:
    return Integer;
  default:
    return Float;
  }
}

static unsigned kindsOf(BinaryFn fn) {
  switch (fn) {
  case BinaryFn::And:
  case BinaryFn::Or:
  case BinaryFn::Xor:
    return Integer | Bool;
  case BinaryFn::Shl:
  case BinaryFn::Shr:
    return Integer;
  case BinaryFn::Atan2:
    return Float;
  default:
    return Float | Integer;
  }
}

static LogicalResult verifyKind(Operation *op, StringRef fn, unsigned kinds, Value x) {
  if (kinds & kindOf(elementOf(x)))
    return success();
  return op->emitOpError() << "'" << fn << "' takes " << describe(kinds) << " elements, but got "
                           << elementOf(x);
}

LogicalResult ConstantOp::verify() {
  // C1
  if (isa<DenseElementsAttr>(getValue()))
    return success();
  return emitOpError() << "'value' must be a dense attribute, but got " << getValue();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult WeightOp::verify() {
  // C1
  return getName().empty() ? emitOpError("'name' must not be empty, but got \"\"") : success();
}

LogicalResult UnaryOp::verify() {
  // C1
  if (failed(verifyKind(*this, stringifyUnaryFn(getFn()), kindsOf(getFn()), getX())))
    return failure();
  // C2
  SmallVector<Type> types;
  if (failed(inferReturnTypes(getContext(), getLoc(), Adaptor(*this), types)))
    return failure();
  if (getResult().getType() == types.front())
    return success();
  return emitOpError() << "'result' must have the type " << types.front() << ", but got "
                       << getResult().getType();
}

LogicalResult BinaryOp::verify() {
  // C1
  return verifyKind(*this, stringifyBinaryFn(getFn()), kindsOf(getFn()), getLhs());
}

LogicalResult CompareOp::verify() {
  // C1; ODS has checked the element type
  return verifyInferredShapes(*this);
}

LogicalResult ClampOp::verify() {
  // C1
  if (isBool(getX()))
    return emitOpError() << "'x' must have float or integer elements, but got " << elementOf(getX());
  // C2
  if (!getMin() && !getMax())
    return emitOpError("must have 'min' or 'max', but got neither");
  if ((getMin() && getMin()->isNaN()) || (getMax() && getMax()->isNaN()))
    return emitOpError("'min' and 'max' must be numbers, but got NaN");
  return success();
}

LogicalResult CastOp::verify() {
  // C1
  return verifyShape(*this, "result", getResult().getType(), tensorType(getX()).getShape());
}
