//===- Queues.cpp - which engine issues a DMA, and on which queue ---------===//
//
// A trigger that waits blocks all later instructions of its engine. So the
// three kinds of DMA go to three engines: loads of what is there from the start
// to SyncE, which does nothing else and runs ahead as far as memory allows;
// loads of what the program itself stores to GpSimdE; stores, which wait for a
// result, to ScalarE. A load behind a store on one engine would only start when
// the tile before it is finished.
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

/// Software descriptors: the value of `dge`.
static constexpr int64_t kSoftware = 1;

static Engine issuerOf(const Sequence &sequence, const InstInfo &inst, const std::vector<bool> &isWritten) {
  auto dge = inst.op->getAttrOfType<IntegerAttr>("dge");
  if (dge && dge.getInt() == kSoftware)
    return Engine::GpSimd;
  bool isDependent = false;
  for (unsigned i = 0; i < inst.accesses; ++i) {
    const Access &access = sequence.accesses[inst.firstAccess + i];
    if (!sequence.buffers[access.buffer].isHbm())
      continue;
    if (access.isWrite)
      return Engine::Scalar;
    isDependent |= isWritten[access.buffer];
  }
  return isDependent ? Engine::GpSimd : Engine::Sync;
}

void schedule::assignQueues(Sequence &sequence, const ScheduleOptions &options) {
  std::vector<bool> isWritten(sequence.buffers.size());
  for (const Access &access : sequence.accesses)
    if (access.isWrite)
      isWritten[access.buffer] = true;
  int queueOf[kNumEngines][8];
  unsigned next[kNumEngines] = {};
  std::fill(&queueOf[0][0], &queueOf[0][0] + kNumEngines * 8, -1);
  for (InstInfo &inst : sequence.instructions) {
    if (!inst.isDma())
      continue;
    if (!inst.op->hasAttr("engine"))
      inst.engine = issuerOf(sequence, inst, isWritten);
    unsigned engine = unsigned(inst.engine), count = options.overlap ? kQueuesOf[engine] : 1;
    int &queue = queueOf[engine][next[engine]++ % count];
    if (queue < 0) {
      queue = sequence.queues.size();
      sequence.queues.push_back({inst.engine, kDepth});
    }
    inst.queue = queue;
  }
}
