//===- Report.h - the compile report ----------------------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_REPORT_H
#define NEURONC_LIB_DRIVER_REPORT_H

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
  const ScheduleStats &schedule;
};
/// The lower bound of the program's time (architecture.md 5), ns.
double roofline(const ReportInput &input);
/// One JSON object; keys as the public profiler names them, unit in the key.
std::string reportJson(const ReportInput &input);
} // namespace neuron

#endif // NEURONC_LIB_DRIVER_REPORT_H
