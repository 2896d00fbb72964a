//===- Call.cpp - one node, being imported --------------------------------===//

#include "Call.h"

#include "neuronc/Support/ElementType.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

LogicalResult Call::report(unsigned code, const Twine &what) {
  e.report(code, "'" + node.opType + "' " + what);
  return failure();
}

LogicalResult Call::invalid(const Twine &what) { return report(3010, what); }
LogicalResult Call::refuse(const Twine &what) { return report(4003, what); }
LogicalResult Call::unknown(const Twine &what) { return report(4004, what + " depends on data of the run"); }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value Call::in(unsigned i) {
  if (!has(i))
    return {};
  if (entry(i)->kind == Entry::Tensor)
    return entry(i)->values[0];
  (void)invalid("input " + Twine(i) + " is a sequence, but has to be a tensor");
  return {};
}

SmallVector<Value> Call::allIn(unsigned first) {
  SmallVector<Value> values;
  for (unsigned i = first; i < numInputs(); ++i) {
    Value value = in(i);
    if (!value) {
      (void)invalid("input " + Twine(i) + " is missing");
      return {};
    }
    values.push_back(value);
  }
  return values;
}

FailureOr<Shape> Call::knownInts(unsigned i, StringRef what) {
  Value value = in(i);
  if (!value)
    return failure();
  if (Emitter::isFloat(value))
    return invalid(what + " has to be of integers, but got " + llvm::formatv("{0}", value.getType()).str());
  std::optional<Tensor> known = e.constant(value);
  if (!known)
    return unknown(what);
  std::vector<int64_t> values = known->ints();
  return Shape(values.begin(), values.end());
}

FailureOr<SmallVector<double>> Call::knownNumbers(unsigned i, StringRef what) {
  Value value = in(i);
  if (!value)
    return failure();
  std::optional<Tensor> known = e.constant(value);
  if (!known)
    return unknown(what);
  std::vector<double> values = known->numbers();
  return SmallVector<double>(values.begin(), values.end());
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

const AttributeProto *Call::attribute(StringRef name) {
  for (const AttributeProto &attribute : node.attributes) {
    if (attribute.name != name)
      continue;
    if (attribute.refName.empty())
      return &attribute;
    auto it = scope.frame->attributes.find(attribute.refName);
    return it == scope.frame->attributes.end() ? nullptr : it->second;
  }
  return nullptr;
}

/// The attribute if it has the type; another type is reported.
static const AttributeProto *typed(Call &call, StringRef name, AttributeProto::Type type) {
  const AttributeProto *attribute = call.attribute(name);
  if (!attribute || attribute->type == type)
    return attribute;
  (void)call.invalid("attribute '" + name + "' has the wrong type");
  return nullptr;
}

int64_t Call::attrInt(StringRef name, int64_t otherwise) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::Int);
  return attribute ? attribute->i : otherwise;
}

double Call::attrFloat(StringRef name, double otherwise) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::Float);
  return attribute ? attribute->f : otherwise;
}

StringRef Call::attrString(StringRef name, StringRef otherwise) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::String);
  return attribute ? attribute->s : otherwise;
}

Shape Call::attrInts(StringRef name, Dims otherwise) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::Ints);
  return attribute ? Shape(attribute->ints.begin(), attribute->ints.end()) : Shape(otherwise);
}

SmallVector<double> Call::attrFloats(StringRef name) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::Floats);
  return attribute ? SmallVector<double>(attribute->floats.begin(), attribute->floats.end())
                   : SmallVector<double>();
}

SmallVector<StringRef> Call::attrStrings(StringRef name) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::Strings);
  return attribute ? SmallVector<StringRef>(attribute->strings.begin(), attribute->strings.end())
                   : SmallVector<StringRef>();
}

const GraphProto *Call::attrGraph(StringRef name) {
  const AttributeProto *attribute = typed(*this, name, AttributeProto::Graph);
  if (!attribute && !failed())
    (void)invalid("attribute '" + name + "' is missing");
  return attribute ? attribute->graph.get() : nullptr;
}

Type Call::elementType(int64_t number) {
  std::optional<DType> type = toDType(DataType(int32_t(number)));
  if (type)
    return elementTypeOf(e.b.getContext(), *type);
  (void)report(4002, "uses the unsupported element type " + nameOf(DataType(int32_t(number))));
  return e.f32();
}

std::optional<Shape> Call::listAttrOrInput(StringRef name, unsigned i) {
  if (has(i)) {
    FailureOr<Shape> list = knownInts(i, name);
    return succeeded(list) ? std::optional<Shape>(*list) : std::nullopt;
  }
  return hasAttr(name) ? std::optional<Shape>(attrInts(name)) : std::nullopt;
}

int64_t Call::normalizeDim(int64_t dim, int64_t rank) {
  if (dim >= -rank && dim < rank)
    return dim < 0 ? dim + rank : dim;
  (void)invalid("axis " + Twine(dim) + " is out of range for a rank of " + Twine(rank));
  return 0;
}

int64_t Call::dimAttr(StringRef name, int64_t otherwise, int64_t rank) {
  return normalizeDim(attrInt(name, otherwise), rank);
}

Shape Call::normalizeDims(Dims dims, int64_t rank) {
  Shape result;
  for (int64_t dim : dims)
    result.push_back(normalizeDim(dim, rank));
  llvm::sort(result);
  if (std::adjacent_find(result.begin(), result.end()) != result.end() && !failed())
    (void)invalid("names an axis twice");
  return failed() ? Shape() : result;
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static std::string text(Dims shape) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(shape, stream, "x");
  return "[" + text + "]";
}

bool Call::broadcastTogether(MutableArrayRef<Value> values) {
  Shape shape;
  for (Value value : values) {
    std::optional<Shape> joined = broadcastShapes(shape, Emitter::shape(value));
    if (!joined) {
      (void)invalid("operands of shapes " + text(shape) + " and " + text(Emitter::shape(value)) +
                    " do not fit");
      return false;
    }
    shape = *joined;
  }
  for (Value &value : values)
    value = e.broadcast(value, shape);
  return !failed();
}

bool Call::requireRank(Value x, int64_t least, int64_t most) {
  int64_t rank = Emitter::rank(x);
  if (rank >= least && rank <= most)
    return true;
  (void)invalid("needs an operand of rank " + Twine(least) +
                (most == 64 ? " or more" : " to " + Twine(most)) + ", but got " + Twine(rank));
  return false;
}

std::optional<Shape> Call::declaredShape(unsigned i) {
  if (!wantsOutput(i))
    return std::nullopt;
  const TypeProto *type = scope.findDeclared(node.outputs[i]);
  if (!type || type->kind != TypeProto::Tensor || !type->hasShape)
    return std::nullopt;
  Shape shape;
  for (const Dimension &dim : type->shape) {
    if (!dim.value || *dim.value < 0)
      return std::nullopt;
    shape.push_back(*dim.value);
  }
  return isValidShape(shape) ? std::optional<Shape>(shape) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult Call::results(ArrayRef<Value> values) {
  std::vector<Entry> entries;
  for (Value value : values) {
    if (value)
      entries.push_back({Entry::Tensor, {value}});
    else
      entries.push_back({Entry::Absent, {}});
  }
  return resultEntries(std::move(entries));
}

LogicalResult Call::result(Entry entry) { return resultEntries({std::move(entry)}); }

LogicalResult Call::resultEntries(std::vector<Entry> entries) {
  outputs = std::move(entries);
  return failure(failed());
}
