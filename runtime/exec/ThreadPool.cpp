//===- ThreadPool.cpp - threads that share large instructions -------------===//

#include "ThreadPool.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace neuron::exec;

static inline void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

#if defined(__x86_64__)
FloatEnvironment::FloatEnvironment() : saved(_mm_getcsr()) { _mm_setcsr(0x1F80); }
FloatEnvironment::~FloatEnvironment() { _mm_setcsr(saved); }
#else
FloatEnvironment::FloatEnvironment() : saved(0) {}
FloatEnvironment::~FloatEnvironment() {}
#endif

ThreadPool::ThreadPool(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i)
    workers.emplace_back([this, i] { work(i); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex);
    stop = true;
    ++generation;
  }
  wake.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

void ThreadPool::takeParts(unsigned thread) {
  for (unsigned part = next++; part < count; part = next++)
    task(context, part, thread);
}

void ThreadPool::work(unsigned thread) {
  FloatEnvironment environment;
  uint64_t seen = 0;
  while (true) {
    for (unsigned spin = 0; spin < 4000 && generation.load(std::memory_order_acquire) == seen; ++spin)
      relax();
    if (generation.load(std::memory_order_acquire) == seen) {
      std::unique_lock lock(mutex);
      ++sleepers;
      wake.wait(lock, [&] { return generation.load() != seen; });
      --sleepers;
    }
    seen = generation.load(std::memory_order_acquire);
    if (stop)
      return;
    takeParts(thread);
    busy.fetch_sub(1, std::memory_order_release);
  }
}

void ThreadPool::run(unsigned parts, Task fn, void *with) {
  if (workers.empty() || parts < 2) {
    for (unsigned part = 0; part < parts; ++part)
      fn(with, part, 0);
    return;
  }
  task = fn;
  context = with;
  count = parts;
  next = 0;
  busy = unsigned(workers.size());
  {
    // The lock keeps a worker from falling asleep between its check and this.
    std::lock_guard lock(mutex);
    generation.fetch_add(1, std::memory_order_release);
  }
  if (sleepers.load())
    wake.notify_all();
  takeParts(0);
  while (busy.load(std::memory_order_acquire))
    relax();
}
