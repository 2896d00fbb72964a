//===- main.cpp - ONNX's own backend tests against the evaluator ----------===//
//
//   neuron-onnx-conformance [--fold] [--emit] [--import] [--quiet] [--pass] [--passes=PIPELINE] FOLDER...
//
// A folder holds model.onnx and test_data_set_0/{input,output}_I.pb, or folders
// that do. The model is imported, its module evaluated on the inputs and compared
// with the outputs. With --fold, inputs that the importer has to know are given
// as constants. --passes run before; with --emit the module is printed, with
// --import nothing is evaluated. Each case runs in a process of its own; exit
// status 0 says that nothing was wrong: every case passed or was refused, with
// --pass: passed.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/TensorData.h"
#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Frontend/ONNX.h"
#include "neuronc/Support/ElementType.h"
#include "neuronc/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace neuron;

namespace {

enum Outcome { Passed, Refused, Differs, Broken, NumOutcomes };
const char *const outcomeNames[] = {"PASS", "REFUSED", "DIFFERS", "BROKEN"};

/// Each case has to end within this many seconds.
constexpr unsigned kSeconds = 120;

struct Flags {
  bool fold = false, emit = false, importOnly = false, quiet = false, pass = false;
  std::string passes;
};

std::optional<StringRef> readFile(const Twine &path, WeightStore &store) {
  auto buffer = MemoryBuffer::getFile(path, false, false);
  if (!buffer)
    return std::nullopt;
  StringRef bytes = (*buffer)->getBuffer();
  store.keepAlive(std::shared_ptr<MemoryBuffer>(std::move(*buffer)));
  return bytes;
}

/// Reads KIND_0.pb, KIND_1.pb, ... as far as they go; sequences give an empty shape of floats.
std::vector<WeightData> readTensors(StringRef folder, StringRef kind, WeightStore &store) {
  std::vector<WeightData> tensors;
  for (unsigned i = 0;; ++i) {
    std::optional<StringRef> bytes = readFile(folder + "/" + kind + "_" + Twine(i) + ".pb", store);
    if (!bytes)
      return tensors;
    onnx::TensorReader reader("", store);
    WeightData data;
    if (Result<onnx::TensorProto> proto = onnx::decodeTensor(*bytes))
      if (Result<WeightData> read = reader.read(*proto))
        data = *read;
    tensors.push_back(data);
  }
}

/// Names of the inputs that have no initializer.
std::vector<std::string> inputNames(StringRef path, WeightStore &store) {
  std::vector<std::string> names;
  std::optional<StringRef> bytes = readFile(path, store);
  Result<onnx::Model> model = bytes ? onnx::decodeModel(*bytes) : Status(ErrorClass::Io, 0, "");
  if (!model)
    return names;
  for (const onnx::ValueInfo &input : model->graph.inputs)
    if (none_of(model->graph.initializers, [&](const auto &tensor) { return tensor.name == input.name; }))
      names.push_back(input.name.str());
  return names;
}

Tensor toTensor(const WeightData &data, mlir::MLIRContext *context) {
  auto type = mlir::RankedTensorType::get(data.shape, elementTypeOf(context, data.dtype));
  return *Tensor::fromWeight(data, type);
}

/// Empty if the tensors agree within the tolerance, else how they differ.
std::string compare(const Tensor &actual, const Tensor &expected) {
  std::string text;
  raw_string_ostream stream(text);
  if (actual.type() != expected.type()) {
    stream << "type " << actual.type() << " instead of " << expected.type();
    return text;
  }
  std::vector<double> a = actual.numbers(), b = expected.numbers();
  double rtol = actual.isFloat() ? 1e-3 : 0, atol = actual.isFloat() ? 1e-4 : 0;
  if (actual.isFloat() && actual.element().getIntOrFloatBitWidth() == 16)
    rtol = 1e-2, atol = 1e-2;
  for (size_t i = 0; i < a.size(); ++i) {
    bool agrees = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])) ||
                  std::abs(a[i] - b[i]) <= atol + rtol * std::abs(b[i]);
    if (agrees)
      continue;
    stream << "element " << i << " of " << actual.type() << " is " << a[i] << " instead of " << b[i];
    return text;
  }
  return text;
}

struct Case {
  Case(std::string model, std::string data, const Flags &flags)
      : model(std::move(model)), data(std::move(data)), flags(flags) {}

  std::string model, data;
  Flags flags;
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  WeightStore files, weights;
  std::string report;

  Outcome run();
  Outcome import(const ImportOptions &options, mlir::OwningOpRef<mlir::ModuleOp> &module);
  Outcome transform(mlir::ModuleOp module);
  Outcome evaluateModule(mlir::ModuleOp module, const std::map<std::string, WeightData> &inputs,
                         ArrayRef<WeightData> outputs);
};

Outcome Case::import(const ImportOptions &options, mlir::OwningOpRef<mlir::ModuleOp> &module) {
  report.clear();
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (report.empty())
      report = diagnostic.str();
    return mlir::success();
  });
  FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> result = importOnnx(&context, model, options, weights);
  if (failed(result)) {
    StringRef text = report;
    return text.starts_with("[NRN-E") && !text.starts_with("[NRN-E9") ? Refused : Broken;
  }
  module = std::move(*result);
  return Passed;
}

