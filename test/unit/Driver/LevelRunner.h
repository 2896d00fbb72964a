//===- LevelRunner.h - one graph at every level -----------------*- C++ -*-===//
//
// The evaluator gives the result of the graph. It must give the same after each
// pass of the pipeline, and so must the executed artifact, with the memory
// checker on.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_TEST_UNIT_DRIVER_LEVELRUNNER_H
#define NEURONC_TEST_UNIT_DRIVER_LEVELRUNNER_H

#include <string>

namespace neuron {

struct LevelInputs {
  unsigned seed = 1;
  double low = -2, high = 2; ///< of floats
  double tolerance = 1e-4;
};

/// What differs first, or an empty text. `text` is a func.func @main.
std::string compareLevels(const std::string &text, unsigned optLevel, const LevelInputs &inputs);

} // namespace neuron

#endif // NEURONC_TEST_UNIT_DRIVER_LEVELRUNNER_H
