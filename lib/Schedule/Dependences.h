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
  /// Without a guard `at` names an instance that exists; with one it may lie in
  /// front of the producer's loop, and the last instance before it is meant.
  Linear guard;
};

/// Everything that orders two engines, queues or an engine and its own DMA.
/// Every dependence points to an instance that comes earlier in the program.
std::vector<Dependence> findDependences(const Sequence &sequence);

/// Each instruction after the one before it.
std::vector<Dependence> serialDependences(const Sequence &sequence);

/// What `options` ask for: one of the two.
inline std::vector<Dependence> dependencesOf(const Sequence &sequence, const ScheduleOptions &options) {
  return options.overlap ? findDependences(sequence) : serialDependences(sequence);
}

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_DEPENDENCES_H
