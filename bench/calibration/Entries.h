//===- Entries.h - published times ------------------------------*- C++ -*-===//
#ifndef NEURON_BENCH_ENTRIES_H
#define NEURON_BENCH_ENTRIES_H

#include "Kernels.h"

#include <functional>
#include <string>

namespace neuron::calibration {

/// What a published time is good for.
enum class Use {
  Fit,   ///< free constants were chosen on these
  Check, ///< and tried on these
  Bound  ///< an upper bound, a design target or a time with the host: not slower than it
};

struct Entry {
  std::string name;
  std::string_view target;
  double publishedUs;
  Use use;
  std::function<Program(const Target &)> build;
  /// Why an error of more than a third is no surprise; empty if there is none.
  std::string reason = {};
};

/// All entries, in the order of the page.
std::vector<Entry> entries();

} // namespace neuron::calibration

#endif // NEURON_BENCH_ENTRIES_H
