//===- exec.h - functional execution of a program ---------------*- C++ -*-===//
//
// Runs the five engine streams and the DMA queues of a program with the
// documented numerics: fp32 inside the engines, rounding at the write, fp32
// accumulation in PSUM. Results are the same bits on every host, for every
// thread count and with or without `strict`.
//
// Order: engines take turns in the order of `Engine`; each runs until one of its
// waits is not met. A DMA instruction hands its copy to its queue, and the copy
// is made at once. Any other order that respects the waits gives the same
// result, or the program has a race, which `strict` reports.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_H
#define NEURON_EXEC_H

#include "neuron/program.h"
#include "neuron/status.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace neuron {

/// Memory of one HBM variable, owned by the caller.
struct HbmBuffer {
  std::byte *data = nullptr;
  uint64_t bytes = 0;
};

/// What one run did, loops expanded.
struct ExecStats {
  uint64_t instructions = 0;
  uint64_t dmaCopies = 0;
};

struct ExecOptions {
  /// Reports, as errors 72xx: a read of a byte never written, two accesses to
  /// the same bytes that no semaphore orders, a misused PSUM bank.
  bool strict = false;
  /// Threads that share large instructions; 0 takes one for each CPU.
  unsigned threads = 0;
  /// Called now and then during a run, at most about ten times a second.
  std::function<void(const ExecStats &)> progress;
  /// Kernel set by name (portable, avx2, avx512); empty takes the widest.
  std::string kernels;
};

/// One NeuronCore with a program loaded. Not thread-safe; several executors may
/// share a program and read-only buffers.
class Executor {
public:
  /// Decodes every instruction. `program` must outlive the executor. Errors:
  /// 7004 an instruction that this engine, memory or type rules out.
  static Result<Executor> create(const Program &program, const ExecOptions &options = {});
  Executor(Executor &&) noexcept;
  Executor &operator=(Executor &&) noexcept;
  ~Executor();

  /// Runs the program once. buffers[v] is the memory of Program::variables[v],
  /// at least Variable::bytes long; weights and inputs are only read. The state
  /// of the random number generators lives on from run to run.
  /// Errors: 7001 deadlock, 7002 access outside a buffer, 7003 index of an
  /// indirect copy out of bounds, 7005 buffer missing or too small, 72xx strict.
  Status run(std::span<const HbmBuffer> buffers);

  const ExecStats &stats() const;

private:
  struct Impl;
  explicit Executor(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace neuron

#endif // NEURON_EXEC_H
