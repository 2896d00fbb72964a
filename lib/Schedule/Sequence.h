//===- Sequence.h - a nisa program as flat arrays ---------------*- C++ -*-===//
//
// The form on which allocation and synchronisation work: instructions in
// program order, each with its innermost loop and the memory it touches.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_SCHEDULE_SEQUENCE_H
#define NEURONC_LIB_SCHEDULE_SEQUENCE_H

#include "Linear.h"

#include "neuronc/Schedule/Schedule.h"

namespace neuron::schedule {

struct LoopInfo {
  mlir::Operation *op = nullptr;
  int parent = -1;
  unsigned depth = 0;                    ///< 0 = outermost
  unsigned first = 0, end = 0;           ///< instructions inside
  llvm::SmallVector<int, 4> path;        ///< enclosing loops and itself, by depth
  llvm::SmallVector<int64_t, 4> trips;   ///< of the path
};

/// One dimension of an access, in bytes.
struct AccessDim {
  int64_t step = 0, num = 1;
};

/// The bytes that one operand of one instruction touches. Steps are positive
/// and sorted, largest first; `run` bytes are contiguous.
struct Access {
  unsigned instruction = 0;
  unsigned buffer = 0;
  bool isRead = false, isWrite = false;
  unsigned firstPartition = 0, partitions = 1; ///< sbuf, psum
  Linear address;                              ///< bytes from the buffer's start
  llvm::SmallVector<AccessDim, 4> dims;
  int64_t run = 0;
};

struct InstInfo {
  mlir::Operation *op = nullptr;
  const InstructionInfo *info = nullptr;
  Engine engine = Engine::Sync;
  int loop = -1;      ///< innermost enclosing loop
  int queue = -1;     ///< of a DMA
  unsigned kernel = 0;
  unsigned firstAccess = 0, accesses = 0;
  /// Who completes it: an engine, or a queue for a DMA.
  unsigned source() const { return queue >= 0 ? kFirstQueueSource + queue : unsigned(engine); }
  bool isDma() const { return info->isDma(); }
};

/// A nisa.alloc or nisa.variable.
struct BufferInfo {
  mlir::Operation *op = nullptr;
  nisa::BufferType type;
  int loop = -1;            ///< loop in whose body it is allocated
  unsigned ringDepth = 0;   ///< the loops of its path from here on turn its ring
  uint32_t variable = 0;    ///< hbm: position among the variables
  int64_t address = 0;      ///< sbuf, psum: bytes inside a partition
  int64_t slots = 1, slotBytes = 0;
  unsigned first = 0, last = 0; ///< instructions between which it holds a value
  llvm::SmallVector<unsigned, 4> accesses; ///< in program order
  bool isHbm() const { return type.getSpace() == nisa::Space::Hbm; }
  int64_t footprint() const { return slots * slotBytes; }
};

struct KernelInfo {
  nisa::KernelOp op;  ///< null for what lies in no kernel
};

struct Sequence {
  nisa::ProgramOp program;
  std::vector<LoopInfo> loops;
  std::vector<InstInfo> instructions;
  std::vector<Access> accesses;
  std::vector<BufferInfo> buffers;
  std::vector<KernelInfo> kernels;
  std::vector<Queue> queues;

  llvm::ArrayRef<int> pathOf(int loop) const {
    return loop < 0 ? llvm::ArrayRef<int>() : llvm::ArrayRef<int>(loops[loop].path);
  }
  llvm::ArrayRef<int64_t> tripsOf(int loop) const {
    return loop < 0 ? llvm::ArrayRef<int64_t>() : llvm::ArrayRef<int64_t>(loops[loop].trips);
  }
  unsigned depthOf(int loop) const { return pathOf(loop).size(); }
  /// How many loops both are inside of.
  unsigned commonDepth(int a, int b) const;
};

/// Reads the program. Errors: operations that are no part of a program.
mlir::FailureOr<Sequence> readSequence(nisa::ProgramOp program);

/// Chooses the issuing engine of each DMA that names none, and the queue of all.
void assignQueues(Sequence &sequence, const ScheduleOptions &options);

/// Live ranges, ring depths and addresses of SBUF and PSUM buffers.
mlir::LogicalResult placeBuffers(Sequence &sequence, const Target &target,
                                 const ScheduleOptions &options, ScheduleStats &stats);

/// Reads the program, assigns queues and places buffers.
mlir::FailureOr<Sequence> readPlaced(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options,
                                     ScheduleStats &stats);

/// Fills first and last of all buffers.
void findLiveRanges(Sequence &sequence);

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_SEQUENCE_H
