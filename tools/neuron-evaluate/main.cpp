//===- main.cpp - run a model with the reference evaluator ----------------===//
//
// A tool for development and tests: imports a model, prints it or computes it
// in plain loops, and compares the results with files. Exit status as in
// neuron/status.h.
//
//===----------------------------------------------------------------------===//
#include "dialects/Neuron/Neuron.h"
#include "neuron/npy.h"
#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Frontend/ONNX.h"
#include "neuronc/Frontend/PT2.h"
#include "neuronc/Support/ElementType.h"
#include "neuronc/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;
using namespace mlir;
using namespace neuron;

static cl::opt<std::string> modelPath(cl::Positional, cl::Required, cl::desc("MODEL.pt2|MODEL.onnx"));
static cl::list<std::string> inputs("input", cl::desc("FILE.npy, once for each input in order"));
static cl::list<std::string> expected("expect", cl::desc("FILE.npy, once for each user output in order"));
static cl::list<std::string> dims("dim", cl::desc("NAME=N"));
static cl::list<std::string> shapes("shape", cl::desc("INPUT=d0,d1,.."));
static cl::list<std::string> constants("const", cl::desc("INPUT=VALUE"));
static cl::opt<double> relativeTolerance("rtol", cl::init(1e-3));
static cl::opt<double> absoluteTolerance("atol", cl::init(1e-4));
static cl::opt<std::string> passes("passes", cl::desc("passes to run before, e.g. func.func(neuron-simplify)"));
static cl::opt<bool> fold("fold", cl::desc("fold constants and small weights before those passes"));
static cl::opt<bool> print("print", cl::desc("print the imported module and stop"));
static cl::opt<bool> debugInfo("locations", cl::desc("print locations as well"));

