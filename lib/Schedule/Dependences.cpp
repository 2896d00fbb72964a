//===- Dependences.cpp - what has to wait for what ------------------------===//
//
// Two kinds. Inside a buffer: accesses that meet, one of them a write, in this
// iteration or a number of iterations ago. Between buffers: whoever writes to
// bytes that another buffer (or the same one `slots` iterations ago) held waits
// for the last access of each engine and queue to it. The latter chain: a
// buffer's writes wait for the owner before, so only neighbours are linked.
//
//===----------------------------------------------------------------------===//

#include "Dependences.h"

#include "Conflict.h"
#include "Spans.h"

using namespace llvm;
using namespace neuron;
using namespace neuron::schedule;

namespace {
/// Accesses of one buffer that one engine or queue makes, in program order.
struct SourceAccesses {
  unsigned source;
  SmallVector<unsigned, 4> accesses;
  Spans spans; ///< of the accesses
};

class DependenceFinder {
public:
  explicit DependenceFinder(const Sequence &sequence) : sequence(sequence) {}
  std::vector<Dependence> run();

private:
  const InstInfo &instOf(const Access &access) const { return sequence.instructions[access.instruction]; }
  bool isOrdered(const InstInfo &producer, const InstInfo &consumer) const;
  void insideBuffer(const BufferInfo &buffer);
  void waitFor(const SourceAccesses &source, const Access &consumer, unsigned scope);
  void carried(const SourceAccesses &source, const Access &consumer, unsigned scope, unsigned covered);
  void summarise();
  void reuseOfSlots(unsigned buffer);
  void reuseOfBytes();
  void reuseInLoops(ArrayRef<unsigned> order);
  void takeOver(unsigned owner, unsigned buffer, ArrayRef<Linear> at, Linear guard);
  void takeOverCarried(unsigned owner, unsigned buffer, unsigned level);
  void emit(unsigned producer, unsigned consumer, ArrayRef<Linear> at, Linear guard);

  const Sequence &sequence;
  std::vector<Dependence> result;
  /// By buffer: the last instruction of each engine and queue that touches it,
  /// the first of each engine that writes (a DMA counts for its issuer).
  std::vector<SmallVector<unsigned, 4>> lastUses, firstWrites;
};
} // namespace

/// An engine holds an instruction until earlier results that it needs are
/// there; that does not cover a DMA, which the engine only triggers.
bool DependenceFinder::isOrdered(const InstInfo &producer, const InstInfo &consumer) const {
  return !producer.isDma() && !consumer.isDma() && producer.engine == consumer.engine;
}

/// Adds `at` completed by the last iterations of the producer's other loops.
void DependenceFinder::emit(unsigned producer, unsigned consumer, ArrayRef<Linear> at, Linear guard) {
  const InstInfo &from = sequence.instructions[producer];
  if (isOrdered(from, sequence.instructions[consumer]))
    return;
  Dependence dep{producer, consumer, SmallVector<Linear, 4>(at.begin(), at.end()), std::move(guard)};
  ArrayRef<int64_t> trips = sequence.tripsOf(from.loop);
  while (dep.at.size() < trips.size())
    dep.at.push_back(Linear(trips[dep.at.size()] - 1));
  result.push_back(std::move(dep));
}

/// The first `depth` counters as they are.
static SmallVector<Linear, 4> sameCounters(unsigned depth) {
  SmallVector<Linear, 4> at;
  for (unsigned d = 0; d < depth; ++d)
    at.push_back(Linear::counter(d));
  return at;
}

/// Iteration `distance` ago of the loop at `level`.
static SmallVector<Linear, 4> earlier(unsigned level, int64_t distance) {
  SmallVector<Linear, 4> at = sameCounters(level + 1);
  at[level].base = -distance;
  return at;
}

// Inside a buffer.

void DependenceFinder::insideBuffer(const BufferInfo &buffer) {
  bool isWritten = any_of(buffer.accesses, [&](unsigned a) { return sequence.accesses[a].isWrite; });
  if (!isWritten || buffer.accesses.size() < 1)
    return;
  SmallVector<SourceAccesses, 8> sources;
  for (unsigned index : buffer.accesses) {
    unsigned source = instOf(sequence.accesses[index]).source();
    auto *found = find_if(sources, [&](const SourceAccesses &s) { return s.source == source; });
    if (found == sources.end())
      found = &sources.emplace_back(SourceAccesses{source, {}, {}});
    found->accesses.push_back(index);
    found->spans.push(spanOf(sequence, sequence.accesses[index]));
  }
  unsigned scope = sequence.depthOf(buffer.loop);
  for (unsigned index : buffer.accesses)
    for (const SourceAccesses &source : sources)
      waitFor(source, sequence.accesses[index], scope);
}

