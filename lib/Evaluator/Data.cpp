//===- Data.cpp - movement of whole regions -------------------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

Tensor eval::evalReshape(ReshapeOp op, Operands in) { return in[0]->withType(typeOf(op.getResult())); }

Tensor eval::evalTranspose(TransposeOp op, Operands in) { return permuted(*in[0], op.getPerm()); }

Tensor eval::evalBroadcastInDim(BroadcastInDimOp op, Operands in) {
  const Tensor &x = *in[0];
  RankedTensorType type = typeOf(op.getResult());
  SmallVector<int64_t> from = stridesOf(x.shape());
  SmallVector<int64_t> strides(type.getRank(), 0);
  for (auto [i, dim] : llvm::enumerate(op.getDims()))
    strides[dim] = x.dim(i) == 1 ? 0 : from[i];
  return stridedCopy(x, type, 0, strides);
}

Tensor eval::evalSlice(SliceOp op, Operands in) {
  SmallVector<int64_t> strides = stridesOf(in[0]->shape());
  int64_t offset = 0;
  for (auto [i, stride] : llvm::enumerate(strides)) {
    offset += op.getStarts()[i] * stride;
    stride *= op.getStrides()[i];
  }
  return stridedCopy(*in[0], typeOf(op.getResult()), offset, strides);
}

Tensor eval::evalReverse(ReverseOp op, Operands in) {
  const Tensor &x = *in[0];
  if (x.size() == 0)
    return x;
  SmallVector<int64_t> strides = stridesOf(x.shape());
  int64_t offset = 0;
  for (int64_t dim : op.getDims()) {
    offset += (x.dim(dim) - 1) * strides[dim];
    strides[dim] = -strides[dim];
  }
  return stridedCopy(x, x.type(), offset, strides);
}

/// Offset in `shape` of a box of `sizes` at the starts, clamped into it.
static int64_t clampedOffset(Shape shape, Shape sizes, Operands starts) {
  int64_t offset = 0;
  for (auto [i, stride] : llvm::enumerate(stridesOf(shape))) {
    int64_t start = starts[i]->ints().front(), most = shape[i] - sizes[i];
    // A ui64 beyond 2^63 is large, not negative.
    bool isHuge = starts[i]->isUnsigned() && start < 0;
    offset += (isHuge ? most : std::clamp<int64_t>(start, 0, most)) * stride;
  }
  return offset;
}

Tensor eval::evalDynamicSlice(DynamicSliceOp op, Operands in) {
  Shape shape = in[0]->shape();
  return stridedCopy(*in[0], typeOf(op.getResult()), clampedOffset(shape, op.getSizes(), in.drop_front()),
                     stridesOf(shape));
}

/// Writes all of `x` into `result`, at `offset` and with its strides.
static void place(const Tensor &x, Tensor &result, int64_t offset, Shape strides) {
  int64_t from = 0;
  forEachIndex(x.shape(), [&](Shape index) {
    int64_t to = offset;
    for (auto [i, stride] : llvm::zip_equal(index, strides))
      to += i * stride;
    copyElement(x, from++, result, to);
  });
}

Tensor eval::evalDynamicUpdateSlice(DynamicUpdateSliceOp op, Operands in) {
  Tensor result = *in[0];
  const Tensor &update = *in[1];
  place(update, result, clampedOffset(result.shape(), update.shape(), in.drop_front(2)),
        stridesOf(result.shape()));
  return result;
}

Tensor eval::evalConcat(ConcatOp op, Operands in) {
  Tensor result(typeOf(op.getResult()));
  SmallVector<int64_t> strides = stridesOf(result.shape());
  int64_t at = 0;
  for (const Tensor *x : in) {
    place(*x, result, at * strides[op.getDim()], strides);
    at += x->dim(op.getDim());
  }
  return result;
}

/// Which element of a dim of `size` lies at `position` of it, that may be
/// outside; -1 is the padding value.
static int64_t sourceOf(PadMode mode, int64_t position, int64_t size) {
  if (position >= 0 && position < size)
    return position;
  switch (mode) {
  case PadMode::Constant:
    return -1;
  case PadMode::Edge:
    return position < 0 ? 0 : size - 1;
  case PadMode::Reflect:
    return position < 0 ? -position : 2 * (size - 1) - position;
  case PadMode::Wrap:
    return position < 0 ? position + size : position - size;
  }
  llvm_unreachable("all modes are listed");
}

Tensor eval::evalPad(PadOp op, Operands in) {
  const Tensor &x = *in[0];
  RankedTensorType scalar = RankedTensorType::get({}, x.element());
  double number = op.getValue().convertToDouble();
  Tensor value =
      x.isFloat() ? Tensor::fromFloats(scalar, {number}) : Tensor::fromInts(scalar, {int64_t(number)});
  Tensor result(typeOf(op.getResult()));
  SmallVector<int64_t> strides = stridesOf(x.shape());
  int64_t to = 0;
  forEachIndex(result.shape(), [&](Shape index) {
    int64_t from = 0;
    for (size_t d = 0; d < index.size() && from >= 0; ++d) {
      // Cropping comes first: what remains begins at `first`.
      int64_t lo = op.getLo()[d], hi = op.getHi()[d];
      int64_t first = std::max<int64_t>(-lo, 0);
      int64_t size = x.dim(d) - first + std::min<int64_t>(hi, 0);
      int64_t source = sourceOf(op.getMode(), index[d] - std::max<int64_t>(lo, 0), size);
      from = source < 0 ? -1 : from + (first + source) * strides[d];
    }
    copyElement(from < 0 ? value : x, std::max<int64_t>(from, 0), result, to++);
  });
  return result;
}

Tensor eval::evalIota(IotaOp op) {
  RankedTensorType type = typeOf(op.getResult());
  std::vector<int64_t> values;
  values.reserve(type.getNumElements());
  forEachIndex(type.getShape(), [&](Shape index) { values.push_back(index[op.getDim()]); });
  if (!isa<FloatType>(type.getElementType()))
    return Tensor::fromInts(type, values);
  return Tensor::fromFloats(type, std::vector<double>(values.begin(), values.end()));
}

Tensor eval::evalWord(WordOp op, Operands in) {
  std::vector<int64_t> values = in[0]->ints();
  if (op.getIndex() == 1)
    for (int64_t &value : values)
      value >>= 32;
  return Tensor::fromInts(typeOf(op.getResult()), values);
}

Tensor eval::evalJoinWords(JoinWordsOp op, Operands in) {
  std::vector<int64_t> low = in[0]->ints(), high = in[1]->ints();
  for (auto [value, top] : llvm::zip(low, high))
    value = int64_t(uint64_t(top) << 32 | uint32_t(value));
  return Tensor::fromInts(typeOf(op.getResult()), low);
}

Tensor eval::evalBitcast(BitcastOp op, Operands in) { return in[0]->withType(typeOf(op.getResult())); }
