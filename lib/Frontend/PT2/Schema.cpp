//===- Schema.cpp - an exported program as the file describes it ----------===//
#include "Schema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <limits>

using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Walks the document. The first mistake is kept in `status`; after it reads
/// give empty values, so that callers need not check each one.
class Reader {
public:
  Status status;

  Program program(const json::Value &document);
  TensorMeta tensorMeta(const json::Value &value);

private:
  void fail(StringRef field, const Twine &what) {
    if (status)
      status = Status(ErrorClass::BadInput, 3503,
                      ("the exported program is malformed: '" + field + "' " + what).str());
  }

  const json::Object &object(const json::Value &value, StringRef field);
  const json::Array &array(const json::Value &value, StringRef field);
  StringRef string(const json::Value &value, StringRef field);
  int64_t integer(const json::Value &value, StringRef field);
  double real(const json::Value &value, StringRef field);
  const json::Value &get(const json::Object &from, StringRef field);
  /// The only entry of a union that is not null.
  std::pair<StringRef, const json::Value *> alternative(const json::Value &value, StringRef field);

  SymSize symSize(const json::Value &value);
  Argument argument(const json::Value &value);
  Argument scalarArgument(StringRef kind, const json::Value &value);
  Argument list(const json::Value &value, function_ref<Argument(const json::Value &)> item);
  Argument named(Argument::Kind kind, const json::Value &value);
  Argument number(const json::Value &value);
  Argument graphArgument(const json::Value &value);
  Node node(const json::Value &value);
  Graph graph(const json::Value &value);
  InputSpec inputSpec(const json::Value &value);
  OutputSpec outputSpec(const json::Value &value);
  void checkVersion(const json::Object &document);
};

const json::Object &Reader::object(const json::Value &value, StringRef field) {
  static const json::Object none;
  if (const json::Object *result = value.getAsObject())
    return *result;
  fail(field, "is not an object");
  return none;
}

const json::Array &Reader::array(const json::Value &value, StringRef field) {
  static const json::Array none;
  if (const json::Array *result = value.getAsArray())
    return *result;
  fail(field, "is not a list");
  return none;
}

StringRef Reader::string(const json::Value &value, StringRef field) {
  if (std::optional<StringRef> result = value.getAsString())
    return *result;
  fail(field, "is not a string");
  return "";
}

int64_t Reader::integer(const json::Value &value, StringRef field) {
  if (std::optional<int64_t> result = value.getAsInteger())
    return *result;
  fail(field, "is not an integer");
  return 0;
}

