//===- NeuronInference.cpp - result types from operands -------------------===//
//
// Inference accepts anything and never fails: where a rule is broken it gives
// some type, and the verifier, which runs the same functions, reports the rule.
//
//===----------------------------------------------------------------------===//

#include "dialects/Neuron/Neuron.h"

using namespace mlir;
using namespace neuron;

using Types = SmallVectorImpl<Type>;
using MaybeLoc = std::optional<Location>;

/// The tensor type of an operand, or an empty tensor of its type for what is
/// no ranked tensor: the operand's own constraint will be reported.
static RankedTensorType typeOf(Value value) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    return type;
  return RankedTensorType::get({}, Float32Type::get(value.getContext()));
}

/// `type` with `shape`. If such a shape cannot be, `type` with an encoding, which no constraint on tensors admits.
static RankedTensorType reshaped(RankedTensorType type, ArrayRef<int64_t> shape) {
  if (isValidShape(shape))
    return withShape(type, shape);
  auto mark = StringAttr::get(type.getContext(), "impossible");
  return RankedTensorType::get(type.getShape(), type.getElementType(), mark);
}

static bool isDim(int64_t dim, RankedTensorType type) { return dim >= 0 && dim < type.getRank(); }

static int64_t at(ArrayRef<int64_t> list, size_t index, int64_t otherwise) {
  return index < list.size() ? list[index] : otherwise;
}

/// (size + lo + hi - dilation * (window - 1) - 1) / stride + 1, or -1 where the
/// numbers are out of range.
static int64_t windowPositions(int64_t size, int64_t window, int64_t stride, int64_t lo, int64_t hi,
                               int64_t dilation) {
  auto sane = [](int64_t n) { return n > -kMaxElements && n < kMaxElements; };
  int64_t extent;
  if (!sane(lo) || !sane(hi) || stride < 1 || window < 1 || dilation < 1 ||
      llvm::MulOverflow(dilation, window - 1, extent) || !sane(extent))
    return -1;
  int64_t room = size + lo + hi - extent - 1;
  return room < 0 ? 0 : room / stride + 1;
}

LogicalResult UnaryOp::inferReturnTypes(MLIRContext *context, MaybeLoc, Adaptor op, Types &types) {
  UnaryFn fn = op.getFn();
  bool isPredicate = fn == UnaryFn::LogicalNot || fn == UnaryFn::IsNan || fn == UnaryFn::IsInf;
  RankedTensorType type = typeOf(op.getX());
  types.push_back(isPredicate ? withElement(type, IntegerType::get(context, 1)) : type);
  return success();
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context, MaybeLoc, Adaptor op, Types &types) {
  types.push_back(withElement(typeOf(op.getLhs()), IntegerType::get(context, 1)));
  return success();
}

LogicalResult DotGeneralOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType lhs = typeOf(op.getLhs()), rhs = typeOf(op.getRhs());
  SmallVector<int64_t> shape;
  for (int64_t dim : op.getLhsBatch())
    if (isDim(dim, lhs))
      shape.push_back(lhs.getDimSize(dim));
  auto addFree = [&](RankedTensorType type, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(contract, dim))
        shape.push_back(type.getDimSize(dim));
  };
  addFree(lhs, op.getLhsBatch(), op.getLhsContract());
  addFree(rhs, op.getRhsBatch(), op.getRhsContract());
  types.push_back(reshaped(lhs, shape));
  return success();
}

/// Positions of a transposed convolution along one dim.
static int64_t transposedPositions(int64_t size, int64_t window, int64_t stride, int64_t lo, int64_t hi,
                                   int64_t dilation, int64_t extra) {
  __int128 count = __int128(size - 1) * stride - lo - hi + __int128(dilation) * (window - 1) + extra + 1;
  return count >= kMaxElements ? -1 : std::max<int64_t>(0, int64_t(count));
}

LogicalResult ConvOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX()), w = typeOf(op.getW());
  if (x.getRank() < 2 || w.getRank() != x.getRank()) {
    types.push_back(x);
    return success();
  }
  int64_t groups = std::clamp<int64_t>(op.getGroups(), 1, kMaxElements);
  int64_t channels = w.getDimSize(0);
  if (op.getTransposed() && llvm::MulOverflow(w.getDimSize(1), groups, channels))
    channels = 0;
  SmallVector<int64_t> shape{x.getDimSize(0), channels};
  ArrayRef<int64_t> extra = op.getOutputPadding() ? *op.getOutputPadding() : ArrayRef<int64_t>();
  for (int64_t i = 0; i < x.getRank() - 2; ++i) {
    int64_t size = x.getDimSize(i + 2), window = w.getDimSize(i + 2);
    int64_t stride = at(op.getStrides(), i, 1), lo = at(op.getPadsLo(), i, 0);
    int64_t hi = at(op.getPadsHi(), i, 0), step = at(op.getDilations(), i, 1);
    shape.push_back(op.getTransposed()
                        ? transposedPositions(size, window, stride, lo, hi, step, at(extra, i, 0))
                        : windowPositions(size, window, stride, lo, hi, step));
  }
  types.push_back(reshaped(x, shape));
  return success();
}

