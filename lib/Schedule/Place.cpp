//===- Place.cpp - addresses and rings of SBUF and PSUM buffers -----------===//
//
// Live ranges are intervals of the program order. Buffers in loops that several
// engines or a DMA touch get a ring of slots, so that the next iterations can
// start while earlier ones are in use; rings shrink until everything fits.
//
//===----------------------------------------------------------------------===//

#include "Pack.h"
#include "Prefetch.h"
#include "Sequence.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

/// Alignment of SBUF buffers.
static constexpr int64_t kSbufAlign = 32;

/// A buffer holds its value from its first to its last access in the body of its
/// loop; an access inside an inner loop counts for that whole loop, and a ring
/// lives as long as the loops that turn it.
static void findLiveRange(const Sequence &sequence, BufferInfo &buffer) {
  ArrayRef<int> path = sequence.pathOf(buffer.loop);
  buffer.first = sequence.instructions.size();
  buffer.last = 0;
  auto include = [&](unsigned first, unsigned last) {
    buffer.first = std::min(buffer.first, first);
    buffer.last = std::max(buffer.last, last);
  };
  for (unsigned index : buffer.accesses) {
    unsigned at = sequence.accesses[index].instruction;
    ArrayRef<int> accessPath = sequence.pathOf(sequence.instructions[at].loop);
    if (accessPath.size() == path.size())
      include(at, at);
    else
      include(sequence.loops[accessPath[path.size()]].first, sequence.loops[accessPath[path.size()]].end - 1);
  }
  if (buffer.slots > 1)
    include(sequence.loops[path[buffer.ringDepth]].first, sequence.loops[path[buffer.ringDepth]].end - 1);
}

void schedule::findLiveRanges(Sequence &sequence) {
  for (BufferInfo &buffer : sequence.buffers)
    if (!buffer.accesses.empty())
      findLiveRange(sequence, buffer);
}

namespace {
class Placer {
public:
  Placer(Sequence &sequence, nisa::Space space, int64_t capacity, int64_t align, const Target &target)
      : sequence(sequence), space(space), capacity(capacity), align(align), target(target) {
    for (unsigned b = 0; b < sequence.buffers.size(); ++b)
      if (sequence.buffers[b].type.getSpace() == space && !sequence.buffers[b].accesses.empty())
        members.push_back(b);
  }
  LogicalResult run(bool overlap);
  /// Lets loads start early where memory is free for that long.
  void startEarly(const Prefetch &prefetch);
  /// Bytes in use at the highest point.
  int64_t peak() const;

private:
  int64_t wantedSlots(const BufferInfo &buffer) const;
  std::optional<unsigned> crowdedTime() const;
  bool shrinkAt(std::optional<unsigned> time);
  bool pack();
  void take(ArrayRef<PackItem> list);
  bool packEarly(const Prefetch &prefetch, unsigned quarters);
  void moveEarly(const Prefetch &prefetch);
  unsigned indexOf(unsigned buffer) const { return llvm::lower_bound(members, buffer) - members.begin(); }
  LogicalResult reportFull(std::optional<unsigned> time) const;
  std::vector<PackItem> items() const;

  Sequence &sequence;
  nisa::Space space;
  int64_t capacity, align;
  const Target &target;
  std::vector<unsigned> members;
};
} // namespace

/// How many iterations may be in flight: enough to hide the latency of a DMA,
/// fewer for large tiles, whose transfer takes longer than the latency.
int64_t Placer::wantedSlots(const BufferInfo &buffer) const {
  int64_t turns = 1;
  for (int64_t trip : sequence.tripsOf(buffer.loop).drop_front(buffer.ringDepth))
    turns = std::min<int64_t>(turns * std::min<int64_t>(trip, 4), 4);
  uint64_t sources = 0;
  for (unsigned index : buffer.accesses)
    sources |= uint64_t(1) << sequence.instructions[sequence.accesses[index].instruction].source();
  if (llvm::popcount(sources) < 2)
    return 1;
  int64_t wanted = space == nisa::Space::Psum || buffer.slotBytes <= 8192 ? 4 : buffer.slotBytes <= 24576 ? 3 : 2;
  return std::min(wanted, turns);
}

std::vector<PackItem> Placer::items() const {
  std::vector<PackItem> list;
  for (unsigned b : members) {
    const BufferInfo &buffer = sequence.buffers[b];
    list.push_back({buffer.first, buffer.last, buffer.footprint(), buffer.address});
  }
  return list;
}

/// A time at which the live buffers exceed the capacity.
std::optional<unsigned> Placer::crowdedTime() const {
  std::vector<std::pair<unsigned, int64_t>> changes;
  for (unsigned b : members) {
    const BufferInfo &buffer = sequence.buffers[b];
    changes.push_back({buffer.first, buffer.footprint()});
    changes.push_back({buffer.last + 1, -buffer.footprint()});
  }
  llvm::sort(changes); // ends come before starts at the same time: they are negative
  int64_t live = 0;
  for (auto [time, change] : changes) {
    live += change;
    if (live > capacity)
      return time;
  }
  return std::nullopt;
}

/// Takes one slot from the largest ring that lives at `time` (anywhere if none).
bool Placer::shrinkAt(std::optional<unsigned> time) {
  BufferInfo *largest = nullptr;
  for (unsigned b : members) {
    BufferInfo &buffer = sequence.buffers[b];
    bool isLive = !time || (buffer.first <= *time && *time <= buffer.last);
    if (isLive && buffer.slots > 1 && (!largest || buffer.footprint() > largest->footprint()))
      largest = &buffer;
  }
  if (!largest)
    return false;
  --largest->slots;
  findLiveRange(sequence, *largest);
  return true;
}

