//===- Waits.h - dependences as waits of instructions -----------*- C++ -*-===//
//
// Numbers the instances of every stream and keeps, of each instruction's
// dependences, the waits that no other implies.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_SCHEDULE_WAITS_H
#define NEURONC_LIB_SCHEDULE_WAITS_H

#include "Dependences.h"

namespace neuron::schedule {

/// A wait in symbolic form; see neuron::Wait.
struct PlannedWait {
  unsigned source = 0;
  Linear index, guard;
  unsigned dependence = 0; ///< where it comes from
};

/// The most waits that one instruction of the machine carries.
inline constexpr unsigned kMaxWaits = 2;

struct WaitPlan {
  /// By instruction.
  std::vector<llvm::SmallVector<PlannedWait, 2>> waits;
  /// By instruction: event_semaphore instructions in front of it that carry
  /// the waits which exceed kMaxWaits.
  std::vector<unsigned> carriers;
};

WaitPlan planWaits(const Sequence &sequence, llvm::ArrayRef<Dependence> dependences);

/// The number of each instance in the order of its stream.
class Numbering {
public:
  /// `carriers` instructions go in front of each instruction, on its engine.
  Numbering(const Sequence &sequence, llvm::ArrayRef<unsigned> carriers);
  /// Number of `instruction` in the order of whoever completes it, for the
  /// counters of its loops.
  Linear numberOf(unsigned instruction) const { return numbers[instruction]; }

private:
  std::vector<Linear> numbers;
};

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_WAITS_H
