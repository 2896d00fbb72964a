//===- RecognizeAttention.cpp - attention that exporters write out --------===//

#include "Match.h"
#include "SimplifyPatterns.h"

#include <cmath>

using namespace mlir;
using namespace neuron;

namespace {

/// One side of a batched product with one free and one contracted dim.
struct BatchedSide {
  Value value;
  ArrayRef<int64_t> batch;
  int64_t free, contract;
};

/// The sides of a product of matrices in at most two batch dims.
std::optional<std::pair<BatchedSide, BatchedSide>> sidesOf(DotGeneralOp op) {
  if (!op || op.getLhsContract().size() != 1 || op.getLhsBatch().empty() || op.getLhsBatch().size() > 2)
    return std::nullopt;
  auto side = [&](Value value, ArrayRef<int64_t> batch, int64_t contract) {
    SmallVector<int64_t> bound(batch);
    bound.push_back(contract);
    SmallVector<int64_t> free = otherDims(tensorType(value).getRank(), bound);
    return BatchedSide{value, batch, free.size() == 1 ? free.front() : -1, contract};
  };
  BatchedSide lhs = side(op.getLhs(), op.getLhsBatch(), op.getLhsContract()[0]);
  BatchedSide rhs = side(op.getRhs(), op.getRhsBatch(), op.getRhsContract()[0]);
  if (lhs.free < 0 || rhs.free < 0)
    return std::nullopt;
  return std::make_pair(lhs, rhs);
}

/// The side as [batch, heads, `first`, `second`]; one batch dim is batch, with
/// one head.
Value asHeads(GraphBuilder &b, const BatchedSide &side, int64_t first, int64_t second) {
  SmallVector<int64_t> perm(side.batch);
  perm.push_back(first);
  perm.push_back(second);
  Value value = side.value;
  if (!llvm::is_sorted(perm))
    value = b.transpose(value, perm);
  SmallVector<int64_t> shape(tensorType(value).getShape());
  if (shape.size() == 3)
    shape.insert(shape.begin() + 1, 1);
  return b.reshape(value, shape);
}

/// Scores before scaling and masking.
struct Scores {
  DotGeneralOp product;
  double scale = 1;
  Value mask; // what is added, broadcast to the scores; may be null
};

/// A product of matrices, maybe scaled.
std::optional<Scores> unmaskedScores(Value value) {
  Scores scores;
  for (BinaryFn fn : {BinaryFn::Mul, BinaryFn::Div})
    if (auto parts = splitNumber(value, fn)) {
      scores.scale = fn == BinaryFn::Mul ? parts->number : 1 / parts->number;
      value = parts->x;
      break;
    }
  scores.product = value.getDefiningOp<DotGeneralOp>();
  return scores.product ? std::optional(scores) : std::nullopt;
}

std::optional<Scores> scoresOf(Value value) {
  BinaryOp add = definingBinary(value, BinaryFn::Add);
  if (!add)
    return unmaskedScores(value);
  std::optional<Scores> scores = unmaskedScores(add.getLhs());
  Value mask = add.getRhs();
  if (!scores) {
    scores = unmaskedScores(add.getRhs());
    mask = add.getLhs();
  }
  if (scores)
    scores->mask = mask;
  return scores;
}

/// The mask in its own size, as [B, H, Sq, Sk] with dims of one.
Value compactMask(GraphBuilder &b, Value mask) {
  SmallVector<int64_t> shape(tensorType(mask).getShape());
  if (auto broadcast = mask.getDefiningOp<BroadcastInDimOp>()) {
    SmallVector<int64_t> small(shape.size(), 1);
    for (auto [i, dim] : llvm::enumerate(broadcast.getDims()))
      small[dim] = tensorType(broadcast.getX()).getDimSize(i);
    shape = small;
    mask = broadcast.getX();
  }
  if (shape.size() == 3)
    shape.insert(shape.begin() + 1, 1);
  return b.reshape(mask, shape);
}

/// The softmax that `value` is. PyTorch's exporter writes zeros where a row that
/// is masked as a whole gave NaN; attention gives zeros there.
SoftmaxOp softmaxOf(Value value) {
  if (auto select = value.getDefiningOp<SelectOp>()) {
    UnaryOp isNan = definingUnary(select.getPred(), UnaryFn::IsNan);
    if (!isNan || isNan.getX() != select.getOnFalse() || !isNumber(select.getOnTrue(), 0.0))
      return {};
    value = select.getOnFalse();
  }
  return value.getDefiningOp<SoftmaxOp>();
}

/// dot(softmax(dot(q, k) * scale + mask), v)  ->  attention
struct ProductToAttention : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DotGeneralOp op, PatternRewriter &rewriter) const final {
    SoftmaxOp softmax = softmaxOf(op.getLhs());
    auto outer = softmax ? sidesOf(op) : std::nullopt;
    if (!outer || !op.getLhs().hasOneUse())
      return rewriter.notifyMatchFailure(op, "no softmax times values");
    int64_t rank = tensorType(op.getLhs()).getRank();
    auto scores = scoresOf(softmax.getX());
    auto inner = scores ? sidesOf(scores->product) : std::nullopt;
    bool isPlain = ArrayRef<int64_t>(dimRange(0, rank - 2)) == outer->first.batch &&
                   outer->first.contract == rank - 1 && int64_t(softmax.getDim()) == rank - 1;
    if (!inner || !isPlain || !haveOneType(op, *scores))
      return rewriter.notifyMatchFailure(op, "no scores of queries and keys");
    GraphBuilder b(rewriter, op.getLoc());
    Value q = asHeads(b, inner->first, inner->first.free, inner->first.contract);
    Value k = asHeads(b, inner->second, inner->second.free, inner->second.contract);
    Value v = asHeads(b, outer->second, outer->second.contract, outer->second.free);
    Value mask = scores->mask ? compactMask(b, scores->mask) : Value();
    Value result = AttentionOp::create(rewriter, op.getLoc(), q, k, v, mask, APFloat(scores->scale),
                                       /*causal=*/false, /*causal_offset=*/0, /*softcap=*/APFloat(0.0),
                                       /*window=*/-1);
    rewriter.replaceOp(op, b.reshape(result, op.getType().getShape()));
    return success();
  }

  /// Nothing is rounded between that attention keeps in f32.
  static bool haveOneType(DotGeneralOp op, const Scores &scores) {
    DotGeneralOp product = scores.product;
    Type element = tensorType(op.getRhs()).getElementType();
    return element.isF32() && op.getType().getElementType() == element &&
           tensorType(product.getLhs()).getElementType() == element &&
           product.getType().getElementType() == element;
  }
};

