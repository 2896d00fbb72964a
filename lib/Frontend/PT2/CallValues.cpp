//===- CallValues.cpp - types, shapes and refusals of a call --------------===//
#include "Call.h"

#include "ElementTypes.h"
#include "Importer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

using Kind = Argument::Kind;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// torch weighs tensors with dims before those without, and those before numbers:
/// the lower group decides only if its kind (bool < integer < float) is higher.
static Type combineGroups(Type higher, Type lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  if (isa<FloatType>(higher))
    return higher;
  if (isBool(higher) || isa<FloatType>(lower))
    return promoteTypes(higher, lower);
  return higher;
}

Type Call::promotedType(ArrayRef<StringRef> names) {
  Type groups[3] = {};
  for (StringRef name : names) {
    if (!has(name))
      continue;
    Value value = tensor(name);
    Type &group = groups[!isTensor(name) ? 2 : e.rank(value) == 0 ? 1 : 0];
    group = group ? promoteTypes(group, e.element(value)) : e.element(value);
    if (!group) {
      refuse("its operands have types that torch does not combine");
      return e.b.getF32Type();
    }
  }
  return combineGroups(groups[0], combineGroups(groups[1], groups[2]));
}

bool Call::broadcastTogether(MutableArrayRef<Value> values) {
  Shape shape;
  for (Value value : values) {
    std::optional<SmallVector<int64_t>> joined = broadcastShapes(shape, e.shape(value));
    if (!joined || !isValidShape(*joined))
      return invalid("the shapes of its operands do not fit"), false;
    shape = *joined;
  }
  for (Value &value : values)
    value = e.broadcast(value, shape);
  return true;
}

Value Call::broadcastTo(Value value, Dims shape) {
  if (e.shape(value) == shape)
    return value;
  std::optional<SmallVector<int64_t>> joined = broadcastShapes(e.shape(value), shape);
  if (!joined || Dims(*joined) != shape || !isValidShape(shape))
    return invalid("a shape cannot be broadcast to another");
  return e.broadcast(value, shape);
}

Value Call::fullScalar(Scalar value, Dims shape, Type element) {
  if (isBool(element))
    return e.fullInt(shape, element, value.toDouble() != 0);
  return value.isFloat ? e.full(shape, element, value.real) : e.fullInt(shape, element, value.integer);
}

SmallVector<Value> Call::promote(ArrayRef<StringRef> names, Type to) {
  if (!to)
    to = promotedType(names);
  SmallVector<Value> values;
  for (StringRef name : names)
    values.push_back(isTensor(name) ? e.cast(tensor(name), to) : fullScalar(scalar(name), {}, to));
  if (!broadcastTogether(values))
    return values;
  // A number is a constant of the whole shape, not a broadcast one.
  for (auto [name, value] : zip(names, values))
    if (!isTensor(name))
      value = fullScalar(scalar(name), Shape(e.shape(value)), to);
  return values;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

StringRef Call::opName() const {
  StringRef name = node.target;
  name.consume_front("torch.ops.");
  return name;
}

Value Call::refuse(const Twine &what) {
  if (!hasFailed)
    emitCoded(e.loc, 4003) << "'" << opName() << "': " << what.str();
  hasFailed = true;
  return Value();
}

Value Call::invalid(const Twine &what) {
  if (!hasFailed)
    emitCoded(e.loc, 3511) << "'" << opName() << "': " << what.str();
  hasFailed = true;
  return Value();
}

bool Call::requireRank(Value value, int64_t least, int64_t most) {
  if (e.rank(value) >= least && e.rank(value) <= most)
    return true;
  invalid("an operand of rank " + Twine(e.rank(value)) + " where " + Twine(least) + " to " + Twine(most) +
          " is needed");
  return false;
}

bool Call::requireShape(Dims shape) {
  if (isValidShape(shape))
    return true;
  invalid("a shape is impossible");
  return false;
}

} // namespace neuron::pt2
