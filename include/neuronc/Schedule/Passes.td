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

def NisaAssignQueuesPass : Pass<"nisa-assign-queues", "::mlir::ModuleOp"> {
  let summary = "Choose who issues each DMA, and on which queue";
  let description = [{
    The second step of scheduling, by itself. A trigger that waits blocks its
    engine, so loads of what is there from the start, loads of what the program
    stores, and stores go to three engines, unless `engine` is given. An engine's
    copies take turns on its queues. buildProgram does the same; in no pipeline.

    ```mlir
    nisa.dma_copy %tile, %input : ...
    // becomes
    nisa.dma_copy %tile, %input {engine = #nisa.engine<sync>, queue = 0 : i32} : ...
    ```
  }];
  let options = [Option<"overlap", "overlap", "bool", /*default=*/"true", "Several queues; false as at -O0">];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

def NisaListSchedulePass : Pass<"nisa-list-schedule", "::mlir::ModuleOp"> {
  let summary = "Write the instructions of each block in an order in which little waits";
  let description = [{
    Runs after nisa-keep-on-chip and before allocation, except at -O0. Engines
    take their instructions in order, so what waits for a result holds up what
    stands behind it. Inside every kernel and loop body the instructions are
    written in the order of their possible starts, the longest remaining way
    first; accesses that meet, running reductions and random numbers keep their
    order, and no more of PSUM and SBUF is alive than fits.

    ```mlir
    nisa.tensor_reduce %max0, %scores0
    nisa.activation %weights0, %scores0, bias %max0
    nisa.reciprocal %inverse0, %sum0
    nisa.tensor_reduce %max1, %scores1
    // becomes
    nisa.tensor_reduce %max0, %scores0
    nisa.activation %weights0, %scores0, bias %max0
    nisa.tensor_reduce %max1, %scores1
    nisa.reciprocal %inverse0, %sum0
    ```
  }];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

def NisaKeepOnChipPass : Pass<"nisa-keep-on-chip", "::mlir::ModuleOp"> {
  let summary = "Move scratch variables from HBM to SBUF";
  let description = [{
    Runs before allocation, except at -O0. Where one layout serves all copies of a
    scratch variable and SBUF has room beside the kernels' own tiles, the
    variable becomes an SBUF buffer; a tile that was copied to or from it becomes
    a window of it, and the copy is gone.

    ```mlir
    %s = nisa.variable "scratch.0" {kind = "scratch", ...} : !nisa.buffer<hbm, 1, 32768>
    // becomes
    %s = nisa.alloc : !nisa.buffer<sbuf, 128, 256>
    ```
  }];
  let options = [Option<"share", "share", "double", /*default=*/"1.0", "Part of SBUF that may be used">];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

def NisaPrintProgramPass : Pass<"nisa-print-program", "::mlir::ModuleOp"> {
  let summary = "Print the engine streams of each program";
  let description = [{
    All of scheduling; the text is that of `neuron-dump`, on standard error. The
    IR gets addresses. For tests and for people; in no pipeline.

    ```mlir
    nisa.activation <exp> %o, %t : ...
    // prints
    // stream scalar
    //   activation dst=... wait ...
    ```
  }];
  let options = [Option<"overlap", "overlap", "bool", /*default=*/"true", "false as at -O0">];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

def NisaShowDependencesPass : Pass<"nisa-show-dependences", "::mlir::ModuleOp"> {
  let summary = "Write on each instruction what it depends on";
  let description = [{
    The third step of scheduling, by itself, as attributes: `number` in the order
    of the program, and in `after` the numbers of the instructions that have to be
    complete, with their iteration as functions of the counters (i0 is the
    outermost) and, behind `if`, what must not be negative. Dependences inside
    one engine need no wait and are not there. For tests; in no pipeline.

    ```mlir
    nisa.activation <exp> %o, %t : ...
    // becomes
    nisa.activation <exp> %o, %t {after = ["0[i0]", "2[-2 + i0] if -2 + i0"], number = 1} : ...
    ```
  }];
  let options = [Option<"overlap", "overlap", "bool", /*default=*/"true", "false as at -O0">];
  let dependentDialects = ["::neuron::nisa::NisaDialect"];
}

def NisaShowWaitsPass : Pass<"nisa-show-waits", "::mlir::ModuleOp"> {
  let summary = "Write on each instruction what it waits for";
  let description = [{
    The last step of scheduling, by itself, as the attribute `waits`: an engine or
    queue, the number of its instance, and behind `if` what must not be negative.
    Dependences that follow from others are gone. For tests; in no pipeline.

    ```mlir
    nisa.activation <exp> %o, %t : ...
    // becomes
    nisa.activation <exp> %o, %t {waits = ["queue 0: i0"]} : ...
    ```
  }];
  let options = [Option<"overlap", "overlap", "bool", /*default=*/"true", "false as at -O0">];
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
