//===- Cursor.h - walks a rolled stream -------------------------*- C++ -*-===//
#ifndef NEURON_SIM_CURSOR_H
#define NEURON_SIM_CURSOR_H

#include "Plan.h"

namespace neuron {

/// Position in a stream with its loop counters.
class Cursor {
public:
  void start(const Program &p, const Plan &plan, unsigned engine) {
    program = &p;
    nodes = plan.streams[engine].data();
    end = uint32_t(plan.streams[engine].size());
    counts.resize(plan.depth);
    trips.resize(plan.depth);
    stamps.resize(plan.depth + 1, kConstant);
  }

  /// Goes on to the next instruction: its index in Plan::instructions, or -1 at
  /// the end of the stream.
  int64_t next() {
    for (; position < end;) {
      const PlanNode &node = nodes[position];
      switch (node.kind) {
      case Node::Instr:
        ++position;
        return node.value;
      case Node::Loop:
        enter(node);
        break;
      case Node::End:
        if (++counts[depth - 1] < trips[depth - 1]) {
          position = node.match;
          stamps[depth] = ++clock;
        } else {
          --depth;
          ++position;
        }
        break;
      }
    }
    return -1;
  }

  /// Counters of the enclosing loops, outermost first.
  const int64_t *counters() const { return counts.data(); }

  /// Another number whenever one of the counters of the outermost `levels` loops
  /// is another: what depends on no others needs no new look until then.
  uint64_t stamp(unsigned levels) const { return stamps[levels]; }

private:
  static constexpr uint64_t kConstant = 1;

  void enter(const PlanNode &node) {
    int64_t trip = evaluate(*program, program->loops[node.value].trip, counts.data());
    if (trip <= 0) {
      position = node.match;
      return;
    }
    counts[depth] = 0;
    trips[depth++] = trip;
    stamps[depth] = ++clock;
    ++position;
  }

  const Program *program = nullptr;
  const PlanNode *nodes = nullptr;
  uint32_t position = 0, end = 0, depth = 0;
  std::vector<int64_t> counts, trips;
  std::vector<uint64_t> stamps; ///< by number of levels
  uint64_t clock = kConstant;
};

} // namespace neuron

#endif // NEURON_SIM_CURSOR_H
