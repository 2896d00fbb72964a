//===- Proto.cpp - graphs and models of an ONNX file ----------------------===//

#include "ProtoDecoder.h"

#include "llvm/ADT/Twine.h"

#include <cstring>

using namespace neuron;
using namespace neuron::onnx;
using llvm::StringRef;

/// Appends the floats of a repeated field, packed or not.
static bool appendFloats(WireReader &reader, std::vector<float> &list) {
  StringRef bytes = reader.bytes();
  if (bytes.size() % sizeof(float) != 0)
    return false;
  size_t old = list.size();
  list.resize(old + bytes.size() / sizeof(float));
  if (!bytes.empty())
    std::memcpy(list.data() + old, bytes.data(), bytes.size());
  return true;
}

bool Decoder::opset(StringRef bytes, OperatorSet &opset) {
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() == 1)
      opset.domain = text(reader);
    else if (reader.field() == 2)
      opset.version = reader.integer();
  }
  // "ai.onnx" is another spelling of the default domain.
  if (opset.domain == "ai.onnx")
    opset.domain = "";
  return !reader.failed();
}

bool Decoder::attributeList(WireReader &reader, AttributeProto &attribute) {
  switch (reader.field()) {
  case 7:
    attribute.type = AttributeProto::Floats;
    return appendFloats(reader, attribute.floats);
  case 8:
    attribute.type = AttributeProto::Ints;
    return appendIntegers(reader, attribute.ints);
  case 9:
    attribute.type = AttributeProto::Strings;
    attribute.strings.push_back(reader.bytes());
    return true;
  case 10:
    attribute.type = AttributeProto::Tensors;
    return true;
  case 11:
    attribute.type = AttributeProto::Graphs;
    return true;
  case 22:
    attribute.type = AttributeProto::SparseTensor;
    return true;
  default:
    return true;
  }
}

bool Decoder::attributeValue(WireReader &reader, AttributeProto &attribute) {
  switch (reader.field()) {
  case 2:
    attribute.type = AttributeProto::Float;
    attribute.f = reader.real();
    return true;
  case 3:
    attribute.type = AttributeProto::Int;
    attribute.i = reader.integer();
    return true;
  case 4:
    attribute.type = AttributeProto::String;
    attribute.s = reader.bytes();
    return true;
  case 5:
    attribute.type = AttributeProto::Tensor;
    attribute.tensor = std::make_unique<TensorProto>();
    return tensor(reader.bytes(), *attribute.tensor);
  case 6:
    attribute.type = AttributeProto::Graph;
    attribute.graph = std::make_unique<GraphProto>();
    return graph(reader.bytes(), *attribute.graph);
  case 14:
    attribute.type = AttributeProto::TypeProtoValue;
    attribute.typeProto = std::make_unique<TypeProto>();
    return type(reader.bytes(), *attribute.typeProto);
  default:
    return attributeList(reader, attribute);
  }
}

bool Decoder::attribute(StringRef bytes, AttributeProto &attribute) {
  WireReader reader(bytes);
  // Files before IR version 2 lack the type; then the field that is there tells it.
  std::optional<AttributeProto::Type> declared;
  while (reader.next()) {
    if (reader.field() == 1)
      attribute.name = text(reader);
    else if (reader.field() == 21)
      attribute.refName = text(reader);
    else if (reader.field() == 20)
      declared = AttributeProto::Type(reader.varint());
    else if (!attributeValue(reader, attribute))
      return false;
  }
  if (declared && *declared != AttributeProto::Undefined)
    attribute.type = *declared;
  // What the type promises has to be there.
  if (attribute.refName.empty() &&
      ((attribute.type == AttributeProto::Tensor && !attribute.tensor) ||
       (attribute.type == AttributeProto::Graph && !attribute.graph) ||
       (attribute.type == AttributeProto::TypeProtoValue && !attribute.typeProto)))
    return false;
  return !reader.failed();
}

