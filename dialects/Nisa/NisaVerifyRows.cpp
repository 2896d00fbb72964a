//===- NisaVerifyRows.cpp - the rules of single instructions --------------===//
//
// Each function checks one row of the table; `verifyRow` says which. Numbers in
// brackets are sections of the machine reference.
//
//===----------------------------------------------------------------------===//

#include "NisaVerify.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::nisa;

using Alu = ::neuron::AluOp;

::neuron::AluOp nisa::aluOf(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<AluOpAttr>(name);
  return attr ? Alu(attr.getValue()) : Alu::Bypass;
}

bool nisa::isBitwise(Alu op) { return op >= Alu::BitwiseAnd && op <= Alu::RightShift; }
bool nisa::isComparison(Alu op) { return op >= Alu::Equal && op <= Alu::Less; }

static StringRef text(Alu op) { return stringifyAluOp(nisa::AluOp(op)); }
static bool isWide(Type type) { return isa<Float32Type, FloatTF32Type>(type); }
static bool isEightBit(Type type) { return type.getIntOrFloatBitWidth() == 8; }
static bool isInt(Type type, unsigned width) { return type.isInteger(width); }

/// Operators that may stand in a reduction (4.1).
static bool isReduction(Alu op) {
  switch (op) {
  case Alu::Add: case Alu::Subtract: case Alu::Multiply: case Alu::Max: case Alu::Min:
  case Alu::LogicalAnd: case Alu::LogicalOr: case Alu::LogicalXor:
  case Alu::BitwiseAnd: case Alu::BitwiseOr: case Alu::BitwiseXor:
    return true;
  default:
    return false;
  }
}

/// Engines that have an operator (4.1).
static bool hasOperator(::neuron::Engine engine, Alu op) {
  switch (op) {
  case Alu::Bypass:
    return true;
  case Alu::Add: case Alu::Multiply:
    return engine != ::neuron::Engine::Tensor;
  case Alu::Power: case Alu::Rsqrt:
    return engine == ::neuron::Engine::GpSimd;
  default:
    return engine == ::neuron::Engine::Vector;
  }
}

// Shapes.

static LogicalResult verifyFree(NisaInstruction inst, StringRef name, int64_t low, int64_t high) {
  ViewType view = slotType(inst, name);
  if (!view || (view.getFreeSize() >= low && view.getFreeSize() <= high))
    return success();
  InFlightDiagnostic diag = inst->emitOpError("operand '") << name << "' must have ";
  if (low == high)
    diag << low;
  else
    diag << low << " to " << high;
  return diag << " elements in each partition, but got " << view.getFreeSize();
}

static LogicalResult verifySameRows(NisaInstruction inst, ArrayRef<StringRef> names) {
  ViewType first = slotType(inst, names.front());
  for (StringRef name : names.drop_front())
    if (ViewType view = slotType(inst, name); view && view.getRows() != first.getRows())
      return inst->emitOpError("operand '") << name << "' must have as many partitions as '" << names.front() << "', but got "
                                            << view.getRows() << " and " << first.getRows();
  return success();
}

static LogicalResult verifySameFree(NisaInstruction inst, StringRef a, StringRef b) {
  int64_t sizeA = slotType(inst, a).getFreeSize(), sizeB = slotType(inst, b).getFreeSize();
  if (sizeA == sizeB)
    return success();
  return inst->emitOpError("operand '") << a << "' must have as many elements in each partition as '" << b << "', but got "
                                        << sizeA << " and " << sizeB;
}

static LogicalResult verifySameType(NisaInstruction inst, StringRef a, StringRef b) {
  Type typeA = slotType(inst, a).getElement(), typeB = slotType(inst, b).getElement();
  if (typeA == typeB)
    return success();
  return inst->emitOpError("operand '") << a << "' must have the type of '" << b << "', but got " << typeA << " and " << typeB;
}

/// `rule` names the types that `isLegal` accepts.
static LogicalResult verifyElement(NisaInstruction inst, StringRef name, bool (*isLegal)(Type), StringRef rule) {
  ViewType view = slotType(inst, name);
  if (!view || isLegal(view.getElement()))
    return success();
  return inst->emitOpError("operand '") << name << "' must be " << rule << ", but got " << view.getElement();
}

