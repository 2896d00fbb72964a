//===- Reduction.h - identities, operands as bits ---------------*- C++ -*-===//
#ifndef NEURON_EXEC_REDUCTION_H
#define NEURON_EXEC_REDUCTION_H

#include "Core.h"

namespace neuron::exec {

/// Start value of a reduction (3.1).
float identityOf(AluOp op);
uint32_t bitIdentityOf(AluOp op);

inline bool isBitOp(AluOp op) { return unsigned(op) >= unsigned(AluOp::BitwiseAnd); }

/// Row r of operand i as bits, zero-extended to 32, in scratch buffer `buffer`.
uint32_t *readBits(const Frame &f, unsigned i, size_t r, unsigned buffer, Scratch &scratch);
/// The low bits of `from` as row r of operand i.
void writeBits(const Frame &f, unsigned i, size_t r, const uint32_t *from, Scratch &scratch);

} // namespace neuron::exec

#endif // NEURON_EXEC_REDUCTION_H
