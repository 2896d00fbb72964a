//===- Epilogue.h - elementwise ops behind a contraction --------*- C++ -*-===//
//
// A kernel whose root is a contraction may end in elementwise ops. They run on
// each tile while it leaves PSUM, so the result is written once.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_EPILOGUE_H
#define NEURONC_LIB_GENERATE_EPILOGUE_H

#include "ElementwiseTile.h"
#include "Lowering.h"

namespace neuron {

class Epilogue {
public:
  /// `op` is the root itself or a neuron.kernel that holds it.
  template <typename RootOp> static Epilogue of(mlir::Operation *op) {
    Epilogue epilogue(op);
    epilogue.findRoot([](mlir::Operation *inner) { return mlir::isa<RootOp>(inner); });
    return epilogue;
  }

  mlir::Operation *root() const { return rootOp; }
  /// The value outside the kernel for one of the root's operands.
  mlir::Value outer(mlir::Value inner) const;
  /// The values that the kernel computes, outside; all have the root's shape.
  mlir::ResultRange results() const { return op->getResults(); }
  bool isEmpty() const { return ops.empty(); }
  /// Refuses what the epilogue cannot emit.
  mlir::LogicalResult verify() const;
  /// Where each of `results` is written, in the dims in which `emit` gets its
  /// windows.
  void writeTo(llvm::ArrayRef<TensorView> places);
  /// Binds the views of the extra inputs: `arrange` brings a tensor of the
  /// result's shape to those dims.
  void prepare(Lowering &lowering, llvm::function_ref<TensorView(TensorView)> arrange);
  /// Emits the ops for a window of the results; `sum` is the root's tile in PSUM
  /// (or SBUF). `window` gives that part of a result or an extra input: [rows,
  /// free...].
  void emit(TileBuilder &b, const Tile &sum, llvm::function_ref<TensorView(const TensorView &)> window) const;

private:
  explicit Epilogue(mlir::Operation *op) : op(op) {}
  void findRoot(llvm::function_ref<bool(mlir::Operation *)> isRoot);
  bool readsPsumOnce() const;

  mlir::Operation *op;
  mlir::Operation *rootOp = nullptr;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::SmallVector<std::pair<mlir::Value, TensorView>> extras; ///< inner value, view
  llvm::SmallVector<std::pair<mlir::Value, TensorView>, 2> outputs; ///< inner value, place
};

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_EPILOGUE_H
