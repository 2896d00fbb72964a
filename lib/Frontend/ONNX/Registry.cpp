//===- Registry.cpp - which operators can be imported ---------------------===//

#include "Registry.h"

#include "neuronc/Frontend/ONNX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

using namespace neuron::onnx;

using Rows = llvm::SmallVector<const Operator *, 2>;

static llvm::StringMap<Rows> buildTable() {
  llvm::StringMap<Rows> table;
  for (auto family : {elementwiseOperators, activationOperators,      contractionOperators,
                      convOperators,        deformConvOperators,      poolOperators,
                      reduceOperators,      normalizationOperators,   shapeOperators,
                      movementOperators,    gatherScatterOperators,   recurrentOperators,
                      quantizeOperators,    controlOperators,         sequenceOperators,
                      attentionOperators,   linearAttentionOperators, signalOperators,
                      resizeOperators,      imageOperators,           lossOperators,
                      flexAttentionOperators, optimizerOperators,     gradientOperators,
                      tfIdfOperators,       classicOperators,         determinantOperators,
                      randomOperators})
    for (const Operator &row : family())
      table[row.name].push_back(&row);
  return table;
}

static const llvm::StringMap<Rows> &operators() {
  static const llvm::StringMap<Rows> table = buildTable();
  return table;
}

const Operator *neuron::onnx::findOperator(llvm::StringRef domain, llvm::StringRef name, int64_t opset) {
  const llvm::StringMap<Rows> &table = operators();
  auto it = domain.empty() ? table.find(name) : table.find((domain + "." + name).str());
  if (it == table.end())
    return nullptr;
  for (const Operator *row : it->second)
    if (opset >= row->since && (row->until == 0 || opset <= row->until))
      return row;
  return nullptr;
}

std::vector<neuron::OnnxOperatorRange> neuron::onnxOperators() {
  std::vector<OnnxOperatorRange> ranges;
  for (const auto &entry : operators())
    for (const Operator *row : entry.second)
      ranges.push_back({entry.first().str(), row->since, row->until});
  llvm::sort(ranges, [](const auto &a, const auto &b) { return std::tie(a.name, a.since) < std::tie(b.name, b.since); });
  return ranges;
}
