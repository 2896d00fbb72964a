//===- Report.h - the compile report ----------------------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_REPORT_H
#define NEURONC_LIB_DRIVER_REPORT_H

#include "Branches.h"
#include "Traffic.h"

#include "neuronc/Driver/Driver.h"
#include "neuronc/Schedule/Schedule.h"

#include "neuron/sim.h"

namespace neuron {

/// What the report is made of.
struct ReportInput {
  const CompileOptions &options;
  const Program &program;
  const Target &target;
  const SimResult &sim;
  double throttledNs; ///< time with the dI/dt limit of TensorE; that of `sim` where there is none
  const ScheduleStats &schedule;
  const SourceIdentity &source;
  const std::vector<BranchCost> &branches;
  const std::vector<std::string> &warnings;
};

/// The lower bound of the program's time (docs/architecture.md), by kernel and
/// for all of them.
struct Roofline {
  struct Row {
    double computeNs = 0, memoryNs = 0;
    double boundNs() const { return std::max(computeNs, memoryNs); }
  };
  std::vector<Row> kernels;
  Row total;
};
Roofline rooflineOf(const Program &program, const Target &target, const Traffic &traffic);

/// {"format", "graph_sha256", "weights_sha256"}.
llvm::json::Object sourceJson(const SourceIdentity &source);

/// One JSON object; keys as the public profiler names them, unit in the key.
/// Schema: docs/report.schema.json.
std::string reportJson(const ReportInput &input, const Traffic &traffic, const Roofline &roofline);

} // namespace neuron

#endif // NEURONC_LIB_DRIVER_REPORT_H