static LogicalResult verifyTranspose(NisaInstruction inst) {
  ViewType dst = slotType(inst, "dst"), src = slotType(inst, "src");
  if (dst.getRows() != src.getFreeSize() || dst.getFreeSize() != src.getRows())
    return inst->emitOpError("'dst' must be 'src' transposed, but got ") << dst << " for " << src;
  return success();
}

// Operators.

static LogicalResult verifyOperator(NisaInstruction inst, StringRef name) {
  Alu op = aluOf(inst, name);
  if (hasOperator(inst.getEngineId(), op))
    return success();
  return inst->emitOpError("'") << name << "' must be an operator of the " << StringRef(nameOf(inst.getEngineId()))
                                << " engine, but got " << text(op);
}

/// Bit operators take and give integers of one width, and do not mix with
/// arithmetic (3.0).
static LogicalResult verifyBits(NisaInstruction inst, ArrayRef<StringRef> operators) {
  Alu first = aluOf(inst, operators.front());
  for (StringRef name : operators.drop_front())
    if (Alu op = aluOf(inst, name); op != Alu::Bypass && first != Alu::Bypass && isBitwise(op) != isBitwise(first))
      return inst->emitOpError("operators must be all bitwise or all arithmetic, but got ") << text(first) << " and " << text(op);
  if (!isBitwise(first))
    return success();
  Type wanted = slotType(inst, "dst").getElement();
  for (auto [slot, info] : llvm::enumerate(inst.getInfo().operands)) {
    Value value = inst.getSlot(slot);
    Type type = value ? cast<ViewType>(value.getType()).getElement() : wanted;
    if (!isa<IntegerType>(type) || type.getIntOrFloatBitWidth() != wanted.getIntOrFloatBitWidth())
      return inst->emitOpError("operands of ") << text(first) << " must be integers of one width, but '" << StringRef(info.name)
                                               << "' got " << type;
  }
  return success();
}

/// [P,1] operands of arithmetic are f32 (3.0).
static LogicalResult verifyScalars(NisaInstruction inst, ArrayRef<StringRef> names, Alu op) {
  for (StringRef name : names)
    if (!isBitwise(op) && failed(verifyElement(inst, name, [](Type t) { return t.isF32(); }, "f32")))
      return failure();
  return success();
}

static LogicalResult verifyReduction(NisaInstruction inst, StringRef name, ArrayRef<Alu> legal) {
  Alu op = aluOf(inst, name);
  if (llvm::is_contained(legal, op))
    return success();
  InFlightDiagnostic diag = inst->emitOpError("'") << name << "' must be one of";
  for (Alu each : legal)
    diag << " " << text(each);
  return diag << ", but got " << text(op);
}

static LogicalResult verifyComparison(NisaInstruction inst, StringRef name) {
  Alu op = aluOf(inst, name);
  if (isComparison(op))
    return success();
  return inst->emitOpError("'") << name << "' must be a comparison, but got " << text(op);
}

// Tensor engine (3.4).

static LogicalResult verifyTile(NcMatmulOp op, StringRef name, int64_t size, int64_t used, Value operand) {
  if (size == 0)
    return success();
  if (size != 32 && size != 64 && size != 128)
    return op.emitOpError("'") << name << "' must be 0, 32, 64 or 128, but got " << size;
  if (used > size)
    return op.emitOpError("a tile of ") << size << " " << name << " must hold the stationary operand, but got " << used;
  if (auto view = operand.getDefiningOp<ViewOp>(); view && int64_t(view.getPartition()) % size)
    return op.emitOpError("a tile of ") << size << " " << name << " must start at a multiple of that, but got partition "
                                        << view.getPartition();
  return success();
}

static LogicalResult verifyMatmulTypes(NcMatmulOp op, bool isDoubleRow) {
  Type stationary = op.getStationary().getType().getElement(), moving = op.getMoving().getType().getElement();
  Type dst = op.getDst().getType().getElement();
  if (!isa<FloatType>(stationary) || !isa<FloatType>(moving))
    return op.emitOpError("operands must be floats, but got ") << stationary << " and " << moving;
  if (isWide(stationary) != isWide(moving))
    return op.emitOpError("f32 and tf32 must go with f32 or tf32, but got ") << stationary << " and " << moving;
  if (isDoubleRow && (!isEightBit(stationary) || !isEightBit(moving)))
    return op.emitOpError("double row needs 8-bit floats, but got ") << stationary << " and " << moving;
  bool isTranspose = op.getFlags() & 1;
  if (isTranspose ? dst != moving && !dst.isF32() : !dst.isF32() && !dst.isBF16())
    return op.emitOpError("dst must be f32 or bf16, or of the operand's type in a transpose, but got ") << dst;
  return success();
}

