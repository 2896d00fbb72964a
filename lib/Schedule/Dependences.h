//===- Dependences.h - what has to wait for what ----------------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_DEPENDENCES_H
#define NEURONC_LIB_SCHEDULE_DEPENDENCES_H

#include "Sequence.h"

namespace neuron::schedule {

/// The consumer must not start before one instance of the producer is complete,
/// and all earlier ones of the same engine or queue.
struct Dependence {
  unsigned producer = 0, consumer = 0;
  /// The producer's counters, by depth, as functions of the consumer's.
  llvm::SmallVector<Linear, 4> at;
  /// No need to wait while this function of the consumer's counters is negative.
  Linear guard;
  /// While the guard is not negative, `at` names an instance that exists;
  /// otherwise it may lie in front of the producer's loop.
  bool exact = true;
};

/// Everything that orders two engines, queues or an engine and its own DMA.
/// Every dependence points to an instance that comes earlier in the program.
std::vector<Dependence> findDependences(const Sequence &sequence);

/// Each instruction after the one before it.
std::vector<Dependence> serialDependences(const Sequence &sequence);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_DEPENDENCES_H
