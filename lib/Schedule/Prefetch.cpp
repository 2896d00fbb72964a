//===- Prefetch.cpp - how early a load should start -----------------------===//
//
// A load of what is there from the start waits for nothing but the memory that
// it fills. If a buffer's life begins only where it is first used, the allocator
// gives it bytes that the kernel before still works on, and the DMA engines
// stand still. So it begins as much earlier as all later loads, one after the
// other at full rate, need to be in time.
//
//===----------------------------------------------------------------------===//

#include "Prefetch.h"

using namespace llvm;
using namespace neuron;
using namespace neuron::schedule;

/// Kernels that a load may be early, a bound of the search.
static constexpr unsigned kMaxLead = 32;

Prefetch::Prefetch(const Sequence &sequence, ArrayRef<InstTime> times, const Target &target) {
  findKernels(sequence, times);
  findLoads(sequence);
  findStarts(sequence, target);
}

void Prefetch::findKernels(const Sequence &sequence, ArrayRef<InstTime> times) {
  double start = 0;
  for (unsigned i = 0; i < sequence.instructions.size();) {
    KernelSpan span{i, i, start};
    double busy[kNumEngines] = {};
    for (; span.end < sequence.instructions.size() &&
           sequence.instructions[span.end].kernel == sequence.instructions[i].kernel;
         ++span.end) {
      const InstInfo &inst = sequence.instructions[span.end];
      double runs = 1;
      for (int64_t trip : sequence.tripsOf(inst.loop))
        runs *= double(trip);
      busy[unsigned(inst.engine)] += runs * times[span.end].busy;
    }
    start += *std::max_element(std::begin(busy), std::end(busy));
    kernels.push_back(span);
    i = span.end;
  }
}

unsigned Prefetch::kernelOf(unsigned instruction) const {
  auto next = partition_point(kernels, [&](const KernelSpan &span) { return span.first <= instruction; });
  return next - kernels.begin() - 1;
}

void Prefetch::findLoads(const Sequence &sequence) {
  for (unsigned b = 0; b < sequence.buffers.size(); ++b) {
    const BufferInfo &buffer = sequence.buffers[b];
    if (buffer.type.getSpace() != nisa::Space::Sbuf || buffer.accesses.empty())
      continue;
    const Access &access = sequence.accesses[buffer.accesses.front()];
    const InstInfo &inst = sequence.instructions[access.instruction];
    // SyncE issues the loads that wait for no result.
    if (access.isWrite && inst.isDma() && inst.engine == Engine::Sync)
      order.push_back({b, kernelOf(access.instruction), 0});
  }
  llvm::sort(order, [&](const Load &a, const Load &b) {
    return sequence.buffers[a.buffer].accesses.front() < sequence.buffers[b.buffer].accesses.front();
  });
}

/// From the last load to the first: each ends when it is needed, or when the one
/// behind it has to start.
void Prefetch::findStarts(const Sequence &sequence, const Target &target) {
  double latency = target.dmaHwdgeStartNs + target.dma.generatorNs + target.dmaCompleteNs;
  double next = std::numeric_limits<double>::max();
  for (Load &load : llvm::reverse(order)) {
    const BufferInfo &buffer = sequence.buffers[load.buffer];
    double bytes = double(buffer.footprint()) * buffer.type.getPartitions();
    next = std::min(next, kernels[load.kernel].start - latency) - bytes / target.bytesPerNs();
    load.wanted = load.kernel;
    while (load.wanted > 0 && kernels[load.wanted].start > next && load.kernel - load.wanted < kMaxLead)
      --load.wanted;
  }
}
