//===- RowAttention.h - attention over many keys ----------------*- C++ -*-===//
#ifndef NEURONC_LIB_GENERATE_ROWATTENTION_H
#define NEURONC_LIB_GENERATE_ROWATTENTION_H

#include "Lowering.h"

namespace neuron {

/// True if generateRowAttention takes `op` and keeps the engines busier than the
/// generator for few keys.
bool isRowAttention(AttentionOp op, const Target &target);
mlir::LogicalResult generateRowAttention(Lowering &lowering, AttentionOp op);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ROWATTENTION_H