/// The latest instances of `source` that `consumer` has to wait for.
void DependenceFinder::waitFor(const SourceAccesses &source, const Access &consumer, unsigned scope) {
  const InstInfo &inst = instOf(consumer);
  if (isOrdered(instOf(sequence.accesses[source.accesses.front()]), inst))
    return;
  auto end = partition_point(source.accesses,
                             [&](unsigned a) { return sequence.accesses[a].instruction < consumer.instruction; });
  Span span = spanOf(sequence, consumer);
  // Carried dependences of the outermost `covered` loops are implied.
  unsigned covered = 0;
  std::optional<size_t> place = end - source.accesses.begin();
  while ((place = source.spans.lastBefore(*place, span))) {
    const Access &producer = sequence.accesses[source.accesses[*place]];
    if (!producer.isWrite && !consumer.isWrite)
      continue;
    Conflict conflict(sequence, producer, consumer, scope);
    if (!conflict.meetsNow())
      continue;
    SmallVector<Linear, 4> at = sameCounters(conflict.common());
    if (std::optional<Linear> last = conflict.lastMet()) {
      Linear guard = last->min(sequence.tripsOf(inst.loop)) < 0 ? *last : Linear();
      at.push_back(*last);
      emit(producer.instruction, consumer.instruction, at, guard);
      continue;
    }
    emit(producer.instruction, consumer.instruction, at, Linear());
    covered = std::max(covered, conflict.common());
    break;
  }
  carried(source, consumer, scope, covered);
}

void DependenceFinder::carried(const SourceAccesses &source, const Access &consumer, unsigned scope,
                               unsigned covered) {
  ArrayRef<int> path = sequence.pathOf(instOf(consumer).loop);
  unsigned outer = std::max(scope, covered);
  if (path.size() <= outer)
    return;
  const LoopInfo &loop = sequence.loops[path[outer]];
  auto first = partition_point(source.accesses,
                               [&](unsigned a) { return sequence.accesses[a].instruction < loop.first; });
  for (auto it = first; it != source.accesses.end() && sequence.accesses[*it].instruction < loop.end; ++it) {
    const Access &producer = sequence.accesses[*it];
    if (!producer.isWrite && !consumer.isWrite)
      continue;
    Conflict conflict(sequence, producer, consumer, scope);
    for (unsigned level = outer; level < conflict.common(); ++level)
      if (std::optional<int64_t> distance = conflict.distance(level))
        emit(producer.instruction, consumer.instruction, earlier(level, *distance),
             Linear::counter(level, -*distance));
  }
}

// Between buffers.

void DependenceFinder::summarise() {
  lastUses.resize(sequence.buffers.size());
  firstWrites.resize(sequence.buffers.size());
  for (unsigned b = 0; b < sequence.buffers.size(); ++b) {
    const BufferInfo &buffer = sequence.buffers[b];
    if (buffer.isHbm())
      continue;
    uint64_t seen = 0;
    for (unsigned index : reverse(buffer.accesses)) {
      const InstInfo &inst = instOf(sequence.accesses[index]);
      uint64_t bit = uint64_t(1) << inst.source();
      if (!(seen & bit))
        lastUses[b].push_back(sequence.accesses[index].instruction);
      seen |= bit;
    }
    // Reads come after writes; a buffer that is never written is undefined, but
    // must not break the chain from its predecessor to its successor.
    bool isWritten = any_of(buffer.accesses, [&](unsigned a) { return sequence.accesses[a].isWrite; });
    seen = 0;
    for (unsigned index : buffer.accesses) {
      uint64_t bit = uint64_t(1) << unsigned(instOf(sequence.accesses[index]).engine);
      if ((sequence.accesses[index].isWrite || !isWritten) && !(seen & bit)) {
        firstWrites[b].push_back(sequence.accesses[index].instruction);
        seen |= bit;
      }
    }
  }
}

void DependenceFinder::takeOver(unsigned owner, unsigned buffer, ArrayRef<Linear> at, Linear guard) {
  for (unsigned producer : lastUses[owner])
    for (unsigned consumer : firstWrites[buffer])
      emit(producer, consumer, at, guard);
}

void DependenceFinder::takeOverCarried(unsigned owner, unsigned buffer, unsigned level) {
  takeOver(owner, buffer, earlier(level, 1), Linear::counter(level, -1));
}

/// The writes of ring position n wait for all uses of position n - slots, and
/// for those of earlier turns of the loops around the ring.
void DependenceFinder::reuseOfSlots(unsigned index) {
  const BufferInfo &buffer = sequence.buffers[index];
  ArrayRef<int64_t> trips = sequence.tripsOf(buffer.loop);
  unsigned depth = trips.size();
  for (unsigned level = 0; level < buffer.ringDepth; ++level)
    takeOverCarried(index, index, level);
  if (buffer.ringDepth == depth)
    return;
  Linear guard(-buffer.slots);
  int64_t turns = 1;
  for (unsigned level = depth; level-- > buffer.ringDepth;) {
    guard.add(level, turns);
    turns *= trips[level];
  }
  if (turns <= buffer.slots)
    return;
  takeOver(index, index, earlier(depth - 1, buffer.slots), guard);
}

