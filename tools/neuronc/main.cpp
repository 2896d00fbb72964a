//===- main.cpp - neuronc -------------------------------------------------===//

#include "Options.h"
#include "Print.h"
#include "Progress.h"

#include "neuron/file.h"
#include "neuron/neff.h"
#include "neuron/text.h"

#include <cstdio>

using namespace neuron;

static void printWarnings(const std::vector<std::string> &warnings) {
  for (const std::string &warning : warnings)
    std::fprintf(stderr, "neuronc: %s\n", warning.c_str());
}

/// Prints what went wrong and gives the exit status.
static int fail(const Status &status, const std::vector<std::string> &errors) {
  for (const std::string &error : errors)
    std::fprintf(stderr, "neuronc: %s\n", error.c_str());
  if (!status.message().empty())
    std::fprintf(stderr, "neuronc: error: [NRN-E%04u] %s\n", status.code(), printable(status.message()).c_str());
  else if (errors.empty())
    std::fprintf(stderr, "neuronc: error: [NRN-E9000] internal error; please report it with the model\n");
  return int(status.errorClass());
}

/// {"import_s": .., .., "total_s": ..}
static std::string timingJson(const Timing &timing) {
  std::string text = "{";
  double total = 0;
  char row[96];
  for (const auto &[stage, seconds] : timing) {
    std::snprintf(row, sizeof row, "\"%s_s\": %.6f, ", stage.c_str(), seconds);
    text += row;
    total += seconds;
  }
  std::snprintf(row, sizeof row, "\"total_s\": %.6f}", total);
  return text + row;
}

/// A compile that fails leaves no artifact, also when only its report fails.
static Status writeExtras(const CommandLine &line, const CompileResult &result) {
  bool isComplete = line.compile.emit == Level::Artifact;
  auto write = [&](const std::string &path, const std::string &text) {
    Status status = path.empty() ? Status() : writeFile(path, text + '\n');
    if (!status && isComplete)
      std::remove(line.compile.output.c_str());
    return status;
  };
  if (Status status = isComplete ? write(line.reportFile, result.reportJson) : Status(); !status)
    return status;
  return write(line.timingFile, timingJson(result.timing));
}

static void printSummary(const CommandLine &line, const CompileResult &result) {
  std::printf("%s: %.2f MB (weights %.2f MB), predicted latency on %s %s, bound %s\n", line.compile.output.c_str(),
              double(result.artifactBytes) / 1e6, double(result.weightBytes) / 1e6, line.compile.target.c_str(),
              duration(result.predictedUs).c_str(), duration(result.boundUs).c_str());
  for (const std::string &branch : result.branches)
    std::printf("  both sides of a branch are computed: %s\n", branch.c_str());
  if (line.isVerbose)
    for (const auto &[stage, seconds] : result.timing)
      std::printf("  %-10s %8.1f ms\n", stage.c_str(), seconds * 1e3);
}

/// Calls the driver's `run`, with progress on the terminal.
template <typename Run, typename Outcome>
static Status withProgress(CommandLine &line, Run run, Outcome &result, std::vector<std::string> &errors) {
  Progress progress(!line.isQuiet);
  line.compile.onStage = [&](const char *stage) { progress.begin(stage); };
  return run(line.compile, result, errors);
}

static int runCompile(CommandLine &line) {
  CompileResult result;
  std::vector<std::string> errors;
  Status status = withProgress(line, compile, result, errors);
  printWarnings(result.warnings);
  if (!status)
    return fail(status, errors);
  if (Status written = writeExtras(line, result); !written)
    return fail(written, {});
  bool isText = line.compile.emit != Level::Artifact;
  if (isText && line.compile.output.empty())
    std::fwrite(result.text.data(), 1, result.text.size(), stdout);
  if (!isText && !line.isQuiet)
    printSummary(line, result);
  return 0;
}

static int runCheck(CommandLine &line) {
  CheckResult result;
  std::vector<std::string> errors;
  Status status = withProgress(line, check, result, errors);
  printWarnings(result.compiled.warnings);
  bool isRead = !result.summary.format.empty();
  if (isRead)
    printCheck(line.compile.input, result);
  if (!status && isRead && status.code() == 4001 && errors.empty())
    errors.push_back("error: [NRN-E4001] the model uses operators that are not supported");
  if (!status)
    return std::fflush(stdout), fail(status, errors);
  std::printf(result.isCompiled ? "compiles for %s\n" : "sizes are open: fix them to check the rest for %s\n",
              line.compile.target.c_str());
  return 0;
}

static int runReport(const CommandLine &line) {
  Result<Artifact> artifact = readNeff(line.compile.input);
  if (!artifact)
    return fail(artifact.status(), {});
  if (line.isJson)
    std::printf("%s\n", artifact->reportJson.c_str());
  else if (!printReport(line.compile.input, artifact->reportJson, line.rows))
    return fail(Status(ErrorClass::BadInput, 2012, "report.json: no report of neuronc"), {});
  return 0;
}

static int runCommand(CommandLine &line) {
  switch (line.word) {
  case CommandLine::Word::Compile: return runCompile(line);
  case CommandLine::Word::Check: return runCheck(line);
  case CommandLine::Word::Report: return runReport(line);
  }
  return 0;
}

int main(int argc, char **argv) {
  reportLongFiles();
  CommandLine line;
  if (int exit = parseCommandLine(argc, argv, line); exit >= 0)
    return exit;
  int exit = runCommand(line);
  Status printed = flushStandardOutput();
  return exit == 0 && !printed ? fail(printed, {}) : exit;
}
