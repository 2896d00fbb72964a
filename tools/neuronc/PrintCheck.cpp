//===- PrintCheck.cpp - the answer of neuronc check -----------------------===//

#include "Print.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

using namespace neuron;

static std::string typeText(const ModelSummary::Tensor &tensor) {
  std::string text = tensor.type + "[";
  for (size_t i = 0; i < tensor.dims.size(); ++i)
    text += (i ? ", " : "") + tensor.dims[i];
  return text + (tensor.isShaped ? "]" : "shape not given]");
}

/// What the import found out about the kind of `name`, if that is worth a word.
static std::string noteOf(const CheckResult &result, const std::string &name) {
  for (const SignatureRow &row : result.compiled.signature)
    if (row.name == name && !row.isResult)
      return row.kind == "inout" ? "  (changed in place: input and output)" : "";
  return result.compiled.signature.empty() ? "" : "  (constant)";
}

static void printTensors(const char *title, const std::vector<ModelSummary::Tensor> &tensors, const CheckResult &result,
                         bool isInput) {
  std::printf("%s:\n", title);
  for (const ModelSummary::Tensor &tensor : tensors)
    std::printf("  %-24s %s%s\n", tensor.name.c_str(), typeText(tensor).c_str(),
                isInput ? noteOf(result, tensor.name).c_str() : "");
}

static void printState(const CheckResult &result) {
  const std::vector<SignatureRow> &rows = result.compiled.signature;
  auto isState = [](const SignatureRow &row) { return row.kind == "state" && !row.isResult; };
  if (std::none_of(rows.begin(), rows.end(), isState))
    return;
  std::printf("state, kept between runs:\n");
  for (const SignatureRow &row : rows)
    if (isState(row))
      std::printf("  %-24s %s\n", row.name.c_str(), row.type.c_str());
}

static void printSymbols(const ModelSummary &summary) {
  if (summary.symbols.empty())
    return;
  std::printf("dynamic dimensions, to be fixed with --dim NAME=N:\n");
  for (const ModelSummary::Symbol &symbol : summary.symbols)
    std::printf("  %-24s %lld to %s\n", symbol.name.c_str(), static_cast<long long>(symbol.min),
                symbol.max ? std::to_string(*symbol.max).c_str() : "any size");
}

static void printOperators(const ModelSummary &summary) {
  std::vector<ModelSummary::Operator> rows = summary.operators;
  std::sort(rows.begin(), rows.end(),
            [](const auto &a, const auto &b) { return std::tie(b.count, a.name) < std::tie(a.count, b.name); });
  unsigned calls = 0;
  for (const ModelSummary::Operator &row : rows)
    calls += row.count;
  std::printf("operators: %u calls of %zu\n", calls, rows.size());
  for (const ModelSummary::Operator &row : rows)
    if (row.isSupported)
      std::printf("  %6u  %s\n", row.count, row.name.c_str());
}

static void printUnsupported(const CheckResult &result) {
  bool isAny = false;
  for (const ModelSummary::Operator &row : result.summary.operators) {
    if (row.isSupported)
      continue;
    if (!isAny)
      std::printf(result.isCompiled ? "not supported, but in a branch that is never taken:\n" : "not supported:\n");
    isAny = true;
    std::printf("  %6u  %s  (first: %s)\n", row.count, row.name.c_str(), row.firstPlace.c_str());
  }
}

static void printBranches(const CheckResult &result) {
  if (result.compiled.branches.empty())
    return;
  std::printf("branches that depend on data (both sides are computed):\n");
  for (const std::string &line : result.compiled.branches)
    std::printf("  %s\n", line.c_str());
}

void printCheck(const std::string &file, const CheckResult &result) {
  const ModelSummary &summary = result.summary;
  std::printf("%s: %s\n", file.c_str(), summary.format.c_str());
  printTensors("inputs", summary.inputs, result, /*isInput=*/true);
  printTensors("outputs", summary.outputs, result, /*isInput=*/false);
  printState(result);
  printSymbols(summary);
  std::printf("weights: %llu tensors, %s\n", static_cast<unsigned long long>(summary.weights),
              byteCount(summary.weightBytes).c_str());
  printOperators(summary);
  printUnsupported(result);
  printBranches(result);
}
