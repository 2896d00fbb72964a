//===- Options.h - the command line of neuronc ------------------*- C++ -*-===//
#ifndef NEURONC_TOOLS_NEURONC_OPTIONS_H
#define NEURONC_TOOLS_NEURONC_OPTIONS_H

#include "neuronc/Driver/Driver.h"

#include <string>

/// What the command line asks for.
struct CommandLine {
  enum class Word { Compile, Check, Report } word = Word::Compile;
  neuron::CompileOptions compile;
  std::string reportFile, timingFile;
  bool isQuiet = false, isVerbose = false;
  bool isJson = false; ///< report: as it stands in the artifact
  unsigned rows = 20;  ///< report: kernels shown, 0 = all
};

/// Parses; what is not about the command asked for is refused. On failure prints what is wrong (or the help) and returns the exit
/// status, else -1.
int parseCommandLine(int argc, char **argv, CommandLine &line);

#endif // NEURONC_TOOLS_NEURONC_OPTIONS_H
