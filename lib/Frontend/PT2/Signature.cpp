//===- Signature.cpp - arguments and results of an exported program -------===//
#include "ElementTypes.h"
#include "Importer.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

LogicalResult Importer::bindSizes() {
  for (const InputSpec &spec : program.inputs) {
    if (spec.kind != InputSpec::Kind::User)
      continue;
    SizedInput input{.name = spec.arg.text};
    if (spec.arg.kind == Argument::Kind::Tensor) {
      auto it = program.graph.tensors.find(spec.arg.text);
      if (it == program.graph.tensors.end())
        return emitCoded(moduleLoc, 3503)
               << "the graph does not describe its input '" << spec.arg.text << "'";
      input.meta = &it->second;
    } else if (spec.arg.kind == Argument::Kind::Symbol) {
      input.number = program.graph.symbols.lookup(spec.arg.text);
    }
    userInputs.push_back(input);
  }
  Status status = sizes.bind(program, userInputs, options);
  return status ? success() : emitStatus(moduleLoc, status);
}

const ImportOptions::Constant *Importer::constantFor(unsigned position) const {
  for (const ImportOptions::Constant &fixed : options.constants)
    if (findSizedInput(fixed.input, userInputs) == position)
      return &fixed;
  return nullptr;
}

LogicalResult Importer::makeInputs() {
  unsigned position = 0;
  for (const InputSpec &spec : program.inputs) {
    LogicalResult made = success();
    switch (spec.kind) {
    case InputSpec::Kind::User:
      made = makeInput(spec, position++);
      break;
    case InputSpec::Kind::Parameter:
    case InputSpec::Kind::Buffer:
    case InputSpec::Kind::Constant:
      made = makeWeight(spec);
      break;
    case InputSpec::Kind::Fixed: // a number or string the graph was specialised for
      break;
    case InputSpec::Kind::Other:
      return emitCoded(moduleLoc, 3512) << "an input of kind '" << spec.target << "' is not supported";
    }
    if (failed(made))
      return failure();
  }
  return success();
}

LogicalResult Importer::makeInput(const InputSpec &spec, unsigned position) {
  if (spec.arg.kind != Argument::Kind::Tensor)
    return success(); // a number: bound with the sizes, or fixed by the exporter
  Location loc = NameLoc::get(builder.getStringAttr(spec.arg.text));
  if (const ImportOptions::Constant *fixed = constantFor(position))
    return makeConstantInput(*fixed, userInputs[position]);
  FailureOr<RankedTensorType> type = typeOf(spec.arg.text, loc);
  if (failed(type))
    return failure();
  Value value = function.getBody().addArgument(*type, loc);
  Tensor *tensor = tensors.create(value, layoutOf(spec.arg.text));
  bound.push_back({.argName = spec.arg.text, .target = spec.arg.text, .tensor = tensor, .initial = value});
  bound.back().meta = userInputs[position].meta;
  (void)uniqueName(spec.arg.text);
  return define(spec.arg.text, tensor, loc);
}

LogicalResult Importer::makeConstantInput(const ImportOptions::Constant &fixed, const SizedInput &input) {
  Location loc = NameLoc::get(builder.getStringAttr(input.name));
  FailureOr<RankedTensorType> type = typeOf(input.name, loc);
  if (failed(type))
    return failure();
  Emitter emitter(builder, loc);
  Value value;
  if (!fixed.text.empty()) {
    int64_t integer;
    double real;
    if (!StringRef(fixed.text).getAsInteger(0, integer))
      value = emitter.fullInt(type->getShape(), type->getElementType(), integer);
    else if (!StringRef(fixed.text).getAsDouble(real))
      value = emitter.full(type->getShape(), type->getElementType(), real);
    else
      return emitCoded(loc, 3508) << "'" << fixed.text << "' is not a number";
  } else {
    const WeightData &data = *fixed.data;
    if (elementTypeOf(&ctx, data.dtype) != type->getElementType() ||
        type->getShape() != ArrayRef<int64_t>(data.shape))
      return emitCoded(loc, 3508) << "the constant for input '" << input.name << "' must be " << *type;
    std::string name = uniqueWeightName(input.name);
    store.add(name, data);
    value = WeightOp::create(builder, loc, *type, builder.getStringAttr(name));
  }
  return define(input.name, tensors.create(value, layoutOf(input.name)), loc);
}

