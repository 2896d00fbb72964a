//===- Call.cpp - one call of an operator, being imported -----------------===//
#include "Call.h"

#include "ElementTypes.h"
#include "Importer.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

using Kind = Argument::Kind;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

const Argument &Call::argument(StringRef name) const {
  for (auto [formal, value] : zip(schema.args, arguments))
    if (formal.name == name)
      return value;
  llvm_unreachable("the signature has no such argument");
}

bool Call::has(StringRef name) const { return argument(name).kind != Kind::None; }
bool Call::isTensor(StringRef name) const { return argument(name).kind == Kind::Tensor; }

Value Call::valueOf(const Argument &value) {
  if (value.kind == Kind::Tensor)
    return TensorTable::read(importer.current().tensors[value.text], e);
  if (value.kind == Kind::Float)
    return e.full({}, e.b.getF32Type(), value.real);
  if (value.kind == Kind::Int)
    return e.fullInt({}, e.b.getI64Type(), value.integer);
  if (value.kind == Kind::Bool)
    return e.fullInt({}, e.b.getI1Type(), value.integer);
  return Value();
}

Value Call::tensor(StringRef name) {
  Value value = valueOf(argument(name));
  assert(value && "asked for an absent tensor");
  return value;
}

SmallVector<Value> Call::tensors(StringRef name) {
  SmallVector<Value> result;
  for (const Argument &item : argument(name).items)
    result.push_back(valueOf(item));
  return result;
}

Tensor *Call::reference(StringRef name) {
  const Argument &value = argument(name);
  if (value.kind == Kind::Tensor)
    return importer.current().tensors[value.text];
  invalid("'" + name + "' is no tensor");
  return nullptr;
}

int64_t Call::integer(StringRef name) const { return argument(name).integer; }
int64_t Call::integerOr(StringRef name, int64_t otherwise) const {
  return has(name) ? integer(name) : otherwise;
}
double Call::number(StringRef name) const { return scalar(name).toDouble(); }
bool Call::flag(StringRef name) const { return argument(name).integer != 0; }
StringRef Call::string(StringRef name) const { return argument(name).text; }

Shape Call::ints(StringRef name) const {
  return map_to_vector(argument(name).items, [](const Argument &item) { return item.integer; });
}

SmallVector<double> Call::numbers(StringRef name) const {
  return map_to_vector(argument(name).items, [](const Argument &item) {
    return item.kind == Kind::Float ? item.real : double(item.integer);
  });
}

Scalar Call::scalar(StringRef name) const {
  const Argument &value = argument(name);
  return {value.kind == Kind::Float, value.integer, value.real};
}

Type Call::elementTypeArg(StringRef name) {
  if (!has(name))
    return Type();
  std::optional<DType> dtype = dtypeOfScalarType(integer(name));
  if (dtype)
    return elementTypeOf(importer.context(), *dtype);
  refuse("elements of type " + scalarTypeName(integer(name)) + " are not supported");
  return Type();
}

int64_t Call::normalizeDim(int64_t dim, int64_t rank) {
  rank = std::max<int64_t>(rank, 1);
  if (dim < -rank || dim >= rank) {
    invalid("dim " + Twine(dim) + " is not in a tensor of rank " + Twine(rank));
    return 0;
  }
  return dim < 0 ? dim + rank : dim;
}

Shape Call::dims(StringRef name, int64_t rank, bool emptyIsAll) {
  Shape result;
  if (!has(name) || (emptyIsAll && argument(name).items.empty()))
    return to_vector(seq<int64_t>(0, rank));
  for (const Argument &item : argument(name).items) {
    int64_t dim = normalizeDim(item.integer, rank);
    if (is_contained(result, dim))
      invalid("dim " + Twine(dim) + " is given twice");
    else if (rank > 0)
      result.push_back(dim);
  }
  llvm::sort(result);
  return result;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

const Argument *Call::output(unsigned index) const {
  for (const Argument &entry : node.outputs) {
    if (entry.kind != Kind::List) {
      if (index-- == 0)
        return &entry;
      continue;
    }
    if (index < entry.items.size())
      return &entry.items[index];
    index -= entry.items.size();
  }
  return nullptr;
}

unsigned Call::numResults() const {
  unsigned count = 0;
  for (const Argument &entry : node.outputs)
    count += entry.kind == Kind::List ? entry.items.size() : 1;
  return count;
}

RankedTensorType Call::resultType(unsigned index) {
  const Argument *entry = output(index);
  if (inPlace)
    return e.type(tensor(schema.args.front().name));
  if (entry && entry->kind == Kind::Tensor) {
    FailureOr<RankedTensorType> type = importer.typeOf(entry->text, e.loc);
    if (succeeded(type))
      return *type;
    hasFailed = true;
  } else {
    invalid("it has no result " + Twine(index));
  }
  return RankedTensorType::get({}, e.b.getF32Type());
}

Layout Call::resultLayout(unsigned index) {
  const Argument *entry = output(index);
  return entry ? importer.layoutOf(entry->text) : Layout();
}

LogicalResult Call::same(unsigned index, Tensor *tensor) {
  const Argument *entry = output(index);
  if (!entry || entry->kind == Kind::None)
    return success(); // nobody asks for it
  if (entry->kind != Kind::Tensor || !tensor)
    return invalid("result " + Twine(index) + " is no tensor"), failure();
  return importer.define(entry->text, tensor, e.loc, trusted);
}

LogicalResult Call::result(unsigned index, Value value) {
  if (failed() || !value)
    return failure();
  if (inPlace && index == 0) {
    Tensor *self = reference(schema.args.front().name);
    return !self || mlir::failed(write(self, value)) ? failure() : same(0, self);
  }
  return same(index, importer.tensorTable().create(value, resultLayout(index)));
}

LogicalResult Call::results(ArrayRef<Value> values) {
  if (failed())
    return failure();
  if (numResults() > values.size())
    return invalid("it has " + Twine(values.size()) + " results, but the file names " + Twine(numResults())),
           failure();
  for (auto [i, value] : enumerate(values))
    if (mlir::failed(result(i, value)))
      return failure();
  return success();
}

LogicalResult Call::view(unsigned index, Tensor *base, ViewStep step) {
  if (failed() || !base)
    return failure();
  if (copies)
    return result(index, step.forward(e, TensorTable::read(base, e)));
  return same(index, importer.tensorTable().view(base, std::move(step), resultLayout(index)));
}

void Call::unavailable(unsigned index, StringRef what) {
  if (const Argument *entry = output(index); entry && entry->kind == Kind::Tensor)
    importer.current().unavailable[entry->text] =
        ("use of the " + what + " of '" + opName() + "'").str();
}

LogicalResult Call::write(Tensor *tensor, Value value) {
  if (failed() || !tensor || !value)
    return failure();
  RankedTensorType type = e.type(TensorTable::read(tensor, e));
  if (e.shape(value) != type.getShape())
    return invalid("a tensor of another shape is written"), failure();
  if (!TensorTable::write(tensor, e.cast(value, type.getElementType()), e))
    return refuse("the written tensor has elements that share a place in memory"), failure();
  return success();
}

} // namespace neuron::pt2
