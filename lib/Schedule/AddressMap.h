//===- AddressMap.h - bytes of one buffer as bytes of another ---*- C++ -*-===//
//
// Reads a byte address as digits (mixed radix) and gives each digit a step of
// its own in another buffer: rows of a tensor become partitions, tiles that were
// copied become windows into what they were copied from.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_SCHEDULE_ADDRESSMAP_H
#define NEURONC_LIB_SCHEDULE_ADDRESSMAP_H

#include "dialects/Nisa/Nisa.h"

#include <optional>

namespace neuron::schedule {

/// coefficient * counter, in bytes.
struct AffineTerm {
  mlir::Value counter;
  int64_t coefficient = 0;
};

/// base + terms, in bytes.
struct ByteOffset {
  int64_t base = 0;
  llvm::SmallVector<AffineTerm, 3> terms;
  ByteOffset operator+(const ByteOffset &other) const;
};

/// One dimension of a walk; `other` is what the same step means on the other
/// side of a copy.
struct WalkDim {
  int64_t num = 1;
  int64_t step = 0;
  int64_t other = 0;
};

/// The bytes that a view touches in one row.
struct Walk {
  ByteOffset offset;
  llvm::SmallVector<WalkDim, 6> dims;
  int64_t elementBytes = 1;
};

/// The digit of the addresses unit * 0 .. unit * (count - 1).
struct Digit {
  int64_t unit = 1;
  int64_t count = 1;
  int64_t step = 1;         ///< bytes at the new place
  bool isPartition = false; ///< counts partitions instead of bytes
};

/// A walk at its new place. At most one dim may run along the partitions.
struct MappedWalk {
  Walk walk;
  int64_t partition = 0; ///< the first one
  int partitionDim = -1; ///< index into walk.dims
};

class AddressMap {
public:
  /// Digits by falling unit; the last one has unit 1. The first may count
  /// without end.
  explicit AddressMap(llvm::ArrayRef<Digit> digits) : digits(digits) {}

  /// The walk at its new place; nothing if a digit overflows into the next or a
  /// counter moves along the partitions. Dims are cut at digits if `mayCut`.
  std::optional<MappedWalk> map(const Walk &walk, bool mayCut) const;

private:
  llvm::SmallVector<Digit, 6> digits;
};

/// Cuts the dims of two walks over the same elements to common sizes: the
/// result has the steps of `a`, and of `b` as `other`.
std::optional<llvm::SmallVector<WalkDim, 6>> alignDims(llvm::ArrayRef<WalkDim> a, llvm::ArrayRef<WalkDim> b);

/// The offset and the free dims of a view, in bytes; dims of size 1 are left out.
Walk walkOf(nisa::ViewOp view);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_ADDRESSMAP_H
