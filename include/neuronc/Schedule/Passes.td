//===- Passes.td - passes on nisa -------------------------*- tablegen -*-===//
#ifndef NEURONC_SCHEDULE_PASSES_TD
#define NEURONC_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def NisaAllocatePass : Pass<"nisa-allocate", "::mlir::ModuleOp"> {
  let summary = "Give every nisa.alloc an address and a ring of slots";
  let description = [{
    The first step of scheduling, by itself: buffers whose lives do not overlap
    share bytes, and what several engines or a DMA touch inside a loop gets
    several slots, so that iterations overlap. `NRN-E5001` if memory does not
    suffice with one slot each. buildProgram does the same for buffers without
    an address.

    ```mlir
    %t = nisa.alloc : !nisa.buffer<sbuf, 128, 2048>
    // becomes
    %t = nisa.alloc {address = 0 : i64, slots = 4 : i64, slot_bytes = 2048 : i64} : !nisa.buffer<sbuf, 128, 2048>
    ```
  }];
  let options = [
    Option<"overlap", "overlap", "bool", /*default=*/"true", "Let iterations overlap; false as at -O0">,
    Option<"sbufBytes", "sbuf-bytes", "int64_t", /*default=*/"0", "Bytes of a partition instead of the target's">,
  ];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

def NisaVerifyTargetPass : Pass<"nisa-verify-target", "::mlir::ModuleOp"> {
  let summary = "Refuse what the program's target does not have";
  let description = [{
    Features and limits of one generation; what no generation can do is refused
    by the verifier of each operation. Runs once, before scheduling. Changes
    nothing.

    ```mlir
    nisa.program @main target "trn1" {
      nisa.range_select ... // error: needs trn2 or later
    }
    ```
  }];
}

#endif // NEURONC_SCHEDULE_PASSES_TD
