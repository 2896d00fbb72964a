//===- Schema.cpp - an exported program as the file describes it ----------===//
#include "SchemaReader.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace neuron::pt2 {

Node SchemaReader::node(const json::Value &value) {
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

Graph SchemaReader::graph(const json::Value &value) {
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

InputSpec SchemaReader::inputSpec(const json::Value &value) {
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

OutputSpec SchemaReader::outputSpec(const json::Value &value) {
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

void SchemaReader::checkVersion(const json::Object &document) {
  const json::Object &version = object(get(document, "schema_version"), "schema_version");
  int64_t major = integer(get(version, "major"), "major");
  if (status && major != 7 && major != 8)
    status = Status(
        ErrorClass::Unsupported, 3502,
        ("the exported program has schema version " + Twine(major) + ", but only versions 7 and 8 are read")
            .str());
}

Program SchemaReader::program(const json::Value &document) {
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

Result<Program> readProgram(const json::Value &document) {
  SchemaReader reader;
  Program program = reader.program(document);
  if (!reader.status)
    return reader.status;
  return program;
}

Result<TensorMeta> readTensorMeta(const json::Value &value) {
  SchemaReader reader;
  TensorMeta meta = reader.tensorMeta(value);
  if (!reader.status)
    return reader.status;
  return meta;
}

} // namespace neuron::pt2
