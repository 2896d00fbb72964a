//===- Options.cpp - command line of neuron-run ---------------------------===//

#include "Options.h"

#include <CLI/CLI.hpp>

using namespace neuron::run;

static const char *const kHelp =
    R"(neuron-run - run an artifact on a software NeuronCore

Executes the instruction streams that neuronc wrote, with the numerics of the
machine, on the processors of this host. No accelerator and no framework takes
part. Results are the same bits on every host and for every number of threads.
)";

static const char *const kFooter = R"(Inputs are .npy files; bf16 and fp8 tensors are read from and written as float32.
Output i of the signature goes to DIR/output_<i>.npy, an in-out tensor to
DIR/inout_<name>.npy. With --expect, a value passes if
|a - b| <= atol + rtol * |b|; NaN equals NaN; integers and bool must be equal.

Examples:
  neuron-run model.neff --input x.npy -o out
  neuron-run model.neff --input mask=m.npy --input x.npy --expect y.npy --strict
  neuron-run model.neff --profile trace.json        timing alone, for ui.perfetto.dev

Exit status:
  0 success   1 results differ from --expect   2 usage   3 bad input
  4 unsupported   5 does not fit   6 reading or writing failed   70 internal error)";

int neuron::run::parseOptions(int argc, char **argv, Options &o) {
  CLI::App app(kHelp, "neuron-run");
  app.footer(kFooter);
  app.set_version_flag("--version", "neuron-run 0.1.0");
  app.add_option("FILE", o.artifact, "artifact that neuronc wrote")->required();
  app.add_option("--input", o.inputs, "input as .npy; in signature order unless named")->type_name("[NAME=]FILE")->take_all()->expected(1)->allow_extra_args(false);
  app.add_option("-o,--output-dir", o.outputDir, "folder for output_<i>.npy and inout_<name>.npy")->type_name("DIR");
  app.add_option("--expect", o.expected, "expected output as .npy, in output order")->type_name("FILE")->take_all()->expected(1)->allow_extra_args(false);
  app.add_option("--rtol", o.rtol, "relative tolerance of --expect")->capture_default_str()->check(CLI::NonNegativeNumber);
  app.add_option("--atol", o.atol, "absolute tolerance of --expect")->capture_default_str()->check(CLI::NonNegativeNumber);
  app.add_flag("--strict", o.strict, "check memory: bytes read before they are written, accesses that nothing orders, misuse of PSUM");
  app.add_option("--profile", o.profile, "write a timeline that Perfetto opens; without inputs, only that")->type_name("FILE");
  app.add_option("--repeat", o.repeat, "run N times, from the initial state each time")->type_name("N")->check(CLI::Range(1u, 1000000u));
  app.add_flag("--keep-state", o.keepState, "with --repeat: state goes on from run to run");
  app.add_option("--json", o.json, "write what happened as JSON")->type_name("FILE");
  app.add_option("--threads", o.threads, "threads; 0: one for each CPU")->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success &success) {
    return app.exit(success);
  } catch (const CLI::ParseError &error) {
    std::cerr << "neuron-run: error: [NRN-E1001] " << error.what() << "\n" << "Try neuron-run --help.\n";
    return 2;
  }
  return -1;
}
