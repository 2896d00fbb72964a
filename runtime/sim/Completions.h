//===- Completions.h - when the instances of an engine are done -*- C++ -*-===//
#ifndef NEURON_SIM_COMPLETIONS_H
#define NEURON_SIM_COMPLETIONS_H

#include "Time.h"

#include <algorithm>
#include <array>

namespace neuron {

/// Completion times of an in-order engine: for instance n the time by which n
/// and all before it are complete. Only the newest are kept: an instance that
/// old was complete before the newest could start (an engine's latency exceeds
/// its interval by far less than kKept intervals), so nobody still waits for it.
class Completions {
public:
  uint64_t issued() const { return count; }
  Time last() const { return newest; }

  void push(Time done) {
    newest = std::max(newest, done);
    times[count++ % kKept] = newest;
  }
  /// `instance` must have been issued.
  Time of(uint64_t instance) const {
    return instance + kKept <= count ? 0 : times[instance % kKept];
  }

private:
  static constexpr uint64_t kKept = 1024;
  std::array<Time, kKept> times;
  uint64_t count = 0;
  Time newest = 0;
};

} // namespace neuron

#endif // NEURON_SIM_COMPLETIONS_H
