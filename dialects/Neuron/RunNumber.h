//===- RunNumber.h - a state that counts the runs ---------------*- C++ -*-===//
//
// What random numbers of an imported model follow from: the number of the run
// is the seed, and each operation of the model has a stream of its own. A state
// of the artifact, "neuron.run_number", counts from 0; where states are reset,
// the same numbers come again.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_DIALECTS_NEURON_RUNNUMBER_H
#define NEURONC_DIALECTS_NEURON_RUNNUMBER_H

#include "Neuron.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neuron {

/// Random numbers in f32, of the next free stream. Null inside of a loop, where all iterations would get the same.
mlir::Value randomNumbers(mlir::OpBuilder &builder, mlir::Location loc, RngFn fn, llvm::ArrayRef<int64_t> shape,
                          double a, double b);
/// Once `main` is complete: makes the state, if something needs it.
void countRuns(mlir::func::FuncOp main);

} // namespace neuron

#endif // NEURONC_DIALECTS_NEURON_RUNNUMBER_H