namespace {
/// Which buffer has held which bytes last.
class OwnerMap {
public:
  /// Calls `visit` for each owner of [begin, end), then makes `buffer` the owner.
  template <typename Visit> void replace(int64_t begin, int64_t end, unsigned buffer, Visit visit) {
    SmallVector<Piece, 8> next;
    for (const Piece &piece : pieces) {
      if (piece.end <= begin || piece.begin >= end) {
        next.push_back(piece);
        continue;
      }
      visit(piece.buffer);
      if (piece.begin < begin)
        next.push_back({piece.begin, begin, piece.buffer});
      if (piece.end > end)
        next.push_back({end, piece.end, piece.buffer});
    }
    next.push_back({begin, end, buffer});
    pieces = std::move(next);
  }

private:
  struct Piece {
    int64_t begin, end;
    unsigned buffer;
  };
  SmallVector<Piece, 8> pieces;
};
} // namespace

void DependenceFinder::reuseOfBytes() {
  SmallVector<unsigned, 0> order;
  for (unsigned b = 0; b < sequence.buffers.size(); ++b)
    if (!sequence.buffers[b].isHbm() && !sequence.buffers[b].accesses.empty())
      order.push_back(b);
  sort(order, [&](unsigned a, unsigned b) {
    return std::pair(sequence.buffers[a].first, a) < std::pair(sequence.buffers[b].first, b);
  });
  OwnerMap owners[2];
  for (unsigned b : order) {
    const BufferInfo &buffer = sequence.buffers[b];
    OwnerMap &map = owners[buffer.type.getSpace() == nisa::Space::Psum];
    map.replace(buffer.address, buffer.address + buffer.footprint(), b, [&](unsigned owner) {
      unsigned depth = sequence.commonDepth(sequence.buffers[owner].loop, buffer.loop);
      takeOver(owner, b, sameCounters(depth), Linear());
    });
    reuseOfSlots(b);
  }
  reuseInLoops(order);
}

/// Buffers of one loop body that share bytes: the earlier one follows the later
/// one of the iteration before.
void DependenceFinder::reuseInLoops(ArrayRef<unsigned> order) {
  for (unsigned i = 0; i < order.size(); ++i) {
    const BufferInfo &early = sequence.buffers[order[i]];
    if (early.loop < 0)
      continue;
    unsigned end = sequence.loops[sequence.loops[early.loop].path.front()].end;
    for (unsigned j = i + 1; j < order.size() && sequence.buffers[order[j]].first < end; ++j) {
      const BufferInfo &late = sequence.buffers[order[j]];
      bool isShared = early.type.getSpace() == late.type.getSpace() &&
                      early.address < late.address + late.footprint() &&
                      late.address < early.address + early.footprint();
      unsigned depth = isShared ? sequence.commonDepth(early.loop, late.loop) : 0;
      for (unsigned level = 0; level < depth; ++level)
        takeOverCarried(order[j], order[i], level);
    }
  }
}

std::vector<Dependence> DependenceFinder::run() {
  for (const BufferInfo &buffer : sequence.buffers)
    insideBuffer(buffer);
  summarise();
  reuseOfBytes();
  return std::move(result);
}

std::vector<Dependence> schedule::findDependences(const Sequence &sequence) {
  return DependenceFinder(sequence).run();
}

std::vector<Dependence> schedule::serialDependences(const Sequence &sequence) {
  std::vector<Dependence> result;
  auto add = [&](unsigned producer, unsigned consumer, SmallVector<Linear, 4> at, Linear guard) {
    ArrayRef<int64_t> trips = sequence.tripsOf(sequence.instructions[producer].loop);
    while (at.size() < trips.size())
      at.push_back(Linear(trips[at.size()] - 1));
    result.push_back({producer, consumer, std::move(at), std::move(guard)});
  };
  for (unsigned i = 0; i < sequence.instructions.size(); ++i) {
    int loop = sequence.instructions[i].loop;
    if (i > 0)
      add(i - 1, i, sameCounters(sequence.commonDepth(sequence.instructions[i - 1].loop, loop)), Linear());
    for (int l : sequence.pathOf(loop))
      if (sequence.loops[l].first == i)
        add(sequence.loops[l].end - 1, i, earlier(sequence.loops[l].depth, 1),
            Linear::counter(sequence.loops[l].depth, -1));
  }
  return result;
}
