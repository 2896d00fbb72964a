//===- NisaVerify.h - shared by the verifiers -------------------*- C++ -*-===//
#ifndef NEURON_DIALECTS_NISA_NISAVERIFY_H
#define NEURON_DIALECTS_NISA_NISAVERIFY_H

#include "Nisa.h"

#include "mlir/IR/Builders.h"

namespace neuron::nisa {

/// Type of a named operand; null if it is absent.
ViewType slotType(NisaInstruction inst, llvm::StringRef operand);

/// The rules of the instruction's own row.
mlir::LogicalResult verifyRow(NisaInstruction inst);

/// The ALU operator in attribute `name`; Bypass if there is none.
::neuron::AluOp aluOf(mlir::Operation *op, llvm::StringRef name);
/// Bits pass unchanged, operands are integers (4.1).
bool isBitwise(::neuron::AluOp op);
bool isComparison(::neuron::AluOp op);

} // namespace neuron::nisa

#endif // NEURON_DIALECTS_NISA_NISAVERIFY_H
