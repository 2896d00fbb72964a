//===- Nisa.h - the nisa dialect --------------------------------*- C++ -*-===//
#ifndef NEURON_DIALECTS_NISA_NISA_H
#define NEURON_DIALECTS_NISA_NISA_H

#include "neuron/program.h"
#include "neuron/target.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Nisa/NisaOpsDialect.h.inc"
#include "dialects/Nisa/NisaOpsEnums.h.inc"

namespace neuron::nisa {
/// The engine attribute of an instruction, or the only engine of its row.
::neuron::Engine engineOf(mlir::Operation *op);
/// Rules that hold on every target (machine reference sections 2 and 3).
mlir::LogicalResult verifyInstruction(mlir::Operation *op);
/// Rules of one generation: features and limits of `target`.
mlir::LogicalResult verifyForTarget(mlir::Operation *op, const Target &target);
/// The element type of views as the runtime names it.
::neuron::DType dtypeOf(mlir::Type type);
/// The DType of that name (neuron::nameOf), or none.
std::optional<::neuron::DType> parseDType(llvm::StringRef name);
/// The MLIR type of a DType.
mlir::Type typeOf(mlir::MLIRContext *context, ::neuron::DType type);
/// The 32-bit words of the immediates, in the order of the row. The `first`
/// mask of nc_matmul is 0: it depends on the stream's loops.
llvm::SmallVector<uint32_t, 8> immediatesOf(mlir::Operation *op);
} // namespace neuron::nisa

#define GET_ATTRDEF_CLASSES
#include "dialects/Nisa/NisaOpsAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Nisa/NisaOpsTypes.h.inc"

#include "dialects/Nisa/NisaInterfaces.h.inc"
#define GET_OP_CLASSES
#include "dialects/Nisa/NisaOps.h.inc"

#endif // NEURON_DIALECTS_NISA_NISA_H
