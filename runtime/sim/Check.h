//===- Check.h - indices of a program that timing relies on -----*- C++ -*-===//
#ifndef NEURON_SIM_CHECK_H
#define NEURON_SIM_CHECK_H

#include "neuron/program.h"
#include "neuron/status.h"
#include "neuron/target.h"

namespace neuron {

/// An instruction below `depth` loops on `engine`: pools, loop levels, sources
/// of waits, queue, what the target offers.
Status checkInstruction(const Program &program, const Target &target, uint32_t index, Engine engine,
                        unsigned depth);
/// Terms in the pool, levels below `depth`.
bool checkAffine(const Program &program, const Affine &affine, unsigned depth);
/// The error of a program that breaks a rule.
Status badProgram(const std::string &what);

} // namespace neuron

#endif // NEURON_SIM_CHECK_H
