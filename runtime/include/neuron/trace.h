//===- trace.h - a timeline for Perfetto ------------------------*- C++ -*-===//
#ifndef NEURON_TRACE_H
#define NEURON_TRACE_H

#include "neuron/sim.h"

#include <string>

namespace neuron {

struct TraceOptions {
  /// Slices written at most. Times and summary still cover the whole run; a
  /// slice of its own track says from when on slices are missing.
  uint64_t maxSlices = 1'000'000;
  SimOptions sim; ///< its `trace` is called as well
};

/// Times the program and writes a trace in the Chrome JSON format, which
/// Perfetto and chrome://tracing open: one track for each engine and each DMA
/// queue that does something; a slice is named by the source op and carries the
/// instruction, its index and the kernel. The file is written beside `path` and
/// renamed when it is whole. Errors: those of simulate(), and 6001 when the file
/// cannot be written.
Result<SimResult> writeTrace(const Program &program, const Target &target, const std::string &path,
                             const TraceOptions &options = {});

} // namespace neuron

#endif // NEURON_TRACE_H
