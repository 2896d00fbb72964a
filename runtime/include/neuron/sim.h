//===- sim.h - event-driven timing of a program -----------------*- C++ -*-===//
//
// Runs the streams of a program on a target's clock. Data does not change time,
// so nothing is computed. Deterministic.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_SIM_H
#define NEURON_SIM_H

#include "neuron/program.h"
#include "neuron/status.h"
#include "neuron/target.h"

#include <functional>
#include <vector>

namespace neuron {

/// One executed instruction or copy, for traces. Times in ns from the start.
struct SimSlice {
  unsigned track = 0;     ///< 0..4 engines, 5 + q queue
  uint32_t instruction = 0; ///< index into Program::instructions
  double startNs = 0;
  double endNs = 0;
};

struct SimOptions {
  /// Called for every slice in order of start for each track; may be empty.
  std::function<void(const SimSlice &)> trace;
  bool didtThrottle = false; ///< A-03
};

struct SimResult {
  double totalNs = 0;
  double busyNs[kNumEngines] = {};   ///< sum of intervals
  double dmaBusyNs = 0;              ///< mean over the DMA engines
  uint64_t instructions = 0;         ///< executed, loops expanded
  uint64_t dmaCopies = 0;
  uint64_t hbmReadBytes = 0;
  uint64_t hbmWriteBytes = 0;
  /// Busy time by kernel: the largest of the five engines and the DMA system.
  std::vector<double> kernelNs;
  /// Which of them that is: an engine, or kNumEngines for DMA.
  std::vector<unsigned> kernelTrack;
  std::vector<double> kernelStartNs; ///< first start, by kernel
  std::vector<double> kernelEndNs;   ///< last end, by kernel
};

/// Times the program, which must have passed verifyProgram or come from the
/// compiler. The target need not be the one it was compiled for. Errors: 7101 a
/// stream breaks a rule, 7102 a deadlock (who waits for what), 7103 the target
/// lacks an instruction.
Result<SimResult> simulate(const Program &program, const Target &target,
                           const SimOptions &options = {});

} // namespace neuron

#endif // NEURON_SIM_H
