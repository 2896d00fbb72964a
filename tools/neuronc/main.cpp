//===- main.cpp - neuronc -------------------------------------------------===//

#include "Options.h"

#include "neuron/neff.h"

#include <cstdio>
#include <fstream>

using namespace neuron;

/// Prints what went wrong and gives the exit status.
static int fail(const Status &status, const std::vector<std::string> &errors) {
  for (const std::string &error : errors)
    std::fprintf(stderr, "neuronc: %s\n", error.c_str());
  if (!status.message().empty())
    std::fprintf(stderr, "neuronc: error: [NRN-E%04u] %s\n", status.code(), status.message().c_str());
  else if (errors.empty())
    std::fprintf(stderr, "neuronc: error: [NRN-E9000] internal error; please report it with the model\n");
  return int(status.errorClass());
}

static bool writeFile(const std::string &path, const std::string &text) {
  std::ofstream out(path, std::ios::binary);
  out << text << '\n';
  return bool(out);
}

static std::string timingJson(const Timing &timing) {
  std::string text = "{";
  for (const auto &[stage, seconds] : timing) {
    char number[32];
    std::snprintf(number, sizeof number, "%.6f", seconds);
    text += (text.size() > 1 ? ", \"" : "\"") + stage + "_s\": " + number;
  }
  return text + "}";
}

/// 12.3 us, 4.56 ms
static std::string duration(double us) {
  char text[32];
  std::snprintf(text, sizeof text, us < 1000 ? "%.1f us" : us < 1e6 ? "%.2f ms" : "%.2f s", us < 1000 ? us : us < 1e6 ? us / 1e3 : us / 1e6);
  return text;
}

static int runCompile(const CommandLine &line) {
  CompileResult result;
  std::vector<std::string> errors;
  if (Status status = compile(line.compile, result, errors); !status)
    return fail(status, errors);
  if (line.compile.emit != Level::Artifact) {
    if (line.compile.output.empty())
      std::fwrite(result.text.data(), 1, result.text.size(), stdout);
    return 0;
  }
  if (!line.reportFile.empty() && !writeFile(line.reportFile, result.reportJson))
    return fail(Status(ErrorClass::Io, 6001, "cannot write '" + line.reportFile + "'"), {});
  if (!line.timingFile.empty() && !writeFile(line.timingFile, timingJson(result.timing)))
    return fail(Status(ErrorClass::Io, 6001, "cannot write '" + line.timingFile + "'"), {});
  if (line.isQuiet)
    return 0;
  std::printf("%s: %.2f MB (weights %.2f MB), predicted latency on %s %s, bound %s\n", line.compile.output.c_str(),
              double(result.artifactBytes) / 1e6, double(result.weightBytes) / 1e6, line.compile.target.c_str(),
              duration(result.predictedUs).c_str(), duration(result.boundUs).c_str());
  if (line.isVerbose)
    for (const auto &[stage, seconds] : result.timing)
      std::printf("  %-10s %8.1f ms\n", stage.c_str(), seconds * 1e3);
  return 0;
}

static int runCheck(const CommandLine &line) {
  std::string signature;
  std::vector<std::string> errors;
  if (Status status = check(line.compile, signature, errors); !status)
    return fail(status, errors);
  std::fputs(signature.c_str(), stdout);
  return 0;
}

static int runReport(const CommandLine &line) {
  Result<Artifact> artifact = readNeff(line.compile.input);
  if (!artifact)
    return fail(artifact.status(), {});
  std::printf("%s\n", artifact->reportJson.c_str());
  return 0;
}

int main(int argc, char **argv) {
  CommandLine line;
  if (int exit = parseCommandLine(argc, argv, line); exit >= 0)
    return exit;
  switch (line.word) {
  case CommandLine::Word::Compile: return runCompile(line);
  case CommandLine::Word::Check: return runCheck(line);
  case CommandLine::Word::Report: return runReport(line);
  }
  return 0;
}
