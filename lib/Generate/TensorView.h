//===- TensorView.h - how a tensor lies in memory ---------------*- C++ -*-===//
//
// A tensor value of the graph, seen by generators, is a strided window into a
// buffer. Reshape, transpose, slice, reverse and broadcast are arithmetic on
// the window; instructions move data only where that is not enough.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_TENSORVIEW_H
#define NEURONC_LIB_GENERATE_TENSORVIEW_H

#include "neuron/types.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace neuron {

using Shape = llvm::SmallVector<int64_t, 6>;

/// An affine function of loop counters: base + sum of coefficient * counter.
/// The unit (elements) is that of whoever holds it.
struct Offset {
  int64_t base = 0;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 2> terms;

  Offset() = default;
  Offset(int64_t base) : base(base) {}
  /// coefficient * counter
  static Offset of(mlir::Value counter, int64_t coefficient = 1);
  Offset &operator+=(const Offset &other);
  Offset operator+(const Offset &other) const;
  Offset operator*(int64_t factor) const;
  bool isConstant() const { return terms.empty(); }
};

/// A strided window into an HBM buffer or into a weight of the model file.
struct TensorView {
  /// The nisa.variable that holds the data; null while the view is of a weight.
  mlir::Value buffer;
  /// Name in the WeightStore; a weight becomes a variable, in the order its
  /// kernel wants, when a generator asks for it (Lowering::resolve).
  std::string weight;
  /// Element type in memory. I64 data is addressed through `words`.
  DType storage = DType::F32;
  Shape sizes;
  Shape strides;  ///< elements; 0 broadcasts, negative reverses
  Offset offset;  ///< elements

  bool isWeight() const { return !weight.empty(); }
  unsigned rank() const { return sizes.size(); }
  int64_t numElements() const;
  /// Dense row-major from the offset on.
  bool isContiguous() const;

  static TensorView contiguous(mlir::Value buffer, DType storage, llvm::ArrayRef<int64_t> sizes);

  TensorView transpose(llvm::ArrayRef<int64_t> permutation) const;
  TensorView slice(llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> sizes,
                   llvm::ArrayRef<int64_t> steps) const;
  TensorView reverse(llvm::ArrayRef<int64_t> dims) const;
  /// Operand dim i becomes result dim dims[i]; other result dims, and operand
  /// dims of size 1 that grow, get stride 0.
  TensorView broadcast(llvm::ArrayRef<int64_t> resultSizes, llvm::ArrayRef<int64_t> dims) const;
  /// The same elements in row-major order with other sizes, if strides allow.
  std::optional<TensorView> reshape(llvm::ArrayRef<int64_t> newSizes) const;
  /// `size` positions of `dim` from `start` on; the start may use counters.
  TensorView window(unsigned dim, const Offset &start, int64_t size) const;
  /// Removes `dim` by fixing its index.
  TensorView at(unsigned dim, const Offset &index) const;
  /// Inserts a dimension of size 1 before `dim`.
  TensorView insertDim(unsigned dim) const;
  /// Splits `dim` of size n*inner into [n, inner].
  TensorView split(unsigned dim, int64_t inner) const;
  /// A 64-bit tensor as its 32-bit words: word 0 is the low one.
  TensorView words(unsigned word, DType type = DType::I32) const;
};

/// Merges neighbouring dims that every view walks as one; all views have the
/// same sizes. Dims of size 1 vanish (at least one dim stays).
void collapseDims(llvm::MutableArrayRef<TensorView> views);

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_TENSORVIEW_H
