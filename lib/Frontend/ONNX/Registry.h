//===- Registry.h - which operators can be imported -------------*- C++ -*-===//
#ifndef NEURONC_LIB_FRONTEND_ONNX_REGISTRY_H
#define NEURONC_LIB_FRONTEND_ONNX_REGISTRY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <cstdint>

namespace neuron::onnx {

class Call;

/// Imports one node: reads operands and attributes from the call and sets its
/// results. Returns failure after a report.
using ImportFn = llvm::LogicalResult (*)(Call &);

/// One operator in a range of opset versions. Outside of ONNX's default domain the name is DOMAIN.NAME.
struct Operator {
  llvm::StringLiteral name;
  /// The first opset version of this row, and the last (0: still valid).
  int since, until;
  /// Leading inputs that have to be there and be tensors.
  unsigned numRequired;
  ImportFn import;
};

/// The row for an operator of a domain (empty: the default one), or null.
const Operator *findOperator(llvm::StringRef domain, llvm::StringRef name, int64_t opset);

// The rows of each family, in its own file.
llvm::ArrayRef<Operator> elementwiseOperators();
llvm::ArrayRef<Operator> activationOperators();
llvm::ArrayRef<Operator> contractionOperators();
llvm::ArrayRef<Operator> convOperators();
llvm::ArrayRef<Operator> deformConvOperators();
llvm::ArrayRef<Operator> poolOperators();
llvm::ArrayRef<Operator> reduceOperators();
llvm::ArrayRef<Operator> normalizationOperators();
llvm::ArrayRef<Operator> randomOperators();
llvm::ArrayRef<Operator> shapeOperators();
llvm::ArrayRef<Operator> movementOperators();
llvm::ArrayRef<Operator> gatherScatterOperators();
llvm::ArrayRef<Operator> recurrentOperators();
llvm::ArrayRef<Operator> quantizeOperators();
llvm::ArrayRef<Operator> controlOperators();
llvm::ArrayRef<Operator> sequenceOperators();
llvm::ArrayRef<Operator> attentionOperators();
llvm::ArrayRef<Operator> linearAttentionOperators();
llvm::ArrayRef<Operator> signalOperators();
llvm::ArrayRef<Operator> resizeOperators();
llvm::ArrayRef<Operator> imageOperators();
llvm::ArrayRef<Operator> lossOperators();
llvm::ArrayRef<Operator> flexAttentionOperators();
llvm::ArrayRef<Operator> optimizerOperators();
llvm::ArrayRef<Operator> gradientOperators();
llvm::ArrayRef<Operator> tfIdfOperators();
llvm::ArrayRef<Operator> classicOperators();
llvm::ArrayRef<Operator> determinantOperators();

} // namespace neuron::onnx

#endif // NEURONC_LIB_FRONTEND_ONNX_REGISTRY_H
