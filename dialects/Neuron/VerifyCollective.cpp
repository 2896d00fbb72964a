//===- VerifyCollective.cpp - rules of collectives ------------------------===//

#include "dialects/Neuron/Verify.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace neuron;

/// Rule C1 of every collective.
template <typename OpT> static LogicalResult verifyGroups(OpT op) {
  int64_t size = op.getGroupSize();
  ArrayRef<int64_t> cores = op.getReplicaGroups();
  llvm::SmallSet<int64_t, 16> seen;
  bool isValid = size > 0 && size < kMaxElements && cores.size() % size == 0;
  for (int64_t core : cores)
    isValid &= core >= 0 && seen.insert(core).second;
  if (isValid)
    return success();
  return op.emitOpError() << "'replica_groups' must be groups of 'group_size' "
                             "different cores, but got "
                          << printList(cores) << " in groups of " << size;
}

/// The result is `x` with one dim times the group size and one divided by it;
/// -1 is no dim.
template <typename OpT> static LogicalResult verifyScaled(OpT op, int64_t grown, int64_t split) {
  RankedTensorType x = tensorType(op.getX());
  SmallVector<int64_t> shape(x.getShape());
  int64_t size = op.getGroupSize();
  if (split >= 0 && shape[split] % size != 0)
    return op.emitOpError() << "'group_size' must divide dim " << split << ", but got " << size << " and "
                            << x;
  if (split >= 0)
    shape[split] /= size;
  if (grown >= 0 && llvm::MulOverflow(shape[grown], size, shape[grown]))
    return op.emitOpError() << "'group_size' must not overflow dim " << grown << ", but got " << size
                            << " and " << x;
  if (failed(verifyShape(op, "result", op.getResult().getType(), shape)))
    return failure();
  return verifyElement(op, "result", op.getResult().getType(), x.getElementType());
}

LogicalResult AllReduceOp::verify() {
  // C1
  if (failed(verifyGroups(*this)))
    return failure();
  // C2
  return verifyScaled(*this, -1, -1);
}

LogicalResult AllGatherOp::verify() {
  // C1
  if (failed(verifyGroups(*this)) || failed(verifyDim(*this, "dim", getDim(), tensorType(getX()))))
    return failure();
  // C2
  return verifyScaled(*this, getDim(), -1);
}

LogicalResult ReduceScatterOp::verify() {
  // C1
  if (failed(verifyGroups(*this)) || failed(verifyDim(*this, "dim", getDim(), tensorType(getX()))))
    return failure();
  // C2
  return verifyScaled(*this, -1, getDim());
}

LogicalResult AllToAllOp::verify() {
  RankedTensorType x = tensorType(getX());
  // C1
  if (failed(verifyGroups(*this)) || failed(verifyDim(*this, "split_dim", getSplitDim(), x)) ||
      failed(verifyDim(*this, "concat_dim", getConcatDim(), x)))
    return failure();
  // C2
  return verifyScaled(*this, getConcatDim(), getSplitDim());
}
