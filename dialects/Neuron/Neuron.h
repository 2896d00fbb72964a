//===- Neuron.h - the neuron dialect ----------------------------*- C++ -*-===//
//
// Declarations of the dialect, its operations and a few helpers that builders
// of `neuron` IR share. The operations are described in the .td files of this
// folder; README.md says why they are what they are.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_DIALECTS_NEURON_NEURON_H
#define NEURON_DIALECTS_NEURON_NEURON_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Neuron/NeuronOpsDialect.h.inc"
#include "dialects/Neuron/NeuronOpsEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Neuron/NeuronOpsAttrs.h.inc"

namespace neuron {

/// The largest number of elements that a tensor of the dialect may have, plus
/// one: far below overflow in any computation of sizes in bits.
inline constexpr int64_t kMaxElements = int64_t(1) << 40;

/// True if the product of the (static) dims is below kMaxElements and each dim
/// is, also when another one is 0.
bool hasBoundedSize(mlir::RankedTensorType type);

/// True for a shape that a tensor of the dialect can have: no dim negative,
/// bounded as hasBoundedSize says. For importers, before they build a type.
bool isValidShape(llvm::ArrayRef<int64_t> shape);

/// `type` with another element type; null if it is no ranked tensor.
mlir::Type withElement(mlir::Type type, mlir::Type element);
/// `type` with another shape.
mlir::RankedTensorType withShape(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> shape);

/// Attribute of an operation on f64 that an importer has made for exact integers:
/// f32 must not take its place.
inline constexpr llvm::StringLiteral kNeedsF64 = "neuron.needs_f64";

/// What happens along an iteration dim.
enum class IterationKind {
  Parallel,  ///< every index makes results of its own
  Reduction, ///< indices are summed (or otherwise joined)
  Window     ///< a reduction whose index shifts where an operand is read
};

/// One dim of the iteration space of a structured operation.
struct IterationDim {
  int64_t size;
  IterationKind kind;
};

/// All dims of `value`, parallel.
llvm::SmallVector<IterationDim> parallelDims(mlir::Value value);
/// An identity map of the first result's rank for each operand and result.
llvm::SmallVector<mlir::AffineMap> identityMaps(mlir::Operation *op);

} // namespace neuron

#include "dialects/Neuron/NeuronInterfaces.h.inc"

#define GET_OP_CLASSES
#include "dialects/Neuron/NeuronOps.h.inc"

namespace neuron {

/// The type of a value of this dialect.
inline mlir::RankedTensorType tensorType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// Points of an operation's iteration space: for a product the number of
/// multiplications, for an elementwise operation that of elements. Nothing for
/// an operation without such a space.
std::optional<double> iterationCount(mlir::Operation *op);

/// A constant with every element `value` (converted to the element type; i1:
/// not zero).
mlir::Value splat(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type, double value);
/// The same for integers, exact over all 64 bits.
mlir::Value splatInt(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                     int64_t value);
/// A rank-1 i64 constant.
mlir::Value i64Vector(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<int64_t> values);
/// `value` converted to `element`; the value itself if it has that type.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type element);
/// `value` in another shape of as many elements; itself if it has that shape.
mlir::Value reshapeTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                      llvm::ArrayRef<int64_t> shape);
/// `value` broadcast to `shape` by the rules of NumPy (dims are matched from
/// the right); itself if it has that shape. The shapes must fit.
mlir::Value broadcastTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                        llvm::ArrayRef<int64_t> shape);
/// The shape both shapes broadcast to by the rules of NumPy; nothing if they
/// do not fit.
std::optional<llvm::SmallVector<int64_t>> broadcastShapes(llvm::ArrayRef<int64_t> lhs,
                                                          llvm::ArrayRef<int64_t> rhs);

} // namespace neuron

#endif // NEURON_DIALECTS_NEURON_NEURON_H
