//===- Options.h - command line of neuron-run -------------------*- C++ -*-===//
#ifndef NEURON_RUN_OPTIONS_H
#define NEURON_RUN_OPTIONS_H

#include <string>
#include <vector>

namespace neuron::run {

struct Options {
  std::string artifact;
  std::vector<std::string> inputs; ///< [NAME=]FILE
  std::string outputDir;
  std::vector<std::string> expected;
  double rtol = 1e-3, atol = 1e-4;
  bool strict = false;
  std::string profile, json;
  unsigned repeat = 1;
  bool keepState = false;
  unsigned threads = 0;
};

/// The exit status when the program ends here (help, wrong usage), else -1.
int parseOptions(int argc, char **argv, Options &options);

} // namespace neuron::run

#endif // NEURON_RUN_OPTIONS_H