bool Placer::pack() {
  std::vector<PackItem> list = items();
  if (!packAround(list, capacity) && !packBySize(list, capacity))
    return false;
  take(list);
  return true;
}

void Placer::take(ArrayRef<PackItem> list) {
  for (auto [b, item] : llvm::zip(members, list)) {
    sequence.buffers[b].address = item.address;
    sequence.buffers[b].first = item.first;
  }
}

/// The kernel around an operation, for messages.
static StringRef kernelName(Operation *op) {
  auto kernel = op->getParentOfType<nisa::KernelOp>();
  return kernel ? kernel.getName() : StringRef("the program");
}

LogicalResult Placer::reportFull(std::optional<unsigned> time) const {
  SmallVector<const BufferInfo *> live;
  int64_t bytes = 0;
  for (unsigned b : members) {
    const BufferInfo &buffer = sequence.buffers[b];
    if (time && (buffer.first > *time || *time > buffer.last))
      continue;
    bytes += buffer.footprint();
    live.push_back(&buffer);
  }
  llvm::sort(live, [](const BufferInfo *a, const BufferInfo *b) {
    return std::pair(-a->footprint(), a) < std::pair(-b->footprint(), b); // equal ones in program order
  });
  InFlightDiagnostic diag = live.front()->op->emitError("[NRN-E5001] ")
                            << "buffers alive at the same time must fit " << capacity << " bytes of "
                            << nisa::stringifySpace(space) << " per partition on " << StringRef(target.name)
                            << ", but got " << bytes << " in '" << kernelName(live.front()->op) << "'";
  for (const BufferInfo *buffer : ArrayRef(live).take_front(5))
    diag.attachNote(buffer->op->getLoc())
        << buffer->footprint() << " bytes in '" << kernelName(buffer->op) << "'";
  return diag;
}

LogicalResult Placer::run(bool overlap) {
  if (members.empty())
    return success();
  for (unsigned b : members) {
    BufferInfo &buffer = sequence.buffers[b];
    buffer.slotBytes = llvm::alignTo(buffer.type.getBytes(), align);
    buffer.slots = overlap ? wantedSlots(buffer) : 1;
    findLiveRange(sequence, buffer);
  }
  while (std::optional<unsigned> time = crowdedTime())
    if (!shrinkAt(time))
      return reportFull(time);
  while (!pack())
    if (!shrinkAt(std::nullopt))
      return reportFull(std::nullopt);
  return success();
}

/// Packs in order of time, all loads by the same part of their lead early.
bool Placer::packEarly(const Prefetch &prefetch, unsigned quarters) {
  std::vector<PackItem> list = items();
  for (const Prefetch::Load &load : prefetch.loads()) {
    PackItem &item = list[indexOf(load.buffer)];
    unsigned lead = (load.kernel - load.wanted) * quarters / 4;
    if (lead > 0)
      item.first = std::min(item.first, prefetch.startOf(load.kernel - lead));
  }
  if (!packAround(list, capacity))
    return false;
  take(list);
  return true;
}

/// From a dense packing, moves one load after the other to where it may start
/// early; then the others take turns on what is left.
void Placer::moveEarly(const Prefetch &prefetch) {
  std::vector<PackItem> list = items();
  if (!packBySize(list, capacity))
    list = items();
  std::vector<bool> isLoad(members.size());
  int64_t cursor = 0;
  auto place = [&](unsigned index, unsigned first) {
    bool isMoved = moveEarlier(list, index, first, cursor, capacity);
    cursor = list[index].address + list[index].size;
    return isMoved;
  };
  for (const Prefetch::Load &load : prefetch.loads()) {
    unsigned index = indexOf(load.buffer), kernel = load.wanted;
    isLoad[index] = true;
    while (kernel < load.kernel && !place(index, prefetch.startOf(kernel)))
      ++kernel;
  }
  SmallVector<unsigned> others;
  for (unsigned index = 0; index < list.size(); ++index)
    if (!isLoad[index])
      others.push_back(index);
  llvm::sort(others, [&](unsigned a, unsigned b) { return std::pair(list[a].first, a) < std::pair(list[b].first, b); });
  for (unsigned index : others)
    place(index, list[index].first);
  take(list);
}

void Placer::startEarly(const Prefetch &prefetch) {
  for (unsigned quarters : {4, 3, 2, 1})
    if (packEarly(prefetch, quarters))
      return;
  moveEarly(prefetch);
}

int64_t Placer::peak() const {
  int64_t bytes = 0;
  for (unsigned b : members)
    bytes = std::max(bytes, sequence.buffers[b].address + sequence.buffers[b].footprint());
  return bytes;
}

LogicalResult schedule::placeBuffers(Sequence &sequence, const Target &target, const ScheduleOptions &options,
                                     ScheduleStats &stats) {
  Placer sbuf(sequence, nisa::Space::Sbuf, target.sbufBytes, kSbufAlign, target);
  int64_t bank = target.psumBankBytes;
  Placer psum(sequence, nisa::Space::Psum, bank * target.psumBanks, bank, target);
  if (failed(sbuf.run(options.overlap)) || failed(psum.run(options.overlap)))
    return failure();
  if (options.overlap)
    sbuf.startEarly(Prefetch(sequence, timesOf(sequence, target), target));
  stats.sbufBytes = sbuf.peak();
  stats.psumBanks = psum.peak() / bank;
  return success();
}
