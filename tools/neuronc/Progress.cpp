//===- Progress.cpp - which stage is running ------------------------------===//

#include "Progress.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>

using namespace std::chrono;

Progress::Progress(bool isWanted) {
  if (isWanted && isatty(STDERR_FILENO))
    thread = std::thread([this] { run(); });
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = true;
  }
  done.notify_one();
  thread.join();
}

void Progress::run() {
  auto start = steady_clock::now();
  std::unique_lock<std::mutex> lock(mutex);
  if (done.wait_for(lock, seconds(1), [this] { return isDone; }))
    return;
  do {
    const char *stage = current;
    std::fprintf(stderr, "\rneuronc: %s ... %.0f s\x1b[K", stage ? stage : "", duration<double>(steady_clock::now() - start).count());
  } while (!done.wait_for(lock, milliseconds(250), [this] { return isDone; }));
  std::fprintf(stderr, "\r\x1b[K");
}
