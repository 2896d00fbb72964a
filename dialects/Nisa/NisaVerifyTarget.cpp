//===- NisaVerifyTarget.cpp - what one generation cannot do ---------------===//
//
// Asks the target for limits and features, never for its name.
//
//===----------------------------------------------------------------------===//

#include "NisaVerify.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::nisa;

using Alu = ::neuron::AluOp;

/// `what` is not on this target.
static LogicalResult missing(Operation *op, const Target &target, const Twine &what) {
  return op->emitOpError(what) << " is not on " << StringRef(target.name);
}

/// Bytes of a PSUM bank: views count from a bank's start (2.1).
static LogicalResult verifyBank(NcMatmulOp op, const Target &target) {
  auto view = op.getDst().getDefiningOp<ViewOp>();
  if (!view || target.maxMoving > 512) // may span all banks
    return success();
  ViewType type = view.getResult().getType();
  int64_t bytes = bytesOf(dtypeOf(type.getElement())), bank = target.psumBankBytes;
  int64_t first = int64_t(view.getBase()) * bytes, last = first;
  for (auto [size, step] : llvm::zip(type.getSizes(), view.getSteps()))
    (step < 0 ? first : last) += (size - 1) * step * bytes;
  // Counters that move the view by whole banks keep it inside one.
  for (int64_t factor : view.getCoefficients())
    if (factor * bytes % bank)
      return success();
  if (first / bank == (last + bytes - 1) / bank)
    return success();
  InFlightDiagnostic diag = op.emitOpError("dst must lie in one psum bank of ") << bank << " bytes on " << StringRef(target.name)
                                                                                 << ", but got bytes " << first << " to " << last + bytes - 1;
  diag.attachNote(view.getLoc()) << "view taken here";
  return diag;
}

static LogicalResult verifyMatmul(NcMatmulOp op, const Target &target) {
  bool isDoubleRow = op.getFlags() & 8;
  int64_t moving = op.getMoving().getType().getFreeSize() / (isDoubleRow ? 2 : 1);
  bool isBf16 = op.getDst().getType().getElement().isBF16();
  int64_t most = target.maxMoving > 512 && isBf16 ? 2 * target.maxMoving : target.maxMoving;
  if (moving > most)
    return op.emitOpError("moving free size must be at most ") << most << " on " << StringRef(target.name) << ", but got " << moving;
  if (isDoubleRow && target.generation < 3)
    return missing(op, target, "double row");
  bool isTranspose = op.getFlags() & 1;
  if (isBf16 && !isTranspose && target.generation < 4)
    return missing(op, target, "a bf16 result");
  if ((op.getRows() == 32 || op.getCols() == 32) && target.generation < 3)
    return missing(op, target, "a tile of 32");
  return verifyBank(op, target);
}

static LogicalResult verifyTypes(NisaInstruction inst, const Target &target) {
  for (Value operand : inst->getOperands()) {
    auto view = dyn_cast<ViewType>(operand.getType());
    bool isFn = view && isa<Float8E4M3FNType>(view.getElement()), isE3 = view && isa<Float8E3M4Type>(view.getElement());
    if ((isFn && target.generation < 4) || (isE3 && target.generation >= 4))
      return inst->emitOpError("element type ") << view.getElement() << " is not on " << StringRef(target.name);
  }
  return success();
}

/// Operators that only the newest Vector engine has (4.1).
static LogicalResult verifyOperators(NisaInstruction inst, const Target &target) {
  for (StringRef name : {"op", "op0", "op1"})
    switch (Alu op = aluOf(inst, name)) {
    case Alu::Square: case Alu::Relu: case Alu::AbsMax: case Alu::AbsMin:
      if (target.generation < 4)
        return missing(inst, target, "operator " + stringifyAluOp(nisa::AluOp(op)));
      break;
    default:
      break;
    }
  return success();
}

static LogicalResult verifyDma(NisaInstruction inst, const Target &target) {
  auto dge = inst->getAttrOfType<IntegerAttr>("dge");
  if (dge && dge.getInt() == 2 && !target.hasDge)
    return missing(inst, target, "hardware descriptor generation");
  if (ViewType index = slotType(inst, "index"); index && index.getRows() > 1 && !target.hasVectorOffsets)
    return missing(inst, target, "a DMA with an index for each row");
  return success();
}

LogicalResult nisa::verifyForTarget(Operation *op, const Target &target) {
  auto inst = cast<NisaInstruction>(op);
  if (failed(verifyTypes(inst, target)) || failed(verifyOperators(inst, target)))
    return failure();
  if (inst.getInfo().isDma())
    return verifyDma(inst, target);
  ::neuron::Engine engine = inst.getEngineId();
  switch (inst.getOpcode()) {
  case Opcode::NcMatmul:
    return verifyMatmul(cast<NcMatmulOp>(op), target);
  case Opcode::RangeSelect:
    return target.hasRangeSelect ? success() : missing(op, target, "range_select");
  case Opcode::TensorCopy:
    return engine != ::neuron::Engine::Scalar || target.scalarTensorCopy ? success() : missing(op, target, "tensor_copy on the scalar engine");
  case Opcode::TensorScalar:
    return engine != ::neuron::Engine::Scalar || target.scalarTensorScalar ? success() : missing(op, target, "tensor_scalar on the scalar engine");
  case Opcode::Rng:
    return engine != ::neuron::Engine::GpSimd || target.generation >= 3 ? success() : missing(op, target, "rng on the gpsimd engine");
  case Opcode::Activation: {
    auto activation = cast<ActivationOp>(op);
    bool hasImmediate = !activation.getBias() && !activation.getBiasValue().isZero();
    return target.activationImmediateBias || !hasImmediate ? success() : missing(op, target, "an immediate bias");
  }
  default:
    return success();
  }
}
