//===- Spans.h - the last of many ranges that meets another -----*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_SPANS_H
#define NEURONC_LIB_SCHEDULE_SPANS_H

#include "Sequence.h"

#include <optional>

namespace neuron::schedule {

/// Bytes [begin, end) of a buffer.
struct Span {
  int64_t begin = 0, end = 0;
  bool meets(const Span &other) const { return begin < other.end && other.begin < end; }
};

/// All bytes that an access may touch, whatever the loop counters are.
Span spanOf(const Sequence &sequence, const Access &access);

/// Spans in a row. A buffer that thousands of instructions write piece by piece
/// would cost a comparison for each pair; so blocks of them know their hull.
class Spans {
public:
  void push(Span span);
  /// The last position before `end` whose span meets `span`.
  std::optional<size_t> lastBefore(size_t end, Span span) const;

private:
  static constexpr size_t kBlock = 64;
  /// levels[0] has the spans, each further level the hulls of kBlock entries of the one below.
  std::vector<std::vector<Span>> levels{1};
};

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_SPANS_H
