//===- Proto.h - the messages of an ONNX file -------------------*- C++ -*-===//
//
// Plain structs with the fields that an import needs, by the names of onnx.proto.
// Strings and tensor data are ranges of the file, which must outlive them.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_PROTO_H
#define NEURONC_LIB_FRONTEND_ONNX_PROTO_H

#include "Wire.h"

#include "neuron/status.h"

#include <memory>
#include <optional>
#include <vector>

namespace neuron::onnx {

/// TensorProto.DataType: the numbers of the format.
enum class DataType : int32_t {
  Undefined = 0,
  Float = 1,
  Uint8,
  Int8,
  Uint16,
  Int16,
  Int32,
  Int64,
  String,
  Bool,
  Float16,
  Double,
  Uint32,
  Uint64,
  Complex64,
  Complex128,
  Bfloat16,
  Float8E4M3FN,
  Float8E4M3FNUZ,
  Float8E5M2,
  Float8E5M2FNUZ,
  Uint4,
  Int4,
  Float4E2M1,
  Float8E8M0,
  Uint2,
  Int2,
};

struct TensorProto {
  llvm::StringRef name;
  llvm::SmallVector<int64_t> dims;
  DataType dataType = DataType::Undefined;
  std::optional<llvm::StringRef> rawData;
  Chunks floatData, int32Data, int64Data, doubleData, uint64Data;
  bool hasStrings = false;
  /// The data lie in another file: key `location`, `offset`, `length`.
  bool isExternal = false;
  llvm::StringRef location, offset, length;
};

/// A dim is a number, a name, or neither.
struct Dimension {
  std::optional<int64_t> value;
  llvm::StringRef param;
};

struct TypeProto {
  enum Kind { None, Tensor, SparseTensor, Sequence, Optional, Map, Opaque };
  Kind kind = None;
  /// Tensors; of a sequence or optional those of what it holds.
  DataType elementType = DataType::Undefined;
  bool hasShape = false;
  std::vector<Dimension> shape;
};

struct ValueInfo {
  llvm::StringRef name;
  TypeProto type;
};

struct GraphProto;

/// Base of what holds messages by pointer.
struct MoveOnly {
  MoveOnly() = default;
  MoveOnly(MoveOnly &&) = default;
  MoveOnly &operator=(MoveOnly &&) = default;
};

struct AttributeProto : MoveOnly {
  enum Type : int32_t { // files may hold any number
    Undefined = 0,
    Float,
    Int,
    String,
    Tensor,
    Graph,
    Floats,
    Ints,
    Strings,
    Tensors,
    Graphs,
    SparseTensor,
    SparseTensors,
    TypeProtoValue,
    TypeProtos
  };
  llvm::StringRef name, refName;
  Type type = Undefined;
  float f = 0;
  int64_t i = 0;
  llvm::StringRef s;
  std::unique_ptr<TensorProto> tensor;
  std::unique_ptr<GraphProto> graph;
  std::unique_ptr<TypeProto> typeProto;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<llvm::StringRef> strings;
};

struct Node : MoveOnly {
  llvm::StringRef name, opType, domain, overload;
  llvm::SmallVector<llvm::StringRef, 3> inputs;
  llvm::SmallVector<llvm::StringRef, 1> outputs;
  std::vector<AttributeProto> attributes;
  /// Position among all nodes of the file, in the file's order.
  unsigned index = 0;
};

struct GraphProto : MoveOnly {
  llvm::StringRef name;
  std::vector<Node> nodes;
  std::vector<TensorProto> initializers;
  /// Names of sparse initializers, which are not supported.
  std::vector<llvm::StringRef> sparseInitializers;
  std::vector<ValueInfo> inputs, outputs, valueInfos;
};

struct OperatorSet {
  llvm::StringRef domain;
  int64_t version = 0;
};

struct Function : MoveOnly {
  llvm::StringRef name, domain, overload;
  std::vector<llvm::StringRef> inputs, outputs;
  /// Defaults of attributes; those without a default carry only their name.
  std::vector<AttributeProto> attributes;
  std::vector<Node> nodes;
  std::vector<OperatorSet> opsets;
  std::vector<ValueInfo> valueInfos;
};

struct Model : MoveOnly {
  int64_t irVersion = 0;
  std::vector<OperatorSet> opsets;
  GraphProto graph;
  std::vector<Function> functions;
  /// Of all graphs and functions.
  uint64_t numNodes = 0;
};

/// Decodes a model file. Error NRN-E3001: not an ONNX model, or damaged.
Result<Model> decodeModel(llvm::StringRef bytes);

/// Decodes a serialized tensor, as test data are stored. Error NRN-E3001.
Result<TensorProto> decodeTensor(llvm::StringRef bytes);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_PROTO_H
