//===- Targets.h - the constants behind findTarget --------------*- C++ -*-===//
#ifndef NEURON_TARGET_TARGETS_H
#define NEURON_TARGET_TARGETS_H

#include "neuron/target.h"

namespace neuron::targets {
#define NEURON_TARGET(name) extern const Target name;
#include "targets.def"
} // namespace neuron::targets

#endif // NEURON_TARGET_TARGETS_H
