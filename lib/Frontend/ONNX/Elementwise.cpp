//===- Elementwise.cpp - one result element for each operand element ------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

template <UnaryFn fn> LogicalResult unary(Call &n) { return n.result(n.e.unary(fn, n.in(0))); }

/// Two operands made one shape. Before opset 7 the second was placed at an axis of the first.
bool readPair(Call &n, Value (&values)[2]) {
  values[0] = n.in(0);
  values[1] = n.in(1);
  if (n.opset < 7 && n.attrInt("broadcast", 0) && n.hasAttr("axis")) {
    Dims shape = Emitter::shape(values[0]);
    int64_t axis = n.dimAttr("axis", 0, shape.size());
    int64_t trailing = int64_t(shape.size()) - axis - Emitter::rank(values[1]);
    if (trailing < 0 || n.failed())
      return succeeded(n.invalid("the second operand does not fit at its axis"));
    Shape sizes(Emitter::shape(values[1]));
    sizes.append(trailing, 1);
    values[1] = n.e.reshape(values[1], sizes);
  }
  return n.broadcastTogether(values);
}

template <BinaryFn fn> LogicalResult binary(Call &n) {
  Value v[2];
  return readPair(n, v) ? n.result(n.e.binary(fn, v[0], v[1])) : failure();
}

template <CompareFn fn> LogicalResult compare(Call &n) {
  Value v[2];
  return readPair(n, v) ? n.result(n.e.compare(fn, v[0], v[1])) : failure();
}

/// Base and exponent may have different types; the result has that of the base.
LogicalResult importPow(Call &n) {
  Value v[2];
  if (!readPair(n, v))
    return failure();
  Value base = v[0], exponent = v[1];
  Type type = Emitter::element(base);
  if (type == Emitter::element(exponent))
    return n.result(n.e.binary(BinaryFn::Pow, base, exponent));
  if (Emitter::isFloat(base))
    return n.result(n.e.binary(BinaryFn::Pow, base, n.e.cast(exponent, type)));
  if (!Emitter::isFloat(exponent))
    return n.result(n.e.binary(BinaryFn::Pow, base, n.e.cast(exponent, type)));
  Type wide = n.e.b.getF64Type();
  Value power = n.e.binary(BinaryFn::Pow, n.e.cast(base, wide), n.e.cast(exponent, wide));
  return n.result(n.e.cast(n.e.needingF64(power), type)); // f32 would give integers that are off by one
}

LogicalResult importMod(Call &n) {
  Value v[2];
  if (!readPair(n, v))
    return failure();
  bool isC = n.attrInt("fmod", 0) != 0;
  return n.result(n.e.binary(isC ? BinaryFn::Rem : BinaryFn::Mod, v[0], v[1]));
}

LogicalResult importBitShift(Call &n) {
  Value v[2];
  if (!readPair(n, v))
    return failure();
  StringRef direction = n.attrString("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    return n.invalid("direction has to be LEFT or RIGHT");
  return n.result(n.e.binary(direction == "LEFT" ? BinaryFn::Shl : BinaryFn::Shr, v[0], v[1]));
}

/// Any number of operands, joined from the left.
template <BinaryFn fn> LogicalResult variadic(Call &n) {
  SmallVector<Value> values = n.allIn();
  if (n.failed() || !n.broadcastTogether(values))
    return failure();
  Value result = values[0];
  for (Value value : ArrayRef(values).drop_front())
    result = n.e.binary(fn, result, value);
  if (n.node.opType == "Mean" && values.size() > 1)
    result = n.e.div(result, n.e.like(result, double(values.size())));
  return n.result(result);
}

LogicalResult importWhere(Call &n) {
  Value values[] = {n.in(0), n.in(1), n.in(2)};
  if (!n.broadcastTogether(values))
    return failure();
  if (values[1].getType() != values[2].getType())
    return n.invalid("the two values have different types");
  return n.result(n.e.select(values[0], values[1], values[2]));
}

/// A bound of Clip: its number if known, so that it can be an attribute.
LogicalResult clipBound(Call &n, unsigned i, BinaryFn fn, Value &x, std::optional<double> &bound) {
  Value value = n.in(i);
  if (!value)
    return failure(n.failed());
  if (Emitter::count(value) != 1 || Emitter::element(value) != Emitter::element(x))
    return n.invalid("a bound has to be one element of the operand's type");
  std::optional<Tensor> known = n.e.constant(value);
  if (known && !std::isnan(known->numbers()[0]))
    bound = known->numbers()[0];
  else
    x = n.e.binary(fn, x, n.e.broadcast(n.e.reshape(value, {}), Emitter::shape(x)));
  return success();
}

LogicalResult importClip(Call &n) {
  Value x = n.in(0);
  std::optional<double> min, max;
  if (n.opset < 11) {
    if (n.hasAttr("min"))
      min = n.attrFloat("min", 0);
    if (n.hasAttr("max"))
      max = n.attrFloat("max", 0);
    return n.result(n.e.clamp(x, min, max));
  }
  if (failed(clipBound(n, 1, BinaryFn::Max, x, min)) || failed(clipBound(n, 2, BinaryFn::Min, x, max)))
    return failure();
  return n.result(n.e.clamp(x, min, max));
}

LogicalResult importIsInf(Call &n) {
  Value x = n.in(0);
  bool positive = n.attrInt("detect_positive", 1), negative = n.attrInt("detect_negative", 1);
  if (positive && negative)
    return n.result(n.e.unary(UnaryFn::IsInf, x));
  double infinity = std::numeric_limits<double>::infinity();
  if (!positive && !negative)
    return n.result(n.e.full(Emitter::shape(x), n.e.i1(), 0));
  return n.result(n.e.compareNumber(CompareFn::Eq, x, positive ? infinity : -infinity));
}

/// Operands of floats are computed as they are; integers of unsigned type have no sign to take away.
LogicalResult importAbs(Call &n) {
  Value x = n.in(0);
  return n.result(Emitter::isUnsigned(x) ? x : n.e.unary(UnaryFn::Abs, x));
}

/// Takes sequences and optionals, too.
LogicalResult importIdentity(Call &n) {
  return n.entry(0) ? n.result(*n.entry(0)) : n.invalid("input 0 is missing");
}

LogicalResult importNot(Call &n) { return n.result(n.e.notOf(n.in(0))); }

} // namespace

