//===- Hazards.h - dependences within one engine (A-30) ---------*- C++ -*-===//
#ifndef NEURON_SIM_HAZARDS_H
#define NEURON_SIM_HAZARDS_H

#include "Plan.h"

#include <algorithm>
#include <array>
#include <bit>

namespace neuron {

/// Bytes low .. high-1 of partitions begin .. end-1 of SBUF or PSUM.
struct Block {
  int64_t low, high;
  uint16_t begin, end;
  bool psum, write;

  bool overlaps(const Block &other) const {
    return psum == other.psum && low < other.high && other.low < high && begin < other.end &&
           other.begin < end;
  }
};

/// position modulo slots. This is the hottest line of the simulator: most rings
/// need no division, and one of 32 bits is several times faster than one of 64.
inline int64_t slotOf(int64_t position, uint32_t slots) {
  if (position >= 0 && std::has_single_bit(slots))
    return position & (slots - 1);
  if (uint64_t(position) <= UINT32_MAX)
    return uint32_t(position) % slots;
  return position % slots;
}

/// The block an operand touches in this iteration.
inline Block blockOf(const Program &program, const PlanOperand &plan, const int64_t *counters) {
  const Operand &operand = *plan.operand;
  int64_t address = evaluate(program, operand.address, counters);
  if (operand.rotation >= 0) {
    const Rotation &rotation = program.rotations[operand.rotation];
    int64_t position = evaluate(program, rotation.position, counters);
    address += slotOf(position, rotation.slots) * rotation.slotBytes;
  }
  return {address + plan.low, address + plan.high, operand.startPartition, plan.endPartition,
          plan.psum, plan.write};
}

/// Writes of an engine that may not be visible yet.
class InFlightWrites {
public:
  void push(const Block &block, Time done) { entries[count++ % kKept] = {block, done}; }

  /// The earliest start, not before `start`, of an instruction that touches
  /// `block`.
  Time earliest(const Block &block, Time start) const {
    // Newest first: an engine's writes become visible in order.
    for (uint64_t i = 0; i < std::min(count, kKept); ++i) {
      const Entry &entry = entries[(count - 1 - i) % kKept];
      if (entry.done <= start)
        break;
      if (entry.block.overlaps(block))
        return entry.done;
    }
    return start;
  }

private:
  /// More writes than fit between the start and the end of one instruction.
  static constexpr uint64_t kKept = 16;
  struct Entry {
    Block block;
    Time done;
  };
  std::array<Entry, kKept> entries{};
  uint64_t count = 0;
};

} // namespace neuron

#endif // NEURON_SIM_HAZARDS_H
