//===- Checker.h - memory checking of --strict ------------------*- C++ -*-===//
#ifndef NEURON_EXEC_CHECKER_H
#define NEURON_EXEC_CHECKER_H

#include "Core.h"

namespace neuron::exec {

class Checker {
public:
  explicit Checker(const DecodedProgram &program) : program(program) {}
  void begin() {}
  Status before(const Frame &, const std::vector<int64_t> &) { return {}; }

private:
  [[maybe_unused]] const DecodedProgram &program;
};

} // namespace neuron::exec

#endif // NEURON_EXEC_CHECKER_H
