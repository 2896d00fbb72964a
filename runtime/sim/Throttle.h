//===- Throttle.h - dI/dt limit of TensorE (A-03) ---------------*- C++ -*-===//
#ifndef NEURON_SIM_THROTTLE_H
#define NEURON_SIM_THROTTLE_H

#include "Time.h"

namespace neuron {

/// A cold TensorE runs at half rate and warms up linearly over one window; a
/// window in which it was busy for less than half makes it cold again.
class Throttle {
public:
  /// Length of an instruction that starts at `start` and takes `interval` warm.
  Time stretch(Time start, Time interval) {
    closeWindows(start);
    Time warm = start - warmSince;
    Time length = warm >= kWindow ? interval : Time(double(interval) * 2 * kWindow / double(kWindow + warm));
    busy += length;
    return length;
  }

private:
  static constexpr Time kWindow = 3'000'000;

  void closeWindows(Time now) {
    if (now < windowEnd)
      return;
    bool idle = busy * 2 < kWindow || now - windowEnd >= kWindow / 2;
    if (idle)
      warmSince = now;
    busy = 0;
    windowEnd = now + kWindow;
  }

  Time warmSince = 0, windowEnd = 0, busy = 0;
};

} // namespace neuron

#endif // NEURON_SIM_THROTTLE_H
