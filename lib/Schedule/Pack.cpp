//===- Pack.cpp - intervals of time into a range of addresses -------------===//

#include "Pack.h"

#include <algorithm>
#include <numeric>
#include <ranges>

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

/// Positions by rising `key`, equal ones as they are.
template <typename Key> static std::vector<unsigned> sortedOrder(const std::vector<PackItem> &items, Key key) {
  std::vector<unsigned> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return std::pair(key(items[a]), a) < std::pair(key(items[b]), b);
  });
  return order;
}

bool neuron::schedule::packAround(std::vector<PackItem> &items, int64_t capacity) {
  std::vector<Taken> taken;
  int64_t cursor = 0;
  for (unsigned index : sortedOrder(items, [](const PackItem &item) { return item.first; })) {
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

/// What the others that live between `first` and the end of an item occupy.
template <typename Others>
static std::vector<Taken> takenBeside(const std::vector<PackItem> &items, unsigned index, unsigned first,
                                      const Others &others) {
  std::vector<Taken> taken;
  for (unsigned other : others)
    if (other != index && items[other].first <= items[index].last && first <= items[other].last)
      taken.push_back({items[other].address, items[other].address + items[other].size, 0});
  std::sort(taken.begin(), taken.end(), [](const Taken &a, const Taken &b) { return a.begin < b.begin; });
  return taken;
}

bool neuron::schedule::packBySize(std::vector<PackItem> &items, int64_t capacity) {
  std::vector<unsigned> placed;
  for (unsigned index : sortedOrder(items, [](const PackItem &item) { return -item.size; })) {
    PackItem &item = items[index];
    item.address = findGap(takenBeside(items, index, item.first, placed), 0, item.size, capacity);
    if (item.address < 0)
      return false;
    placed.push_back(index);
  }
  return true;
}

bool neuron::schedule::moveEarlier(std::vector<PackItem> &items, unsigned index, unsigned first, int64_t from,
                                   int64_t capacity) {
  PackItem &item = items[index];
  std::vector<Taken> taken = takenBeside(items, index, first, std::views::iota(0u, unsigned(items.size())));
  int64_t address = findGap(taken, from, item.size, capacity);
  if (address < 0)
    address = findGap(taken, 0, item.size, capacity);
  if (address < 0)
    return false;
  item.first = first;
  item.address = address;
  return true;
}
