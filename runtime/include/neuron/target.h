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
#include <string_view>

namespace neuron {

struct Target {
  std::string_view name;   ///< "trn2"
  unsigned generation;     ///< 2, 3, 4
  // memories
  uint32_t partitions;     ///< 128
  uint32_t sbufBytes;      ///< usable bytes for each partition
  uint32_t psumBankBytes;  ///< 2048 for each partition
  uint32_t psumBanks;      ///< 8
  uint64_t hbmBytes;       ///< of one core's share
  // limits of nc_matmul
  uint32_t maxStationary;  ///< free size of the stationary operand, 128
  uint32_t maxMoving;      ///< free size of the moving operand, 512 (4096 on v4)
  // features
  bool hasDge;             ///< hardware descriptor generation
  bool hasVectorOffsets;   ///< gather / scatter rows by indices in one DMA
  bool hasRangeSelect;
  bool scalarTensorCopy;   ///< bit-exact tensor_copy on ScalarE
  bool scalarTensorScalar;
  bool activationImmediateBias;
  bool exactTranspose;     ///< PE transposes move bits, NaN and Inf safe
  bool vectorGpsimdShareSbuf; ///< v2: must not overlap
  bool vectorScalarSharePsum; ///< v2: must not overlap
  // clocks in GHz, indexed by Engine (Sync: profiler clock)
  double clockGhz[kNumEngines];
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
  // peak for the roofline: FLOPs per ns by type
  double peakFlopsPerNs(DType type) const;
  double bytesPerNs() const; ///< B of the bound: min(DMA, HBM share)
};

/// The target of that name ("trn1", "inf2", "trn2", "trn3") or nullptr.
const Target *findTarget(std::string_view name);
/// Names in order, for messages.
const std::vector<std::string_view> &targetNames();

/// Time of one instruction on its engine.
struct Cost {
  double intervalNs = 0; ///< the engine is busy this long
  double latencyNs = 0;  ///< from start to results visible, >= intervalNs
};

/// Cost of an engine instruction with the given operands (neuroncore.md 3.2,
/// 1.7, A-05, A-06). Not for DMA.
Cost cost(const Target &target, const Program &program, const Instruction &inst,
          Engine engine);

/// Cost of a copy: time on each DMA engine and latency (5.3, A-20, A-21).
/// `gpsimdNs` is the share of GpSimdE for software descriptors.
struct DmaCost {
  double engineNs = 0;
  double startNs = 0;
  double completeNs = 0;
  double gpsimdNs = 0;
  double issueNs = 0;  ///< time the issuing engine is held
  uint64_t bytes = 0;
};
DmaCost dmaCost(const Target &target, const Program &program, const Instruction &inst);

} // namespace neuron

#endif // NEURON_TARGET_H
