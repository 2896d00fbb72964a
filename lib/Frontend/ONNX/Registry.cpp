//===- Registry.cpp - which operators can be imported ---------------------===//

#include "Registry.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

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
                      resizeOperators,      imageOperators,           lossOperators})
    for (const Operator &row : family())
      table[row.name].push_back(&row);
  return table;
}

const Operator *neuron::onnx::findOperator(llvm::StringRef name, int64_t opset) {
  static const llvm::StringMap<Rows> table = buildTable();
  auto it = table.find(name);
  if (it == table.end())
    return nullptr;
  for (const Operator *row : it->second)
    if (opset >= row->since && (row->until == 0 || opset <= row->until))
      return row;
  return nullptr;
}
