//===- Dma.cpp - queues and DMA engines -----------------------------------===//

#include "Dma.h"

#include <algorithm>

using namespace neuron;

DmaSystem::DmaSystem(const Program &program, const Target &target)
    : queues(program.queues.size()), interval(fromNs(target.dmaQueueIntervalNs)) {
  for (size_t i = 0; i < queues.size(); ++i) {
    queues[i].depth = program.queues[i].depth;
    queues[i].lastStart = -interval;
  }
}

/// The first pending copy starts when it is ready, but keeps its distance.
void DmaSystem::scheduleStart(Queue &queue, Time earliest) {
  queue.start = std::max({earliest, queue.pending.front().ready, queue.lastStart + interval});
}

void DmaSystem::issue(uint32_t instruction, const PlanCopy &copy, Time time, Time ready) {
  Queue &queue = queues[copy.queue];
  ++queue.issued;
  queue.pending.push_back({instruction, ready, copy.share, copy.engine, copy.complete});
  if (queue.pending.size() == 1)
    scheduleStart(queue, time);
  advance(time);
  findNext();
}

/// Copies at work get equal shares of the time since the last event.
void DmaSystem::advance(Time time) {
  Time elapsed = time - now;
  now = time;
  if (sharing == 0 || elapsed == 0)
    return;
  Time each = elapsed / sharing;
  for (Queue &queue : queues) {
    if (!queue.active || queue.remaining == 0)
      continue;
    queue.remaining = std::max<Time>(0, queue.remaining - each);
    if (queue.remaining == 0)
      --sharing;
  }
}

void DmaSystem::findNext() {
  nextTime = kNever;
  for (const Queue &queue : queues) {
    if (queue.pending.empty())
      continue;
    Time event = !queue.active           ? queue.start
                 : queue.remaining > 0   ? now + queue.remaining * sharing
                                         : std::max(now, queue.start + queue.pending.front().engine);
    nextTime = std::min(nextTime, event);
  }
}

void DmaSystem::finish(Queue &queue, uint32_t index, Time time, std::vector<FinishedCopy> &finished) {
  const Pending &copy = queue.pending.front();
  finished.push_back({index, copy.instruction, queue.start, time});
  queue.visible[queue.finished++ % queue.visible.size()] = time + copy.complete;
  queue.lastStart = queue.start;
  queue.active = false;
  queue.pending.pop_front();
  if (!queue.pending.empty())
    scheduleStart(queue, time);
}

void DmaSystem::step(std::vector<FinishedCopy> &finished) {
  Time time = nextTime;
  advance(time);
  for (uint32_t i = 0; i < queues.size(); ++i) {
    Queue &queue = queues[i];
    // The busiest engine may take longer than the mean.
    if (queue.active && queue.remaining == 0 && queue.start + queue.pending.front().engine <= time)
      finish(queue, i, time, finished);
    if (!queue.active && !queue.pending.empty() && queue.start <= time) {
      queue.active = true;
      queue.remaining = queue.pending.front().share;
      sharing += queue.remaining > 0;
    }
  }
  findNext();
}

Time DmaSystem::visible(uint32_t queue, uint64_t index) const {
  const Queue &q = queues[queue];
  return index + q.visible.size() <= q.finished ? 0 : q.visible[index % q.visible.size()];
}
