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
  TileBuilder &b;
  int64_t rows;
  Shape sizes;
  llvm::DenseMap<mlir::Value, Tile> tiles;
  llvm::DenseMap<mlir::Value, DType> outputs;

  Tile fresh(DType type);
  /// Where the result of `value`'s op goes.
  Tile destination(mlir::Value value);
  /// The integer tile of a value as 32-bit.
  Tile wide(mlir::Value value);
  void emitUnary(UnaryOp op);
  void emitBinary(BinaryOp op);
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
