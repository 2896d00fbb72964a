//===- NisaVerify.cpp - what the machine cannot do ------------------------===//
//
// One verifier for all instructions, written against the instruction table.
// Sections are those of the machine reference.
//
//===----------------------------------------------------------------------===//

#include "dialects/Nisa/Nisa.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::nisa;

/// Section 2.2: which partitions an operand of `rows` rows may start at.
static bool legalStart(int64_t start, int64_t rows) {
  if (rows > 64)
    return start == 0;
  if (rows > 32)
    return start % 64 == 0;
  return start % 32 == 0;
}

static LogicalResult verifySlot(Operation *op, const OperandInfo &info, ViewType view, ViewOp def) {
  using S = nisa::Space;
  bool legal = view.getSpace() == S::Hbm ? info.hbm : view.getSpace() == S::Sbuf ? info.sbuf : info.psum;
  if (!legal)
    return op->emitOpError("operand '") << StringRef(info.name) << "' may not lie in "
                                        << stringifySpace(view.getSpace());
  if (view.getSpace() == S::Hbm)
    return success();
  if (view.getRows() < 1 || view.getRows() > 128)
    return op->emitOpError("operand '") << StringRef(info.name) << "' must have 1 to 128 partitions, but got "
                                        << view.getRows();
  if (def && !cast<NisaInstruction>(op).getInfo().isDma() && !legalStart(def.getPartition(), view.getRows()))
    return op->emitOpError("operand '") << StringRef(info.name) << "' of " << view.getRows()
                                        << " partitions may not start at partition " << def.getPartition();
  return success();
}

/// Rows and elements of all whole-tile operands agree with dst (3.0).
static bool isElementwise(Opcode opcode) {
  switch (opcode) {
  case Opcode::TensorTensor: case Opcode::TensorScalar: case Opcode::ScalarTensorTensor:
  case Opcode::TensorCopy: case Opcode::Activation: case Opcode::Reciprocal:
  case Opcode::TensorTensorScan: case Opcode::AffineSelect: case Opcode::TensorCopyPredicated:
  case Opcode::TensorScalarCumulative: case Opcode::SelectReduce: case Opcode::RangeSelect:
    return true;
  default:
    return false;
  }
}

static LogicalResult verifyElementwise(NisaInstruction inst) {
  const InstructionInfo &info = inst.getInfo();
  auto dst = cast<ViewType>(inst.getSlot(0).getType());
  for (auto [slot, operand] : llvm::enumerate(info.operands)) {
    Value value = inst.getSlot(slot);
    bool whole = operand.access == 'r' && operand.name != "bound0" && operand.name != "bound1";
    if (!value || !whole)
      continue;
    auto view = cast<ViewType>(value.getType());
    if (view.getRows() != dst.getRows() || view.getFreeSize() != dst.getFreeSize())
      return inst->emitOpError("operand '") << StringRef(operand.name) << "' must have as many partitions and elements as 'dst', but got "
                                            << view << " and " << dst;
  }
  return success();
}

static LogicalResult verifyMatmul(NcMatmulOp op) {
  auto dst = op.getDst().getType(), stationary = op.getStationary().getType(), moving = op.getMoving().getType();
  if (stationary.getRows() != moving.getRows())
    return op.emitOpError("stationary and moving must have the same partitions, but got ")
           << stationary.getRows() << " and " << moving.getRows();
  if (stationary.getFreeSize() > 128)
    return op.emitOpError("stationary free size must be at most 128, but got ") << stationary.getFreeSize();
  if (dst.getRows() != stationary.getFreeSize() || dst.getFreeSize() != moving.getFreeSize())
    return op.emitOpError("dst must be [stationary free, moving free], but got ")
           << dst << " for " << stationary << " and " << moving;
  bool wide = stationary.getElement().isF32(), wideMoving = moving.getElement().isF32();
  if (wide != wideMoving && !isa<FloatTF32Type>(stationary.getElement()) && !isa<FloatTF32Type>(moving.getElement()))
    return op.emitOpError("f32 goes only with f32 or tf32, but got ")
           << stationary.getElement() << " and " << moving.getElement();
  if (!isa<FloatType>(stationary.getElement()) || !isa<FloatType>(moving.getElement()))
    return op.emitOpError("operands must be floats, but got ") << stationary.getElement() << " and " << moving.getElement();
  return success();
}

/// A two-tensor Vector instruction never reads both from PSUM.
static LogicalResult verifyPsumInputs(NisaInstruction inst) {
  unsigned count = 0;
  const InstructionInfo &info = inst.getInfo();
  for (auto [slot, operand] : llvm::enumerate(info.operands)) {
    Value value = inst.getSlot(slot);
    if (value && operand.access == 'r' && cast<ViewType>(value.getType()).getSpace() == nisa::Space::Psum)
      ++count;
  }
  if (count > 1)
    return inst->emitOpError("at most one input may lie in psum, but got ") << count;
  return success();
}

LogicalResult nisa::verifyInstruction(Operation *op) {
  auto inst = cast<NisaInstruction>(op);
  const InstructionInfo &info = inst.getInfo();
  ::neuron::Engine engine = engineOf(op);
  if (!info.isDma() && !info.runsOn(engine))
    return op->emitOpError("does not run on the ") << StringRef(nameOf(engine)) << " engine";
  for (auto [slot, operand] : llvm::enumerate(info.operands)) {
    Value value = inst.getSlot(slot);
    if (!value)
      continue;
    auto view = cast<ViewType>(value.getType());
    if (failed(verifySlot(op, operand, view, value.getDefiningOp<ViewOp>())))
      return failure();
    if (engine == ::neuron::Engine::GpSimd && !info.isDma() && view.getSpace() == nisa::Space::Psum)
      return op->emitOpError("the gpsimd engine cannot reach psum (operand '") << StringRef(operand.name) << "')";
  }
  if (isElementwise(inst.getOpcode()) && (failed(verifyElementwise(inst)) || failed(verifyPsumInputs(inst))))
    return failure();
  if (auto matmul = dyn_cast<NcMatmulOp>(op))
    return verifyMatmul(matmul);
  return success();
}

LogicalResult nisa::verifyForTarget(Operation *op, const Target &target) {
  if (auto matmul = dyn_cast<NcMatmulOp>(op)) {
    int64_t free = matmul.getMoving().getType().getFreeSize();
    if (free > target.maxMoving)
      return op->emitOpError("moving free size must be at most ") << target.maxMoving << " on "
             << StringRef(target.name) << ", but got " << free;
  }
  return success();
}