/// Numbers that JSON lacks are written as strings.
double Reader::real(const json::Value &value, StringRef field) {
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

const json::Value &Reader::get(const json::Object &from, StringRef field) {
  static const json::Value none(nullptr);
  if (const json::Value *result = from.get(field))
    return *result;
  fail(field, "is missing");
  return none;
}

std::pair<StringRef, const json::Value *> Reader::alternative(const json::Value &value, StringRef field) {
  static const json::Value none(nullptr);
  const json::Object &fields = object(value, field);
  for (const auto &[name, content] : fields)
    if (content.kind() != json::Value::Null || fields.size() == 1)
      return {name, &content};
  fail(field, "has no alternative");
  return {"", &none};
}

SymSize Reader::symSize(const json::Value &value) {
  auto [kind, content] = alternative(value, "size");
  if (kind == "as_int" || kind == "as_bool")
    return {kind == "as_int" ? integer(*content, kind) : content->getAsBoolean().value_or(false), ""};
  if (kind == "as_expr")
    return {0, string(get(object(*content, kind), "expr_str"), "expr_str")};
  if (kind != "as_float")
    fail("size", "is neither a number nor an expression");
  return {};
}

TensorMeta Reader::tensorMeta(const json::Value &value) {
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

Argument Reader::named(Argument::Kind kind, const json::Value &value) {
  Argument result{.kind = kind};
  result.text = string(get(object(value, "argument"), "name"), "name");
  return result;
}

/// An entry of a list of numbers that may be symbolic.
Argument Reader::number(const json::Value &value) {
  auto [kind, content] = alternative(value, "argument");
  if (kind == "as_name") {
    Argument result{.kind = Argument::Kind::Symbol};
    result.text = string(*content, kind);
    return result;
  }
  return scalarArgument(kind, *content);
}

Argument Reader::list(const json::Value &value, function_ref<Argument(const json::Value &)> item) {
  Argument result{.kind = Argument::Kind::List};
  for (const json::Value &entry : array(value, "argument"))
    result.items.push_back(item(entry));
  return result;
}

Argument Reader::scalarArgument(StringRef kind, const json::Value &value) {
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

Argument Reader::graphArgument(const json::Value &value) {
  Argument result = named(Argument::Kind::Graph, value);
  result.graph = std::make_shared<Graph>(graph(get(object(value, "as_graph"), "graph")));
  return result;
}

Argument Reader::argument(const json::Value &value) {
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

Node Reader::node(const json::Value &value) {
  const json::Object &fields = object(value, "node");
  Node result;
  result.target = string(get(fields, "target"), "target");
  if (std::optional<StringRef> name = fields.getString("name"))
    result.name = *name;
  for (const json::Value &input : array(get(fields, "inputs"), "inputs")) {
    const json::Object &entry = object(input, "input");
    result.inputs.push_back({string(get(entry, "name"), "name"), argument(get(entry, "arg"))});
  }
  for (const json::Value &output : array(get(fields, "outputs"), "outputs"))
    result.outputs.push_back(argument(output));
  if (const json::Object *metadata = fields.getObject("metadata")) {
    result.stackTrace = metadata->getString("stack_trace").value_or("");
    result.moduleStack = metadata->getString("nn_module_stack").value_or("");
  }
  return result;
}

Graph Reader::graph(const json::Value &value) {
  const json::Object &fields = object(value, "graph");
  Graph result;
  for (const json::Value &input : array(get(fields, "inputs"), "inputs"))
    result.inputs.push_back(argument(input));
  for (const json::Value &output : array(get(fields, "outputs"), "outputs"))
    result.outputs.push_back(argument(output));
  for (const json::Value &entry : array(get(fields, "nodes"), "nodes")) {
    if (!status)
      break;
    result.nodes.push_back(node(entry));
  }
  for (const auto &[name, meta] : object(get(fields, "tensor_values"), "tensor_values"))
    result.tensors[StringRef(name)] = tensorMeta(meta);
  for (StringRef field : {"sym_int_values", "sym_bool_values", "sym_float_values"})
    if (const json::Object *values = fields.getObject(field))
      for (const auto &[name, size] : *values)
        result.symbols[StringRef(name)] = symSize(size);
  return result;
}

InputSpec Reader::inputSpec(const json::Value &value) {
  using K = InputSpec::Kind;
  auto [kind, content] = alternative(value, "input_spec");
  const json::Object &fields = object(*content, kind);
  InputSpec spec;
  auto stored = [&](K as, StringRef field) {
    spec.kind = as;
    spec.arg = named(Argument::Kind::Tensor, get(fields, "arg"));
    spec.target = string(get(fields, field), field);
  };
  if (kind == "parameter") {
    stored(K::Parameter, "parameter_name");
  } else if (kind == "buffer") {
    stored(K::Buffer, "buffer_name");
    spec.persistent = fields.getBoolean("persistent").value_or(true);
  } else if (kind == "tensor_constant") {
    stored(K::Constant, "tensor_constant_name");
  } else if (kind == "user_input") {
    spec.kind = K::User;
    spec.arg = argument(get(fields, "arg"));
  } else if (kind == "constant_input") {
    spec.kind = K::Fixed;
    spec.target = string(get(fields, "name"), "name");
    auto [as, constant] = alternative(get(fields, "value"), "value");
    spec.arg = scalarArgument(as, *constant);
  } else {
    spec.target = kind;
  }
  return spec;
}

OutputSpec Reader::outputSpec(const json::Value &value) {
  using K = OutputSpec::Kind;
  auto [kind, content] = alternative(value, "output_spec");
  const json::Object &fields = object(*content, kind);
  OutputSpec spec;
  auto target = [&](K as, StringRef field) {
    spec.kind = as;
    spec.arg = named(Argument::Kind::Tensor, get(fields, "arg"));
    if (!field.empty())
      spec.target = string(get(fields, field), field);
  };
  if (kind == "user_output") {
    spec.kind = K::User;
    spec.arg = argument(get(fields, "arg"));
  } else if (kind == "loss_output") {
    target(K::User, "");
  } else if (kind == "buffer_mutation") {
    target(K::BufferMutation, "buffer_name");
  } else if (kind == "parameter_mutation") {
    target(K::ParameterMutation, "parameter_name");
  } else if (kind == "user_input_mutation") {
    target(K::InputMutation, "user_input_name");
  } else if (kind == "gradient_to_parameter") {
    target(K::Gradient, "parameter_name");
  } else if (kind == "gradient_to_user_input") {
    target(K::Gradient, "user_input_name");
  } else {
    spec.target = kind;
  }
  return spec;
}

void Reader::checkVersion(const json::Object &document) {
  const json::Object &version = object(get(document, "schema_version"), "schema_version");
  int64_t major = integer(get(version, "major"), "major");
  if (status && major != 7 && major != 8)
    status = Status(
        ErrorClass::Unsupported, 3502,
        ("the exported program has schema version " + Twine(major) + ", but only versions 7 and 8 are read")
            .str());
}

Program Reader::program(const json::Value &document) {
  const json::Object &top = object(document, "document");
  Program result;
  checkVersion(top);
  if (!status)
    return result;
  result.torchVersion = top.getString("torch_version").value_or("");
  const json::Object &module = object(get(top, "graph_module"), "graph_module");
  result.graph = graph(get(module, "graph"));
  const json::Object &signature = object(get(module, "signature"), "signature");
  for (const json::Value &spec : array(get(signature, "input_specs"), "input_specs"))
    result.inputs.push_back(inputSpec(spec));
  for (const json::Value &spec : array(get(signature, "output_specs"), "output_specs"))
    result.outputs.push_back(outputSpec(spec));
  for (const auto &[expr, range] : object(get(top, "range_constraints"), "range_constraints")) {
    const json::Object &limits = object(range, "range_constraints");
    result.ranges.push_back({StringRef(expr), limits.getInteger("min_val"), limits.getInteger("max_val")});
  }
  llvm::sort(result.ranges, [](const auto &a, const auto &b) { return a.expr < b.expr; });
  if (result.graph.inputs.size() != result.inputs.size() ||
      result.graph.outputs.size() != result.outputs.size())
    fail("signature", "does not have one entry for each input and output of the graph");
  return result;
}

} // namespace

Result<Program> readProgram(const json::Value &document) {
  Reader reader;
  Program program = reader.program(document);
  if (!reader.status)
    return reader.status;
  return program;
}

Result<TensorMeta> readTensorMeta(const json::Value &value) {
  Reader reader;
  TensorMeta meta = reader.tensorMeta(value);
  if (!reader.status)
    return reader.status;
  return meta;
}

} // namespace neuron::pt2
