//===- Driver.h - from a model file to an artifact --------------*- C++ -*-===//
//
// The whole compiler behind one function. Prints nothing: diagnostics go to the
// handler of the context, texts of levels and reports are returned.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_DRIVER_DRIVER_H
#define NEURONC_DRIVER_DRIVER_H

#include "neuronc/Frontend/ImportOptions.h"
#include "neuronc/Frontend/ModelSummary.h"

#include "neuron/status.h"

#include <functional>
#include <string>
#include <vector>

namespace neuron {

/// Where --emit stops.
enum class Level { Artifact, Neuron, Kernel, Nisa, Program };

struct CompileOptions {
  std::string input;
  std::string output;         ///< path of the artifact, or of the text of a level ("" = returned only)
  std::string target = "trn2";
  std::string autoCast = "none";      ///< none, matmult, all
  std::string autoCastType = "bf16";
  unsigned optLevel = 2;
  Level emit = Level::Artifact;
  ImportOptions import;
  std::string flags;          ///< the options as recorded in the artifact; set by compile()
  /// Called with its name when a stage begins.
  std::function<void(const char *stage)> onStage;
};

/// Seconds of each stage, in order.
using Timing = std::vector<std::pair<std::string, double>>;

/// A tensor of the signature after the import: sizes are fixed, and what is
/// mutated is known.
struct SignatureRow {
  std::string name;
  std::string kind; ///< input, output, inout, state
  std::string type; ///< "tensor<4x8xf32>"
  bool isResult = false;
};

struct CompileResult {
  std::vector<SignatureRow> signature;
  std::vector<std::string> branches; ///< those of which both sides are computed, a line each
  std::vector<std::string> warnings; ///< a line each, with a code; also of a compile that fails
  std::string text;       ///< of the level asked for
  std::string reportJson; ///< schema: docs/report.schema.json
  double predictedUs = 0;
  double boundUs = 0;
  uint64_t artifactBytes = 0;
  uint64_t weightBytes = 0;
  Timing timing;
};

/// Compiles; all errors but the last have gone to `errors` as text, one to a
/// line, and the Status has the class for the exit code.
Status compile(const CompileOptions &options, CompileResult &result, std::vector<std::string> &errors);

/// All operators that the importers know, for the documentation, a line each:
/// "onnx", name, first and last version of the operator set (0: still valid), or
/// "pt2" and name; separated by tabs.
std::string operatorList();

struct CheckResult {
  ModelSummary summary;
  /// Whether sizes were fixed, so that `compiled` holds more than the summary.
  bool isCompiled = false;
  CompileResult compiled;
};

/// Says what is in a model, whatever the outcome, and whether it compiles: all
/// but the last steps are made. Open sizes are no error: then only the summary is
/// there. An error 4001 names nothing: `summary` has the operators.
Status check(const CompileOptions &options, CheckResult &result, std::vector<std::string> &errors);

} // namespace neuron

#endif // NEURONC_DRIVER_DRIVER_H
