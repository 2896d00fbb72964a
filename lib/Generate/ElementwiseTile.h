//===- ElementwiseTile.h - elementwise ops on one tile ----------*- C++ -*-===//
//
// Turns elementwise neuron ops into instructions on tiles of one shape. Used by
// the elementwise generator and as the epilogue of others.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_ELEMENTWISETILE_H
#define NEURONC_LIB_GENERATE_ELEMENTWISETILE_H

#include "TileMath.h"

#include "llvm/ADT/DenseMap.h"

namespace neuron {

/// How a value is held on chip.
enum class ValueClass { Float, Int, Bool };
ValueClass classOf(mlir::Value value);

/// The value of a splat literal, if `value` is one.
std::optional<double> literalOf(mlir::Value value);
/// The vector operator of a binary function that is one instruction.
std::optional<AluOp> immediateOp(BinaryFn fn);
/// True if an error of one ulp may become an error of one.
bool becomesInteger(mlir::Value value);

/// Upper bound of the tiles that an op's sequence allocates.
unsigned temporariesOf(mlir::Operation *op);

/// Loads a window ([rows, free...]); dims along which it does not change are
/// loaded once, and the tile broadcasts them.
Tile loadDistinct(TileBuilder &b, const TensorView &view);

class ElementwiseTile {
public:
  /// All tiles have the rows and free sizes of `shape` ([rows, free...]).
  ElementwiseTile(TileBuilder &b, const TensorView &shape);

  /// True if `op` can be emitted.
  static bool supports(mlir::Operation *op);

  void bind(mlir::Value value, const Tile &tile);
  /// `value` will be stored as `storage`.
  void declareOutput(mlir::Value value, DType storage);
  void emit(mlir::Operation *op);
  /// The tile to store.
  Tile output(mlir::Value value);
  /// The tile of a value; a literal is filled in.
  Tile tile(mlir::Value value);

private:
  /// `x op scalar`; the scalar is a literal or one number a row.
  struct Step {
    mlir::Value x;
    AluStep step;
  };
  struct Waiting {
    Tile x;
    AluStep step;
  };

  TileBuilder &b;
  int64_t rows;
  Shape sizes;
  llvm::DenseMap<mlir::Value, Tile> tiles;
  llvm::DenseMap<mlir::Value, DType> outputs;
  llvm::DenseMap<mlir::Value, Waiting> waiting; ///< steps that their reader takes
  llvm::DenseMap<mlir::Value, Tile> rowScalars; ///< converted to fp32

  Tile fresh(DType type);
  /// Where the result of `value`'s op goes.
  Tile destination(mlir::Value value);
  /// The integer tile of a value as 32-bit.
  Tile wide(mlir::Value value);
  void emitUnary(UnaryOp op);
  void emitBinary(BinaryOp op);
  std::optional<Tile> rowScalar(mlir::Value value);
  std::optional<Scalar> scalarOf(mlir::Value value);
  std::optional<Step> stepOf(BinaryOp op);
  std::optional<Step> stepOf(mlir::Operation *op);
  bool mayWait(mlir::Value value) const;
  std::optional<Waiting> takeWaiting(mlir::Value value);
  void emitSteps(const Tile &dst, const Tile &x, const AluStep &first, const AluStep &second = {});
  bool emitStep(mlir::Operation *op);
  bool emitAfterStep(UnaryOp op);
  bool emitAfterStep(BinaryOp op);
  bool emitAfterStep(CastOp op);
  bool emitImmediate(BinaryOp op, const Tile &dst);
  void emitBool(BinaryOp op, const Tile &dst);
  void emitCompare(CompareOp op);
  void emitSelect(SelectOp op);
  void emitClamp(ClampOp op);
  void emitCast(CastOp op);
  /// Wraps a narrow integer result and moves it to its own type.
  void finishInt(mlir::Value value, const Tile &result);
};

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_ELEMENTWISETILE_H
