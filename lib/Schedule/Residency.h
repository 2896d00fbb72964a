//===- Residency.h - where a tensor would lie in SBUF -----------*- C++ -*-===//
//
// An HBM buffer that only copies touch can live in SBUF if one layout serves
// all of them: which bytes of an address count partitions and which stay bytes.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_SCHEDULE_RESIDENCY_H
#define NEURONC_LIB_SCHEDULE_RESIDENCY_H

#include "AddressMap.h"

namespace neuron::schedule {

/// address = q * space + t * row + byte; row t lies on partition t % 128, in
/// block t / 128 of the free axis.
struct RowLayout {
  int64_t row = 0;    ///< bytes
  int64_t space = 0;  ///< bytes of all rows
  int64_t spaces = 1; ///< how often they repeat

  int64_t rows() const { return space / row; }
  int64_t partitions() const { return std::min<int64_t>(rows(), 128); }
  int64_t blocks() const { return (rows() + 127) / 128; }
  /// Bytes of a partition.
  int64_t bytes() const { return spaces * blocks() * row; }
  AddressMap map() const;
};

/// One side of a dma_copy.
struct CopySide {
  mutable nisa::DmaCopyOp op; ///< a handle: const says nothing of what it names
  bool isDst = false;
  nisa::ViewOp view() const { return (isDst ? op.getDst() : op.getSrc()).getDefiningOp<nisa::ViewOp>(); }
  nisa::ViewOp otherView() const { return (isDst ? op.getSrc() : op.getDst()).getDefiningOp<nisa::ViewOp>(); }
};

/// The copy with its side in SBUF: element (row, i...) of both sides.
struct ResidentCopy {
  int64_t rows = 1, partition = 0;
  ByteOffset offset;                     ///< of a partition's bytes
  int64_t otherRowStep = 0;              ///< bytes; hbm only
  llvm::SmallVector<WalkDim, 6> dims;    ///< free dims, `other` on the other side
};

/// The copy in `layout`, or nothing if it does not fit the layout or no single
/// copy can express it.
std::optional<ResidentCopy> placeCopy(const CopySide &side, const RowLayout &layout);

/// All copies that touch `variable` if nothing else does, in program order.
std::optional<llvm::SmallVector<CopySide, 4>> copiesOf(nisa::VariableOp variable);

/// A layout in which every copy can be placed.
std::optional<RowLayout> findLayout(nisa::VariableOp variable, llvm::ArrayRef<CopySide> copies);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_RESIDENCY_H
