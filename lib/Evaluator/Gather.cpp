//===- Gather.cpp - gather and scatter ------------------------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

/// The indices, all in [0, size).
static FailureOr<std::vector<int64_t>> indicesOf(Operation *op, const Tensor &indices, int64_t size) {
  std::vector<int64_t> values = indices.ints();
  for (int64_t value : values)
    if (value < 0 || value >= size)
      return op->emitError() << "indices must lie in [0, " << size << "), but got " << value;
  return values;
}

FailureOr<Tensor> eval::evalGather(GatherOp op, Operands in) {
  const Tensor &x = *in[0];
  int64_t axis = op.getAxis();
  FailureOr<std::vector<int64_t>> indices = indicesOf(op, *in[1], x.dim(axis));
  if (failed(indices))
    return failure();
  Tensor result(typeOf(op.getResult()));
  int64_t inner = sizeOf(x.shape().drop_front(axis + 1)), to = 0;
  for (int64_t outer = 0, n = sizeOf(x.shape().take_front(axis)); outer < n; ++outer)
    for (int64_t index : *indices)
      for (int64_t i = 0; i < inner; ++i)
        copyElement(x, (outer * x.dim(axis) + index) * inner + i, result, to++);
  return result;
}

/// Offset of index in `strides`, with `position` along `axis`.
static int64_t offsetAlong(Shape index, Shape strides, int64_t axis, int64_t position) {
  int64_t offset = 0;
  for (size_t d = 0; d < index.size(); ++d)
    offset += (int64_t(d) == axis ? position : index[d]) * strides[d];
  return offset;
}

FailureOr<Tensor> eval::evalGatherElements(GatherElementsOp op, Operands in) {
  const Tensor &x = *in[0];
  int64_t axis = op.getAxis(), to = 0;
  FailureOr<std::vector<int64_t>> indices = indicesOf(op, *in[1], x.dim(axis));
  if (failed(indices))
    return failure();
  Tensor result(typeOf(op.getResult()));
  SmallVector<int64_t> strides = stridesOf(x.shape());
  forEachIndex(result.shape(), [&](Shape index) {
    copyElement(x, offsetAlong(index, strides, axis, (*indices)[to]), result, to);
    ++to;
  });
  return result;
}

static BinaryFn binaryOf(ScatterFn fn) {
  switch (fn) {
  case ScatterFn::Add:
    return BinaryFn::Add;
  case ScatterFn::Mul:
    return BinaryFn::Mul;
  case ScatterFn::Max:
    return BinaryFn::Max;
  case ScatterFn::Min:
    return BinaryFn::Min;
  case ScatterFn::None:
    break;
  }
  llvm_unreachable("none does not join");
}

/// Joins update i to element targets[i] of `x`, in order.
static Tensor joined(ScatterFn fn, const Tensor &x, const Tensor &updates, ArrayRef<int64_t> targets) {
  if (fn == ScatterFn::None) {
    Tensor result = x;
    for (auto [i, target] : llvm::enumerate(targets))
      copyElement(updates, i, result, target);
    return result;
  }
  if (x.isFloat()) {
    std::vector<double> values = x.floats(), added = updates.floats();
    for (auto [i, target] : llvm::enumerate(targets))
      values[target] = applyBinary(binaryOf(fn), values[target], added[i]);
    return Tensor::fromFloats(x.type(), values);
  }
  std::vector<int64_t> values = x.ints(), added = updates.ints();
  for (auto [i, target] : llvm::enumerate(targets))
    values[target] = applyBinary(binaryOf(fn), values[target], added[i], x.element());
  return Tensor::fromInts(x.type(), values);
}

FailureOr<Tensor> eval::evalScatter(ScatterOp op, Operands in) {
  const Tensor &x = *in[0];
  FailureOr<std::vector<int64_t>> indices = indicesOf(op, *in[1], x.dim(0));
  if (failed(indices))
    return failure();
  int64_t inner = sizeOf(x.shape().drop_front());
  std::vector<int64_t> targets;
  for (int64_t index : *indices)
    for (int64_t i = 0; i < inner; ++i)
      targets.push_back(index * inner + i);
  return joined(op.getFn(), x, *in[2], targets);
}

FailureOr<Tensor> eval::evalScatterElements(ScatterElementsOp op, Operands in) {
  const Tensor &x = *in[0];
  int64_t axis = op.getAxis();
  FailureOr<std::vector<int64_t>> indices = indicesOf(op, *in[1], x.dim(axis));
  if (failed(indices))
    return failure();
  SmallVector<int64_t> strides = stridesOf(x.shape());
  std::vector<int64_t> targets;
  forEachIndex(in[1]->shape(), [&](Shape index) {
    targets.push_back(offsetAlong(index, strides, axis, (*indices)[targets.size()]));
  });
  return joined(op.getFn(), x, *in[2], targets);
}
