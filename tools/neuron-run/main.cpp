//===- main.cpp - neuron-run ----------------------------------------------===//

#include "Compare.h"
#include "Options.h"
#include "Tensors.h"

#include "neuron/file.h"
#include "neuron/target.h"
#include "neuron/text.h"
#include "neuron/trace.h"

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace neuron;
using namespace neuron::run;

namespace {
/// What happened, for --json.
using Report = nlohmann::ordered_json;
} // namespace

static int fail(const Status &status) {
  std::fprintf(stderr, "neuron-run: error: [NRN-E%04u] %s\n", status.code(), printable(status.message()).c_str());
  return int(status.errorClass());
}

static std::string duration(double seconds) {
  char text[32];
  bool isShort = seconds < 1e-3, isMedium = seconds < 1;
  std::snprintf(text, sizeof text, "%.*f %s", isShort ? 1 : 2, seconds * (isShort ? 1e6 : isMedium ? 1e3 : 1),
                isShort ? "us" : isMedium ? "ms" : "s");
  return text;
}

static bool isProgressShown = false;

/// On a terminal, what a run has done after the first second.
static void showProgress(const ExecStats &stats) {
  static const auto start = std::chrono::steady_clock::now();
  if (std::chrono::steady_clock::now() - start < std::chrono::seconds(1))
    return;
  isProgressShown = true;
  std::fprintf(stderr, "\r%llu instructions, %llu copies\x1b[K\r", (unsigned long long)stats.instructions,
               (unsigned long long)stats.dmaCopies);
}

/// Timing on the target's clock; data does not change it.
static Status profile(const Program &program, const Options &options, Report &report) {
  const Target *target = findTarget(program.target);
  if (!target)
    return Status(ErrorClass::Unsupported, 7103, "the artifact is for '" + program.target + "', which is not known");
  Result<SimResult> timing = writeTrace(program, *target, options.profile);
  if (!timing)
    return timing.status();
  std::printf("predicted time on %s: %s; timeline in %s\n", program.target.c_str(),
              duration(timing->totalNs * 1e-9).c_str(), options.profile.c_str());
  report["predicted_us"] = timing->totalNs / 1e3;
  return {};
}

static Status execute(Model &model, Tensors &tensors, const Options &options, Report &report) {
  double total = 0;
  for (unsigned i = 0; i < options.repeat; ++i) {
    if (i > 0 && !options.keepState) {
      tensors.restore();
      model.resetState();
    }
    auto start = std::chrono::steady_clock::now();
    if (Status s = model.run(); !s)
      return s;
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (isProgressShown)
      std::fputs("\x1b[K", stderr);
    report["run_s"].push_back(seconds);
    total += seconds;
  }
  report["instructions"] = model.stats().instructions;
  report["dma_copies"] = model.stats().dmaCopies;
  std::printf("%u run%s, %s each on this host\n", options.repeat, options.repeat == 1 ? "" : "s",
              duration(total / options.repeat).c_str());
  return {};
}

static void printDifference(const std::string &name, const Difference &d) {
  if (!d.mismatch.empty())
    return void(std::printf("%s: DIFFERS: %s\n", name.c_str(), d.mismatch.c_str()));
  std::printf("%s: max abs error %.3g, max rel error %.3g: %s", name.c_str(), d.maxAbsolute, d.maxRelative,
              d.passed() ? "ok\n" : "DIFFERS");
  if (!d.passed())
    std::printf(" in %llu of %llu elements, first at %llu: %.9g, expected %.9g\n", (unsigned long long)d.differing,
                (unsigned long long)d.elements, (unsigned long long)d.firstIndex, d.firstGot, d.firstWant);
}

/// Compares with --expect; `passed` is false if anything differs.
static Status compareAll(const Model &model, const Tensors &tensors, const Options &options, Report &report, bool &passed) {
  std::vector<uint32_t> outputs = tensors.outputs();
  for (size_t i = 0; i < options.expected.size(); ++i) {
    Result<NpyArray> want = readNpy(options.expected[i]);
    if (!want)
      return want.status();
    Difference d = compare(tensors.value(outputs[i]), *want, options.rtol, options.atol);
    const std::string &name = model.program().variables[outputs[i]].name;
    printDifference("output_" + std::to_string(i) + " '" + name + "'", d);
    Report row = {{"name", name}, {"passed", d.passed()}, {"max_abs_error", d.maxAbsolute}, {"max_rel_error", d.maxRelative},
                  {"differing", d.differing}, {"elements", d.elements}};
    if (!d.mismatch.empty())
      row["mismatch"] = d.mismatch;
    report["compared"].push_back(row);
    passed &= d.passed();
  }
  if (!options.expected.empty() && options.expected.size() < outputs.size())
    std::printf("%zu of %zu outputs compared\n", options.expected.size(), outputs.size());
  return {};
}

static Status runModel(Model &model, const Options &options, Report &report, bool &passed) {
  Tensors tensors(model);
  if (options.expected.size() > tensors.outputs().size())
    return Status(ErrorClass::Usage, 1103, std::to_string(options.expected.size()) + " files for --expect, but the outputs are " +
                                               model.signatureText(true));
  if (Status s = tensors.load(options.inputs); !s)
    return s;
  if (Status s = execute(model, tensors, options, report); !s)
    return s;
  if (!options.outputDir.empty())
    if (Status s = tensors.write(options.outputDir); !s)
      return s;
  return compareAll(model, tensors, options, report, passed);
}

static Status runAll(const Options &options, Report &report, bool &passed) {
  Result<Artifact> artifact = readNeff(options.artifact);
  if (!artifact)
    return artifact.status();
  ExecOptions exec;
  exec.strict = options.strict;
  exec.threads = options.threads;
  if (isatty(STDERR_FILENO))
    exec.progress = showProgress;
  // --profile alone needs no memory for tensors.
  bool runs = options.profile.empty() || !options.inputs.empty() || !options.expected.empty() || !options.outputDir.empty();
  if (!options.profile.empty() && artifact->programs.size() == 1)
    if (Status s = profile(artifact->programs.front(), options, report); !s || !runs)
      return s;
  Result<Model> model = Model::create(std::move(*artifact), exec);
  return model ? runModel(*model, options, report, passed) : model.status();
}

static Status writeReport(const Options &options, Report &report, const Status &status, bool passed) {
  if (options.json.empty())
    return {};
  report["exit_status"] = status.ok() ? (passed ? 0 : 1) : int(status.errorClass());
  if (!status.ok())
    report["error"] = {{"code", status.code()}, {"message", status.message()}};
  return writeFile(options.json, report.dump(2, ' ', false, Report::error_handler_t::replace) + '\n');
}

/// Memory can run out anywhere; sizes are the model's.
static Status guarded(const Options &options, Report &report, bool &passed) {
  try {
    return runAll(options, report, passed);
  } catch (const std::bad_alloc &) {
    return Status(ErrorClass::DoesNotFit, 7008, "out of memory");
  } catch (const std::exception &error) {
    return Status(ErrorClass::Internal, 9000, error.what());
  }
}

int main(int argc, char **argv) {
  reportLongFiles();
  Options options;
  if (int exit = parseOptions(argc, argv, options); exit >= 0)
    return exit;
  Report report = {{"schema_version", 1}, {"is_simulation", true}, {"strict", options.strict}};
  bool passed = true;
  Status status = guarded(options, report, passed);
  Status written = writeReport(options, report, status, passed);
  if (written)
    written = flushStandardOutput();
  if (!status || !written)
    return fail(status ? written : status);
  return passed ? 0 : int(ErrorClass::Differs);
}
