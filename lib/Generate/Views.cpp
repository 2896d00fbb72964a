//===- Views.cpp - graph ops that only change the window ------------------===//
//
// reshape, transpose, slice, reverse and broadcast become arithmetic on the
// operand's view. Where strides do not allow a reshape, the operand is first
// copied to a dense buffer. A cast of a weight is part of its recipe.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Words.h"

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

/// Elements from which on words are worth a kernel that copies them apart.
static constexpr int64_t kMinSplit = 1024;

/// The word of `x` that somebody computes with; null if none does.
static WordOp computedWord(Value x, unsigned index) {
  for (Operation *user : x.getUsers()) {
    auto word = dyn_cast<WordOp>(user);
    auto isJoin = [](Operation *user) { return isa<JoinWordsOp>(user); };
    if (word && word.getIndex() == index && !llvm::all_of(word->getUsers(), isJoin))
      return word;
  }
  return {};
}

/// Copies the words of an argument apart, both at once.
static void splitArgument(Lowering &lowering, Value x) {
  WordOp words[] = {computedWord(x, 0), computedWord(x, 1)};
  TensorView views[2];
  for (auto [word, view] : llvm::zip(words, views))
    if (word)
      view = lowering.result(word.getResult());
  auto wanted = [&](unsigned index) { return words[index] ? &views[index] : nullptr; };
  lowering.kernel(x.getLoc(), "words", 0, [&](TileBuilder &b) { splitWords(b, wanted(0), wanted(1), lowering.view(x)); });
}

/// A word of an argument or of a weight; others have no 64 bits in memory.
static TensorView word(Lowering &lowering, WordOp op) {
  TensorView view = lowering.view(op.getX());
  auto type = cast<RankedTensorType>(op.getX().getType());
  DType storage = Lowering::storageOf(op.getResult().getType().getElementType());
  if (view.isWeight())
    return lowering.resolve(view, Lowering::modelTypeOf(type.getElementType())).words(op.getIndex(), storage);
  if (type.getNumElements() >= kMinSplit && computedWord(op.getX(), op.getIndex()) == op) {
    if (!lowering.view(op.getResult()).buffer)
      splitArgument(lowering, op.getX());
    return lowering.view(op.getResult());
  }
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