LogicalResult PoolOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX());
  SmallVector<int64_t> shape(x.getShape());
  for (size_t i = 0; i + 2 < shape.size(); ++i)
    shape[i + 2] =
        windowPositions(shape[i + 2], at(op.getWindow(), i, 1), at(op.getStrides(), i, 1),
                        at(op.getPadsLo(), i, 0), at(op.getPadsHi(), i, 0), at(op.getDilations(), i, 1));
  types.push_back(reshaped(x, shape));
  return success();
}

/// `type` without the dims.
static RankedTensorType dropDims(RankedTensorType type, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim))
      shape.push_back(type.getDimSize(dim));
  return withShape(type, shape);
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  types.push_back(dropDims(typeOf(op.getX()), op.getDims()));
  return success();
}

LogicalResult ArgReduceOp::inferReturnTypes(MLIRContext *context, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType type = dropDims(typeOf(op.getX()), {static_cast<int64_t>(op.getDim())});
  types.push_back(withElement(type, IntegerType::get(context, 64)));
  return success();
}

LogicalResult AttentionOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType q = typeOf(op.getQ()), v = typeOf(op.getV());
  SmallVector<int64_t> shape(q.getShape());
  if (shape.size() == 4 && v.getRank() == 4)
    shape[3] = v.getDimSize(3);
  types.push_back(reshaped(q, shape));
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX());
  SmallVector<int64_t> shape;
  for (int64_t dim : op.getPerm())
    if (isDim(dim, x))
      shape.push_back(x.getDimSize(dim));
  types.push_back(reshaped(x, shape));
  return success();
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  types.push_back(reshaped(typeOf(op.getX()), op.getSizes()));
  return success();
}

LogicalResult DynamicSliceOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  types.push_back(reshaped(typeOf(op.getX()), op.getSizes()));
  return success();
}

LogicalResult DynamicUpdateSliceOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  types.push_back(typeOf(op.getX()));
  return success();
}

LogicalResult ConcatOp::inferReturnTypes(MLIRContext *context, MaybeLoc, Adaptor op, Types &types) {
  if (op.getInputs().empty()) {
    types.push_back(RankedTensorType::get({}, Float32Type::get(context)));
    return success();
  }
  RankedTensorType first = typeOf(op.getInputs().front());
  int64_t dim = op.getDim();
  SmallVector<int64_t> shape(first.getShape());
  if (isDim(dim, first)) {
    shape[dim] = 0;
    for (Value input : op.getInputs())
      if (RankedTensorType type = typeOf(input); isDim(dim, type) && shape[dim] < kMaxElements)
        shape[dim] += type.getDimSize(dim);
  }
  types.push_back(reshaped(first, shape));
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX());
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(x.getShape())) {
    __int128 sum = __int128(size) + at(op.getLo(), i, 0) + at(op.getHi(), i, 0);
    shape.push_back(sum < 0 || sum >= kMaxElements ? -1 : int64_t(sum));
  }
  types.push_back(reshaped(x, shape));
  return success();
}

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX());
  int64_t axis = op.getAxis();
  if (!isDim(axis, x)) {
    types.push_back(x);
    return success();
  }
  SmallVector<int64_t> shape(x.getShape().take_front(axis));
  llvm::append_range(shape, typeOf(op.getIndices()).getShape());
  llvm::append_range(shape, x.getShape().drop_front(axis + 1));
  types.push_back(reshaped(x, shape));
  return success();
}

LogicalResult GatherElementsOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor op, Types &types) {
  types.push_back(withShape(typeOf(op.getX()), typeOf(op.getIndices()).getShape()));
  return success();
}

LogicalResult SortOp::inferReturnTypes(MLIRContext *context, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX());
  types.push_back(x);
  types.push_back(withElement(x, IntegerType::get(context, 64)));
  return success();
}

LogicalResult TopKOp::inferReturnTypes(MLIRContext *context, MaybeLoc, Adaptor op, Types &types) {
  RankedTensorType x = typeOf(op.getX());
  SmallVector<int64_t> shape(x.getShape());
  if (isDim(op.getDim(), x))
    shape[op.getDim()] = op.getK();
  RankedTensorType values = reshaped(x, shape);
  types.push_back(values);
  types.push_back(withElement(values, IntegerType::get(context, 64)));
  return success();
}
