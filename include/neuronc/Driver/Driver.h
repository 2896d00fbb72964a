//===- Driver.h - from a model file to an artifact --------------*- C++ -*-===//
//
// The whole compiler behind one function. Prints nothing: diagnostics go to the
// handler of the context, texts of levels and reports are returned.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_DRIVER_DRIVER_H
#define NEURONC_DRIVER_DRIVER_H

#include "neuronc/Frontend/ImportOptions.h"

#include "neuron/status.h"

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
  std::string flags;          ///< the options as recorded in the artifact, without paths
};

/// Seconds of each stage, in order.
using Timing = std::vector<std::pair<std::string, double>>;

struct CompileResult {
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

/// Imports only; the signature as text.
Status check(const CompileOptions &options, std::string &signature, std::vector<std::string> &errors);

} // namespace neuron

#endif // NEURONC_DRIVER_DRIVER_H
