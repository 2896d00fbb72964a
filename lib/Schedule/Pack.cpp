//===- Pack.cpp - intervals of time into a range of addresses -------------===//

#include "Pack.h"

#include <algorithm>
#include <numeric>

using namespace neuron::schedule;

namespace {
/// Bytes begin .. end-1 are taken until `last`.
struct Taken {
  int64_t begin, end;
  unsigned last;
};
} // namespace

/// The lowest address from `from` on where `size` bytes are free; -1 if none.
/// `taken` is sorted by address.
static int64_t findGap(const std::vector<Taken> &taken, int64_t from, int64_t size, int64_t capacity) {
  int64_t begin = from;
  for (const Taken &t : taken) {
    if (t.end <= begin)
      continue;
    if (t.begin >= begin + size)
      break;
    begin = t.end;
  }
  return begin + size <= capacity ? begin : -1;
}

static void insertSorted(std::vector<Taken> &taken, Taken item) {
  auto at = std::lower_bound(taken.begin(), taken.end(), item.begin,
                             [](const Taken &t, int64_t begin) { return t.begin < begin; });
  taken.insert(at, item);
}

static std::vector<unsigned> sortedOrder(const std::vector<PackItem> &items, bool bySize) {
  std::vector<unsigned> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    int64_t keyA = bySize ? -items[a].size : items[a].first, keyB = bySize ? -items[b].size : items[b].first;
    return std::pair(keyA, a) < std::pair(keyB, b);
  });
  return order;
}

bool neuron::schedule::packAround(std::vector<PackItem> &items, int64_t capacity) {
  std::vector<Taken> taken;
  int64_t cursor = 0;
  for (unsigned index : sortedOrder(items, false)) {
    PackItem &item = items[index];
    std::erase_if(taken, [&](const Taken &t) { return t.last < item.first; });
    item.address = findGap(taken, cursor, item.size, capacity);
    if (item.address < 0)
      item.address = findGap(taken, 0, item.size, capacity);
    if (item.address < 0)
      return false;
    insertSorted(taken, {item.address, item.address + item.size, item.last});
    cursor = item.address + item.size;
  }
  return true;
}

bool neuron::schedule::packBySize(std::vector<PackItem> &items, int64_t capacity) {
  std::vector<unsigned> placed;
  for (unsigned index : sortedOrder(items, true)) {
    PackItem &item = items[index];
    std::vector<Taken> taken;
    for (unsigned other : placed)
      if (items[other].first <= item.last && item.first <= items[other].last)
        taken.push_back({items[other].address, items[other].address + items[other].size, 0});
    std::sort(taken.begin(), taken.end(), [](const Taken &a, const Taken &b) { return a.begin < b.begin; });
    item.address = findGap(taken, 0, item.size, capacity);
    if (item.address < 0)
      return false;
    placed.push_back(index);
  }
  return true;
}
