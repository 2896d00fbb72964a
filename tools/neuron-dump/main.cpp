//===- main.cpp - neuron-dump ---------------------------------------------===//

#include "Folder.h"

#include "neuron/file.h"
#include "neuron/text.h"

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace neuron;

static int fail(const Status &status) {
  std::fprintf(stderr, "neuron-dump: error: [NRN-E%04u] %s\n", status.code(), printable(status.message()).c_str());
  return int(status.errorClass());
}

/// Where each variable lies: its bytes in HBM, in the order of the program.
static void printMemory(const Program &program) {
  uint64_t total = 0;
  for (const Variable &variable : program.variables)
    total += variable.bytes;
  std::printf("# hbm: %zu variables, %llu bytes\n", program.variables.size(), static_cast<unsigned long long>(total));
}

static int print(const std::string &path) {
  Result<Artifact> artifact = readNeff(path);
  if (!artifact)
    return fail(artifact.status());
  std::printf("# artifact \"%s\", logical core size %u, %zu programs, %zu weights\n", artifact->name.c_str(),
              artifact->logicalCoreSize, artifact->programs.size(), artifact->weights.size());
  std::printf("# %s\n", artifact->infoJson.c_str());
  for (const Program &program : artifact->programs) {
    printMemory(program);
    std::fputs(printProgram(program).c_str(), stdout);
  }
  Status written = flushStandardOutput();
  return written ? 0 : fail(written);
}

static const char *const kHelp =
    R"(neuron-dump - an artifact as text, and back

  neuron-dump FILE                    print variables, memory and instruction streams
  neuron-dump FILE -o DIR             write that text and the weight files, unchanged
  neuron-dump --assemble DIR -o FILE  the artifact that such a folder describes

A folder that was not changed gives the same bytes back.
)";

static const char *const kFooter = R"(Examples:
  neuron-dump model.neff | less
  neuron-dump model.neff -o model.dump && neuron-dump --assemble model.dump -o again.neff

Exit status: 0 success, 2 usage, 3 bad input, 4 unsupported, 6 reading or writing failed.)";

int main(int argc, char **argv) {
  reportLongFiles();
  CLI::App app(kHelp, "neuron-dump");
  app.footer(kFooter);
  std::string file, output, folder;
  app.add_option("FILE", file, "Artifact")->type_name("");
  app.add_option("-o,--output", output, "Folder to write, or with --assemble the artifact")->type_name("PATH");
  app.add_option("--assemble", folder, "Folder that neuron-dump -o wrote")->type_name("DIR");
  try {
    app.parse(argc, argv);
    if (file.empty() == folder.empty() || (!folder.empty() && output.empty()))
      throw CLI::ValidationError("[NRN-E1001] give FILE, or --assemble DIR -o FILE");
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : int(ErrorClass::Usage);
  }
  if (!folder.empty()) {
    Status status = assemble(folder, output);
    return status.ok() ? 0 : fail(status);
  }
  if (output.empty())
    return print(file);
  Result<Artifact> artifact = readNeff(file);
  if (!artifact)
    return fail(artifact.status());
  Status status = writeFolder(output, *artifact);
  return status.ok() ? 0 : fail(status);
}