ArrayRef<Operator> neuron::onnx::elementwiseOperators() {
  static const Operator rows[] = {
      {"Abs", 1, 0, 1, importAbs},
      {"Acos", 7, 0, 1, unary<UnaryFn::Acos>},
      {"Acosh", 9, 0, 1, unary<UnaryFn::Acosh>},
      {"Add", 1, 0, 2, binary<BinaryFn::Add>},
      {"And", 1, 0, 2, binary<BinaryFn::And>},
      {"Asin", 7, 0, 1, unary<UnaryFn::Asin>},
      {"Asinh", 9, 0, 1, unary<UnaryFn::Asinh>},
      {"Atan", 7, 0, 1, unary<UnaryFn::Atan>},
      {"Atanh", 9, 0, 1, unary<UnaryFn::Atanh>},
      {"BitShift", 11, 0, 2, importBitShift},
      {"BitwiseAnd", 18, 0, 2, binary<BinaryFn::And>},
      {"BitwiseNot", 18, 0, 1, unary<UnaryFn::BitwiseNot>},
      {"BitwiseOr", 18, 0, 2, binary<BinaryFn::Or>},
      {"BitwiseXor", 18, 0, 2, binary<BinaryFn::Xor>},
      {"Ceil", 1, 0, 1, unary<UnaryFn::Ceil>},
      {"Clip", 1, 0, 1, importClip},
      {"Cos", 7, 0, 1, unary<UnaryFn::Cos>},
      {"Cosh", 9, 0, 1, unary<UnaryFn::Cosh>},
      {"Div", 1, 0, 2, binary<BinaryFn::Div>},
      {"Equal", 1, 0, 2, compare<CompareFn::Eq>},
      {"Erf", 9, 0, 1, unary<UnaryFn::Erf>},
      {"Exp", 1, 0, 1, unary<UnaryFn::Exp>},
      {"Floor", 1, 0, 1, unary<UnaryFn::Floor>},
      {"Greater", 1, 0, 2, compare<CompareFn::Gt>},
      {"GreaterOrEqual", 12, 0, 2, compare<CompareFn::Ge>},
      {"Identity", 1, 0, 0, importIdentity},
      {"IsInf", 10, 0, 1, importIsInf},
      {"IsNaN", 9, 0, 1, unary<UnaryFn::IsNan>},
      {"Less", 1, 0, 2, compare<CompareFn::Lt>},
      {"LessOrEqual", 12, 0, 2, compare<CompareFn::Le>},
      {"Log", 1, 0, 1, unary<UnaryFn::Log>},
      {"Max", 1, 0, 1, variadic<BinaryFn::Max>},
      {"Mean", 1, 0, 1, variadic<BinaryFn::Add>},
      {"Min", 1, 0, 1, variadic<BinaryFn::Min>},
      {"Mod", 10, 0, 2, importMod},
      {"Mul", 1, 0, 2, binary<BinaryFn::Mul>},
      {"Neg", 1, 0, 1, unary<UnaryFn::Neg>},
      {"Not", 1, 0, 1, importNot},
      {"Or", 1, 0, 2, binary<BinaryFn::Or>},
      {"Pow", 1, 0, 2, importPow},
      {"Reciprocal", 1, 0, 1, unary<UnaryFn::Reciprocal>},
      {"Round", 11, 0, 1, unary<UnaryFn::RoundEven>},
      {"Sign", 9, 0, 1, unary<UnaryFn::Sign>},
      {"Sin", 7, 0, 1, unary<UnaryFn::Sin>},
      {"Sinh", 9, 0, 1, unary<UnaryFn::Sinh>},
      {"Sqrt", 1, 0, 1, unary<UnaryFn::Sqrt>},
      {"Sub", 1, 0, 2, binary<BinaryFn::Sub>},
      {"Sum", 1, 0, 1, variadic<BinaryFn::Add>},
      {"Tan", 7, 0, 1, unary<UnaryFn::Tan>},
      {"Where", 9, 0, 3, importWhere},
      {"Xor", 1, 0, 2, binary<BinaryFn::Xor>},
  };
  return rows;
}