std::string Importer::uniqueWeightName(StringRef name) {
  std::string result = name.str();
  for (unsigned i = 1; store.find(result); ++i)
    result = (name + "#" + Twine(i)).str();
  return result;
}

/// Makes names of results differ from each other and from those of inputs.
std::string Importer::uniqueName(StringRef name) {
  unsigned count = usedNames[name]++;
  if (count == 0)
    return name.str();
  return uniqueName((name + "_" + Twine(count)).str());
}

LogicalResult Importer::makeWeight(const InputSpec &spec) {
  bool isConstant = spec.kind == InputSpec::Kind::Constant || !spec.persistent;
  const StoredTensor *stored =
      isConstant ? archive.findConstant(spec.target) : archive.findWeight(spec.target);
  Location loc = NameLoc::get(builder.getStringAttr(spec.target));
  if (!stored)
    return emitCoded(loc, 3504) << "the file has no data for '" << spec.target << "'";
  const WeightData *data = &stored->data;
  usedTensors.push_back(stored);
  FailureOr<RankedTensorType> type = typeOf(spec.arg.text, loc);
  if (failed(type))
    return failure();
  if (type->getShape() != ArrayRef<int64_t>(data->shape) ||
      type->getElementType() != elementTypeOf(&ctx, data->dtype))
    return emitCoded(loc, 3511) << "'" << spec.target << "' is " << *type
                                << " in the graph, but not in the weights";
  Bound entry{.kind = Bound::Kind::Weight, .argName = spec.arg.text, .target = spec.target};
  entry.weightName = uniqueWeightName(spec.target);
  store.add(entry.weightName, *data);
  entry.weight = WeightOp::create(builder, loc, *type, builder.getStringAttr(entry.weightName));
  entry.initial = entry.weight;
  entry.tensor = tensors.create(entry.initial, layoutOf(spec.arg.text));
  bound.push_back(std::move(entry));
  return define(spec.arg.text, bound.back().tensor, loc);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

FailureOr<Value> Importer::outputValue(const Argument &arg, Emitter &emitter) {
  Argument copy = arg;
  if (failed(resolve(copy, emitter.loc)))
    return failure();
  switch (copy.kind) {
  case Argument::Kind::Tensor:
    return TensorTable::read(scope->tensors[copy.text], emitter);
  case Argument::Kind::Int:
    return emitter.fullInt({}, builder.getI64Type(), copy.integer);
  case Argument::Kind::Bool:
    return emitter.fullInt({}, builder.getI1Type(), copy.integer);
  case Argument::Kind::Float:
    return emitter.full({}, builder.getF32Type(), copy.real);
  default:
    return Value(); // None and strings: not a tensor of the signature
  }
}

/// A program that was made functional says which outputs are new contents.
LogicalResult Importer::applyMutationSpecs(Emitter &emitter) {
  using K = OutputSpec::Kind;
  for (auto [spec, arg] : zip(program.outputs, program.graph.outputs)) {
    if (spec.kind == K::User)
      continue;
    if (spec.kind == K::Gradient || spec.kind == K::Other)
      return emitCoded(moduleLoc, 3512) << "an output for '" << spec.target << "' is not supported";
    auto matches = [&, target = spec.target](const Bound &entry) {
      return entry.target == target && (entry.kind == Bound::Kind::Input) == (spec.kind == K::InputMutation);
    };
    auto entry = find_if(bound, matches);
    FailureOr<Value> value = outputValue(arg, emitter);
    if (failed(value))
      return failure();
    if (entry == bound.end() || !*value || value->getType() != entry->initial.getType())
      return emitCoded(moduleLoc, 3503)
             << "the new content of '" << spec.target << "' does not belong to an input";
    entry->finalValue = *value;
  }
  return success();
}

/// Turns a weight that is written into an argument that holds state.
void Importer::makeState(Bound &entry) {
  Value argument = function.getBody().addArgument(entry.initial.getType(), entry.weight.getLoc());
  entry.initial.replaceAllUsesWith(argument);
  if (entry.tensor->value == entry.initial)
    entry.tensor->value = argument;
  if (entry.finalValue == entry.initial)
    entry.finalValue = argument;
  for (Value &value : resultValues)
    if (value == entry.initial)
      value = argument;
  entry.weight.erase();
  entry.initial = argument;
  entry.kind = Bound::Kind::State;
}

static NamedAttribute textAttr(OpBuilder &builder, StringRef key, StringRef value) {
  return builder.getNamedAttr(key, builder.getStringAttr(value));
}

LogicalResult Importer::makeOutputs() {
  builder.setInsertionPointToEnd(&function.getBody().front());
  Emitter emitter(builder, moduleLoc);
  for (const Bound &entry : bound)
    if (entry.kind == Bound::Kind::Weight && entry.written())
      (void)uniqueName(entry.target);
  for (auto [spec, arg] : zip(program.outputs, program.graph.outputs)) {
    if (spec.kind != OutputSpec::Kind::User)
      continue;
    FailureOr<Value> value = outputValue(arg, emitter);
    if (failed(value))
      return failure();
    if (!*value)
      continue;
    resultValues.push_back(*value);
    StringRef name = arg.text.empty() ? "output" : arg.text;
    resultAttrs.push_back(builder.getDictionaryAttr(
        {textAttr(builder, "neuron.name", uniqueName(name)), textAttr(builder, "neuron.kind", "output")}));
  }
  if (failed(applyMutationSpecs(emitter)))
    return failure();
  for (Bound &entry : bound)
    if (entry.kind == Bound::Kind::Weight && entry.written())
      makeState(entry);
  auto finalValue = [&](Bound &entry) {
    return entry.finalValue ? entry.finalValue : TensorTable::read(entry.tensor, emitter);
  };
  for (Bound::Kind kind : {Bound::Kind::Input, Bound::Kind::State})
    for (Bound &entry : bound) {
      if (entry.kind != kind)
        continue;
      bool isInput = kind == Bound::Kind::Input;
      SmallVector<NamedAttribute> attrs{textAttr(builder, "neuron.name", entry.target),
                                        textAttr(builder, "neuron.kind",
                                                 !isInput          ? "state"
                                                 : entry.written() ? "inout"
                                                                   : "input")};
      if (entry.written()) {
        resultValues.push_back(finalValue(entry));
        resultAttrs.push_back(builder.getDictionaryAttr(attrs));
      }
      if (!isInput)
        attrs.push_back(textAttr(builder, "neuron.initial", entry.weightName));
      SmallVector<Attribute> dims;
      bool dynamic = false;
      if (entry.meta)
        for (const SymSize &size : entry.meta->sizes) {
          std::string text = sizes.describe(size);
          dynamic |= !text.empty();
          dims.push_back(builder.getStringAttr(text));
        }
      if (dynamic)
        attrs.push_back(builder.getNamedAttr("neuron.dims", builder.getArrayAttr(dims)));
      argAttrs.push_back(builder.getDictionaryAttr(attrs));
    }
  func::ReturnOp::create(builder, moduleLoc, resultValues);
  Block &entry = function.getBody().front();
  function.setType(builder.getFunctionType(entry.getArgumentTypes(), ValueRange(resultValues).getTypes()));
  function.setAllArgAttrs(argAttrs);
  function.setAllResultAttrs(resultAttrs);
  return success();
}

} // namespace neuron::pt2
