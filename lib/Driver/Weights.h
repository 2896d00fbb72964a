//===- Weights.h - write weight members by their recipes --------*- C++ -*-===//
#ifndef NEURONC_LIB_DRIVER_WEIGHTS_H
#define NEURONC_LIB_DRIVER_WEIGHTS_H

#include "neuronc/Generate/Generate.h"

#include "neuron/neff.h"

namespace neuron {
/// One member for each recipe. The members read from `store` and `plan`, which
/// must outlive them. Nothing is copied before the writer asks for it.
std::vector<WeightMember> weightMembers(const WeightPlan &plan, const WeightStore &store);
/// The recipes as JSON (docs/neff.md).
std::string recipesJson(const WeightPlan &plan);
} // namespace neuron

#endif // NEURONC_LIB_DRIVER_WEIGHTS_H