/// attention(q * number, k)  ->  attention(q, k) with another scale
struct AttentionScale : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AttentionOp op, PatternRewriter &rewriter) const final {
    for (unsigned side : {0, 1}) {
      auto parts = splitNumber(op->getOperand(side), BinaryFn::Mul);
      if (!parts || !std::isfinite(parts->number))
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        op->setOperand(side, parts->x);
        op.setScale(APFloat(op.getScale().convertToDouble() * parts->number));
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "neither side times a number");
  }
};

/// What a constant mask does to each score: keeps it (0 or true), drops it (so
/// low that nothing of it is left, or false), or something else.
enum class MaskEffect { Keep, Drop, Other };

SmallVector<MaskEffect> effectsOf(DenseElementsAttr mask) {
  SmallVector<MaskEffect> effects;
  effects.reserve(mask.getNumElements());
  if (mask.getElementType().isInteger(1)) {
    for (bool keeps : mask.getValues<bool>())
      effects.push_back(keeps ? MaskEffect::Keep : MaskEffect::Drop);
    return effects;
  }
  for (const APFloat &value : mask.getValues<APFloat>()) {
    double number = value.convertToDouble();
    effects.push_back(number == 0       ? MaskEffect::Keep
                      : number <= -1e30 ? MaskEffect::Drop
                                        : MaskEffect::Other);
  }
  return effects;
}

/// The offset of the causal mask that these effects are; nothing if they are
/// none. Every query keeps a key, so that it does not matter how low is low.
std::optional<int64_t> causalOffset(ArrayRef<MaskEffect> effects, int64_t rows, int64_t keys) {
  int64_t kept = 0;
  while (kept < keys && effects[kept] == MaskEffect::Keep)
    ++kept;
  // Row i keeps keys 0 to i + kept - 1.
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < keys; ++j)
      if (effects[i * keys + j] != (j < i + kept ? MaskEffect::Keep : MaskEffect::Drop))
        return std::nullopt;
  return kept > 0 ? std::optional(kept - 1) : std::nullopt;
}

/// A constant mask that keeps every key  ->  no mask
struct MaskOfAllKeys : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AttentionOp op, PatternRewriter &rewriter) const final {
    auto constant = op.getMask() ? op.getMask().getDefiningOp<ConstantOp>() : ConstantOp();
    if (!constant || !constant.getDense().isSplat())
      return rewriter.notifyMatchFailure(op, "no mask that is the same everywhere");
    auto one = RankedTensorType::get({1}, tensorType(op.getMask()).getElementType());
    if (effectsOf(constant.getDense().resizeSplat(one)).front() != MaskEffect::Keep)
      return rewriter.notifyMatchFailure(op, "mask changes scores");
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
    return success();
  }
};

/// A constant mask that is a causal one  ->  causal
struct CausalMask : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AttentionOp op, PatternRewriter &rewriter) const final {
    auto constant = op.getMask() ? op.getMask().getDefiningOp<ConstantOp>() : ConstantOp();
    if (!constant || op.getCausal())
      return rewriter.notifyMatchFailure(op, "no constant mask");
    ArrayRef<int64_t> shape = tensorType(op.getMask()).getShape();
    int64_t rows = tensorType(op.getQ()).getDimSize(2);
    int64_t keys = tensorType(op.getK()).getDimSize(2);
    if (shape != ArrayRef<int64_t>({1, 1, rows, keys}) || constant.getDense().isSplat())
      return rewriter.notifyMatchFailure(op, "mask differs between heads");
    auto offset = causalOffset(effectsOf(constant.getDense()), rows, keys);
    if (!offset)
      return rewriter.notifyMatchFailure(op, "mask is not causal");
    rewriter.modifyOpInPlace(op, [&] {
      op.getMaskMutable().clear();
      op.setCausal(true);
      op.setCausalOffset(*offset);
    });
    return success();
  }
};

} // namespace

void neuron::addAttentionPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductToAttention, AttentionScale, MaskOfAllKeys, CausalMask>(patterns.getContext());
}
