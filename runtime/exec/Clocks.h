//===- Clocks.h - what is known to be complete ------------------*- C++ -*-===//
//
// For each engine and queue ("source"), how many instances of each other source
// are known to be complete when its next instance starts. Knowledge comes from
// waits only, and is passed on: who waits for an instance also knows what that
// instance had waited for.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_CLOCKS_H
#define NEURON_EXEC_CLOCKS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace neuron::exec {

using Clock = std::vector<int64_t>; ///< by source: instances known complete

class Clocks {
public:
  explicit Clocks(size_t sources = 0) : now(sources, Clock(sources)), history(sources) {}

  /// `who` has waited for instance `index` of `source`.
  void learn(size_t who, size_t source, int64_t index);
  /// `who` knows what `from` knows now.
  void inherit(size_t who, size_t from) { join(now[who], now[from]); }
  /// Instance `index` of `who` starts: later waits for it learn from this.
  void start(size_t who, int64_t index);
  const Clock &of(size_t who) const { return now[who]; }

private:
  struct Entry {
    int64_t index; ///< first instance that started with this clock
    Clock clock;
  };
  static void join(Clock &to, const Clock &from) {
    for (size_t i = 0; i < to.size(); ++i)
      to[i] = std::max(to[i], from[i]);
  }
  std::vector<Clock> now;
  std::vector<std::vector<Entry>> history; ///< by source, where the clock changed
};

} // namespace neuron::exec

#endif // NEURON_EXEC_CLOCKS_H
