//===- ThreadPool.h - threads that share large instructions -----*- C++ -*-===//
//
// An instruction is cut into parts; which thread takes which part, and how many
// parts there are, does not matter, because parts write disjoint rows. Workers
// spin briefly between instructions and then sleep; nobody waits for one that
// has not taken a part.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_THREADPOOL_H
#define NEURON_EXEC_THREADPOOL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace neuron::exec {

class ThreadPool {
public:
  /// `threads` counts the calling one; at least 1.
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  unsigned size() const { return unsigned(workers.size()) + 1; }

  /// fn(context, part, thread) for parts 0 .. count-1, count < 65536; thread < size().
  using Task = void (*)(void *context, unsigned part, unsigned thread);
  void run(unsigned count, Task task, void *context);

  template <typename Fn> void run(unsigned count, Fn &&fn) {
    run(count, [](void *f, unsigned part, unsigned thread) { (*static_cast<Fn *>(f))(part, thread); }, &fn);
  }

private:
  void work(unsigned thread);
  /// Takes parts of job `generation` until none is left.
  void takeParts(uint32_t generation, unsigned thread);

  std::vector<std::thread> workers;
  Task task = nullptr;
  void *context = nullptr;
  /// generation << 32 | count << 16 | next part: a worker that comes late cannot
  /// take a part of a job that is over.
  std::atomic<uint64_t> ticket{0};
  std::atomic<unsigned> done{0};
  std::atomic<bool> stop{false};
  std::atomic<unsigned> sleepers{0};
  std::mutex mutex;
  std::condition_variable wake;
};

/// Round to nearest, keep denormals, no traps: whatever the calling program has
/// set is put back at the end of the scope.
class FloatEnvironment {
public:
  FloatEnvironment();
  ~FloatEnvironment();

private:
  unsigned saved;
};

} // namespace neuron::exec

#endif // NEURON_EXEC_THREADPOOL_H
