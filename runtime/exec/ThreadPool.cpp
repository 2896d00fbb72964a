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
  workers.reserve(threads);
  try {
    for (unsigned i = 1; i < threads; ++i)
      workers.emplace_back([this, i] { work(i); });
  } catch (const std::exception &) {
    // What the system does not give is done without.
  }
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex);
    stop = true;
    ticket += uint64_t(1) << 32;
  }
  wake.notify_all();
  for (std::thread &worker : workers)
    worker.join();
}

static uint32_t generationOf(uint64_t ticket) { return uint32_t(ticket >> 32); }

void ThreadPool::takeParts(uint32_t generation, unsigned thread) {
  uint64_t now = ticket.load(std::memory_order_acquire);
  while (generationOf(now) == generation && (now & 0xFFFF) < (now >> 16 & 0xFFFF)) {
    if (!ticket.compare_exchange_weak(now, now + 1, std::memory_order_acquire))
      continue;
    // Until `done` counts this part, the job cannot end: task and context stand.
    task(context, unsigned(now & 0xFFFF), thread);
    done.fetch_add(1, std::memory_order_release);
    now = ticket.load(std::memory_order_acquire);
  }
}

void ThreadPool::work(unsigned thread) {
  FloatEnvironment environment;
  uint32_t seen = 0;
  auto isNew = [&] { return generationOf(ticket.load(std::memory_order_acquire)) != seen; };
  while (true) {
    for (unsigned spin = 0; spin < 2000 && !isNew(); ++spin)
      relax();
    if (!isNew()) {
      std::unique_lock lock(mutex);
      ++sleepers;
      wake.wait(lock, isNew);
      --sleepers;
    }
    seen = generationOf(ticket.load(std::memory_order_acquire));
    if (stop)
      return;
    takeParts(seen, thread);
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
  done.store(0, std::memory_order_relaxed);
  uint32_t generation = generationOf(ticket.load(std::memory_order_relaxed)) + 1;
  {
    // The lock keeps a worker from falling asleep between its check and this.
    std::lock_guard lock(mutex);
    ticket.store(uint64_t(generation) << 32 | uint64_t(parts) << 16, std::memory_order_release);
  }
  if (sleepers.load())
    wake.notify_all();
  takeParts(generation, 0);
  for (unsigned spin = 0; done.load(std::memory_order_acquire) != parts; ++spin)
    spin < 500 ? relax() : std::this_thread::yield();
}
