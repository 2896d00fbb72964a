//===- SimplifySlices.cpp - parts of data ---------------------------------===//

#include "Match.h"
#include "SimplifyPatterns.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neuron;

static ArrayRef<int64_t> shapeOf(Value value) { return tensorType(value).getShape(); }

namespace {
/// slice(slice(x))  ->  slice(x)
struct SliceOfSlice : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getX().getDefiningOp<SliceOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "operand is no slice");
    SmallVector<int64_t> starts, strides;
    for (size_t d = 0; d < op.getStarts().size(); ++d) {
      starts.push_back(inner.getStarts()[d] + op.getStarts()[d] * inner.getStrides()[d]);
      strides.push_back(op.getStrides()[d] * inner.getStrides()[d]);
    }
    rewriter.replaceOpWithNewOp<SliceOp>(op, inner.getX(), starts, op.getSizes(), strides);
    return success();
  }
};

/// slice(concat(a, b))  ->  slice(a), if it lies in a
struct SliceOfConcat : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SliceOp op, PatternRewriter &rewriter) const final {
    auto concat = op.getX().getDefiningOp<ConcatOp>();
    if (!concat)
      return rewriter.notifyMatchFailure(op, "operand is no concat");
    int64_t dim = concat.getDim(), start = op.getStarts()[dim];
    int64_t last = start + (op.getSizes()[dim] - 1) * op.getStrides()[dim];
    int64_t begin = 0;
    for (Value input : concat.getInputs()) {
      int64_t end = begin + shapeOf(input)[dim];
      if (std::min(start, last) >= begin && std::max(start, last) < end) {
        SmallVector<int64_t> starts(op.getStarts());
        starts[dim] -= begin;
        rewriter.replaceOpWithNewOp<SliceOp>(op, input, starts, op.getSizes(), op.getStrides());
        return success();
      }
      begin = end;
    }
    return rewriter.notifyMatchFailure(op, "lies in several operands");
  }
};

/// `b` is what follows `a` along `dim` of the same tensor.
bool isContinuation(SliceOp a, SliceOp b, int64_t dim) {
  if (!a || !b || a.getX() != b.getX() || a.getStrides() != b.getStrides())
    return false;
  for (int64_t d = 0; d < int64_t(a.getSizes().size()); ++d) {
    int64_t expected = a.getStarts()[d];
    if (d == dim)
      expected += a.getSizes()[d] * a.getStrides()[d];
    if (b.getStarts()[d] != expected)
      return false;
  }
  return true;
}

/// concat without empty operands, with nested ones flattened, and slices that
/// follow each other joined.
struct SimplifyConcat : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ConcatOp op, PatternRewriter &rewriter) const final {
    int64_t dim = op.getDim();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      auto nested = input.getDefiningOp<ConcatOp>();
      if (nested && int64_t(nested.getDim()) == dim && input.hasOneUse())
        llvm::append_range(inputs, nested.getInputs());
      else if (shapeOf(input)[dim] != 0 || op.getInputs().size() == 1)
        inputs.push_back(input);
    }
    joinSlices(inputs, dim, rewriter, op.getLoc());
    if (inputs.empty() || ValueRange(inputs) == ValueRange(op.getInputs()))
      return rewriter.notifyMatchFailure(op, "nothing to simplify");
    rewriter.replaceOpWithNewOp<ConcatOp>(op, inputs, dim);
    return success();
  }

  static void joinSlices(SmallVector<Value> &inputs, int64_t dim, PatternRewriter &rewriter, Location loc) {
    for (size_t i = 0; i + 1 < inputs.size();) {
      auto a = inputs[i].getDefiningOp<SliceOp>();
      auto b = inputs[i + 1].getDefiningOp<SliceOp>();
      if (!isContinuation(a, b, dim)) {
        ++i;
        continue;
      }
      SmallVector<int64_t> sizes(a.getSizes());
      sizes[dim] += b.getSizes()[dim];
      inputs[i] = SliceOp::create(rewriter, loc, a.getX(), a.getStarts(), sizes, a.getStrides());
      inputs.erase(inputs.begin() + i + 1);
    }
  }
};

