//===- Passes.h - passes on nisa --------------------------------*- C++ -*-===//
#ifndef NEURONC_SCHEDULE_PASSES_H
#define NEURONC_SCHEDULE_PASSES_H

#include "dialects/Nisa/Nisa.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neuron {

#define GEN_PASS_DECL
#include "neuronc/Schedule/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "neuronc/Schedule/Passes.h.inc"

} // namespace neuron

#endif // NEURONC_SCHEDULE_PASSES_H
