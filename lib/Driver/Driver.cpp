//===- Driver.cpp - from a model file to an artifact ----------------------===//

#include "neuronc/Driver/Driver.h"

#include "Pipeline.h"
#include "Report.h"
#include "Weights.h"

#include "dialects/Neuron/Neuron.h"
#include "dialects/Nisa/Nisa.h"
#include "neuronc/Frontend/ONNX.h"
#include "neuronc/Frontend/PT2.h"
#include "neuronc/Generate/Generate.h"
#include "neuronc/Schedule/Schedule.h"

#include "neuron/neff.h"
#include "neuron/sim.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <fstream>
#include <regex>

using namespace neuron;
using namespace mlir;

namespace {
/// Collects diagnostics as text: location, message, notes.
class Collector {
public:
  Collector(MLIRContext &context, std::vector<std::string> &errors)
      : errors(errors), handler(&context, [this](Diagnostic &diagnostic) { add(diagnostic); }) {}
  /// The class that the codes of the collected errors stand for.
  Status status() const;

private:
  std::vector<std::string> &errors;
  ScopedDiagnosticHandler handler;
  void add(Diagnostic &diagnostic);
};

class Stopwatch {
public:
  explicit Stopwatch(Timing &timing) : timing(timing) {}
  void mark(StringRef stage) {
    auto now = std::chrono::steady_clock::now();
    timing.push_back({stage.str(), std::chrono::duration<double>(now - last).count()});
    last = now;
  }

private:
  Timing &timing;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};
} // namespace

/// "file:line: " and the names of the source, as far as a location has them.
static std::string describe(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ": ").str();
  if (auto named = dyn_cast<NameLoc>(loc))
    return describe(named.getChildLoc()) + "'" + named.getName().str() + "': ";
  if (auto fused = dyn_cast<FusedLoc>(loc); fused && !fused.getLocations().empty())
    return describe(fused.getLocations().front());
  return "";
}

void Collector::add(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return;
  std::string text = describe(diagnostic.getLocation()) + "error: " + diagnostic.str();
  for (Diagnostic &note : diagnostic.getNotes())
    text += "\n  note: " + note.str();
  errors.push_back(std::move(text));
}

/// 2xxx and 3xxx are bad input, 4xxx unsupported, 5xxx does not fit.
static ErrorClass classOf(unsigned code) {
  switch (code / 1000) {
  case 1: return ErrorClass::Usage;
  case 2: case 3: return ErrorClass::BadInput;
  case 4: return ErrorClass::Unsupported;
  case 5: return ErrorClass::DoesNotFit;
  case 6: return ErrorClass::Io;
  default: return ErrorClass::Internal;
  }
}

Status Collector::status() const {
  static const std::regex pattern("NRN-E([0-9]{4})");
  for (const std::string &error : errors) {
    std::smatch match;
    if (std::regex_search(error, match, pattern)) {
      unsigned code = unsigned(std::stoul(match[1]));
      return Status(classOf(code), code, "");
    }
  }
  return Status(ErrorClass::Internal, 9000, "");
}

static FailureOr<OwningOpRef<ModuleOp>> import(MLIRContext &context, const CompileOptions &options, WeightStore &store) {
  StringRef suffix = llvm::sys::path::extension(options.input);
  if (suffix == ".onnx")
    return importOnnx(&context, options.input, options.import, store);
  if (suffix == ".pt2")
    return importPt2(context, options.input, options.import, store);
  return emitError(UnknownLoc::get(&context))
         << "[NRN-E2100] '" << llvm::sys::path::filename(options.input) << "' is neither .pt2 nor .onnx";
}

static Status writeText(const std::string &path, StringRef text) {
  if (path.empty())
    return {};
  if (llvm::Error failure = llvm::writeToOutput(path, [&](raw_ostream &out) {
        out << text;
        return llvm::Error::success();
      }))
    return Status(ErrorClass::Io, 6001, "cannot write '" + path + "': " + llvm::toString(std::move(failure)));
  return {};
}

static std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream out(text);
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(64);
  op->print(out, flags);
  out << '\n';
  return text;
}

/// {"producer", "version", "flags", "target"}.
static std::string infoJson(const CompileOptions &options) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(llvm::json::Object{
      {"producer", "neuronc"}, {"tool_version", NEURONC_VERSION}, {"flags", options.flags}, {"target", options.target}});
  return text;
}

namespace {
/// One compilation: each step leaves its result for the next.
class Compilation {
public:
  Compilation(const CompileOptions &options, CompileResult &result, std::vector<std::string> &errors)
      : options(options), result(result), watch(result.timing), collector(context, errors) {
    context.loadDialect<func::FuncDialect, NeuronDialect, nisa::NisaDialect>();
    context.disableMultithreading();
  }
  Status run();

private:
  const CompileOptions &options;
  CompileResult &result;
  Stopwatch watch;
  MLIRContext context;
  Collector collector;
  WeightStore store;
  WeightPlan plan;

