//===- Passes.h - passes from neuron to neuron ------------------*- C++ -*-===//
#ifndef NEURONC_TRANSFORMS_PASSES_H
#define NEURONC_TRANSFORMS_PASSES_H

#include "dialects/Neuron/Neuron.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace neuron {

#define GEN_PASS_DECL
#include "neuronc/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "neuronc/Transforms/Passes.h.inc"

} // namespace neuron

#endif // NEURONC_TRANSFORMS_PASSES_H
