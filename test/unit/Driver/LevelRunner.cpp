//===- LevelRunner.cpp - one graph at every level -------------------------===//

#include "LevelRunner.h"

#include "lib/Driver/Pipeline.h"
#include "lib/Driver/Weights.h"

#include "dialects/Neuron/Neuron.h"
#include "neuron/model.h"
#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Schedule/Schedule.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/Support/FileSystem.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace neuron;

namespace {
using Tensors = SmallVector<Tensor>;

class Comparison {
public:
  Comparison(unsigned optLevel, const LevelInputs &inputs) : inputs(inputs), random(inputs.seed) {
    options.optLevel = optLevel;
    context.loadDialect<NeuronDialect, func::FuncDialect>();
    context.disableMultithreading();
  }
  std::string run(const std::string &text);

  /// Notes what differs from the graph's own result at `level`.
  void compare(StringRef level, ArrayRef<Tensor> results);
  void evaluateAt(StringRef level, func::FuncOp func);
  bool hasFailed() const { return !difference.empty(); }

private:
  Tensor randomTensor(RankedTensorType type);
  std::string transform(ModuleOp module);
  std::string execute(ModuleOp module);
  std::string runArtifact(const std::string &path);

  LevelInputs inputs;
  std::mt19937 random;
  CompileOptions options;
  MLIRContext context;
  WeightStore store;
  Tensors arguments, expected;
  std::string difference;
};

/// Evaluates @main after each pass.
class EvaluateAfter : public PassInstrumentation {
public:
  explicit EvaluateAfter(Comparison &comparison) : comparison(comparison) {}
  void runAfterPass(Pass *pass, Operation *op) override {
    if (comparison.hasFailed())
      return;
    auto func = dyn_cast<func::FuncOp>(op);
    if (auto module = dyn_cast<ModuleOp>(op))
      func = module.lookupSymbol<func::FuncOp>("main");
    if (func)
      comparison.evaluateAt(pass->getArgument(), func);
  }

private:
  Comparison &comparison;
};
} // namespace

Tensor Comparison::randomTensor(RankedTensorType type) {
  if (isa<FloatType>(type.getElementType())) {
    std::uniform_real_distribution<double> distribution(inputs.low, inputs.high);
    std::vector<double> values(type.getNumElements());
    for (double &value : values)
      value = distribution(random);
    return Tensor::fromFloats(type, values);
  }
  std::vector<int64_t> values(type.getNumElements());
  for (int64_t &value : values)
    value = random() % (type.getElementType().isInteger(1) ? 2 : 4);
  return Tensor::fromInts(type, values);
}

void Comparison::compare(StringRef level, ArrayRef<Tensor> results) {
  for (size_t i = 0; i < results.size() && !hasFailed(); ++i) {
    std::vector<double> got = results[i].numbers(), want = expected[i].numbers();
    double tolerance = results[i].isFloat() ? inputs.tolerance : 0;
    for (size_t k = 0; k < want.size(); ++k)
      if (!(std::fabs(got[k] - want[k]) <= tolerance * (1 + std::fabs(want[k])))) {
        difference = (level + ": result " + Twine(i) + " differs at " + Twine(k) + ": " + std::to_string(got[k]) + ", expected " + std::to_string(want[k])).str();
        break;
      }
  }
}

void Comparison::evaluateAt(StringRef level, func::FuncOp func) {
  EvaluatorOptions evaluator;
  evaluator.weights = &store;
  FailureOr<Tensors> results = evaluate(func, arguments, evaluator);
  if (failed(results))
    difference = ("after " + level + ": cannot be evaluated").str();
  else
    compare(("after " + level).str(), *results);
}

std::string Comparison::transform(ModuleOp module) {
  PassManager manager(&context);
  manager.addInstrumentation(std::make_unique<EvaluateAfter>(*this));
  buildPipeline(manager, options, store);
  return succeeded(manager.run(module)) ? difference : "the pipeline fails";
}

/// From kernels to an artifact.
std::string Comparison::execute(ModuleOp module) {
  const Target &target = *findTarget("trn2");
  WeightPlan plan;
  FailureOr<OwningOpRef<ModuleOp>> nisa = generate(module, target, store, {.fuse = options.optLevel > 0}, plan);
  if (failed(nisa))
    return "no instructions";
  nisa::ProgramOp op = *(*nisa)->getOps<nisa::ProgramOp>().begin();
  ScheduleOptions schedule{.overlap = options.optLevel > 0};
  ScheduleStats stats;
  if (failed(allocateOnChip(op, target, schedule, stats)))
    return "no memory";
  FailureOr<Program> program = buildProgram(op, target, schedule, stats);
  if (failed(program))
    return "no program";
  Artifact artifact;
  artifact.programs.push_back(std::move(*program));
  artifact.weights = weightMembers(plan, store);
  artifact.recipesJson = recipesJson(plan);
  artifact.infoJson = artifact.reportJson = "{}";
  SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("levels", "neff", path))
    return "no temporary file";
  Status written = writeNeff(path.str().str(), artifact);
  std::string problem = written ? runArtifact(path.str().str()) : written.message();
  llvm::sys::fs::remove(path);
  return problem;
}

std::string Comparison::runArtifact(const std::string &path) {
  Result<Artifact> artifact = readNeff(path);
  if (!artifact)
    return artifact.status().message();
  ExecOptions exec;
  exec.strict = true;
  exec.threads = 1;
  Result<Model> model = Model::create(std::move(*artifact), exec);
  if (!model)
    return model.status().message();
  Tensors results;
  for (const Tensor &tensor : expected)
    results.push_back(Tensor(tensor.type()));
  auto bind = [&](ArrayRef<uint32_t> variables, Tensors &tensors) {
    Status status;
    for (auto [variable, tensor] : llvm::zip_equal(variables, tensors))
      if (status)
        status = model->bind(variable, {reinterpret_cast<std::byte *>(tensor.bytes().data()), tensor.bytes().size()});
    return status;
  };
  Tensors inputTensors = arguments;
  if (Status status = bind(model->inputs(), inputTensors); !status)
    return status.message();
  if (Status status = bind(model->outputs(), results); !status)
    return status.message();
  if (Status status = model->run(); !status)
    return status.message();
  compare("executed", results);
  return difference;
}

std::string Comparison::run(const std::string &text) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return "does not parse";
  auto func = module->lookupSymbol<func::FuncOp>("main");
  for (Type type : func.getArgumentTypes())
    arguments.push_back(randomTensor(cast<RankedTensorType>(type)));
  FailureOr<Tensors> results = evaluate(func, arguments);
  if (failed(results))
    return "cannot be evaluated";
  expected = std::move(*results);
  if (std::string problem = transform(*module); !problem.empty())
    return problem;
  return execute(*module);
}

std::string neuron::compareLevels(const std::string &text, unsigned optLevel, const LevelInputs &inputs) {
  return Comparison(optLevel, inputs).run(text);
}
