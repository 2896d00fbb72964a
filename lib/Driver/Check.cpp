//===- Check.cpp - what is in a model, and does it compile ----------------===//

#include "Frontend.h"

#include "llvm/ADT/STLExtras.h"

using namespace neuron;

/// The code of "a dynamic dimension is not fixed", of either importer.
static bool isOpenSize(const Status &status) { return status.code() == 3007 || status.code() == 3507; }

Status neuron::check(const CompileOptions &options, CheckResult &result, std::vector<std::string> &errors) {
  Result<ModelSummary> summary = summariseModel(options.input);
  if (!summary)
    return summary.status();
  result.summary = std::move(*summary);
  CompileOptions compileOptions = options;
  compileOptions.emit = Level::Nisa; // with addresses: it fits
  compileOptions.output.clear();
  Status status = compile(compileOptions, result.compiled, errors);
  result.isCompiled = status.ok();
  bool hasUnsupported = llvm::any_of(result.summary.operators, [](const auto &row) { return !row.isSupported; });
  if (status.code() == 4001 && hasUnsupported)
    errors.clear(); // the summary says more
  if (!isOpenSize(status))
    return status;
  errors.clear();
  return {};
}
