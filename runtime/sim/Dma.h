//===- Dma.h - queues and DMA engines ---------------------------*- C++ -*-===//
#ifndef NEURON_SIM_DMA_H
#define NEURON_SIM_DMA_H

#include "Plan.h"

#include <array>
#include <deque>

namespace neuron {

/// A copy whose data have moved.
struct FinishedCopy {
  uint32_t queue;
  uint32_t instruction; ///< index into Plan::instructions
  Time start, end;      ///< of the data
};

/// The DMA queues of a core. Each works on one copy at a time; the copies at
/// work share the 16 engines and HBM equally.
class DmaSystem {
public:
  DmaSystem(const Program &program, const Target &target);

  /// Adds a copy whose descriptors are there so that its data can start moving
  /// at `ready`.
  void issue(uint32_t instruction, const PlanCopy &copy, Time now, Time ready);

  /// Time of the next step(), kNever when nothing is under way.
  Time next() const { return nextTime; }
  /// Handles what happens at next(): starts and ends of data. Appends the
  /// copies that ended.
  void step(std::vector<FinishedCopy> &finished);

  uint64_t issued(uint32_t queue) const { return queues[queue].issued; }
  uint64_t finished(uint32_t queue) const { return queues[queue].finished; }
  uint32_t depth(uint32_t queue) const { return queues[queue].depth; }
  /// When waiters see the end of copy `index`, which must have finished.
  Time visible(uint32_t queue, uint64_t index) const;

private:
  struct Pending {
    uint32_t instruction;
    Time ready, share, engine, complete;
  };
  struct Queue {
    std::deque<Pending> pending; ///< the first may be at work
    uint32_t depth = 0;
    bool active = false;
    Time remaining = 0;          ///< share of the engines still to come
    Time start = 0;              ///< of the copy at work or to start
    Time lastStart;              ///< of the copy before
    uint64_t issued = 0, finished = 0;
    /// A copy is visible before the second after it ends (they start at least
    /// an interval apart), so older ones need no time.
    std::array<Time, 4> visible{};
  };

  void scheduleStart(Queue &queue, Time now);
  void advance(Time now);
  void finish(Queue &queue, uint32_t index, Time now, std::vector<FinishedCopy> &finished);
  void findNext();

  std::vector<Queue> queues;
  Time interval;
  Time now = 0;
  Time nextTime = kNever;
  unsigned sharing = 0; ///< copies with remaining work
};

} // namespace neuron

#endif // NEURON_SIM_DMA_H
