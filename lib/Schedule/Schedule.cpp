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

LogicalResult neuron::allocate(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options,
                               ScheduleStats &stats) {
  FailureOr<Sequence> sequence = readSequence(program);
  if (failed(sequence))
    return failure();
  assignQueues(*sequence, options);
  if (failed(placeBuffers(*sequence, target, options, stats)))
    return failure();
  writeAddresses(*sequence);
  return success();
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
  std::vector<Dependence> dependences =
      options.overlap ? findDependences(*sequence) : serialDependences(*sequence);
  stats.dependences = dependences.size();
  return translate(*sequence, planWaits(*sequence, dependences), stats);
}
