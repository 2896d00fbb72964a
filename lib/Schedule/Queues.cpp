//===- Queues.cpp - which engine issues a DMA, and on which queue ---------===//
//
// A trigger that waits blocks all later instructions of its engine. So loads
// of what is there from the start go to SyncE, which does nothing else, and
// what waits for a result is issued elsewhere unless the program says where.
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

/// Queues of one engine. With 16 copies in flight each, all queues take 240 of
/// the 256 semaphores; the engines' own counters take five.
static constexpr unsigned kQueuesOf[kNumEngines] = {1, 1, 3, 4, 6};
static constexpr unsigned kDepth = 16;

/// True if the DMA writes HBM.
static bool isStore(const Sequence &sequence, const InstInfo &inst) {
  for (unsigned i = 0; i < inst.accesses; ++i) {
    const Access &access = sequence.accesses[inst.firstAccess + i];
    if (access.isWrite && sequence.buffers[access.buffer].isHbm())
      return true;
  }
  return false;
}

void schedule::assignQueues(Sequence &sequence, const ScheduleOptions &options) {
  int queueOf[kNumEngines][8];
  unsigned next[kNumEngines] = {};
  std::fill(&queueOf[0][0], &queueOf[0][0] + kNumEngines * 8, -1);
  for (InstInfo &inst : sequence.instructions) {
    if (!inst.isDma())
      continue;
    if (!inst.op->hasAttr("engine"))
      inst.engine = isStore(sequence, inst) ? Engine::GpSimd : Engine::Sync;
    unsigned engine = unsigned(inst.engine), count = options.overlap ? kQueuesOf[engine] : 1;
    int &queue = queueOf[engine][next[engine]++ % count];
    if (queue < 0) {
      queue = sequence.queues.size();
      sequence.queues.push_back({inst.engine, kDepth});
    }
    inst.queue = queue;
  }
}
