//===- Views.cpp - graph ops that only change the window ------------------===//
//
// reshape, transpose, slice, reverse and broadcast become arithmetic on the
// operand's view. Where strides do not allow a reshape, the operand is first
// copied to a dense buffer. A cast of a weight is part of its recipe.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace neuron;
using namespace mlir;

static TensorView reshaped(Lowering &lowering, ReshapeOp op) {
  TensorView view = lowering.view(op.getX());
  ArrayRef<int64_t> sizes = op.getResult().getType().getShape();
  if (std::optional<TensorView> result = view.reshape(sizes))
    return *result;
  if (view.isWeight())
    return *lowering.resolve(view).reshape(sizes);
  return *lowering.dense(op.getLoc(), view).reshape(sizes);
}

/// A float weight is converted while it is written to the artifact.
static std::optional<TensorView> castWeight(Lowering &lowering, CastOp op) {
  TensorView view = lowering.view(op.getX());
  DType type = Lowering::storageOf(op.getResult().getType().getElementType());
  if (!view.isWeight() || !isFloat(view.storage) || !isFloat(type))
    return std::nullopt;
  view.storage = type;
  return view;
}

/// A word of an argument or of a weight; others have no 64 bits in memory.
static TensorView word(Lowering &lowering, WordOp op) {
  TensorView view = lowering.view(op.getX());
  auto type = cast<RankedTensorType>(op.getX().getType());
  DType storage = Lowering::storageOf(op.getResult().getType().getElementType());
  if (view.isWeight())
    return lowering.resolve(view, Lowering::modelTypeOf(type.getElementType())).words(op.getIndex(), storage);
  view.offset += Offset(op.getIndex());
  view.storage = storage;
  return view;
}

/// The bits of a weight are those of the type that the model has for it.
static TensorView bitcast(Lowering &lowering, BitcastOp op) {
  TensorView view = lowering.operand(op.getX());
  view.storage = Lowering::storageOf(op.getResult().getType().getElementType());
  return view;
}

bool neuron::lowerViewOp(Lowering &lowering, Operation *op) {
  using View = std::optional<TensorView>;
  View view =
      llvm::TypeSwitch<Operation *, View>(op)
          .Case([&](ReshapeOp op) { return View(reshaped(lowering, op)); })
          .Case([&](TransposeOp op) { return View(lowering.view(op.getX()).transpose(op.getPerm())); })
          .Case([&](SliceOp op) {
            return View(lowering.view(op.getX()).slice(op.getStarts(), op.getSizes(), op.getStrides()));
          })
          .Case([&](ReverseOp op) { return View(lowering.view(op.getX()).reverse(op.getDims())); })
          .Case([&](BroadcastInDimOp op) {
            return View(lowering.view(op.getX()).broadcast(op.getResult().getType().getShape(), op.getDims()));
          })
          .Case([&](CastOp op) { return castWeight(lowering, op); })
          .Case([&](WordOp op) { return View(word(lowering, op)); })
          .Case([&](BitcastOp op) { return View(bitcast(lowering, op)); })
          .Default([](Operation *) { return View(); });
  if (view)
    lowering.bind(op->getResult(0), *view);
  return view.has_value();
}
