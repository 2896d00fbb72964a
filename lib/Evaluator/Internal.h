//===- Internal.h - what the families of the evaluator share ----*- C++ -*-===//
#ifndef NEURONC_LIB_EVALUATOR_INTERNAL_H
#define NEURONC_LIB_EVALUATOR_INTERNAL_H

#include "dialects/Neuron/Neuron.h"
#include "neuronc/Evaluator/Evaluator.h"

#include <cmath>
#include <limits>

namespace neuron::eval {

using Operands = llvm::ArrayRef<const Tensor *>;
using Results = llvm::SmallVector<Tensor>;
using Shape = llvm::ArrayRef<int64_t>;

/// Elements between neighbours along each dim of a dense row-major tensor.
llvm::SmallVector<int64_t> stridesOf(Shape shape);
/// Product of the dims.
int64_t sizeOf(Shape shape);
/// The type of a result.
inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// Calls fn(index) for each index of `shape` in row-major order.
template <typename Fn> void forEachIndex(Shape shape, Fn fn) {
  llvm::SmallVector<int64_t> index(shape.size());
  for (int64_t left = sizeOf(shape); left > 0; --left) {
    fn(Shape(index));
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

/// Calls fn(start, stride) for each line of elements along `dim`.
template <typename Fn> void forEachLine(Shape shape, int64_t dim, Fn fn) {
  int64_t length = shape[dim], inner = sizeOf(shape.drop_front(dim + 1));
  for (int64_t outer = 0, n = sizeOf(shape.take_front(dim)); outer < n; ++outer)
    for (int64_t i = 0; i < inner; ++i)
      fn(outer * length * inner + i, inner);
}

/// result[i] = x[offset + sum(i * strides)], the strides in elements of x.
Tensor stridedCopy(const Tensor &x, mlir::RankedTensorType type, int64_t offset, Shape strides);
/// `x` with its dims in the order `perm`.
Tensor permuted(const Tensor &x, Shape perm);
/// Copies element `from` of one tensor to element `to` of another.
void copyElement(const Tensor &x, int64_t from, Tensor &result, int64_t to);

/// Less than in the order of sort: NaN is greater than any number.
bool sortsBefore(double a, double b);

// One function for each operation. Operands are in the order of the operation.
Tensor evalUnary(UnaryOp op, Operands in);
Tensor evalBinary(BinaryOp op, Operands in);
Tensor evalCompare(CompareOp op, Operands in);
Tensor evalSelect(SelectOp op, Operands in);
Tensor evalClamp(ClampOp op, Operands in);
Tensor evalCast(CastOp op, Operands in);
Tensor evalDotGeneral(DotGeneralOp op, Operands in);
Tensor evalConv(ConvOp op, Operands in);
Tensor evalPool(PoolOp op, Operands in);
Tensor evalReduce(ReduceOp op, Operands in);
Tensor evalArgReduce(ArgReduceOp op, Operands in);
Tensor evalCumulative(CumulativeOp op, Operands in);
Tensor evalLinearScan(LinearScanOp op, Operands in);
Tensor evalSoftmax(SoftmaxOp op, Operands in);
Tensor evalLogSoftmax(LogSoftmaxOp op, Operands in);
Tensor evalLayerNorm(LayerNormOp op, const Tensor &x, const Tensor *scale, const Tensor *bias);
Tensor evalRmsNorm(RmsNormOp op, Operands in);
Tensor evalGroupNorm(GroupNormOp op, const Tensor &x, const Tensor *scale, const Tensor *bias);
Tensor evalBatchNorm(BatchNormOp op, Operands in);
Tensor evalAttention(AttentionOp op, Operands in);
Tensor evalQuantize(QuantizeOp op, Operands in);
Tensor evalDequantize(DequantizeOp op, Operands in);
Tensor evalReshape(ReshapeOp op, Operands in);
Tensor evalTranspose(TransposeOp op, Operands in);
Tensor evalBroadcastInDim(BroadcastInDimOp op, Operands in);
Tensor evalSlice(SliceOp op, Operands in);
Tensor evalReverse(ReverseOp op, Operands in);
Tensor evalDynamicSlice(DynamicSliceOp op, Operands in);
Tensor evalDynamicUpdateSlice(DynamicUpdateSliceOp op, Operands in);
Tensor evalConcat(ConcatOp op, Operands in);
Tensor evalPad(PadOp op, Operands in);
Tensor evalIota(IotaOp op);
Tensor evalWord(WordOp op, Operands in);
Tensor evalJoinWords(JoinWordsOp op, Operands in);
Tensor evalBitcast(BitcastOp op, Operands in);
Tensor evalResize(ResizeOp op, Operands in);
Tensor evalRng(RngOp op, Operands in);
Results evalSort(SortOp op, Operands in);
Results evalTopK(TopKOp op, Operands in);
/// These fail, with a diagnostic, on an index out of range.
llvm::FailureOr<Tensor> evalGather(GatherOp op, Operands in);
llvm::FailureOr<Tensor> evalGatherElements(GatherElementsOp op, Operands in);
llvm::FailureOr<Tensor> evalScatter(ScatterOp op, Operands in);
llvm::FailureOr<Tensor> evalScatterElements(ScatterElementsOp op, Operands in);
/// Fails, with a diagnostic that names the worst element, on a difference.
llvm::LogicalResult evalCheckClose(CheckCloseOp op, Operands in);

/// The elementwise and reduction functions on single numbers.
double applyUnary(UnaryFn fn, double x);
double applyBinary(BinaryFn fn, double a, double b);
int64_t applyBinary(BinaryFn fn, int64_t a, int64_t b, mlir::Type element);

} // namespace neuron::eval

#endif // NEURONC_LIB_EVALUATOR_INTERNAL_H
