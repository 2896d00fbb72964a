//===- Lowering.h - from graph values to variables and kernels --*- C++ -*-===//
//
// The state of one function's way from `neuron` to `nisa`: which view each
// value has, which weights became variables and how, where kernels write.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_LOWERING_H
#define NEURONC_LIB_GENERATE_LOWERING_H

#include "TensorView.h"
#include "TileBuilder.h"

#include "neuronc/Generate/Generate.h"
#include "neuronc/Support/WeightStore.h"

#include "dialects/Neuron/Neuron.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace neuron {

/// A variable of the program as the user's signature sees it.
struct VariableInfo {
  std::string name;
  llvm::StringRef kind = "scratch";
  DType dtype = DType::F32;
  llvm::SmallVector<int64_t> shape;
  std::string file;
  int64_t inputIndex = -1;
  int64_t outputIndex = -1;
};

class Lowering {
public:
  /// Variables are created before `variablesEnd`, kernels at the builder's
  /// insertion point.
  Lowering(mlir::OpBuilder &builder, mlir::Operation *variablesEnd, const Target &target,
           const WeightStore &weights, WeightPlan &plan, const GenerateOptions &options)
      : target(target), weights(weights), options(options), builder(builder), plan(plan),
        variablesEnd(variablesEnd) {}

  const Target &target;
  const WeightStore &weights;
  const GenerateOptions &options;
  mlir::OpBuilder &builder;

  /// The view of a value that has been lowered. Weights that no kernel has
  /// claimed yet come back with `weight` set; see resolve.
  TensorView view(mlir::Value value) const { return views.lookup(value); }
  /// view() with a weight resolved as it stands: what most generators want.
  TensorView operand(mlir::Value value) { return resolve(view(value)); }
  /// A dense copy in HBM, by a kernel of its own.
  TensorView dense(mlir::Location loc, const TensorView &view, llvm::StringRef generator = "copy");
  /// operand() with the elements of its last dim side by side, if a turn makes
  /// them so: DMA would load each by itself. The value keeps that place.
  TensorView rows(mlir::Value value);
  /// Where the value's producer must write: a fresh scratch variable, or the
  /// place somebody has reserved (an output, a part of a concatenation). Binds
  /// the value to it.
  TensorView result(mlir::Value value);
  void bind(mlir::Value value, TensorView view) { views[value] = std::move(view); }
  /// Asks the value's producer to write to `place`.
  void reserve(mlir::Value value, TensorView place) { places[value] = std::move(place); }

  /// Makes a variable of a weight with exactly the elements of `view`, dense in
  /// the order of the view's dims (broadcast dims stay broadcast), converted to
  /// `type`. The same request gives the same variable. Others pass through.
  TensorView resolve(const TensorView &view, DType type);
  TensorView resolve(const TensorView &view);
  /// A weight's own window, before any kernel has asked for it.
  TensorView weight(llvm::StringRef name, mlir::RankedTensorType type) const;
  /// The member with the initial value of a state, in the model's own type.
  std::string initialValue(llvm::StringRef weight, DType type, llvm::ArrayRef<int64_t> sizes);
  /// A literal: like a weight it waits for a kernel to say in which order it is
  /// wanted (resolve). A splat is a variable of one element that broadcasts.
  TensorView constant(mlir::DenseElementsAttr value);
  /// A variable with a dense literal of `type`, from its bytes.
  TensorView constant(DType type, llvm::ArrayRef<int64_t> sizes, std::vector<char> bytes);
  /// A fresh HBM variable.
  TensorView scratch(DType type, llvm::ArrayRef<int64_t> sizes);
  /// Any variable; the view has the memory type of `info.dtype`, i64 as I64.
  TensorView variable(const VariableInfo &info);

  /// Calls `body` with a TileBuilder inside a new nisa.kernel that stands for
  /// `op`. FLOPs and the names of the source go to the report.
  void kernel(mlir::Operation *op, llvm::StringRef generator, uint64_t flops,
              llvm::function_ref<void(TileBuilder &)> body) {
    kernel(op->getLoc(), generator, flops, body);
  }
  void kernel(mlir::Location loc, llvm::StringRef generator, uint64_t flops,
              llvm::function_ref<void(TileBuilder &)> body);

  /// Elements from one row to the next as the kernel that wrote `buffer` last had
  /// them on the partitions; 0 if none has, or it had one row.
  int64_t rowStep(mlir::Value buffer) const { return rowSteps.lookup(buffer); }

  /// In-memory type of a tensor element between kernels: i64 is I32, which holds it, i1
  /// is U8, others as they are.
  static DType storageOf(mlir::Type elementType);
  /// The model's own type of an element.
  static DType modelTypeOf(mlir::Type elementType);

private:
  WeightPlan &plan;
  mlir::Operation *variablesEnd;
  llvm::DenseMap<mlir::Value, TensorView> views;
  llvm::DenseMap<mlir::Value, TensorView> places;
  llvm::StringMap<TensorView> resolved;
  llvm::StringMap<std::shared_ptr<const Literal>> literals; ///< by TensorView::weight
  llvm::StringMap<std::string> literalNames;                ///< by type and bytes
  llvm::StringMap<unsigned> members;
  llvm::DenseMap<mlir::Value, int64_t> rowSteps;
  unsigned scratchCount = 0;

  TensorView literal(DType type, llvm::ArrayRef<int64_t> sizes, std::vector<char> bytes);
  void recordRows(mlir::Operation *kernel);
  std::string addRecipe(WeightRecipe recipe);
  TensorView member(WeightRecipe recipe);
};

/// Emits the kernels of one op, or says why it cannot (a coded diagnostic).
using Generator = mlir::LogicalResult (*)(Lowering &, mlir::Operation *);
/// The generator of an op; null if it has none.
Generator findGenerator(mlir::Operation *op);
/// Lowers reshape, transpose, slice, reverse, broadcast_in_dim; false if `op`
/// is none of them.
bool lowerViewOp(Lowering &lowering, mlir::Operation *op);
/// Lowers all ops of a block up to its terminator.
mlir::LogicalResult lowerBlock(Lowering &lowering, mlir::Block &block);
/// Emits `[NRN-E4002]` with the op, its types and the remedy.
mlir::LogicalResult unsupported(mlir::Operation *op, const llvm::Twine &why, const llvm::Twine &remedy = "");

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_LOWERING_H
