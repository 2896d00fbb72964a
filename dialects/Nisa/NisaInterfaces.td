//===- NisaInterfaces.td - what all instructions share ----*- tablegen -*-===//
#ifndef NISA_INTERFACES_TD
#define NISA_INTERFACES_TD

include "mlir/IR/OpBase.td"

// The one interface through which everything generic sees an instruction.

def Nisa_InstructionInterface : OpInterface<"NisaInstruction"> {
  let cppNamespace = "::neuron::nisa";
  let description = "An op that becomes one instruction of the artifact; its row in instructions.def says the rest.";
  let methods = [
    StaticInterfaceMethod<"Opcode of the row.", "::neuron::Opcode", "getOpcode">,
    InterfaceMethod<"View in an operand slot of the row, or null.", "::mlir::Value", "getSlot", (ins "unsigned":$slot), [{}], [{
      auto [start, length] = $_op.getODSOperandIndexAndLength(slot);
      return length ? $_op->getOperand(start) : ::mlir::Value();
    }]>,
  ];
  let extraSharedClassDeclaration = [{
    /// The row of instructions.def.
    const ::neuron::InstructionInfo &getInfo() { return *::neuron::infoOf($_op.getOpcode()); }
    /// The engine that executes it (a DMA: that issues it).
    ::neuron::Engine getEngineId() { return ::neuron::nisa::engineOf($_op.getOperation()); }
  }];
}

#endif // NISA_INTERFACES_TD
