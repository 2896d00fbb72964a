//===- Table.h - the table of docs/calibration.md ---------------*- C++ -*-===//
#ifndef NEURON_BENCH_TABLE_H
#define NEURON_BENCH_TABLE_H

#include "Constants.h"
#include "Entries.h"

namespace neuron::calibration {

struct Measured {
  Entry entry;
  double predictedUs, throttledUs; ///< without and with the dI/dt limit (A-03)
  double error() const { return predictedUs / entry.publishedUs - 1; }
};

/// Simulates all entries, with other constants if any are given.
std::vector<Measured> measure(const std::vector<Setting> &settings);
/// As Markdown: the rows, then medians and maxima.
std::string table(const std::vector<Measured> &rows);

} // namespace neuron::calibration

#endif // NEURON_BENCH_TABLE_H
