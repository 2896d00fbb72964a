//===- Pack.h - intervals of time into a range of addresses -----*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_PACK_H
#define NEURONC_LIB_SCHEDULE_PACK_H

#include <cstdint>
#include <vector>

namespace neuron::schedule {

/// `size` bytes that are in use from time `first` to time `last`.
struct PackItem {
  unsigned first = 0, last = 0;
  int64_t size = 0;
  int64_t address = 0; ///< result
};

/// Places each item, in order of time, in the next free gap behind the one
/// before it, round the capacity: bytes are used again as late as possible, so
/// that what comes next can be loaded early. False if an item finds no gap.
bool packAround(std::vector<PackItem> &items, int64_t capacity);

/// Places large items first, each as low as it can be. Denser.
bool packBySize(std::vector<PackItem> &items, int64_t capacity);

/// Lets a placed item live from `first` on and moves it to the next gap from
/// `from` on, round the capacity. False, and no change, if there is none.
bool moveEarlier(std::vector<PackItem> &items, unsigned index, unsigned first, int64_t from, int64_t capacity);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_PACK_H
