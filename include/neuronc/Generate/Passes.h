//===- Passes.h - from neuron to nisa ---------------------------*- C++ -*-===//
#ifndef NEURONC_GENERATE_PASSES_H
#define NEURONC_GENERATE_PASSES_H

#include "dialects/Nisa/Nisa.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neuron {

#define GEN_PASS_DECL
#include "neuronc/Generate/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "neuronc/Generate/Passes.h.inc"

} // namespace neuron

#endif // NEURONC_GENERATE_PASSES_H