static LogicalResult verifyMatmul(NcMatmulOp op) {
  ViewType dst = op.getDst().getType(), stationary = op.getStationary().getType(), moving = op.getMoving().getType();
  bool isDoubleRow = op.getFlags() & 8;
  int64_t m = stationary.getFreeSize(), n = moving.getFreeSize();
  if (stationary.getRows() != moving.getRows())
    return op.emitOpError("stationary and moving must have the same partitions, but got ") << stationary.getRows() << " and " << moving.getRows();
  if (isDoubleRow) {
    if (stationary.getSizes().empty() || moving.getSizes().empty() || stationary.getSizes()[0] != 2 || moving.getSizes()[0] != 2)
      return op.emitOpError("double row needs an outermost free dim of 2, but got ") << stationary << " and " << moving;
    m /= 2, n /= 2;
  }
  if (m > 128)
    return op.emitOpError("stationary free size must be at most 128, but got ") << m;
  if (dst.getRows() != m || dst.getFreeSize() != n)
    return op.emitOpError("dst must be [stationary free, moving free], but got ") << dst << " for " << stationary << " and " << moving;
  if (failed(verifyMatmulTypes(op, isDoubleRow)) ||
      failed(verifyTile(op, "rows", op.getRows(), stationary.getRows(), op.getStationary())) ||
      failed(verifyTile(op, "cols", op.getCols(), m, op.getDst())))
    return failure();
  if ((op.getAccumulate() == nisa::Accumulate::UnlessFirst) == op.getFirst().empty())
    return op.emitOpError("'first' goes with unless_first and only with it, but got ")
           << op.getFirst().size() << " counters and " << stringifyAccumulate(op.getAccumulate());
  return success();
}

static LogicalResult verifyNcTranspose(NisaInstruction inst) {
  ViewType dst = slotType(inst, "dst"), src = slotType(inst, "src");
  bool isTensor = inst.getEngineId() == ::neuron::Engine::Tensor;
  int64_t most = isTensor ? 128 : 32;
  if (src.getRows() > most || src.getFreeSize() > most)
    return inst->emitOpError("'src' must be at most ") << most << " x " << most << " on the " << StringRef(nameOf(inst.getEngineId()))
                                                       << " engine, but got " << src;
  if (isTensor && (src.getSpace() != nisa::Space::Sbuf || dst.getSpace() != nisa::Space::Psum))
    return inst->emitOpError("the tensor engine must transpose from sbuf to psum, but got ")
           << stringifySpace(src.getSpace()) << " to " << stringifySpace(dst.getSpace());
  if (failed(verifyTranspose(inst)))
    return failure();
  return verifySameType(inst, "dst", "src");
}

// Vector, Scalar, GpSimd (3.5 to 3.7).

static LogicalResult verifyTensorScalar(TensorScalarOp op) {
  Alu first = aluOf(op, "op0"), second = aluOf(op, "op1");
  bool isPair = (first == Alu::Multiply || first == Alu::Add) && second == Alu::Bypass;
  isPair |= first == Alu::Multiply && second == Alu::Add;
  if (nisa::engineOf(op) == ::neuron::Engine::Scalar && !isPair)
    return op.emitOpError("the scalar engine has multiply, add, and multiply then add, but got ") << text(first) << ", " << text(second);
  if (nisa::engineOf(op) == ::neuron::Engine::GpSimd && (first != Alu::Rsqrt || second != Alu::Bypass))
    return op.emitOpError("the gpsimd engine has rsqrt, but got ") << text(first) << ", " << text(second);
  return success();
}

static LogicalResult verifyTensorReduce(TensorReduceOp op) {
  ArrayRef<int64_t> sizes = op.getSrc().getType().getSizes();
  int64_t axes = op.getAxes(), kept = 1;
  if (axes < 1 || axes > int64_t(sizes.size()))
    return op.emitOpError("'axes' must be 1 to ") << sizes.size() << ", but got " << axes;
  for (int64_t size : sizes.drop_back(axes))
    kept *= size;
  if (op.getDst().getType().getFreeSize() != kept)
    return op.emitOpError("'dst' must have ") << kept << " elements in each partition, but got " << op.getDst().getType().getFreeSize();
  return success();
}