  ScheduleOptions schedule;
  ScheduleStats stats;

  Status emitText(StringRef text) {
    result.text = text.str();
    return writeText(options.output, text);
  }
  LogicalResult allocateMemory(ModuleOp nisaModule, const Target &target);
  Status finish(ModuleOp nisaModule, const Target &target);
};
} // namespace

LogicalResult Compilation::allocateMemory(ModuleOp nisaModule, const Target &target) {
  nisa::ProgramOp programOp = *nisaModule.getOps<nisa::ProgramOp>().begin();
  schedule.overlap = options.optLevel > 0;
  return schedule.overlap ? allocateOnChip(programOp, target, schedule, stats)
                          : allocate(programOp, target, schedule, stats);
}

Status Compilation::finish(ModuleOp nisaModule, const Target &target) {
  nisa::ProgramOp programOp = *nisaModule.getOps<nisa::ProgramOp>().begin();
  FailureOr<Program> program = buildProgram(programOp, target, schedule, stats);
  if (failed(program))
    return collector.status();
  watch.mark("schedule");
  if (options.emit == Level::Program)
    return emitText(printProgram(*program));
  Result<SimResult> sim = simulate(*program, target);
  if (!sim)
    return sim.status();
  watch.mark("simulate");
  ReportInput input{options, *program, target, *sim, stats};
  result.reportJson = reportJson(input);
  result.predictedUs = sim->totalNs / 1e3;
  result.boundUs = roofline(input) / 1e3;
  Artifact artifact;
  artifact.programs.push_back(std::move(*program));
  artifact.weights = weightMembers(plan, store);
  artifact.recipesJson = recipesJson(plan);
  artifact.infoJson = infoJson(options);
  artifact.reportJson = result.reportJson;
  for (const WeightMember &member : artifact.weights)
    result.weightBytes += member.bytes;
  Status written = writeNeff(options.output, artifact);
  watch.mark("write");
  if (written)
    (void)llvm::sys::fs::file_size(options.output, result.artifactBytes);
  return written;
}

Status Compilation::run() {
  const Target *target = findTarget(options.target);
  if (!target)
    return Status(ErrorClass::Usage, 1002, "unknown target '" + options.target + "'");
  FailureOr<OwningOpRef<ModuleOp>> module = import(context, options, store);
  if (failed(module))
    return collector.status();
  watch.mark("import");
  if (options.emit == Level::Neuron)
    return emitText(textOf(**module));
  PassManager pm(&context);
  buildPipeline(pm, options, store);
  if (failed(pm.run(**module)))
    return collector.status();
  watch.mark("transform");
  if (options.emit == Level::Kernel)
    return emitText(textOf(**module));
  GenerateOptions generateOptions;
  generateOptions.fuse = options.optLevel > 0;
  FailureOr<OwningOpRef<ModuleOp>> nisaModule = generate(**module, *target, store, generateOptions, plan);
  if (failed(nisaModule) || failed(verify(**nisaModule)))
    return collector.status();
  watch.mark("generate");
  if (failed(allocateMemory(**nisaModule, *target)) || failed(verify(**nisaModule)))
    return collector.status();
  watch.mark("allocate");
  if (options.emit == Level::Nisa)
    return emitText(textOf(**nisaModule));
  return finish(**nisaModule, *target);
}

Status neuron::compile(const CompileOptions &options, CompileResult &result, std::vector<std::string> &errors) {
  return Compilation(options, result, errors).run();
}

/// "name: kind tensor<...>" for each argument, "-> ..." for each result.
static std::string signatureOf(func::FuncOp func) {
  std::string text;
  llvm::raw_string_ostream out(text);
  auto line = [&](StringRef arrow, DictionaryAttr attrs, Type type) {
    auto get = [&](StringRef key) { return attrs && attrs.getAs<StringAttr>(key) ? attrs.getAs<StringAttr>(key).getValue() : StringRef("-"); };
    out << arrow << get("neuron.name") << ": " << get("neuron.kind") << ' ' << type << '\n';
  };
  for (BlockArgument arg : func.getArguments())
    line("", func.getArgAttrDict(arg.getArgNumber()), arg.getType());
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    line("-> ", func.getResultAttrDict(i), func.getResultTypes()[i]);
  return text;
}

Status neuron::check(const CompileOptions &options, std::string &signature, std::vector<std::string> &errors) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect, NeuronDialect>();
  Collector collector(context, errors);
  WeightStore store;
  FailureOr<OwningOpRef<ModuleOp>> module = import(context, options, store);
  if (failed(module))
    return collector.status();
  signature = signatureOf((*module)->lookupSymbol<func::FuncOp>("main"));
  return {};
}
