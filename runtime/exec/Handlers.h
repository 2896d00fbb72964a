//===- Handlers.h - one function for each instruction -----------*- C++ -*-===//
//
// A handler finds its operands located and of legal shape and type. Slots and
// immediates are those of the row in instructions.def.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_HANDLERS_H
#define NEURON_EXEC_HANDLERS_H

#include "Core.h"

namespace neuron::exec {

#define NEURON_INSTRUCTION(code, Name, text, engines, operands, imms) Status exec##Name(Frame &f);
#include "neuron/instructions.def"

/// Whether a matmul adds to what PSUM holds in this iteration.
bool accumulates(const Frame &f);

/// The shape rule an instruction breaks, or nullptr.
const char *brokenShapeRule(const DecodedInstruction &inst);

} // namespace neuron::exec

#endif // NEURON_EXEC_HANDLERS_H
