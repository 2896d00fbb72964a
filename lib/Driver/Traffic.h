//===- Traffic.h - bytes that have to move, and those that do ---*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_TRAFFIC_H
#define NEURONC_LIB_DRIVER_TRAFFIC_H

#include "neuron/program.h"

#include <vector>

namespace neuron {

/// HBM traffic of a program, loops expanded.
struct Traffic {
  struct Row {
    uint64_t read = 0, written = 0;
    /// Of the tensors that this kernel is the first to touch.
    uint64_t compulsory = 0;
  };
  std::vector<Row> kernels;
  /// Each input, output and state once, each weight once; of a table that only
  /// gathers read, the rows they read.
  uint64_t compulsory = 0;
};

Traffic trafficOf(const Program &program);

} // namespace neuron

#endif // NEURONC_LIB_DRIVER_TRAFFIC_H
