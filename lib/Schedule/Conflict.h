//===- Conflict.h - when two accesses of a buffer meet ----------*- C++ -*-===//
//
// Both sides are boxes that move with loop counters. Where the larger step of
// an access divides the other's addresses, bytes are split into rows and
// columns, so that the tiles of a matrix are told apart.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_SCHEDULE_CONFLICT_H
#define NEURONC_LIB_SCHEDULE_CONFLICT_H

#include "Sequence.h"

#include <array>
#include <optional>

namespace neuron::schedule {

/// Positions base .. base+extent-1 in one direction.
struct Axis {
  Linear base;
  int64_t extent = 1;
};
using Box = std::array<Axis, 2>;

/// A producer and a consumer access of the same buffer. Answers are safe: what
/// cannot be told apart is said to meet.
class Conflict {
public:
  /// The counters of the outermost `scope` loops are the same for both: those
  /// in which the buffer was allocated.
  Conflict(const Sequence &sequence, const Access &producer, const Access &consumer, unsigned scope);

  /// Loops around both.
  unsigned common() const { return commonDepth; }
  /// Do they meet when all common counters are equal?
  bool meetsNow() const;
  /// The smallest number of iterations of the common loop at `level` after
  /// which the consumer meets what the producer touched.
  std::optional<int64_t> distance(unsigned level) const;
  /// The last iteration of the producer's outermost loop that is not common, as
  /// a function of the consumer's counters, whose elements the consumer meets
  /// with equal common counters. May be negative: none. Null if there is no
  /// such function, and then only the end of that loop is safe.
  std::optional<Linear> lastMet() const;

private:
  struct Window {
    int64_t low = 0, high = 0;
  };
  Window window(unsigned axis) const;
  std::optional<Linear> lastMetAlong(unsigned axis) const;

  llvm::ArrayRef<int64_t> producerTrips, consumerTrips;
  unsigned scope, commonDepth;
  bool isApart = false; ///< on different partitions
  Box producer, consumer;
};

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_CONFLICT_H
