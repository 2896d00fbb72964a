//===- Numbering.cpp - instance numbers of nested loops -------------------===//
//
// In a stream of nested counted loops the number of an instance is affine in
// the counters: an iteration of a loop always holds as many instances.
//
//===----------------------------------------------------------------------===//

#include "Waits.h"

using namespace neuron;
using namespace neuron::schedule;

namespace {
/// Instances so far in one iteration of each open loop, for each source.
class Counter {
public:
  explicit Counter(const Sequence &sequence)
      : sequence(sequence), sources(kFirstQueueSource + sequence.queues.size()),
        counts(sources * (sequence.loops.size() + 1)), starts(sources * sequence.loops.size()) {}

  int64_t &count(int loop, unsigned source) { return counts[sources * (loop + 1) + source]; }
  int64_t &start(int loop, unsigned source) { return starts[sources * loop + source]; }
  /// Opens and closes loops on the way from the body of `from` to that of `to`.
  void move(int from, int to);

  const Sequence &sequence;
  unsigned sources;

private:
  void open(int loop) {
    for (unsigned s = 0; s < sources; ++s)
      start(loop, s) = count(sequence.loops[loop].parent, s);
  }
  void close(int loop) {
    for (unsigned s = 0; s < sources; ++s)
      count(sequence.loops[loop].parent, s) += count(loop, s) * sequence.loops[loop].trips.back();
  }
  std::vector<int64_t> counts, starts;
};
} // namespace

void Counter::move(int from, int to) {
  unsigned common = sequence.commonDepth(from, to);
  llvm::ArrayRef<int> oldPath = sequence.pathOf(from), newPath = sequence.pathOf(to);
  for (unsigned d = oldPath.size(); d-- > common;)
    close(oldPath[d]);
  for (unsigned d = common; d < newPath.size(); ++d)
    open(newPath[d]);
}

Numbering::Numbering(const Sequence &sequence, llvm::ArrayRef<unsigned> carriers) {
  Counter counter(sequence);
  std::vector<int64_t> inBody(sequence.instructions.size());
  int loop = -1;
  for (unsigned i = 0; i < sequence.instructions.size(); ++i) {
    const InstInfo &inst = sequence.instructions[i];
    counter.move(loop, inst.loop);
    loop = inst.loop;
    int64_t &ofEngine = counter.count(loop, unsigned(inst.engine));
    ofEngine += carriers[i] + 1;
    inBody[i] = inst.isDma() ? counter.count(loop, inst.source())++ : ofEngine - 1;
  }
  counter.move(loop, -1);
  for (unsigned i = 0; i < sequence.instructions.size(); ++i) {
    const InstInfo &inst = sequence.instructions[i];
    Linear number(inBody[i]);
    for (int l : sequence.pathOf(inst.loop)) {
      number.base += counter.start(l, inst.source());
      number.add(sequence.loops[l].depth, counter.count(l, inst.source()));
    }
    numbers.push_back(std::move(number));
  }
}
