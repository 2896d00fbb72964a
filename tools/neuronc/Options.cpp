//===- Options.cpp - the command line of neuronc --------------------------===//

#include "Options.h"

#include "neuron/npy.h"
#include "neuron/target.h"

#include <CLI/CLI.hpp>

#include <iostream>

using namespace neuron;

/// "NAME=REST"; empty name if there is no '='.
static std::pair<std::string, std::string> splitAssignment(const std::string &text) {
  size_t equals = text.rfind('=');
  if (equals == std::string::npos)
    return {"", text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

static int64_t parseSize(const std::string &text) {
  size_t used = 0;
  long long value = -1;
  try {
    value = std::stoll(text, &used);
  } catch (const std::exception &) {
  }
  if (used != text.size() || value < 0)
    throw CLI::ValidationError("[NRN-E1003] '" + text + "' is not a size");
  return value;
}

static void addDim(ImportOptions &options, const std::string &text) {
  auto [name, size] = splitAssignment(text);
  if (name.empty())
    throw CLI::ValidationError("[NRN-E1004] --dim needs NAME=N, but got '" + text + "'");
  options.dims.push_back({name, parseSize(size)});
}

static void addShape(ImportOptions &options, const std::string &text) {
  auto [name, dims] = splitAssignment(text);
  if (name.empty())
    throw CLI::ValidationError("[NRN-E1005] --shape needs INPUT=d0,d1,.., but got '" + text + "'");
  ImportOptions::Shape shape{name, {}};
  std::stringstream stream(dims);
  for (std::string part; std::getline(stream, part, ',');)
    shape.dims.push_back(parseSize(part));
  options.shapes.push_back(std::move(shape));
}

/// The bytes of `--const INPUT=@FILE` live as long as the process.
static WeightData readConstant(const std::string &path) {
  static std::vector<std::unique_ptr<NpyArray>> arrays;
  Result<NpyArray> array = readNpy(path);
  if (!array)
    throw CLI::ValidationError(array.status().message());
  arrays.push_back(std::make_unique<NpyArray>(std::move(*array)));
  WeightData data;
  data.dtype = arrays.back()->dtype;
  data.shape.assign(arrays.back()->shape.begin(), arrays.back()->shape.end());
  data.data = reinterpret_cast<const char *>(arrays.back()->data.data());
  return data;
}

static void addConstant(ImportOptions &options, const std::string &text) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw CLI::ValidationError("[NRN-E1006] --const needs INPUT=VALUE or INPUT=@FILE.npy, but got '" + text + "'");
  ImportOptions::Constant constant{text.substr(0, equals), text.substr(equals + 1), std::nullopt};
  if (constant.text[0] == '@') {
    constant.data = readConstant(constant.text.substr(1));
    constant.text.clear();
  }
  options.constants.push_back(std::move(constant));
}

static const std::map<std::string, Level> levels = {{"neuron", Level::Neuron},
                                                    {"kernel", Level::Kernel},
                                                    {"nisa", Level::Nisa},
                                                    {"program", Level::Program}};

static std::vector<std::string> targets() {
  std::vector<std::string> names;
  for (std::string_view name : targetNames())
    names.emplace_back(name);
  return names;
}

static void addImportOptions(CLI::App &app, ImportOptions &import) {
  app.add_option_function<std::vector<std::string>>(
         "--dim", [&](const std::vector<std::string> &v) { for (auto &t : v) addDim(import, t); },
         "Size of a symbolic dimension, as NAME=N; may be repeated")
      ->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
         "--shape", [&](const std::vector<std::string> &v) { for (auto &t : v) addShape(import, t); },
         "Whole shape of an input, as INPUT=d0,d1,..; INPUT is a name or a position; may be repeated")
      ->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
         "--const", [&](const std::vector<std::string> &v) { for (auto &t : v) addConstant(import, t); },
         "Fix an input: INPUT=VALUE or INPUT=@FILE.npy; it is folded and leaves the signature; may be repeated")
      ->allow_extra_args(false);
}

static void addCompileOptions(CLI::App &app, CommandLine &line) {
  CompileOptions &options = line.compile;
  app.add_option("INPUT", options.input, "Model: a torch.export archive (.pt2) or an ONNX file (.onnx)")->required();
  app.add_option("-o,--output", options.output, "Artifact to write; with --emit, the text (default: standard output)");
  app.add_option("--target", options.target, "NeuronCore generation")->check(CLI::IsMember(targets()))->capture_default_str();
  app.add_option("--auto-cast", options.autoCast, "What is computed in the type of --auto-cast-type: none, matmult or all")
      ->check(CLI::IsMember({"none", "matmult", "all"}))->capture_default_str();
  app.add_option("--auto-cast-type", options.autoCastType, "bf16, fp16, tf32 or fp8_e4m3")
      ->check(CLI::IsMember({"bf16", "fp16", "tf32", "fp8_e4m3"}))->capture_default_str();
  app.add_option("-O", options.optLevel, "0: no fusion, no overlap, for finding faults; 1: fast; 2: default; 3: searches")
      ->check(CLI::Range(0, 3))->capture_default_str();
  addImportOptions(app, options.import);
  app.add_option("--emit", options.emit, "Stop after a level and write its text: neuron, kernel, nisa, program")
      ->transform(CLI::CheckedTransformer(levels));
  app.add_option("--report", line.reportFile, "Write the compile report as JSON");
  app.add_option("--timing", line.timingFile, "Write the seconds of each stage as JSON");
  app.add_flag("-q,--quiet", line.isQuiet, "Print errors only");
  app.add_flag("-v,--verbose", line.isVerbose, "Print the time of each stage");
}

/// The options that change the artifact, without paths.
static std::string recordedFlags(const CommandLine &line) {
  const CompileOptions &o = line.compile;
  std::string text = "--target " + o.target + " --auto-cast " + o.autoCast;
  if (o.autoCast != "none")
    text += " --auto-cast-type " + o.autoCastType;
  text += " -O" + std::to_string(o.optLevel);
  for (const auto &[name, size] : o.import.dims)
    text += " --dim " + name + "=" + std::to_string(size);
  return text;
}

int parseCommandLine(int argc, char **argv, CommandLine &line) {
  // The word may be left out: `neuronc model.onnx -o model.neff`.
  std::string word = argc > 1 ? argv[1] : "";
  bool hasWord = word == "compile" || word == "check" || word == "report";
  CLI::App app("neuronc: compile a PyTorch or ONNX model for the AWS NeuronCore\n\n"
               "  neuronc [compile] INPUT -o OUT.neff [options]\n"
               "  neuronc check INPUT       read the model and print its signature\n"
               "  neuronc report FILE.neff  print the report kept in an artifact (a file called report is given as ./report)\n\n"
               "Exit status: 0 success, 2 usage, 3 bad input, 4 unsupported, 5 does not fit, 6 reading or writing failed, 70 internal error.",
               "neuronc");
  app.set_version_flag("--version", NEURONC_VERSION);
  if (word == "report")
    app.add_option("FILE", line.compile.input, "Artifact")->required();
  else
    addCompileOptions(app, line);
  line.word = word == "check" ? CommandLine::Word::Check : word == "report" ? CommandLine::Word::Report : CommandLine::Word::Compile;
  try {
    std::vector<std::string> arguments(argv + 1 + hasWord, argv + argc);
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    if (line.word == CommandLine::Word::Compile && line.compile.emit == Level::Artifact && line.compile.output.empty())
      throw CLI::ValidationError("[NRN-E1001] -o OUT.neff is required");
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : int(ErrorClass::Usage);
  }
  line.compile.flags = recordedFlags(line);
  return -1;
}
