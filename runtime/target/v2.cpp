//===- v2.cpp - NeuronCore-v2: trn1, inf2 ---------------------------------===//
//
// The comment behind a number is the section of the machine reference that it
// comes from, or the id of an assumption of docs/assumptions.md.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

using namespace neuron;

constexpr Target neuron::targets::trn1 = {
    .name = "trn1",
    .generation = 2,
    .partitions = 128,                 // 2.1
    .sbufBytes = 180224,               // 1.1: 192 Ki - 16 Ki
    .psumBankBytes = 2048,             // 2.1
    .psumBanks = 8,                    // 2.1
    .hbmBytes = (32ull << 30) / 2,     // 1.1: 32 GiB for 2 cores
    .maxStationary = 128,              // 2.1
    .maxMoving = 512,                  // 2.1
    .hasDge = false,                   // 5.2
    .hasVectorOffsets = false,         // 2.4
    .hasRangeSelect = false,           // 3.5
    .hasDoubleRow = false,             // 3.4
    .scalarTensorCopy = false,         // 3.5
    .scalarTensorScalar = false,       // 3.5
    .activationImmediateBias = false,  // 3.6
    .exactTranspose = false,           // 3.4
    .vectorGpsimdShareSbuf = true,     // 1.5
    .vectorScalarSharePsum = true,     // 1.5
    .psumBankConflicts = false,        // 1.5
    .didtLimit = false,                // 1.6
    .vectorPerfModes = false,          // 3.3
    .fp8PerfModes = false,             // 3.3
    .scalarPerfModes = false,          // 3.3
    .clockGhz = {2.8, 1.12, 1.4, 1.4, 1.4}, // 1.2
    .engine =
        {
            .minIntervalCycles = 64,       // 1.7
            .matmulMinCycles = 64,         // 1.7
            .weightColumnsPerCycle = 4,    // 1.6
            .fp32MatmulFactor = 4,         // 3.2
            .fp32OneZeroFactor = 2,        // 3.2
            .fp32TransposeFactor = 4,      // 3.2
            .transposeFactor = 1,          // 3.2
            .tileIssueCycles = 16,
            .gpsimdStartCycles = 150,      // 1.7
            .readoutCycles = 64,           // 3.1
            .semaphoreCycles = 20,
            .stridePortFactor = 2,         // 2.3
            .maxFastStrideBytes = 16,      // 2.3
            .randomPerCycle = 1,
            // 64 + 128 + 60; 64 + 100; 264 - 1; 150. Sync has no datapath.
            .latencyCycles = {252, 164, 263, 150, 0},
            .tableLoadNs = 1300,           // 1.7, A-17
        },
    .dmaEngines = 16,                  // 1.1
    .dmaBytesPerNs = 17,               // 5.3
    .dmaStaticStartNs = 1300,
    .dmaHwdgeStartNs = 0,              // none
    .dmaPerCopyNs = 50,
    .dmaQueueIntervalNs = 1250,
    .dmaCompleteNs = 300,
    .hbmBytesPerNs = 820.0 / 2,        // 1.1, A-23
    .semaphoreNs = 50,
    .dma =
        {
            .triggerNs = 8,                // 5.1
            .generatorNs = 0,              // none
            .softwareNs = 1000,
            .softwareCycles = 8,
            .packetBytes = 4096,           // 5.1, A-31
            .minRunBytes = 256,
            .castFactor = 2,
            .addFactor = 2,                // 5.1
            .hbmTransposeFactor = 10,
            .sbufTransposeFactor = 10,
        },
};

static constexpr Target renamed(Target target, std::string_view name) {
  target.name = name;
  return target;
}

// The core of both chips is the same, and so is its share of HBM (1.1).
constexpr Target neuron::targets::inf2 = renamed(trn1, "inf2");
