//===- Forward.h - move one buffer into SBUF --------------------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_FORWARD_H
#define NEURONC_LIB_SCHEDULE_FORWARD_H

#include "Residency.h"

namespace neuron::schedule {

/// Replaces `variable` by an SBUF buffer of `layout`. Its copies vanish where
/// the tile on their other side can be a window of the buffer; other tiles are
/// copied by an engine, HBM by a DMA. False, and nothing is changed, if one of
/// the copies no longer fits the layout.
bool moveToSbuf(nisa::VariableOp variable, llvm::ArrayRef<CopySide> copies, const RowLayout &layout);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_FORWARD_H
