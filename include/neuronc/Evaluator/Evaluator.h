//===- Evaluator.h - reference semantics of the neuron dialect --*- C++ -*-===//
//
// What every operation means, as code: plain loops over whole tensors. Floats
// are computed in double and rounded once for each result, integers exactly.
// Constant folding uses it, and tests hold every later level against it.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_EVALUATOR_EVALUATOR_H
#define NEURONC_EVALUATOR_EVALUATOR_H

#include "neuronc/Evaluator/Tensor.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neuron {

/// Limits and surroundings of an evaluation.
struct EvaluatorOptions {
  /// Where `neuron.weight` finds its bytes; without it such an op fails.
  const WeightStore *weights = nullptr;
  /// Most bytes that all live tensors together may take.
  int64_t maxBytes = int64_t(8) << 30;
};

/// Runs `function` on `arguments`, which must have the types of its own.
/// `neuron.check_close` that does not hold, memory above the limit, a weight
/// that is not there and an op of another dialect (except func.return and
/// func.call) are errors at the op's location.
llvm::FailureOr<llvm::SmallVector<Tensor>>
evaluate(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> arguments, const EvaluatorOptions &options = {});

/// Computes one operation without regions; `operands` has a tensor for each of
/// its operands.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateOp(mlir::Operation *op,
                                                      llvm::ArrayRef<const Tensor *> operands,
                                                      const EvaluatorOptions &options = {});

/// About how many steps evaluateOp takes: elements of the results times what
/// each of them looks at. For those who fold constants of models they do not
/// trust: a small op may hide a large window.
double evaluationCost(mlir::Operation *op);

/// The interpolation of `neuron.resize` along one dim: a dense row-major matrix
/// [result size, operand size] of weights (of which each row has one 1 for
/// nearest).
std::vector<double> resizeWeights(class ResizeOp op, unsigned dim);
/// For tf_crop_and_resize: which positions of the result's `dim` lie outside of
/// the operand and take the extrapolation value. All false for other modes.
std::vector<bool> resizeOutside(class ResizeOp op, unsigned dim);
/// True if `neuron.resize` leaves the dim as it is.
bool isResizeIdentity(class ResizeOp op, unsigned dim);

} // namespace neuron

#endif // NEURONC_EVALUATOR_EVALUATOR_H
