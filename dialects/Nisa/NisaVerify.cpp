//===- NisaVerify.cpp - what no machine can do ----------------------------===//
//
// What holds for all instructions, against the instruction table. The rules of
// single instructions are in NisaVerifyRows.cpp, those of one generation in
// NisaVerifyTarget.cpp. Numbers in brackets are sections of the machine
// reference.
//
//===----------------------------------------------------------------------===//

#include "NisaVerify.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::nisa;

static constexpr int64_t kPartitions = 128;
/// Free elements that one operand can address in each memory (2.3).
static constexpr int64_t kSbufElements = 65536, kPsumElements = 4096;

/// Which partitions an operand of `rows` rows may start at (2.2).
static bool isLegalStart(int64_t start, int64_t rows) {
  if (rows > 64)
    return start == 0;
  return start % (rows > 32 ? 64 : 32) == 0;
}

/// nc_stream_shuffle works on whole quadrants (2.2).
static bool isLegalShuffleStart(int64_t start, int64_t rows) {
  int64_t whole = (rows + 31) / 32 * 32;
  return whole >= 96 ? start == 0 : start % whole == 0;
}

ViewType nisa::slotType(NisaInstruction inst, StringRef operand) {
  int slot = inst.getInfo().operandSlot(std::string_view(operand));
  Value value = slot < 0 ? Value() : inst.getSlot(slot);
  return value ? cast<ViewType>(value.getType()) : ViewType();
}

static LogicalResult verifyStart(NisaInstruction inst, StringRef name, Value value) {
  auto def = value.getDefiningOp<ViewOp>();
  if (!def || inst.getInfo().isDma())
    return success();
  int64_t start = def.getPartition(), rows = def.getResult().getType().getRows();
  bool isLegal = inst.getOpcode() == Opcode::NcStreamShuffle ? isLegalShuffleStart(start, rows)
                                                               : isLegalStart(start, rows);
  if (isLegal)
    return success();
  InFlightDiagnostic diag = inst->emitOpError("operand '")
                            << name << "' of " << rows << " partitions must start at "
                            << (rows > 64 ? "0" : rows > 32 ? "0 or 64" : "0, 32, 64 or 96") << ", but got " << start;
  diag.attachNote(def.getLoc()) << "view taken here";
  return diag;
}

static LogicalResult verifySpace(NisaInstruction inst, const OperandInfo &info, ViewType view) {
  using S = nisa::Space;
  S space = view.getSpace();
  bool isLegal = space == S::Hbm ? info.hbm : space == S::Sbuf ? info.sbuf : info.psum;
  bool isGpSimd = !inst.getInfo().isDma() && inst.getEngineId() == ::neuron::Engine::GpSimd;
  if (isLegal && !(isGpSimd && space == S::Psum))
    return success();
  std::string legal;
  for (auto [allowed, name] : {std::pair(info.hbm, "hbm"), std::pair(info.sbuf, "sbuf"), std::pair(info.psum && !isGpSimd, "psum")})
    if (allowed)
      legal += (legal.empty() ? "" : " or ") + std::string(name);
  return inst->emitOpError("operand '") << StringRef(info.name) << "' must lie in " << legal << (isGpSimd ? " on gpsimd" : "")
                                        << ", but got " << stringifySpace(space);
}

static LogicalResult verifySlot(NisaInstruction inst, const OperandInfo &info, Value value) {
  auto view = cast<ViewType>(value.getType());
  if (failed(verifySpace(inst, info, view)))
    return failure();
  if (view.getSpace() == nisa::Space::Hbm)
    return success();
  if (view.getRows() > kPartitions)
    return inst->emitOpError("operand '") << StringRef(info.name) << "' must have at most 128 partitions, but got " << view.getRows();
  int64_t most = view.getSpace() == nisa::Space::Psum ? kPsumElements : kSbufElements;
  if (!inst.getInfo().isDma() && view.getFreeSize() > most)
    return inst->emitOpError("operand '") << StringRef(info.name) << "' must have at most " << most
                                          << " elements in each partition, but got " << view.getFreeSize();
  return verifyStart(inst, info.name, value);
}

/// Scalars, bounds and read-out registers are one element for each partition.
static LogicalResult verifyColumn(NisaInstruction inst, StringRef name, ViewType view) {
  int64_t rows = slotType(inst, "dst").getRows();
  if (view.getFreeSize() == 1 && view.getRows() == rows)
    return success();
  return inst->emitOpError("operand '") << name << "' must be one element in each of " << rows << " partitions, but got " << view;
}

/// Operands that agree with dst in partitions and in elements (3.0).
static bool isElementwise(Opcode opcode) {
  switch (opcode) {
  case Opcode::TensorTensor: case Opcode::TensorScalar: case Opcode::ScalarTensorTensor:
  case Opcode::TensorScalarReduce: case Opcode::TensorTensorScan: case Opcode::TensorScalarCumulative:
  case Opcode::TensorCopy: case Opcode::TensorCopyPredicated: case Opcode::SelectReduce:
  case Opcode::RangeSelect: case Opcode::Reciprocal: case Opcode::Dropout: case Opcode::Activation:
  case Opcode::AffineSelect:
    return true;
  default:
    return false;
  }
}

static LogicalResult verifyElementwise(NisaInstruction inst) {
  ViewType dst = slotType(inst, "dst");
  unsigned inPsum = 0;
  for (auto [slot, info] : llvm::enumerate(inst.getInfo().operands)) {
    Value value = inst.getSlot(slot);
    if (!value)
      continue;
    auto view = cast<ViewType>(value.getType());
    bool isBound = info.name == "bound0" || info.name == "bound1";
    bool isTile = (info.access == 'r' && !isBound) || (inst.getOpcode() == Opcode::TensorCopyPredicated && info.name == "src" && view.getFreeSize() != 1);
    if (!isTile) {
      if ((info.access == 's' || info.access == 'o' || isBound) && failed(verifyColumn(inst, info.name, view)))
        return failure();
      continue;
    }
    if (view.getRows() != dst.getRows() || view.getFreeSize() != dst.getFreeSize())
      return inst->emitOpError("operand '") << StringRef(info.name) << "' must have as many partitions and elements as 'dst', but got "
                                            << view << " and " << dst;
    inPsum += view.getSpace() == nisa::Space::Psum;
  }
  if (inPsum > 1) // 3.0, two PSUM inputs
    return inst->emitOpError("at most one tile that is read may lie in psum, but got ") << inPsum;
  return success();
}

LogicalResult nisa::verifyInstruction(Operation *op) {
  auto inst = cast<NisaInstruction>(op);
  const InstructionInfo &info = inst.getInfo();
  if (!info.runsOn(inst.getEngineId()))
    return op->emitOpError("does not run on the ") << StringRef(nameOf(inst.getEngineId())) << " engine";
  for (auto [slot, operand] : llvm::enumerate(info.operands))
    if (Value value = inst.getSlot(slot); value && failed(verifySlot(inst, operand, value)))
      return failure();
  if (isElementwise(inst.getOpcode()) && failed(verifyElementwise(inst)))
    return failure();
  return verifyRow(inst);
}
