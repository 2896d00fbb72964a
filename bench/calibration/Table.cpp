//===- Table.cpp - the table of docs/calibration.md -----------------------===//

#include "Table.h"

#include "neuron/sim.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace neuron;
using namespace neuron::calibration;

static double simulateUs(const Program &program, const Target &target, bool throttle, const Entry &entry) {
  Result<SimResult> result = simulate(program, target, {.trace = {}, .didtThrottle = throttle});
  if (result)
    return result->totalNs / 1000;
  std::fprintf(stderr, "%s: %s\n", entry.name.c_str(), std::string(result.status().message()).c_str());
  std::exit(1);
}

std::vector<Measured> calibration::measure(const std::vector<Setting> &settings) {
  std::vector<Measured> rows;
  for (Entry &entry : entries()) {
    Target target = *findTarget(entry.target);
    for (const Setting &setting : settings)
      apply(setting, target);
    Program program = entry.build(target);
    double plain = simulateUs(program, target, false, entry), throttled = simulateUs(program, target, true, entry);
    rows.push_back({std::move(entry), plain, throttled});
  }
  return rows;
}

template <typename... Values> static std::string format(const char *text, Values... values) {
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, text, values...);
  return buffer;
}

static std::string time(double us) {
  return us < 1000 ? format("%.1f µs", us) : format("%.2f ms", us / 1000);
}

static std::string useName(Use use) { return use == Use::Fit ? "fit" : use == Use::Check ? "check" : "bound"; }

static std::string verdict(const Measured &row) {
  if (row.entry.use == Use::Bound)
    return row.error() <= 0 ? "not slower" : "SLOWER";
  return format("%+.1f %%", 100 * row.error());
}

/// Median and largest of the absolute errors of the rows in `use`.
static std::string statistics(const std::vector<Measured> &rows, const char *name, std::initializer_list<Use> uses) {
  std::vector<double> errors;
  for (const Measured &row : rows)
    if (std::find(uses.begin(), uses.end(), row.entry.use) != uses.end())
      errors.push_back(std::abs(row.error()));
  std::sort(errors.begin(), errors.end());
  size_t n = errors.size();
  double median = (errors[(n - 1) / 2] + errors[n / 2]) / 2;
  return format("| %s | %zu | %.1f %% | %.1f %% |\n", name, n, 100 * median, 100 * errors.back());
}

std::string calibration::table(const std::vector<Measured> &rows) {
  std::string text = "| kernel | target | published | predicted | error | use | with dI/dt limit |\n"
                     "|---|---|---|---|---|---|---|\n";
  std::string reasons;
  for (const Measured &row : rows) {
    const Entry &entry = row.entry;
    text += "| " + entry.name + " | " + std::string(entry.target) + " | " + time(entry.publishedUs) + " | " +
            time(row.predictedUs) + " | " + verdict(row) + " | " + useName(entry.use) + " | " +
            (findTarget(entry.target)->didtLimit ? time(row.throttledUs) : "–") + " |\n";
    if (!entry.reason.empty())
      reasons += "- " + entry.name + ": " + entry.reason + ".\n";
  }
  text += "\n| entries | count | median error | largest |\n|---|---|---|---|\n";
  text += statistics(rows, "fitted on", {Use::Fit}) + statistics(rows, "checked with", {Use::Check}) +
          statistics(rows, "both", {Use::Fit, Use::Check});
  return text + "\nErrors of more than 35 %:\n" + (reasons.empty() ? "none.\n" : "\n" + reasons);
}
