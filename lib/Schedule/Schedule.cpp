//===- Schedule.cpp - nisa to engine streams ------------------------------===//

#include "neuronc/Schedule/Schedule.h"

#include "Sequence.h"
#include "Translate.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

/// Writes what placeBuffers found to the IR.
static void writeAddresses(const Sequence &sequence) {
  for (const BufferInfo &buffer : sequence.buffers) {
    auto alloc = dyn_cast<nisa::AllocOp>(buffer.op);
    if (!alloc)
      continue;
    alloc.setAddress(uint64_t(buffer.address));
    alloc.setSlots(buffer.slots);
    alloc.setSlotBytes(buffer.slotBytes);
  }
}

/// Takes addresses from the IR; false if a buffer has none.
static bool readAddresses(Sequence &sequence) {
  for (BufferInfo &buffer : sequence.buffers) {
    auto alloc = dyn_cast<nisa::AllocOp>(buffer.op);
    if (!alloc)
      continue;
    if (!alloc.getAddress())
      return false;
    buffer.address = *alloc.getAddress();
    buffer.slots = alloc.getSlots();
    buffer.slotBytes = alloc.getSlotBytes() ? alloc.getSlotBytes() : buffer.type.getBytes();
  }
  findLiveRanges(sequence);
  return true;
}

FailureOr<Sequence> schedule::readPlaced(nisa::ProgramOp program, const Target &target,
                                         const ScheduleOptions &options, ScheduleStats &stats) {
  FailureOr<Sequence> sequence = readSequence(program);
  if (failed(sequence))
    return failure();
  assignQueues(*sequence, options);
  if (failed(placeBuffers(*sequence, target, options, stats)))
    return failure();
  return sequence;
}

LogicalResult neuron::allocate(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options,
                               ScheduleStats &stats) {
  FailureOr<Sequence> sequence = readPlaced(program, target, options, stats);
  if (failed(sequence))
    return failure();
  writeAddresses(*sequence);
  return success();
}

LogicalResult neuron::allocateOnChip(nisa::ProgramOp &program, const Target &target, const ScheduleOptions &options,
                                     ScheduleStats &stats) {
  if (!options.overlap)
    return allocate(program, target, options, stats);
  // Packing may need more than the sum of what lives: then less is kept.
  for (double share : {1.0, 0.75, 0.5, 0.25}) {
    auto trial = cast<nisa::ProgramOp>(program->clone());
    program->getBlock()->getOperations().insert(std::next(program->getIterator()), trial);
    ScopedDiagnosticHandler quiet(program.getContext(), [](Diagnostic &) { return success(); });
    keepOnChip(trial, target, share, stats);
    if (succeeded(listSchedule(trial, target, options)) &&
        succeeded(allocate(trial, target, options, stats))) {
      program.erase();
      program = trial;
      return success();
    }
    trial.erase();
  }
  stats.spills += std::exchange(stats.onChip, 0);
  stats.spillBytes += std::exchange(stats.onChipBytes, 0);
  return allocate(program, target, options, stats);
}

FailureOr<Program> neuron::buildProgram(nisa::ProgramOp program, const Target &target,
                                        const ScheduleOptions &options, ScheduleStats &stats) {
  FailureOr<Sequence> sequence = readSequence(program);
  if (failed(sequence))
    return failure();
  assignQueues(*sequence, options);
  if (!readAddresses(*sequence)) {
    if (failed(placeBuffers(*sequence, target, options, stats)))
      return failure();
    writeAddresses(*sequence);
  }
  std::vector<Dependence> dependences = dependencesOf(*sequence, options);
  stats.dependences = dependences.size();
  return translate(*sequence, planWaits(*sequence, dependences), stats);
}