bool Decoder::node(StringRef bytes, Node &node) {
  node.index = numNodes++;
  WireReader reader(bytes);
  while (reader.next()) {
    switch (reader.field()) {
    case 1:
      node.inputs.push_back(text(reader));
      break;
    case 2:
      node.outputs.push_back(text(reader));
      break;
    case 3:
      node.name = text(reader);
      break;
    case 4:
      node.opType = text(reader);
      break;
    case 5:
      if (!append(node.attributes, reader.bytes(), &Decoder::attribute))
        return false;
      break;
    case 7:
      node.domain = text(reader) == "ai.onnx" ? StringRef() : reader.bytes();
      break;
    case 8:
      node.overload = text(reader);
      break;
    default:
      break;
    }
  }
  return !reader.failed();
}

bool Decoder::sparseTensor(StringRef bytes, GraphProto &graph) {
  WireReader reader(bytes);
  TensorProto values; // carries the name
  while (reader.next())
    if (reader.field() == 1 && !tensor(reader.bytes(), values))
      return false;
  graph.sparseInitializers.push_back(values.name);
  return !reader.failed();
}

bool Decoder::graph(StringRef bytes, GraphProto &graph) {
  if (++depth > kMaxDepth)
    return false;
  WireReader reader(bytes);
  bool sound = true;
  while (sound && reader.next()) {
    switch (reader.field()) {
    case 1:
      sound = append(graph.nodes, reader.bytes(), &Decoder::node);
      break;
    case 2:
      graph.name = text(reader);
      break;
    case 5:
      sound = append(graph.initializers, reader.bytes(), &Decoder::tensor);
      break;
    case 11:
      sound = append(graph.inputs, reader.bytes(), &Decoder::valueInfo);
      break;
    case 12:
      sound = append(graph.outputs, reader.bytes(), &Decoder::valueInfo);
      break;
    case 13:
      sound = append(graph.valueInfos, reader.bytes(), &Decoder::valueInfo);
      break;
    case 15:
      sound = sparseTensor(reader.bytes(), graph);
      break;
    default:
      break;
    }
  }
  --depth;
  return sound && !reader.failed();
}

bool Decoder::function(StringRef bytes, Function &function) {
  WireReader reader(bytes);
  while (reader.next()) {
    bool sound = true;
    switch (reader.field()) {
    case 1:
      function.name = text(reader);
      break;
    case 4:
      function.inputs.push_back(text(reader));
      break;
    case 5:
      function.outputs.push_back(text(reader));
      break;
    case 7:
      sound = append(function.nodes, reader.bytes(), &Decoder::node);
      break;
    case 9:
      sound = append(function.opsets, reader.bytes(), &Decoder::opset);
      break;
    case 10:
      function.domain = text(reader) == "ai.onnx" ? StringRef() : reader.bytes();
      break;
    case 11:
      sound = append(function.attributes, reader.bytes(), &Decoder::attribute);
      break;
    case 12:
      sound = append(function.valueInfos, reader.bytes(), &Decoder::valueInfo);
      break;
    case 13:
      function.overload = text(reader);
      break;
    default:
      break;
    }
    if (!sound)
      return false;
  }
  return !reader.failed();
}

bool Decoder::model(StringRef bytes, Model &model) {
  WireReader reader(bytes);
  bool hasGraph = false;
  while (reader.next()) {
    bool sound = true;
    switch (reader.field()) {
    case 1:
      model.irVersion = reader.integer();
      break;
    case 7:
      hasGraph = true;
      sound = graph(reader.bytes(), model.graph);
      break;
    case 8:
      sound = append(model.opsets, reader.bytes(), &Decoder::opset);
      break;
    case 25:
      sound = append(model.functions, reader.bytes(), &Decoder::function);
      break;
    default:
      break;
    }
    if (!sound)
      return false;
  }
  model.numNodes = numNodes;
  return hasGraph && isText && !reader.failed();
}

static Status damaged(const llvm::Twine &what) {
  return Status(ErrorClass::BadInput, 3001, (what + ", or it is damaged").str());
}

Result<Model> neuron::onnx::decodeModel(StringRef bytes) {
  Model model;
  if (!Decoder().model(bytes, model))
    return damaged("the file is no ONNX model");
  return model;
}

Result<TensorProto> neuron::onnx::decodeTensor(StringRef bytes) {
  TensorProto tensor;
  if (!Decoder().tensor(bytes, tensor))
    return damaged("the file is no ONNX tensor");
  return tensor;
}
