//===- ProtoDecoder.h - from bytes to messages ------------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_PROTODECODER_H
#define NEURONC_LIB_FRONTEND_ONNX_PROTODECODER_H

#include "Proto.h"

#include "neuron/text.h"

namespace neuron::onnx {

/// Graphs nest through attributes, types through types; deeper than this is an
/// attack, not a model.
inline constexpr unsigned kMaxDepth = 48;

/// Each function reads one message and returns whether it was sound.
class Decoder {
public:
  bool model(llvm::StringRef bytes, Model &model);
  bool tensor(llvm::StringRef bytes, TensorProto &tensor);

private:
  bool graph(llvm::StringRef bytes, GraphProto &graph);
  bool node(llvm::StringRef bytes, Node &node);
  bool attribute(llvm::StringRef bytes, AttributeProto &attribute);
  bool attributeValue(WireReader &reader, AttributeProto &attribute);
  bool attributeList(WireReader &reader, AttributeProto &attribute);
  bool function(llvm::StringRef bytes, Function &function);
  bool valueInfo(llvm::StringRef bytes, ValueInfo &info);
  bool type(llvm::StringRef bytes, TypeProto &type);
  bool tensorType(llvm::StringRef bytes, TypeProto &type);
  bool shape(llvm::StringRef bytes, TypeProto &type);
  bool dimension(llvm::StringRef bytes, Dimension &dim);
  bool opset(llvm::StringRef bytes, OperatorSet &opset);
  bool sparseTensor(llvm::StringRef bytes, GraphProto &graph);
  bool externalData(llvm::StringRef bytes, TensorProto &tensor);
  bool tensorData(WireReader &reader, TensorProto &tensor);

  template <typename T, typename Fn> bool append(std::vector<T> &list, llvm::StringRef bytes, Fn fn) {
    return (this->*fn)(bytes, list.emplace_back());
  }

  /// A name: messages and reports have to be able to show it.
  llvm::StringRef text(const WireReader &reader) {
    isText &= isUtf8(reader.bytes());
    return reader.bytes();
  }

  unsigned depth = 0;
  unsigned numNodes = 0;
  bool isText = true;
};

/// Appends the integers of a repeated field, packed or not.
bool appendIntegers(WireReader &reader, std::vector<int64_t> &list);

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_PROTODECODER_H
