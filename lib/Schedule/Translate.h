//===- Translate.h - scheduled sequence to Program --------------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_TRANSLATE_H
#define NEURONC_LIB_SCHEDULE_TRANSLATE_H

#include "Waits.h"

namespace neuron::schedule {

/// Buffers have addresses, DMA have queues. Adds the streams' size to `stats`.
mlir::FailureOr<Program> translate(const Sequence &sequence, const WaitPlan &plan, ScheduleStats &stats);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_TRANSLATE_H