/// pad(pad(x, v), v)  ->  pad(x, v)
struct PadOfPad : OpRewritePattern<PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(PadOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getX().getDefiningOp<PadOp>();
    auto isPlain = [](PadOp pad) {
      return pad && pad.getMode() == PadMode::Constant &&
             llvm::all_of(pad.getLo(), [](int64_t n) { return n >= 0; }) &&
             llvm::all_of(pad.getHi(), [](int64_t n) { return n >= 0; });
    };
    if (!isPlain(op) || !isPlain(inner) || !op.getValue().bitwiseIsEqual(inner.getValue()))
      return rewriter.notifyMatchFailure(op, "operand is no such pad");
    SmallVector<int64_t> lo(op.getLo()), hi(op.getHi());
    for (size_t d = 0; d < lo.size(); ++d) {
      lo[d] += inner.getLo()[d];
      hi[d] += inner.getHi()[d];
    }
    rewriter.replaceOpWithNewOp<PadOp>(op, inner.getX(), lo, hi, op.getValue().convertToDouble());
    return success();
  }
};

/// All elements of a small integer constant.
std::optional<SmallVector<int64_t>> constantInts(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || tensorType(value).getNumElements() > 4096)
    return std::nullopt;
  SmallVector<int64_t> ints;
  bool isUnsigned = tensorType(value).getElementType().isUnsignedInteger();
  for (const APInt &bits : constant.getDense().getValues<APInt>()) {
    if (isUnsigned && bits.getActiveBits() > 63)
      return std::nullopt;
    ints.push_back(isUnsigned ? int64_t(bits.getZExtValue()) : bits.getSExtValue());
  }
  return ints;
}

/// gather at constant, regularly spaced places  ->  slice
struct GatherToSlice : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GatherOp op, PatternRewriter &rewriter) const final {
    auto places = constantInts(op.getIndices());
    int64_t axis = op.getAxis(), size = shapeOf(op.getX())[axis];
    if (!places || places->empty())
      return rewriter.notifyMatchFailure(op, "indices are not known");
    int64_t stride = places->size() > 1 ? (*places)[1] - (*places)[0] : 1;
    for (auto [i, place] : llvm::enumerate(*places))
      if (place < 0 || place >= size || stride == 0 || place != (*places)[0] + int64_t(i) * stride)
        return rewriter.notifyMatchFailure(op, "indices are no progression");
    GraphBuilder b(rewriter, op.getLoc());
    Value slice = b.slice(op.getX(), axis, (*places)[0], places->size(), stride);
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getResult().getType(), slice);
    return success();
  }
};

/// dynamic_slice at constant starts  ->  slice
struct DynamicSliceToSlice : OpRewritePattern<DynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DynamicSliceOp op, PatternRewriter &rewriter) const final {
    SmallVector<int64_t> starts;
    for (auto [d, start] : llvm::enumerate(op.getStarts())) {
      int64_t most = shapeOf(op.getX())[d] - op.getSizes()[d];
      auto known = constantInts(start);
      if (!known && most != 0)
        return rewriter.notifyMatchFailure(op, "a start is not known");
      starts.push_back(most == 0 ? 0 : std::clamp<int64_t>(known->front(), 0, most));
    }
    SmallVector<int64_t> strides(starts.size(), 1);
    rewriter.replaceOpWithNewOp<SliceOp>(op, op.getX(), starts, op.getSizes(), strides);
    return success();
  }
};

/// dynamic_update_slice of everything  ->  the update
struct UpdateOfAll : OpRewritePattern<DynamicUpdateSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DynamicUpdateSliceOp op, PatternRewriter &rewriter) const final {
    if (op.getUpdate().getType() != op.getX().getType())
      return rewriter.notifyMatchFailure(op, "something of x remains");
    rewriter.replaceOp(op, op.getUpdate());
    return success();
  }
};
} // namespace

void neuron::addSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfSlice, SliceOfConcat, SimplifyConcat, PadOfPad, GatherToSlice, DynamicSliceToSlice, UpdateOfAll>(
      patterns.getContext());
}
