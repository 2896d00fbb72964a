//===- Options.cpp - the command line of neuronc --------------------------===//

#include "Options.h"

#include "neuron/npy.h"
#include "neuron/target.h"
#include "neuron/text.h"

#include <CLI/CLI.hpp>

#include <filesystem>
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

namespace {
/// A file that an option names is at fault, not the option.
struct FileError : CLI::ParseError {
  explicit FileError(const Status &status)
      : ParseError("FileError", "[NRN-E" + std::to_string(status.code()) + "] " + status.message(), int(status.errorClass())),
        status(int(status.errorClass())) {}
  int status;
};
} // namespace

/// The bytes of `--const INPUT=@FILE` live as long as the process.
static WeightData readConstant(const std::string &path) {
  static std::vector<std::unique_ptr<NpyArray>> arrays;
  Result<NpyArray> array = readNpy(path);
  if (!array)
    throw FileError(array.status());
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

/// A check that the help does not spell out.
static CLI::Validator oneOf(const std::vector<std::string> &names) { return CLI::IsMember(names).description(""); }

static void addImportOptions(CLI::App &app, ImportOptions &import) {
  app.add_option_function<std::vector<std::string>>(
         "--dim", [&](const std::vector<std::string> &v) { for (auto &t : v) addDim(import, t); },
         "Size of a symbolic dimension; may be repeated")
      ->type_name("NAME=N")->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
         "--shape", [&](const std::vector<std::string> &v) { for (auto &t : v) addShape(import, t); },
         "Whole shape of an input, by its name or position; may be repeated")
      ->type_name("INPUT=d0,d1,..")->allow_extra_args(false);
  app.add_option_function<std::vector<std::string>>(
         "--const", [&](const std::vector<std::string> &v) { for (auto &t : v) addConstant(import, t); },
         "Fix an input to a value or to the content of @FILE.npy; it is folded and leaves the signature; may be repeated")
      ->type_name("INPUT=VALUE")->allow_extra_args(false);
}

/// What decides the code that is generated.
static void addCodeOptions(CLI::App &app, CompileOptions &options) {
  app.add_option("INPUT", options.input, "Model: a torch.export archive (.pt2) or an ONNX file (.onnx)")->type_name("")->required();
  app.add_option("--target", options.target, "NeuronCore generation: trn1, inf2, trn2 or trn3")
      ->type_name("NAME")->check(oneOf(targets()))->capture_default_str();
  app.add_option("--auto-cast", options.autoCast, "What is computed in a narrower type: none, matmult or all")
      ->type_name("WHAT")->check(oneOf({"none", "matmult", "all"}))->capture_default_str();
  app.add_option("--auto-cast-type", options.autoCastType, "That type: bf16, fp16, tf32 or fp8_e4m3")
      ->type_name("TYPE")->check(oneOf({"bf16", "fp16", "tf32", "fp8_e4m3"}))->capture_default_str();
  app.add_option("-O", options.optLevel, "0: no fusion and no overlap, for finding faults; 1 to 3: all of it")
      ->type_name("LEVEL")->check(CLI::Range(0, 3).description(""))->capture_default_str();
  addImportOptions(app, options.import);
}

static void addCompileOptions(CLI::App &app, CommandLine &line) {
  addCodeOptions(app, line.compile);
  app.add_option("-o,--output", line.compile.output, "Artifact to write; with --emit, the text (default: standard output)")
      ->type_name("FILE");
  app.add_option("--emit", line.compile.emit, "Stop after a level and write its text: neuron, kernel, nisa, program")
      ->type_name("LEVEL")->transform(CLI::CheckedTransformer(levels).description(""));
  app.add_option("--report", line.reportFile, "Write the compile report as JSON (docs/report.schema.json)")->type_name("FILE");
  app.add_option("--timing", line.timingFile, "Write the seconds of each stage as JSON")->type_name("FILE");
  app.add_flag("-q,--quiet", line.isQuiet, "Print errors only");
  app.add_flag("-v,--verbose", line.isVerbose, "Print the time of each stage");
}

static void addReportOptions(CLI::App &app, CommandLine &line) {
  app.add_option("FILE", line.compile.input, "Artifact")->type_name("")->required();
  app.add_flag("--json", line.isJson, "Print the report as it stands in the artifact");
  app.add_option("--rows", line.rows, "Kernels to show, the slowest first; 0 for all")->type_name("N")->capture_default_str();
}

static const char *const kCompileHelp =
    R"(neuronc - compile a PyTorch or ONNX model for the AWS NeuronCore

  neuronc [compile] INPUT -o OUT.neff [options]   compile a model
  neuronc check INPUT [options]                   what is in a model, and does it compile
  neuronc report FILE.neff [--json] [--rows N]    where an artifact's time goes

