//===- SchemaReader.cpp - values and arguments ----------------------------===//
#include "SchemaReader.h"

#include <limits>

using namespace llvm;

namespace neuron::pt2 {

const json::Object &SchemaReader::object(const json::Value &value, StringRef field) {
  static const json::Object none;
  if (const json::Object *result = value.getAsObject())
    return *result;
  fail(field, "is not an object");
  return none;
}

const json::Array &SchemaReader::array(const json::Value &value, StringRef field) {
  static const json::Array none;
  if (const json::Array *result = value.getAsArray())
    return *result;
  fail(field, "is not a list");
  return none;
}

StringRef SchemaReader::string(const json::Value &value, StringRef field) {
  if (std::optional<StringRef> result = value.getAsString())
    return *result;
  fail(field, "is not a string");
  return "";
}

int64_t SchemaReader::integer(const json::Value &value, StringRef field) {
  if (std::optional<int64_t> result = value.getAsInteger())
    return *result;
  fail(field, "is not an integer");
  return 0;
}

/// Numbers that JSON lacks are written as strings.
double SchemaReader::real(const json::Value &value, StringRef field) {
  if (std::optional<double> result = value.getAsNumber())
    return *result;
  std::optional<StringRef> text = value.getAsString();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "Infinity" || text == "-Infinity")
    return *text == "Infinity" ? infinity : -infinity;
  if (text == "NaN")
    return std::numeric_limits<double>::quiet_NaN();
  fail(field, "is not a number");
  return 0;
}

const json::Value &SchemaReader::get(const json::Object &from, StringRef field) {
  static const json::Value none(nullptr);
  if (const json::Value *result = from.get(field))
    return *result;
  fail(field, "is missing");
  return none;
}

std::pair<StringRef, const json::Value *> SchemaReader::alternative(const json::Value &value, StringRef field) {
  static const json::Value none(nullptr);
  const json::Object &fields = object(value, field);
  for (const auto &[name, content] : fields)
    if (content.kind() != json::Value::Null || fields.size() == 1)
      return {name, &content};
  fail(field, "has no alternative");
  return {"", &none};
}

SymSize SchemaReader::symSize(const json::Value &value) {
  auto [kind, content] = alternative(value, "size");
  if (kind == "as_int" || kind == "as_bool")
    return {kind == "as_int" ? integer(*content, kind) : content->getAsBoolean().value_or(false), ""};
  if (kind == "as_expr")
    return {0, string(get(object(*content, kind), "expr_str"), "expr_str")};
  if (kind != "as_float")
    fail("size", "is neither a number nor an expression");
  return {};
}

TensorMeta SchemaReader::tensorMeta(const json::Value &value) {
  const json::Object &fields = object(value, "tensor_meta");
  TensorMeta meta;
  meta.scalarType = integer(get(fields, "dtype"), "dtype");
  for (const json::Value &size : array(get(fields, "sizes"), "sizes"))
    meta.sizes.push_back(symSize(size));
  for (const json::Value &stride : array(get(fields, "strides"), "strides"))
    meta.strides.push_back(symSize(stride));
  if (const json::Value *offset = fields.get("storage_offset"); offset && offset->kind() != json::Value::Null)
    meta.offset = symSize(*offset);
  meta.strided = integer(get(fields, "layout"), "layout") == 7;
  if (meta.sizes.size() != meta.strides.size())
    fail("strides", "has another length than 'sizes'");
  return meta;
}

Argument SchemaReader::named(Argument::Kind kind, const json::Value &value) {
  Argument result{.kind = kind};
  result.text = string(get(object(value, "argument"), "name"), "name");
  return result;
}

/// An entry of a list of numbers that may be symbolic.
Argument SchemaReader::number(const json::Value &value) {
  auto [kind, content] = alternative(value, "argument");
  if (kind == "as_name") {
    Argument result{.kind = Argument::Kind::Symbol};
    result.text = string(*content, kind);
    return result;
  }
  return scalarArgument(kind, *content);
}

Argument SchemaReader::list(const json::Value &value, function_ref<Argument(const json::Value &)> item) {
  Argument result{.kind = Argument::Kind::List};
  for (const json::Value &entry : array(value, "argument"))
    result.items.push_back(item(entry));
  return result;
}

Argument SchemaReader::scalarArgument(StringRef kind, const json::Value &value) {
  using K = Argument::Kind;
  if (kind == "as_none")
    return {};
  if (kind == "as_int")
    return {.kind = K::Int, .integer = integer(value, kind)};
  if (kind == "as_float")
    return {.kind = K::Float, .real = real(value, kind)};
  if (kind == "as_bool")
    return {.kind = K::Bool, .integer = value.getAsBoolean().value_or(false)};
  if (kind == "as_string")
    return {.kind = K::String, .text = string(value, kind)};
  if (kind == "as_scalar_type")
    return {.kind = K::ScalarType, .integer = integer(value, kind)};
  if (kind == "as_memory_format")
    return {.kind = K::MemoryFormat, .integer = integer(value, kind)};
  if (kind == "as_layout")
    return {.kind = K::Layout};
  if (kind == "as_device")
    return {.kind = K::Device};
  return {.kind = K::Other, .text = kind};
}

Argument SchemaReader::graphArgument(const json::Value &value) {
  Argument result = named(Argument::Kind::Graph, value);
  result.graph = std::make_shared<Graph>(graph(get(object(value, "as_graph"), "graph")));
  return result;
}

Argument SchemaReader::argument(const json::Value &value) {
  using K = Argument::Kind;
  auto [kind, content] = alternative(value, "argument");
  auto tensor = [&](const json::Value &entry) { return named(K::Tensor, entry); };
  auto scalar = [&](StringRef as) {
    return [this, as](const json::Value &entry) { return scalarArgument(as, entry); };
  };
  if (kind == "as_tensor")
    return tensor(*content);
  if (kind == "as_tensors")
    return list(*content, tensor);
  if (kind == "as_nested_tensors")
    return list(*content, [&](const json::Value &entry) { return list(entry, tensor); });
  if (kind == "as_optional_tensor" || kind == "as_optional_tensors") {
    auto optional = [&](const json::Value &entry) { return argument(entry); };
    return kind == "as_optional_tensor" ? optional(*content) : list(*content, optional);
  }
  if (kind == "as_sym_int" || kind == "as_sym_bool" || kind == "as_sym_float")
    return number(*content);
  if (kind == "as_sym_ints" || kind == "as_sym_bools" || kind == "as_sym_floats")
    return list(*content, [&](const json::Value &entry) { return number(entry); });
  if (kind == "as_ints")
    return list(*content, scalar("as_int"));
  if (kind == "as_floats")
    return list(*content, scalar("as_float"));
  if (kind == "as_bools")
    return list(*content, scalar("as_bool"));
  if (kind == "as_strings")
    return list(*content, scalar("as_string"));
  if (kind == "as_int_lists")
    return list(*content, [&](const json::Value &entry) { return list(entry, scalar("as_int")); });
  if (kind == "as_graph")
    return graphArgument(*content);
  return scalarArgument(kind, *content);
}

} // namespace neuron::pt2
