//===- HandlerTable.cpp - opcode to handler -------------------------------===//

#include "Handlers.h"

using namespace neuron;
using namespace neuron::exec;

Handler exec::handlerFor(Opcode opcode) {
  switch (opcode) {
#define NEURON_INSTRUCTION(code, Name, text, engines, operands, imms)                              \
  case Opcode::Name:                                                                               \
    return exec##Name;
#include "neuron/instructions.def"
  }
  return nullptr;
}

Status exec::execEventSemaphore(Frame &) { return {}; }
