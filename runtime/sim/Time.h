//===- Time.h - simulated time ----------------------------------*- C++ -*-===//
#ifndef NEURON_SIM_TIME_H
#define NEURON_SIM_TIME_H

#include <cmath>
#include <cstdint>
#include <limits>

namespace neuron {

/// Picoseconds. Integers make a schedule independent of when it happens: the
/// same steps take the same time at any point, on every host.
using Time = int64_t;

inline constexpr Time kNever = std::numeric_limits<Time>::max();
/// Programs that run longer (26 days) are refused, so sums cannot overflow.
inline constexpr Time kTimeLimit = Time(1) << 61;

/// Rounds; absurd costs of one instruction become 75 minutes.
inline Time fromNs(double ns) {
  constexpr Time most = Time(1) << 52;
  double ps = ns * 1000;
  return ps < double(most) ? std::llround(ps) : most;
}
inline double toNs(Time time) { return double(time) / 1000; }

} // namespace neuron

#endif // NEURON_SIM_TIME_H
