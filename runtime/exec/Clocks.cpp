//===- Clocks.cpp - what is known to be complete --------------------------===//

#include "Clocks.h"

using namespace neuron::exec;

void Clocks::learn(size_t who, size_t source, int64_t index) {
  Clock &clock = now[who];
  if (clock[source] > index)
    return;
  clock[source] = index + 1;
  const std::vector<Entry> &entries = history[source];
  auto after = std::upper_bound(entries.begin(), entries.end(), index,
                                [](int64_t value, const Entry &e) { return value < e.index; });
  if (after != entries.begin())
    join(clock, std::prev(after)->clock);
}

void Clocks::start(size_t who, int64_t index) {
  std::vector<Entry> &entries = history[who];
  if (entries.empty() || entries.back().clock != now[who])
    entries.push_back({index, now[who]});
}
