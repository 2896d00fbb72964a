//===- OpSchema.cpp - signatures of ATen operators ------------------------===//
#include "OpSchema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace neuron::pt2 {
namespace {

using Kind = Argument::Kind;
using Type = SchemaArg::Type;

Argument parseDefault(StringRef text, const SchemaArg &arg);

Argument parseDefaultList(StringRef text, const SchemaArg &arg) {
  Argument list{.kind = Kind::List};
  SmallVector<StringRef> items;
  text.drop_front().drop_back().split(items, ',', -1, /*KeepEmpty=*/false);
  for (StringRef item : items)
    list.items.push_back(parseDefault(item.trim(), arg));
  return list;
}

Argument parseDefault(StringRef text, const SchemaArg &arg) {
  Argument result;
  if (text == "None")
    return result;
  if (text.starts_with("["))
    return parseDefaultList(text, arg);
  if (text == "True" || text == "False")
    return {.kind = Kind::Bool, .integer = text == "True"};
  if (text.starts_with("'"))
    return {.kind = Kind::String, .text = text.drop_front().drop_back()};
  if (!text.getAsInteger(10, result.integer)) {
    result.kind = Kind::Int;
    return result;
  }
  [[maybe_unused]] bool failed = text.getAsDouble(result.real);
  assert((!failed || arg.type == Type::Ignored) && "a default that is no number");
  result.kind = arg.type == Type::Ignored ? Kind::Other : Kind::Float;
  return result;
}

Type typeNamed(StringRef name) {
  return StringSwitch<Type>(name)
      .Case("Tensor", Type::Tensor)
      .Case("int", Type::Int)
      .Case("float", Type::Float)
      .Case("bool", Type::Bool)
      .Case("Scalar", Type::Scalar)
      .Case("str", Type::String)
      .Case("ScalarType", Type::ScalarType)
      .Default(Type::Ignored); // Layout, Device, MemoryFormat, Generator
}

SchemaArg parseArg(StringRef text) {
  auto [declaration, value] = text.split('=');
  auto [type, name] = declaration.rsplit(' ');
  SchemaArg arg;
  arg.name = name;
  if (type.consume_back("?"))
    arg.optional = true;
  if (type.ends_with("]")) {
    auto [item, length] = type.drop_back().split('[');
    arg.list = true;
    arg.optionalItems = item.consume_back("?");
    length.getAsInteger(10, arg.length);
    type = item;
  }
  arg.type = typeNamed(type);
  if (text.contains('='))
    arg.defaultValue = parseDefault(value, arg);
  return arg;
}

/// Splits at commas outside brackets.
SmallVector<StringRef> splitArguments(StringRef text) {
  SmallVector<StringRef> result;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      if (StringRef piece = text.slice(begin, i).trim(); !piece.empty() && piece != "*")
        result.push_back(piece);
      begin = i + 1;
    } else {
      depth += (text[i] == '[') - (text[i] == ']');
    }
  }
  return result;
}

bool isNumber(const Argument &value) {
  return value.kind == Kind::Int || value.kind == Kind::Float || value.kind == Kind::Bool;
}

/// True if one entry fits the type; integers are accepted for floats.
bool fitsItem(const SchemaArg &arg, const Argument &value) {
  switch (arg.type) {
  case Type::Tensor: // a number stands for a tensor of rank 0
    return value.kind == Kind::Tensor || (!arg.list && isNumber(value)) ||
           (arg.optionalItems && value.kind == Kind::None);
  case Type::Int:
  case Type::Bool:
    return value.kind == Kind::Int || value.kind == Kind::Bool;
  case Type::Float:
  case Type::Scalar:
    return isNumber(value);
  case Type::String:
    return value.kind == Kind::String;
  case Type::ScalarType:
    return value.kind == Kind::ScalarType || value.kind == Kind::Int;
  case Type::Ignored:
    return true;
  }
  return false;
}

/// Makes a list of a single number where the type says so, and checks the type.
bool conform(const SchemaArg &arg, Argument &value) {
  if (value.kind == Kind::None)
    return arg.optional || arg.type == Type::Ignored;
  if (!arg.list)
    return fitsItem(arg, value);
  if (value.kind != Kind::List && fitsItem(arg, value)) {
    Argument list{.kind = Kind::List};
    list.items.assign(1, value);
    value = std::move(list);
  }
  if (value.kind != Kind::List ||
      !all_of(value.items, [&](const Argument &item) { return fitsItem(arg, item); }))
    return false;
  if (value.items.size() == 1 && arg.length > 1)
    value.items.resize(arg.length, value.items.front());
  return true;
}

/// Libraries whose operators are named with their library.
constexpr StringLiteral kLibraries[] = {"quantized_decomposed.", "torchvision.", "transformers."};

} // namespace

std::string schemaName(StringRef signature) {
  StringRef name = signature.take_until([](char c) { return c == '('; });
  bool qualified = any_of(kLibraries, [&](StringRef library) { return name.starts_with(library); });
  return name.count('.') > unsigned(qualified) ? name.str() : (name + ".default").str();
}

OpSchema parseSchema(StringRef signature) {
  OpSchema schema;
  schema.name = schemaName(signature);
  StringRef inside = signature.split('(').second;
  assert(inside.ends_with(")") && "a signature without an end");
  for (StringRef piece : splitArguments(inside.drop_back()))
    schema.args.push_back(parseArg(piece));
  return schema;
}

Result<std::vector<Argument>> bindArguments(const OpSchema &schema, std::vector<NamedArgument> actual,
                                            bool inPlace) {
  auto wrong = [&](StringRef name, StringRef what) {
    return Status(ErrorClass::BadInput, 3510,
                  ("argument '" + name + "' of '" + schema.name + "' " + what).str());
  };
  std::vector<std::optional<Argument>> slots(schema.args.size());
  for (auto [i, argument] : llvm::enumerate(actual)) {
    const auto *formal =
        argument.name.empty() || (inPlace && i == 0)
            ? schema.args.begin() + std::min(i, schema.args.size())
            : find_if(schema.args, [&](const SchemaArg &arg) { return arg.name == argument.name; });
    // The form in place calls its first argument `self`, whatever the plain form calls it.
    if (formal == schema.args.end() && i == 0 && argument.name == "self")
      formal = schema.args.begin();
    if (formal == schema.args.end())
      return wrong(argument.name, "is not known");
    std::optional<Argument> &slot = slots[formal - schema.args.begin()];
    if (slot)
      return wrong(formal->name, "is given twice");
    if (!conform(*formal, argument.value))
      return wrong(formal->name, "has the wrong type");
    slot = std::move(argument.value);
  }
  std::vector<Argument> result;
  for (auto [formal, slot] : llvm::zip(schema.args, slots)) {
    if (!slot && !formal.defaultValue)
      return wrong(formal.name, "is missing");
    result.push_back(slot ? std::move(*slot) : *formal.defaultValue);
    if (!slot)
      conform(formal, result.back());
  }
  return result;
}

} // namespace neuron::pt2