namespace {

/// NAME=VALUE split at the first '='.
std::pair<std::string, std::string> assignment(StringRef text) {
  auto [name, value] = text.split('=');
  return {name.str(), value.str()};
}

ImportOptions importOptions() {
  ImportOptions options;
  for (const std::string &text : dims) {
    auto [name, value] = assignment(text);
    int64_t size = -1;
    StringRef(value).getAsInteger(10, size);
    options.dims.emplace_back(name, size);
  }
  for (const std::string &text : shapes) {
    auto [name, value] = assignment(text);
    ImportOptions::Shape shape{name, {}};
    SmallVector<StringRef> parts;
    StringRef(value).split(parts, ',');
    for (StringRef part : parts) {
      int64_t size = -1;
      part.getAsInteger(10, size);
      shape.dims.push_back(size);
    }
    options.shapes.push_back(shape);
  }
  for (const std::string &text : constants) {
    auto [name, value] = assignment(text);
    options.constants.push_back({name, value, std::nullopt});
  }
  return options;
}

/// A file's tensor in the type `type`; f32 files stand for all narrow floats.
std::optional<Tensor> readTensor(StringRef path, RankedTensorType type) {
  Result<NpyArray> array = readNpy(path.str());
  if (!array || ArrayRef<int64_t>(array->shape) != type.getShape())
    return std::nullopt;
  WeightData data;
  data.dtype = array->dtype;
  data.shape.assign(array->shape.begin(), array->shape.end());
  data.data = reinterpret_cast<const char *>(array->data.data());
  auto fileType = RankedTensorType::get(data.shape, elementTypeOf(type.getContext(), data.dtype));
  FailureOr<Tensor> tensor = Tensor::fromWeight(data, fileType);
  if (failed(tensor))
    return std::nullopt;
  if (fileType == type)
    return *tensor;
  if (!isa<FloatType>(type.getElementType()))
    return std::nullopt;
  return Tensor::fromFloats(type, tensor->numbers());
}

std::optional<Tensor> initialState(const WeightStore &store, DictionaryAttr attrs, RankedTensorType type) {
  const WeightData *data = store.find(attrs.getAs<StringAttr>("neuron.initial").getValue());
  FailureOr<Tensor> tensor = data ? Tensor::fromWeight(*data, type) : FailureOr<Tensor>(failure());
  return failed(tensor) ? std::nullopt : std::optional<Tensor>(*tensor);
}

/// Largest errors between a result and a file; false if some element differs too much.
bool compareWith(unsigned index, const Tensor &found, const Tensor &wanted) {
  std::vector<double> a = found.numbers(), b = wanted.numbers();
  double worst = 0, worstRelative = 0;
  size_t differing = 0;
  bool exact = !found.isFloat();
  for (auto [x, y] : zip(a, b)) {
    if (std::isnan(x) && std::isnan(y))
      continue;
    double error = x == y ? 0 : std::fabs(x - y);
    bool close = exact ? x == y : error <= absoluteTolerance + relativeTolerance * std::fabs(y);
    differing += !close;
    worst = std::max(worst, error);
    worstRelative = std::max(worstRelative, y == 0 ? 0 : error / std::fabs(y));
  }
  outs() << "output " << index << ": max abs " << worst << ", max rel " << worstRelative << ", " << differing
         << " of " << a.size() << " differ\n";
  return differing == 0;
}

int run(ModuleOp module, const WeightStore &store) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  SmallVector<Tensor> arguments;
  unsigned next = 0;
  for (auto [i, type] : enumerate(function.getArgumentTypes())) {
    DictionaryAttr attrs = function.getArgAttrDict(i);
    auto tensorType = cast<RankedTensorType>(type);
    bool state = attrs.getAs<StringAttr>("neuron.kind").getValue() == "state";
    std::string path = state ? "" : next < inputs.size() ? inputs[next++] : "";
    std::optional<Tensor> value =
        state ? initialState(store, attrs, tensorType) : readTensor(path, tensorType);
    if (!value) {
      errs() << "no value of type " << tensorType << " for argument " << i << " from '" << path << "'\n";
      return int(ErrorClass::Usage);
    }
    arguments.push_back(*value);
  }
  EvaluatorOptions options;
  options.weights = &store;
  FailureOr<SmallVector<Tensor>> results = evaluate(function, arguments, options);
  if (failed(results))
    return int(ErrorClass::Internal);
  bool same = true;
  for (auto [i, path] : enumerate(expected)) {
    std::optional<Tensor> wanted =
        i < results->size() ? readTensor(path, (*results)[i].type()) : std::nullopt;
    if (!wanted) {
      errs() << "result " << i << " does not have the type of '" << path << "'\n";
      return int(ErrorClass::Differs);
    }
    same &= compareWith(i, (*results)[i], *wanted);
  }
  return same ? 0 : int(ErrorClass::Differs);
}

/// Runs what --fold and --passes ask for.
LogicalResult transform(ModuleOp module, const WeightStore &store) {
  registerNeuronTransformsPasses();
  PassManager manager(module.getContext());
  if (fold)
    manager.addNestedPass<func::FuncOp>(createFoldConstantsPass(&store));
  if (failed(parsePassPipeline(passes, manager, errs())))
    return failure();
  return manager.run(module);
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "runs a model with the reference evaluator\n");
  MLIRContext context(MLIRContext::Threading::DISABLED);
  SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context, errs());
  WeightStore store;
  FailureOr<OwningOpRef<ModuleOp>> module =
      StringRef(modelPath).ends_with(".onnx") ? importOnnx(&context, modelPath, importOptions(), store)
                                              : importPt2(context, modelPath, importOptions(), store);
  if (failed(module))
    return int(ErrorClass::BadInput);
  if (failed(transform(**module, store)))
    return int(ErrorClass::Internal);
  if (print) {
    OpPrintingFlags flags;
    flags.elideLargeElementsAttrs(32);
    if (debugInfo)
      flags.enableDebugInfo(true, false);
    (*module)->print(outs(), flags);
    outs() << "\n";
    return 0;
  }
  return run(**module, store);
}