A model that is called check or report is given as ./report. The artifact is
written when everything has succeeded; a failed compile leaves no file.
)";

static const char *const kCompileFooter = R"(Examples:
  neuronc model.pt2 -o model.neff
  neuronc model.pt2 -o model.neff --dim batch=4
  neuronc model.onnx -o model.neff --shape x=1,3,224,224 --const sr=16000
  neuronc model.onnx -o model.neff --target inf2 --auto-cast matmult --report report.json
  neuronc model.onnx --emit nisa | less

Exit status:
  0 success   2 usage   3 bad input   4 unsupported   5 does not fit
  6 reading or writing failed   70 internal error

Every message has a code NRN-Exxxx; docs/errors.md says what to do about each.)";

static const char *const kCheckHelp =
    R"(neuronc check - what is in a model, and does it compile

Prints inputs and outputs, dimensions that have to be fixed, weights, operators
with their numbers, all that is not supported with its place, and branches of
which both sides are computed. Makes every step of a compile but simulation and
writing. Open sizes are no error: what does not depend on them is printed.
)";

static const char *const kCheckFooter = R"(Examples:
  neuronc check model.onnx
  neuronc check model.pt2 --dim batch=4 --target trn1

Exit status: 0 it compiles (or sizes are open), else as neuronc.)";

static const char *const kReportHelp =
    R"(neuronc report - where an artifact's time goes

Prints the predicted time against the bound of the machine, what limits it, and
the kernels, the slowest first: the time of the busiest engine, the bound, which
engine limits, bytes moved from and to HBM and those that have to be, and the
operations of the model with their place.
)";

static const char *const kReportFooter = R"(Examples:
  neuronc report model.neff
  neuronc report model.neff --json | python3 -m json.tool

Exit status: 0 success, 2 usage, 3 not an artifact, 6 cannot be read.)";

/// Declares the options of a command, with its help.
static void describe(CLI::App &app, CommandLine &line) {
  bool isCheck = line.word == CommandLine::Word::Check, isReport = line.word == CommandLine::Word::Report;
  app.description(isCheck ? kCheckHelp : isReport ? kReportHelp : kCompileHelp);
  app.footer(isCheck ? kCheckFooter : isReport ? kReportFooter : kCompileFooter);
  if (isReport)
    addReportOptions(app, line);
  else if (isCheck)
    addCodeOptions(app, line.compile);
  else
    addCompileOptions(app, line);
  if (isCheck)
    app.add_flag("-q,--quiet", line.isQuiet, "Show no progress");
}

static CommandLine::Word wordOf(const std::string &text) {
  return text == "check"    ? CommandLine::Word::Check
         : text == "report" ? CommandLine::Word::Report
                            : CommandLine::Word::Compile;
}

/// Prints what is wrong with the command line; the exit status.
static int refuse(const CLI::ParseError &error) {
  std::string text = error.what();
  bool hasCode = text.starts_with("[NRN-E");
  std::cerr << "neuronc: error: " << printable((hasCode ? "" : "[NRN-E1001] ") + text) << "\nRun with --help for more information.\n";
  auto *file = dynamic_cast<const FileError *>(&error);
  return file ? file->status : int(ErrorClass::Usage);
}

static void checkOutput(const CompileOptions &options) {
  if (options.emit == Level::Artifact && options.output.empty())
    throw CLI::ValidationError("[NRN-E1001] -o OUT.neff is required");
  std::error_code isNoFile;
  if (std::filesystem::equivalent(options.input, options.output, isNoFile))
    throw CLI::ValidationError("[NRN-E1007] '" + options.output + "' is the model itself");
}

int parseCommandLine(int argc, char **argv, CommandLine &line) {
  // The word may be left out: `neuronc model.onnx -o model.neff`.
  std::string word = argc > 1 ? argv[1] : "";
  bool hasWord = word == "compile" || word == "check" || word == "report";
  line.word = wordOf(word);
  CLI::App app("", hasWord ? "neuronc " + word : "neuronc");
  app.set_version_flag("--version", NEURONC_VERSION);
  describe(app, line);
  try {
    std::vector<std::string> arguments(argv + 1 + hasWord, argv + argc);
    if (arguments == std::vector<std::string>{"--print-operators"}) {
      std::cout << operatorList();
      return 0;
    }
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
    if (line.word == CommandLine::Word::Compile)
      checkOutput(line.compile);
  } catch (const CLI::Success &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    return refuse(error);
  }
  return -1;
}
