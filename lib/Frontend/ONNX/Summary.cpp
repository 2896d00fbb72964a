//===- Summary.cpp - what an ONNX model holds -----------------------------===//

#include "neuronc/Frontend/ONNX.h"

#include "OperatorUse.h"
#include "TensorData.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace neuron;
using namespace neuron::onnx;
using llvm::StringRef;

static std::string typeText(const TypeProto &type) {
  static constexpr StringRef kinds[] = {"untyped", "", "sparse tensor", "sequence", "optional", "map", "opaque"};
  if (type.kind != TypeProto::Tensor)
    return kinds[type.kind].str();
  std::optional<DType> known = toDType(type.elementType);
  return known ? std::string(neuron::nameOf(*known)) : onnx::nameOf(type.elementType);
}

static std::string dimText(const Dimension &dim) {
  if (!dim.param.empty())
    return dim.param.str();
  return dim.value && *dim.value > 0 ? llvm::itostr(*dim.value) : "?";
}

static ModelSummary::Tensor tensorOf(const ValueInfo &info) {
  ModelSummary::Tensor tensor{info.name.str(), typeText(info.type), {}, info.type.hasShape};
  for (const Dimension &dim : info.type.shape)
    tensor.dims.push_back(dimText(dim));
  return tensor;
}

/// Bytes of a tensor's elements; 0 for an absurd shape.
static uint64_t bytesOf(const TensorProto &tensor) {
  std::optional<DType> type = toDType(tensor.dataType);
  int64_t bytes = type ? neuron::bytesOf(*type) : 0;
  bool isAbsurd = false;
  for (int64_t dim : tensor.dims)
    isAbsurd |= dim < 0 || llvm::MulOverflow(bytes, dim, bytes);
  return isAbsurd ? 0 : uint64_t(bytes);
}

static void addSignature(const GraphProto &graph, ModelSummary &summary) {
  // Up to IR version 3 initializers are inputs, too.
  llvm::StringSet<> initialized, seen;
  for (const TensorProto &tensor : graph.initializers) {
    initialized.insert(tensor.name);
    summary.weightBytes += bytesOf(tensor);
  }
  summary.weights = graph.initializers.size();
  for (const ValueInfo &input : graph.inputs) {
    if (initialized.contains(input.name))
      continue;
    summary.inputs.push_back(tensorOf(input));
    for (const Dimension &dim : input.type.shape)
      if (!dim.param.empty() && seen.insert(dim.param).second)
        summary.symbols.push_back({dim.param.str(), 1, std::nullopt});
  }
  for (const ValueInfo &output : graph.outputs)
    summary.outputs.push_back(tensorOf(output));
}

Result<ModelSummary> neuron::summariseOnnx(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return Status(ErrorClass::Io, 6001, ("cannot read '" + path + "': " + buffer.getError().message()).str());
  Result<Model> model = decodeModel((*buffer)->getBuffer());
  if (!model)
    return model.status();
  ModelSummary summary;
  summary.format = "ONNX, operator set " + std::to_string(opsetOf(model->opsets, ""));
  addSignature(model->graph, summary);
  StringRef file = llvm::sys::path::filename(path);
  for (const OperatorUse &use :
       findOperators(model->graph.nodes, model->opsets, FunctionTable(model->functions), /*enterBranches=*/true))
    summary.operators.push_back({use.name, use.count, use.isSupported,
                                 (file + ": node " + llvm::Twine(use.first->index) + " '" + onnx::nameOf(*use.first) + "'").str()});
  return summary;
}