static LogicalResult verifyMatch8(NisaInstruction inst) {
  if (failed(verifyFree(inst, "data", 8, 16384)) || failed(verifyFree(inst, "vals", 8, 8)) ||
      failed(verifyFree(inst, "indices", 8, 8)))
    return failure();
  return verifySameRows(inst, {"dst", "data", "vals", "indices"});
}

static LogicalResult verifyLocalGather(LocalGatherOp op) {
  int64_t elements = op.getElements();
  if (elements < 1 || elements > 32 || (elements & (elements - 1)))
    return op.emitOpError("'elements' must be 1, 2, 4, 8, 16 or 32, but got ") << elements;
  if (op.getSrc().getType().getRows() % 16)
    return op.emitOpError("partitions must be a multiple of 16, but got ") << op.getSrc().getType().getRows();
  return success();
}

static LogicalResult verifyTopK(TopKOp op) {
  int64_t n = op.getN(), k = op.getK();
  if (n < 8 || n >= 65536 || k < 1 || k >= 32768 || k > n)
    return op.emitOpError("8 <= n < 65536 and 1 <= k < 32768 and k <= n must hold, but got n ") << n << " and k " << k;
  if (op.getSrc().getType().getRows() % 16)
    return op.emitOpError("partitions must be a multiple of 16, but got ") << op.getSrc().getType().getRows();
  return success();
}

// DMA (3.8, 5).

static int64_t elementsOf(ViewType view) { return view.getRows() * view.getFreeSize(); }

static LogicalResult verifyDge(NisaInstruction inst) {
  int64_t dge = inst->getAttrOfType<IntegerAttr>("dge") ? inst->getAttrOfType<IntegerAttr>("dge").getInt() : 3;
  if (dge < 1 || dge > 3)
    return inst->emitOpError("'dge' must be 1 (software), 2 (hardware) or 3 (none), but got ") << dge;
  ::neuron::Engine engine = inst.getEngineId();
  if (dge == 2 && engine != ::neuron::Engine::Sync && engine != ::neuron::Engine::Scalar)
    return inst->emitOpError("hardware descriptors must be issued by sync or scalar, but got ") << StringRef(nameOf(engine));
  ViewType dst = slotType(inst, "dst");
  for (StringRef name : {"src", "src0", "src1"})
    if (ViewType src = slotType(inst, name); dge == 2 && src && src.getElement() != dst.getElement())
      return inst->emitOpError("hardware descriptors must not cast, but got ") << src.getElement() << " to " << dst.getElement();
  return success();
}

static LogicalResult verifyIndex(NisaInstruction inst) {
  auto indirect = inst->getAttrOfType<IntegerAttr>("indirect");
  int64_t side = indirect ? indirect.getInt() : 0;
  ViewType index = slotType(inst, "index");
  if (side < 0 || side > 2 || (side != 0) != bool(index))
    return inst->emitOpError("'indirect' must be 1 or 2 with an index and 0 without, but got ") << side;
  if (!index)
    return success();
  ViewType moved = slotType(inst, side == 2 ? "dst" : slotType(inst, "src") ? "src" : "src0");
  if (index.getFreeSize() != 1 || (index.getRows() != 1 && index.getRows() != moved.getRows()))
    return inst->emitOpError("'index' must be one element, or one for each row of the side it moves, but got ") << index;
  return verifyElement(inst, "index", [](Type t) { return isInt(t, 32); }, "a 32-bit integer");
}

static LogicalResult verifyCopy(NisaInstruction inst) {
  ViewType dst = slotType(inst, "dst");
  for (StringRef name : {"src", "src0", "src1"})
    if (ViewType src = slotType(inst, name); src && elementsOf(src) != elementsOf(dst))
      return inst->emitOpError("both sides must hold as many elements, but got ") << elementsOf(src) << " and " << elementsOf(dst);
  if (failed(verifyDge(inst)))
    return failure();
  return verifyIndex(inst);
}