/// Small weights count as constants, as in the compiler.
Outcome Case::transform(mlir::ModuleOp module) {
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    report = diagnostic.str();
    return mlir::success();
  });
  mlir::PassManager manager(&context);
  manager.addNestedPass<mlir::func::FuncOp>(createFoldConstantsPass(&weights));
  if (failed(mlir::parsePassPipeline(flags.passes, manager)) || failed(manager.run(module)))
    return Broken;
  return Passed;
}

Outcome Case::evaluateModule(mlir::ModuleOp module, const std::map<std::string, WeightData> &inputs,
                             ArrayRef<WeightData> outputs) {
  auto function = *module.getOps<mlir::func::FuncOp>().begin();
  std::vector<Tensor> arguments;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    arguments.push_back(
        toTensor(inputs.at(function.getArgAttrOfType<mlir::StringAttr>(i, "neuron.name").str()), &context));
  EvaluatorOptions options;
  options.weights = &weights;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    report = diagnostic.str();
    return mlir::success();
  });
  auto results = evaluate(function, arguments, options);
  if (failed(results))
    return Broken;
  if (results->size() != outputs.size()) {
    report = "the model has another number of outputs";
    return Differs;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    report = compare((*results)[i], toTensor(outputs[i], &context));
    if (!report.empty()) {
      report = "output " + std::to_string(i) + ": " + report;
      return Differs;
    }
  }
  return Passed;
}

Outcome Case::run() {
  std::vector<std::string> names = inputNames(model, files);
  std::vector<WeightData> inputs = readTensors(data, "input", files),
                          outputs = readTensors(data, "output", files);
  ImportOptions options;
  std::map<std::string, WeightData> byName;
  for (size_t i = 0; i < std::min(names.size(), inputs.size()); ++i) {
    byName[names[i]] = inputs[i];
    if (inputs[i].data || !inputs[i].shape.empty())
      options.shapes.push_back({names[i], inputs[i].shape});
  }
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Outcome outcome = import(options, module);
  if (outcome == Refused && flags.fold)
    for (size_t i = std::min(names.size(), inputs.size()); i-- > 0 && outcome == Refused;) {
      options.constants.push_back({names[i], "", inputs[i]});
      weights = WeightStore();
      outcome = import(options, module);
    }
  if (outcome != Passed)
    return outcome;
  if (!flags.passes.empty() && transform(*module) != Passed)
    return Broken;
  if (flags.emit)
    module->print(outs());
  if (flags.importOnly)
    return Passed;
  return evaluateModule(*module, byName, outputs);
}

/// The outcome of a case in a process of its own; `report` receives its last words.
Outcome runApart(const std::string &model, const std::string &data, const Flags &flags, std::string &report) {
  int channel[2];
  if (pipe(channel) != 0)
    return Broken;
  outs().flush();
  pid_t child = fork();
  if (child == 0) {
    alarm(kSeconds);
    Case test(model, data, flags);
    Outcome outcome = test.run();
    outs().flush();
    (void)!write(channel[1], test.report.data(), test.report.size());
    _exit(outcome);
  }
  close(channel[1]);
  char buffer[4096];
  for (ssize_t size; (size = read(channel[0], buffer, sizeof buffer)) > 0;)
    report.append(buffer, size);
  close(channel[0]);
  int status;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) < NumOutcomes)
    return Outcome(WEXITSTATUS(status));
  report += "ended by signal " + std::to_string(WTERMSIG(status));
  return Broken;
}

} // namespace

/// The folders of cases at or below `folder`, by name.
static std::vector<std::string> findCases(const std::string &folder) {
  if (sys::fs::exists(folder + "/model.onnx"))
    return {folder};
  std::vector<std::string> cases;
  std::error_code error;
  for (sys::fs::directory_iterator it(folder, error), end; it != end && !error; it.increment(error))
    if (sys::fs::exists(it->path() + "/model.onnx"))
      cases.push_back(it->path());
  llvm::sort(cases);
  return cases;
}

static bool readFlag(StringRef argument, Flags &flags) {
  if (argument.consume_front("--passes=")) {
    flags.passes = argument.str();
    return true;
  }
  for (auto [name, flag] : {std::pair("--fold", &Flags::fold),
                            {"--emit", &Flags::emit},
                            {"--import", &Flags::importOnly},
                            {"--quiet", &Flags::quiet},
                            {"--pass", &Flags::pass}})
    if (argument == name) {
      flags.*flag = true;
      return true;
    }
  return false;
}

int main(int argc, char **argv) {
  registerNeuronTransformsPasses();
  Flags flags;
  std::vector<std::string> cases;
  for (int i = 1; i < argc; ++i)
    if (!readFlag(argv[i], flags))
      append_range(cases, findCases(argv[i]));
  unsigned counts[NumOutcomes] = {};
  for (const std::string &folder : cases) {
    std::string report;
    Outcome outcome = runApart(folder + "/model.onnx", folder + "/test_data_set_0", flags, report);
    ++counts[outcome];
    bool isGood = outcome == Passed || (outcome == Refused && !flags.pass);
    if (!flags.quiet || !isGood)
      outs() << outcomeNames[outcome] << " " << sys::path::filename(folder) << " " << report << "\n";
  }
  for (unsigned outcome = 0; outcome < NumOutcomes; ++outcome)
    outs() << outcomeNames[outcome] << ": " << counts[outcome] << "\n";
  bool isGood = counts[Differs] + counts[Broken] == 0 && !(flags.pass && counts[Refused]) && !cases.empty();
  return isGood ? 0 : 1;
}
