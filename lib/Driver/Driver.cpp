//===- Driver.cpp - from a model file to an artifact ----------------------===//

#include "neuronc/Driver/Driver.h"

#include "Diagnostics.h"
#include "Flags.h"
#include "Frontend.h"
#include "Pipeline.h"
#include "Report.h"
#include "Sizes.h"
#include "Weights.h"

#include "dialects/Neuron/Neuron.h"
#include "dialects/Nisa/Nisa.h"
#include "neuronc/Generate/Generate.h"
#include "neuronc/Schedule/Schedule.h"

#include "neuron/file.h"
#include "neuron/neff.h"
#include "neuron/sim.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"

#include <chrono>

using namespace neuron;
using namespace mlir;

namespace {
/// Times the stages, and tells the user which one is running.
class Stopwatch {
public:
  Stopwatch(const CompileOptions &options, Timing &timing) : options(options), timing(timing) {}
  ~Stopwatch() { stop(); }
  /// Ends the stage before.
  void begin(const char *stage) {
    stop();
    timing.push_back({stage, 0});
    if (options.onStage)
      options.onStage(stage);
  }
  void stop() {
    auto now = std::chrono::steady_clock::now();
    if (!timing.empty() && timing.back().second == 0)
      timing.back().second = std::chrono::duration<double>(now - last).count();
    last = now;
  }

private:
  const CompileOptions &options;
  Timing &timing;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};
} // namespace

/// Complete for a file, which neuron-opt shall read; without long constants for
/// a screen.
static std::string textOf(Operation *op, const CompileOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  OpPrintingFlags flags;
  if (options.output.empty())
    flags.elideLargeElementsAttrs(64);
  op->print(out, flags);
  out << '\n';
  return text;
}

/// {"producer", "tool_version", "source", "flags", "target"}.
static std::string infoJson(const CompileOptions &options, const SourceIdentity &source) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object{{"producer", "neuronc"},
                                                                         {"tool_version", NEURONC_VERSION},
                                                                         {"source", sourceJson(source)},
                                                                         {"flags", options.flags},
                                                                         {"target", options.target}});
  return text;
}

namespace {
/// One compilation: each step leaves its result for the next.
class Compilation {
public:
  Compilation(const CompileOptions &options, CompileResult &result, std::vector<std::string> &errors)
      : options(options), result(result), watch(this->options, result.timing), collector(context, errors, result.warnings) {
    this->options.flags = recordedFlags(options);
    context.loadDialect<func::FuncDialect, NeuronDialect, nisa::NisaDialect>();
    context.disableMultithreading();
  }
  Status run();

private:
  CompileOptions options;
  CompileResult &result;
  Stopwatch watch;
  MLIRContext context;
  Collector collector;
  WeightStore store;
  WeightPlan plan;
  ScheduleOptions schedule;
  ScheduleStats stats;
  std::vector<BranchCost> branches;

  Status emitText(StringRef text) {
    result.text = text.str();
    return options.output.empty() ? Status() : writeFile(options.output, text);
  }
  Status lower(ModuleOp module, const Target &target);
  LogicalResult allocateMemory(ModuleOp nisaModule, const Target &target);
  Status finish(ModuleOp nisaModule, const Target &target);
  Status simulateAndReport(const Program &program, const Target &target);
  Status writeArtifact(Program program);
};
} // namespace

static nisa::ProgramOp programIn(ModuleOp module) { return *module.getOps<nisa::ProgramOp>().begin(); }

LogicalResult Compilation::allocateMemory(ModuleOp nisaModule, const Target &target) {
  watch.begin("allocate");
  nisa::ProgramOp programOp = programIn(nisaModule);
  schedule.overlap = options.optLevel > 0;
  return success(succeeded(allocateOnChip(programOp, target, schedule, stats)) && succeeded(verify(nisaModule)));
}

Status Compilation::simulateAndReport(const Program &program, const Target &target) {
  watch.begin("simulate");
  Result<SimResult> sim = simulate(program, target);
  if (!sim)
    return sim.status();
  double throttledNs = sim->totalNs;
  if (target.didtLimit)
    if (Result<SimResult> limited = simulate(program, target, {.trace = {}, .didtThrottle = true}))
      throttledNs = limited->totalNs;
  Traffic traffic = trafficOf(program);
  Roofline roofline = rooflineOf(program, target, traffic);
  result.reportJson = reportJson({options, program, target, *sim, throttledNs, stats, store.source, branches, result.warnings}, traffic, roofline);
  result.predictedUs = sim->totalNs / 1e3;
  result.boundUs = roofline.total.boundNs() / 1e3;
  return {};
}

Status Compilation::writeArtifact(Program program) {
  watch.begin("write");
  Artifact artifact;
  artifact.programs.push_back(std::move(program));
  artifact.weights = weightMembers(plan, store);
  artifact.recipesJson = recipesJson(plan);
  artifact.infoJson = infoJson(options, store.source);
  artifact.reportJson = result.reportJson;
  for (const WeightMember &member : artifact.weights)
    result.weightBytes += member.bytes;
  Status written = writeNeff(options.output, artifact);
  if (written)
    (void)llvm::sys::fs::file_size(options.output, result.artifactBytes);
  return written;
}

Status Compilation::finish(ModuleOp nisaModule, const Target &target) {
  watch.begin("schedule");
  FailureOr<Program> program = buildProgram(programIn(nisaModule), target, schedule, stats);
  if (failed(program))
    return collector.status();
  if (options.emit == Level::Program)
    return emitText(printProgram(*program));
  if (Status status = simulateAndReport(*program, target); !status)
    return status;
  return writeArtifact(std::move(*program));
}

/// From the graph of kernels on.
Status Compilation::lower(ModuleOp module, const Target &target) {
  watch.begin("generate");
  GenerateOptions generateOptions;
  generateOptions.fuse = options.optLevel > 0;
  if (failed(checkSizes(module, target)))
    return collector.status();
  FailureOr<OwningOpRef<ModuleOp>> nisaModule = generate(module, target, store, generateOptions, plan);
  if (failed(nisaModule) || failed(verify(**nisaModule)) || failed(allocateMemory(**nisaModule, target)))
    return collector.status();
  if (options.emit == Level::Nisa)
    return emitText(textOf(**nisaModule, options));
  return finish(**nisaModule, target);
}

Status Compilation::run() {
  const Target *target = findTarget(options.target);
  if (!target)
    return Status(ErrorClass::Usage, 1002, "unknown target '" + options.target + "'");
  watch.begin("import");
  FailureOr<OwningOpRef<ModuleOp>> module = importModel(context, options, store);
  if (failed(module))
    return collector.status();
  auto main = (*module)->lookupSymbol<func::FuncOp>("main");
  result.signature = signatureOf(main);
  if (options.emit == Level::Neuron)
    return emitText(textOf(**module, options));
  watch.begin("transform");
  PassManager pm(&context);
  buildPipeline(pm, options, store);
  if (failed(pm.run(**module)))
    return collector.status();
  branches = branchesOf(main);
  result.branches = branchLines(branches);
  if (options.emit == Level::Kernel)
    return emitText(textOf(**module, options));
  return lower(**module, *target);
}

Status neuron::compile(const CompileOptions &options, CompileResult &result, std::vector<std::string> &errors) {
  return Compilation(options, result, errors).run();
}
