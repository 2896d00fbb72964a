//===- RandomProgram.h - random nisa programs -------------------*- C++ -*-===//
#ifndef NEURONC_TEST_UNIT_SCHEDULE_RANDOMPROGRAM_H
#define NEURONC_TEST_UNIT_SCHEDULE_RANDOMPROGRAM_H

#include <string>

namespace neuron::schedule {

/// The text of a valid program: nested loops, buffers at all depths, copies
/// between memories by all engines. The same seed gives the same text.
std::string randomProgram(unsigned seed);

} // namespace neuron::schedule

#endif // NEURONC_TEST_UNIT_SCHEDULE_RANDOMPROGRAM_H
