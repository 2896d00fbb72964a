//===- Progress.h - which stage is running ----------------------*- C++ -*-===//
#ifndef NEURONC_TOOLS_NEURONC_PROGRESS_H
#define NEURONC_TOOLS_NEURONC_PROGRESS_H

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

/// A line on the terminal that says, from one second on, which stage is running
/// and for how long everything has. Does nothing unless standard error is a
/// terminal.
class Progress {
public:
  explicit Progress(bool isWanted);
  ~Progress();
  void begin(const char *stage) { current = stage; }

private:
  void run();

  std::atomic<const char *> current{nullptr};
  bool isDone = false;
  std::mutex mutex;
  std::condition_variable done;
  std::thread thread;
};

#endif // NEURONC_TOOLS_NEURONC_PROGRESS_H
