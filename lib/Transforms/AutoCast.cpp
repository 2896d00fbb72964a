//===- AutoCast.cpp - lower precision where it is asked for ---------------===//

#include "neuronc/Transforms/Passes.h"

#include "llvm/ADT/StringSwitch.h"

namespace neuron {
#define GEN_PASS_DEF_NEURONAUTOCASTPASS
#include "neuronc/Transforms/Passes.h.inc"
} // namespace neuron

using namespace mlir;
using namespace neuron;

/// The attribute of a contraction that the tensor engine is to do in tf32.
static constexpr StringLiteral kPrecision = "neuron.precision";

static bool isMatmult(Operation *op) { return isa<DotGeneralOp, ConvOp, AttentionOp>(op); }

/// Operands of a contraction that carry data (a mask is none).
static unsigned dataOperands(Operation *op) { return isa<AttentionOp>(op) ? 3 : 2; }

static bool isF32(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32();
}

namespace {
/// Casts of a value to the narrow type, each made once, after its definition.
class Narrower {
public:
  explicit Narrower(Type element) : element(element) {}

  Value narrow(Value value) {
    // What has just been widened from the type is that value again.
    if (auto cast = value.getDefiningOp<CastOp>();
        cast && tensorType(cast.getX()).getElementType() == element)
      return cast.getX();
    auto [it, isNew] = made.try_emplace(value);
    if (!isNew)
      return it->second;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    return it->second = castTo(builder, value.getLoc(), value, element);
  }

private:
  Type element;
  DenseMap<Value, Value> made;
};

struct AutoCastPass : neuron::impl::NeuronAutoCastPassBase<AutoCastPass> {
  using NeuronAutoCastPassBase::NeuronAutoCastPassBase;

  void runOnOperation() override {
    if (mode == "none")
      return;
    if (mode != "matmult" && mode != "all") {
      getOperation().emitError() << "'mode' must be none, matmult or all, but got '" << mode << "'";
      return signalPassFailure();
    }
    if (type == "tf32")
      return markTf32();
    Type element = narrowType();
    if (!element) {
      getOperation().emitError() << "'type' must be bf16, fp16, tf32 or fp8_e4m3, but got '" << type << "'";
      return signalPassFailure();
    }
    Narrower narrower(element);
    getOperation()->walk([&](Operation *op) {
      if (isMatmult(op))
        narrowMatmult(op, narrower);
      else if (mode == "all")
        narrowOther(op, narrower, element);
    });
  }

private:
  Type narrowType() {
    MLIRContext *context = &getContext();
    return llvm::StringSwitch<Type>(type)
        .Case("bf16", BFloat16Type::get(context))
        .Case("fp16", Float16Type::get(context))
        .Case("fp8_e4m3", Float8E4M3Type::get(context))
        .Default({});
  }

  /// No tensor holds tf32: the operation is marked and stays as it is.
  void markTf32() {
    getOperation()->walk([](Operation *op) {
      if (isMatmult(op) && isF32(op->getOperand(0)))
        op->setAttr(kPrecision, StringAttr::get(op->getContext(), "tf32"));
    });
  }

  /// Operands narrow, sums and result f32: PSUM accumulates in f32.
  static void narrowMatmult(Operation *op, Narrower &narrower) {
    for (unsigned i = 0; i < dataOperands(op); ++i)
      if (isF32(op->getOperand(i)))
        op->setOperand(i, narrower.narrow(op->getOperand(i)));
    if (isa<AttentionOp>(op))
      widenResult(op, tensorType(op->getOperand(0)).getElementType());
  }

  /// The operation gives `element`; who uses it sees f32 as before.
  static void widenResult(Operation *op, Type element) {
    Value result = op->getResult(0);
    if (!isF32(result))
      return;
    result.setType(withElement(result.getType(), element));
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value wide = castTo(builder, op->getLoc(), result, Float32Type::get(op->getContext()));
    result.replaceAllUsesExcept(wide, wide.getDefiningOp());
  }

  /// Elementwise operations on f32 work on the narrow type instead. Sums,
  /// normalisations and scans keep f32: there narrow sums lose everything.
  static void narrowOther(Operation *op, Narrower &narrower, Type element) {
    bool isNarrowed = isa<UnaryOp, BinaryOp>(op) && isF32(op->getOperand(0)) &&
                      op->getResult(0).getType() == op->getOperand(0).getType();
    // Eight bits do not carry activations.
    if (!isNarrowed || element.getIntOrFloatBitWidth() < 16)
      return;
    for (OpOperand &operand : op->getOpOperands())
      operand.set(narrower.narrow(operand.get()));
    widenResult(op, element);
  }
};
} // namespace
