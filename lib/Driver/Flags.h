//===- Flags.h - the options that change an artifact ------------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_FLAGS_H
#define NEURONC_LIB_DRIVER_FLAGS_H

#include "neuronc/Driver/Driver.h"

namespace neuron {
/// As the command line has them, without paths. The same text, model and version
/// give the same artifact.
std::string recordedFlags(const CompileOptions &options);
} // namespace neuron

#endif // NEURONC_LIB_DRIVER_FLAGS_H
