//===- target.h - what a NeuronCore generation can do -----------*- C++ -*-===//
//
// One value describes one target: memories, engines, limits, features and
// costs. Compiler, verifier and simulator ask it; nobody asks which generation
// it is. Each number in runtime/target/<gen>.cpp carries its source
// (section of the machine reference) or the id of an assumption A-nn.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_TARGET_H
#define NEURON_TARGET_H

#include "neuron/program.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace neuron {

/// Engine cycles and factors of the cost formulas.
struct EngineCosts {
  double minIntervalCycles;   ///< floor of Vector, Scalar and GpSimd instructions
  double matmulMinCycles;     ///< floor of one nc_matmul
  double weightColumnsPerCycle; ///< columns of the stationary operand loaded each cycle
  double fp32MatmulFactor;    ///< against 16-bit inputs
  double fp32OneZeroFactor;   ///< the same when one fp32 operand holds only 0 and 1
  double fp32TransposeFactor;
  double transposeFactor;     ///< interval of transposes in a chain
  double tileIssueCycles;     ///< between matmuls on disjoint tiles of the array
  double gpsimdStartCycles;
  double readoutCycles;       ///< accumulator registers to a [P, 1] tile
  double semaphoreCycles;     ///< an event_semaphore on its engine
  double stridePortFactor;    ///< slowdown when the innermost stride is long
  uint32_t maxFastStrideBytes; ///< longest innermost stride at full rate
  double randomPerCycle;      ///< values of rng on Vector
  /// From start to visible result, beyond the work itself, in cycles.
  double latencyCycles[kNumEngines];
  double tableLoadNs;         ///< ScalarE function table
};

/// Times of the DMA system beyond the plain rates.
struct DmaCosts {
  double triggerNs;           ///< the issuing engine is held
  double generatorNs;         ///< a hardware generator works on one copy
  double softwareNs;          ///< GpSimdE for one software-generated copy
  double softwareCycles;      ///< GpSimdE cycles for each descriptor on top
  uint32_t packetBytes;       ///< descriptors are cut to this size
  uint32_t minRunBytes;       ///< shorter contiguous runs take as long as this
  double castFactor;          ///< dtype change in flight
  double addFactor;           ///< dma_compute of equal types
  double hbmTransposeFactor;  ///< dma_transpose from HBM
  double sbufTransposeFactor; ///< dma_transpose from SBUF
};

struct Target {
  std::string_view name;   ///< "trn2"
  unsigned generation;     ///< 2, 3, 4
  // memories
  uint32_t partitions;     ///< 128
  uint32_t sbufBytes;      ///< usable bytes for each partition
  uint32_t psumBankBytes;  ///< 2048 for each partition
  uint32_t psumBanks;      ///< 8
  uint64_t hbmBytes;       ///< of one core's share
  /// What a program may use: eight cores share the memory of a chip at most.
  uint64_t deviceBytes() const { return 8 * hbmBytes; }
  // limits of nc_matmul
  uint32_t maxStationary;  ///< free size of the stationary operand, 128
  uint32_t maxMoving;      ///< free size of the moving operand, 512 (4096 on v4)
  // features
  bool hasDge;             ///< hardware descriptor generation
  bool hasVectorOffsets;   ///< gather / scatter rows by indices in one DMA
  bool hasRangeSelect;
  bool hasDoubleRow;       ///< fp8 matmul with twice the contraction
  bool scalarTensorCopy;   ///< bit-exact tensor_copy on ScalarE
  bool scalarTensorScalar;
  bool activationImmediateBias;
  bool exactTranspose;     ///< PE transposes move bits, NaN and Inf safe
  bool vectorGpsimdShareSbuf; ///< v2: must not overlap
  bool vectorScalarSharePsum; ///< v2: must not overlap
  bool psumBankConflicts;     ///< accesses to one bank are serialised
  bool didtLimit;             ///< a cold TensorE runs at half rate (A-03)
  bool vectorPerfModes;    ///< faster 16-bit paths of VectorE
  bool fp8PerfModes;       ///< fp8 takes the 16-bit paths too
  bool scalarPerfModes;    ///< 2x 16-bit copies on ScalarE
  // clocks in GHz, indexed by Engine (Sync: profiler clock)
  double clockGhz[kNumEngines];
  EngineCosts engine;
  // DMA and HBM
  uint32_t dmaEngines;        ///< 16
  double dmaBytesPerNs;       ///< sustained, one engine
  double dmaStaticStartNs;    ///< issue to first data
  double dmaHwdgeStartNs;
  double dmaPerCopyNs;        ///< extra on each engine for each copy
  double dmaQueueIntervalNs;  ///< smallest interval between copies of a queue
  double dmaCompleteNs;       ///< last data to semaphore visible
  double hbmBytesPerNs;       ///< share of one core
  double semaphoreNs;         ///< engine to engine
  DmaCosts dma;
  /// Peak of TensorE for the roofline, FLOPs per ns for operands of `type`.
  double peakFlopsPerNs(DType type) const;
  /// B of the bound: min(sustained DMA of the core, HBM share).
  double bytesPerNs() const;
};

/// FLOPs on operands of one type.
struct TypedFlops {
  DType type = DType::BF16;
  double flops = 0;
};
/// The roofline bound in ns: max(sum of FLOPs / peak of their type, compulsory
/// HBM bytes / bytesPerNs).
double boundNs(const Target &target, std::span<const TypedFlops> flops, double compulsoryBytes);

/// The target of that name ("trn1", "inf2", "trn2", "trn3") or nullptr.
const Target *findTarget(std::string_view name);
/// Names in order, for messages.
const std::vector<std::string_view> &targetNames();

/// Time of one instruction on its engine.
struct Cost {
  double intervalNs = 0; ///< the engine is busy this long
  double latencyNs = 0;  ///< from start to results visible, >= intervalNs
  /// intervalNs without VectorE's perf modes, which GpSimdE's use of the shared
  /// bus cancels; equal to intervalNs where no perf mode applies.
  double plainIntervalNs = 0;
};

/// Cost of an engine instruction with the given operands (docs/assumptions.md,
/// Not for DMA.
Cost cost(const Target &target, const Program &program, const Instruction &inst,
          Engine engine);

/// The function table that `fn` needs on ScalarE; -1: always resident.
int activationTable(ActFn fn);

/// Cost of a copy. A copy occupies all DMA engines for
/// shareNs on average; one of them for engineNs.
struct DmaCost {
  double engineNs = 0;   ///< the busiest DMA engine
  double shareNs = 0;    ///< mean over the DMA engines
  double startNs = 0;    ///< issue (or descriptors ready) to first data
  double completeNs = 0; ///< last data to semaphore visible
  double gpsimdNs = 0;   ///< GpSimdE time for software descriptors
  double generatorNs = 0; ///< time of a hardware generator
  double issueNs = 0;    ///< time the issuing engine is held
  uint64_t bytes = 0;    ///< moved, of the larger side
  uint64_t hbmReadBytes = 0;
  uint64_t hbmWriteBytes = 0;
  uint64_t descriptors = 0; ///< runs that are contiguous on both sides
};
DmaCost dmaCost(const Target &target, const Program &program, const Instruction &inst);

} // namespace neuron

#endif // NEURON_TARGET_H