static LogicalResult verifyDmaTranspose(NisaInstruction inst) {
  if (failed(verifyTranspose(inst)) || failed(verifySameType(inst, "dst", "src")) || failed(verifyDge(inst)))
    return failure();
  return verifyElement(inst, "src", [](Type t) { return t.getIntOrFloatBitWidth() > 8; }, "2 or 4 bytes wide");
}

static LogicalResult verifyActivation(NisaInstruction inst) {
  if (failed(verifyElement(inst, "scale", [](Type t) { return t.isF32(); }, "f32")))
    return failure();
  return verifyElement(inst, "bias", [](Type t) { return !isa<FloatTF32Type>(t); }, "of any type but tf32");
}

/// Predicates of tensor_copy_predicated are unsigned integers of any width.
static LogicalResult verifyPredicated(NisaInstruction inst) {
  if (ViewType src = slotType(inst, "src"); src && failed(verifySameType(inst, "src", "dst")))
    return failure();
  return verifyElement(inst, "pred", [](Type t) { return isa<IntegerType>(t); }, "an integer");
}

LogicalResult nisa::verifyRow(NisaInstruction inst) {
  Operation *op = inst;
  auto isInteger32 = [](Type t) { return isInt(t, 32); };
  switch (inst.getOpcode()) {
  case Opcode::NcMatmul:
    return verifyMatmul(cast<NcMatmulOp>(op));
  case Opcode::NcTranspose:
    return verifyNcTranspose(inst);
  case Opcode::TensorTensor:
    return failed(verifyOperator(inst, "op")) ? failure() : verifyBits(inst, {"op"});
  case Opcode::TensorScalar:
    if (failed(verifyTensorScalar(cast<TensorScalarOp>(op))) || failed(verifyOperator(inst, "op0")) || failed(verifyOperator(inst, "op1")) ||
        failed(verifyScalars(inst, {"s0", "s1"}, aluOf(inst, "op0"))))
      return failure();
    return verifyBits(inst, {"op0", "op1"});
  case Opcode::ScalarTensorTensor:
  case Opcode::TensorTensorScan:
    for (StringRef name : {"op0", "op1"}) {
      if (failed(verifyOperator(inst, name)))
        return failure();
      if (isBitwise(aluOf(inst, name)))
        return inst->emitOpError("'") << name << "' must be arithmetic, but got " << text(aluOf(inst, name));
    }
    return verifyScalars(inst, {"s0", "initial"}, Alu::Add);
  case Opcode::TensorScalarReduce:
    if (failed(verifyOperator(inst, "op0")) || failed(verifyScalars(inst, {"s0", "init", "result"}, Alu::Add)))
      return failure();
    return verifyReduction(inst, "reduce_op", {Alu::Add, Alu::Multiply, Alu::Max, Alu::Min});
  case Opcode::TensorReduce:
    if (!isReduction(aluOf(inst, "op")))
      return inst->emitOpError("'op' must be an operator of reductions, but got ") << text(aluOf(inst, "op"));
    if (failed(verifySameRows(inst, {"dst", "src"})) || failed(verifyBits(inst, {"op"})))
      return failure();
    return verifyTensorReduce(cast<TensorReduceOp>(op));
  case Opcode::TensorScalarCumulative:
    for (StringRef name : {"src", "dst"})
      if (failed(verifyElement(inst, name, [](Type t) { return !isInt(t, 32); }, "no 32-bit integer")))
        return failure();
    if (failed(verifyScalars(inst, {"s0", "s1"}, Alu::Add)))
      return failure();
    return verifyReduction(inst, "op1", {Alu::Add, Alu::Subtract, Alu::Multiply, Alu::Max, Alu::Min});
  case Opcode::TensorCopyPredicated:
    return verifyPredicated(inst);
  case Opcode::SelectReduce:
    if (failed(verifyElement(inst, "pred", [](Type t) { return isInt(t, 8) || isInt(t, 16); }, "an 8 or 16-bit integer")))
      return failure();
    return verifyElement(inst, "on_true", [](Type t) { return !isInt(t, 32) && !isa<FloatTF32Type>(t); }, "neither tf32 nor a 32-bit integer");
  case Opcode::RangeSelect:
    if (failed(verifyComparison(inst, "cmp0")) || failed(verifyComparison(inst, "cmp1")) ||
        failed(verifyScalars(inst, {"bound0", "bound1"}, Alu::Add)))
      return failure();
    return verifyElement(inst, "on_true", [](Type t) { return isa<FloatType>(t); }, "a float");
  case Opcode::BnStats:
    if (failed(verifyFree(inst, "src", 1, 512)) || failed(verifyFree(inst, "dst", 6, 6)))
      return failure();
    return verifySameRows(inst, {"dst", "src"});
  case Opcode::BnAggr:
    if (slotType(inst, "src").getFreeSize() % 3)
      return inst->emitOpError("operand 'src' must hold triples, but got ") << slotType(inst, "src").getFreeSize() << " elements";
    return failed(verifyFree(inst, "dst", 2, 2)) ? failure() : verifySameRows(inst, {"dst", "src"});
  case Opcode::Max8:
    if (slotType(inst, "src").getSizes().size() > 3)
      return inst->emitOpError("operand 'src' must have at most 3 free dims, but got ") << slotType(inst, "src").getSizes().size();
    if (failed(verifyFree(inst, "src", 8, 16384)) || failed(verifyFree(inst, "dst", 8, 8)))
      return failure();
    return verifySameRows(inst, {"dst", "src"});
  case Opcode::NcFindIndex8:
    if (failed(verifyFree(inst, "dst", 8, 8)) ||
        failed(verifyElement(inst, "dst", [](Type t) { return t.isUnsignedInteger(16) || t.isUnsignedInteger(32); }, "ui16 or ui32")))
      return failure();
    return verifyMatch8(inst);
  case Opcode::NcMatchReplace8:
    return failed(verifySameFree(inst, "dst", "data")) ? failure() : verifyMatch8(inst);
  case Opcode::NcStreamShuffle:
    return failed(verifySameFree(inst, "dst", "src")) ? failure() : verifySameType(inst, "dst", "src");
  case Opcode::Dropout:
    return verifySameType(inst, "dst", "src");
  case Opcode::Rng:
    return verifyElement(inst, "dst", [](Type t) { return isa<IntegerType>(t); }, "an integer");
  case Opcode::SetRngSeed:
    if (slotType(inst, "src").getRows() != 1 || slotType(inst, "src").getFreeSize() != 1)
      return inst->emitOpError("operand 'src' must be one element, but got ") << slotType(inst, "src");
    return verifyElement(inst, "src", isInteger32, "a 32-bit integer");
  case Opcode::Activation:
    return verifyActivation(inst);
  case Opcode::AffineSelect:
    return verifyComparison(inst, "cmp");
  case Opcode::LocalGather:
    if (failed(verifySameType(inst, "dst", "src")) ||
        failed(verifyElement(inst, "indices", [](Type t) { return t.isUnsignedInteger(16); }, "ui16")))
      return failure();
    return verifyLocalGather(cast<LocalGatherOp>(op));
  case Opcode::NcNGather:
    if (failed(verifySameType(inst, "dst", "data")) || failed(verifySameFree(inst, "dst", "indices")) ||
        failed(verifySameRows(inst, {"dst", "data", "indices"})))
      return failure();
    return verifyElement(inst, "indices", [](Type t) { return t.isUnsignedInteger(32); }, "ui32");
  case Opcode::TensorPartitionReduce:
    if (slotType(inst, "dst").getRows() != 1)
      return inst->emitOpError("operand 'dst' must have one partition, but got ") << slotType(inst, "dst").getRows();
    if (failed(verifySameFree(inst, "dst", "src")))
      return failure();
    return verifyReduction(inst, "op", {Alu::Add, Alu::Max, Alu::BitwiseOr, Alu::BitwiseAnd});
  case Opcode::TopK:
    if (failed(verifyElement(inst, "src", [](Type t) { return t.isBF16(); }, "bf16")) || failed(verifySameType(inst, "values", "src")) ||
        failed(verifyElement(inst, "indices", [](Type t) { return t.isUnsignedInteger(32); }, "ui32")))
      return failure();
    return verifyTopK(cast<TopKOp>(op));
  case Opcode::DmaCopy:
  case Opcode::DmaCompute:
    return verifyCopy(inst);
  case Opcode::DmaTranspose:
    return verifyDmaTranspose(inst);
  case Opcode::TensorCopy:
  case Opcode::Memset:
  case Opcode::Reciprocal:
  case Opcode::Iota:
  case Opcode::EventSemaphore:
    return success();
  }
  llvm_unreachable("an opcode that the table does not have");
}
