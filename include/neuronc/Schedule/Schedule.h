//===- Schedule.h - nisa to engine streams ----------------------*- C++ -*-===//
//
// Turns a sequential nisa program into the five engine streams and the DMA
// queues of a neuron::Program: allocates SBUF and PSUM, finds what has to wait
// for what, and keeps the counted loops. Time and memory depend on the number
// of instructions written, not on the number executed.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_SCHEDULE_SCHEDULE_H
#define NEURONC_SCHEDULE_SCHEDULE_H

#include "dialects/Nisa/Nisa.h"

#include "neuron/program.h"
#include "neuron/target.h"

namespace neuron {

struct ScheduleOptions {
  /// False at -O0: one copy of each buffer, every instruction waits for the one
  /// before it.
  bool overlap = true;
};

/// What scheduling did, for reports and tests.
struct ScheduleStats {
  uint64_t sbufBytes = 0;     ///< highest byte used in a partition
  uint64_t psumBanks = 0;     ///< highest bank used
  uint64_t hbmBytes = 0;      ///< all variables
  uint64_t spills = 0;        ///< scratch buffers that stay in HBM for want of SBUF
  uint64_t spillBytes = 0;
  uint64_t onChip = 0;        ///< scratch buffers that live in SBUF
  uint64_t onChipBytes = 0;
  uint64_t instructions = 0;  ///< written in the streams
  uint64_t dependences = 0;   ///< found
  uint64_t waits = 0;         ///< kept
  uint64_t waitCarriers = 0;  ///< event_semaphore instructions added
};

/// Moves scratch variables from HBM to SBUF where one layout serves all copies of
/// them and `share` (0 .. 1) of SBUF has room beside the kernels' own tiles.
/// `stats` gets how many moved, and how many had a layout but no room.
void keepOnChip(nisa::ProgramOp program, const Target &target, double share, ScheduleStats &stats);

/// Writes the instructions of every kernel and loop body in an order in which
/// little waits. Results stay the same to the last bit.
mlir::LogicalResult listSchedule(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options);

/// keepOnChip, listSchedule and allocate with as much on chip as fits (nothing without
/// overlap); `program` becomes the result.
mlir::LogicalResult allocateOnChip(nisa::ProgramOp &program, const Target &target,
                                   const ScheduleOptions &options, ScheduleStats &stats);

/// Writes `engine` and `queue` of every DMA.
mlir::LogicalResult showQueues(nisa::ProgramOp program, const ScheduleOptions &options);
/// Writes `number` and `after` of every instruction (see nisa-show-dependences).
mlir::LogicalResult showDependences(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options);
/// Writes `waits` of every instruction (see nisa-show-waits).
mlir::LogicalResult showWaits(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options);

/// Gives every nisa.alloc of `program` an address and a ring of slots, as
/// attributes. Error NRN-E5001 when live buffers exceed SBUF or PSUM.
mlir::LogicalResult allocate(nisa::ProgramOp program, const Target &target,
                             const ScheduleOptions &options, ScheduleStats &stats);

/// The engine streams of `program`, which must have been verified for `target`.
/// Buffers without addresses are allocated first. Errors are diagnostics.
mlir::FailureOr<Program> buildProgram(nisa::ProgramOp program, const Target &target,
                                      const ScheduleOptions &options, ScheduleStats &stats);

} // namespace neuron

#endif // NEURONC_SCHEDULE_SCHEDULE_H
