//===- ProtoTensor.cpp - tensors and types of an ONNX file ----------------===//

#include "ProtoDecoder.h"

using namespace neuron;
using namespace neuron::onnx;
using llvm::StringRef;

bool neuron::onnx::appendIntegers(WireReader &reader, std::vector<int64_t> &list) {
  return decodeVarints({reader.bytes()}, UINT64_MAX, list);
}

bool Decoder::externalData(StringRef bytes, TensorProto &tensor) {
  WireReader reader(bytes);
  StringRef key, value;
  while (reader.next()) {
    if (reader.field() == 1)
      key = reader.bytes();
    else if (reader.field() == 2)
      value = reader.bytes();
  }
  if (key == "location")
    tensor.location = value;
  else if (key == "offset")
    tensor.offset = value;
  else if (key == "length")
    tensor.length = value;
  return !reader.failed();
}

bool Decoder::tensorData(WireReader &reader, TensorProto &tensor) {
  switch (reader.field()) {
  case 4:
    tensor.floatData.push_back(reader.bytes());
    return true;
  case 5:
    tensor.int32Data.push_back(reader.bytes());
    return true;
  case 7:
    tensor.int64Data.push_back(reader.bytes());
    return true;
  case 10:
    tensor.doubleData.push_back(reader.bytes());
    return true;
  case 11:
    tensor.uint64Data.push_back(reader.bytes());
    return true;
  case 6:
    tensor.hasStrings = true;
    return true;
  case 9:
    tensor.rawData = reader.bytes();
    return true;
  default:
    return true;
  }
}

bool Decoder::tensor(StringRef bytes, TensorProto &tensor) {
  WireReader reader(bytes);
  while (reader.next()) {
    switch (reader.field()) {
    case 1: {
      std::vector<int64_t> dims;
      if (!appendIntegers(reader, dims))
        return false;
      tensor.dims.append(dims.begin(), dims.end());
      break;
    }
    case 2:
      tensor.dataType = DataType(int32_t(reader.integer()));
      break;
    case 8:
      tensor.name = text(reader);
      break;
    case 13:
      if (!externalData(reader.bytes(), tensor))
        return false;
      break;
    case 14:
      tensor.isExternal = reader.varint() == 1;
      break;
    default:
      tensorData(reader, tensor);
      break;
    }
  }
  return !reader.failed();
}

bool Decoder::dimension(StringRef bytes, Dimension &dim) {
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() == 1)
      dim.value = reader.integer();
    else if (reader.field() == 2)
      dim.param = text(reader);
  }
  return !reader.failed();
}

bool Decoder::shape(StringRef bytes, TypeProto &type) {
  type.hasShape = true;
  WireReader reader(bytes);
  while (reader.next())
    if (reader.field() == 1 && !append(type.shape, reader.bytes(), &Decoder::dimension))
      return false;
  return !reader.failed();
}

bool Decoder::tensorType(StringRef bytes, TypeProto &type) {
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() == 1)
      type.elementType = DataType(int32_t(reader.integer()));
    else if (reader.field() == 2 && !shape(reader.bytes(), type))
      return false;
  }
  return !reader.failed();
}

bool Decoder::type(StringRef bytes, TypeProto &result) {
  WireReader reader(bytes);
  while (reader.next()) {
    switch (reader.field()) {
    case 1:
      result.kind = TypeProto::Tensor;
      break;
    case 4:
      result.kind = TypeProto::Sequence;
      break;
    case 5:
      result.kind = TypeProto::Map;
      break;
    case 7:
      result.kind = TypeProto::Opaque;
      break;
    case 8:
      result.kind = TypeProto::SparseTensor;
      break;
    case 9:
      result.kind = TypeProto::Optional;
      break;
    default:
      continue;
    }
    if (result.kind == TypeProto::Tensor && !tensorType(reader.bytes(), result))
      return false;
    if (result.kind != TypeProto::Sequence && result.kind != TypeProto::Optional)
      continue;
    // Field 1 of both is the type of what they hold.
    TypeProto::Kind kind = result.kind;
    WireReader inner(reader.bytes());
    if (++depth > kMaxDepth)
      return false;
    while (inner.next())
      if (inner.field() == 1 && !type(inner.bytes(), result))
        return false;
    --depth;
    result.kind = kind;
    if (inner.failed())
      return false;
  }
  return !reader.failed();
}

bool Decoder::valueInfo(StringRef bytes, ValueInfo &info) {
  WireReader reader(bytes);
  while (reader.next()) {
    if (reader.field() == 1)
      info.name = text(reader);
    else if (reader.field() == 2 && !type(reader.bytes(), info.type))
      return false;
  }
  return !reader.failed();
}
