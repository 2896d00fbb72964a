//===- v4.cpp - NeuronCore-v4: trn3 ---------------------------------------===//
//
// The comment behind a number is the section of the machine reference that it
// comes from, or the id of an assumption of docs/assumptions.md.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

using namespace neuron;

constexpr Target neuron::targets::trn3 = {
    .name = "trn3",
    .generation = 4,
    .partitions = 128,                 // 2.1
    .sbufBytes = 245752,               // 1.1: 256 Ki - 16 Ki - 8
    .psumBankBytes = 2048,             // 2.1
    .psumBanks = 8,                    // 2.1
    .hbmBytes = (144ull << 30) / 8,    // 1.1: 144 GiB for 8 cores
    .maxStationary = 128,              // 2.1
    .maxMoving = 4096,                 // 3.4: fp32 results
    .hasDge = true,                    // 5.2
    .hasVectorOffsets = true,          // 2.4
    .hasRangeSelect = true,            // 3.5
    .hasDoubleRow = true,              // 3.4
    .scalarTensorCopy = true,          // 3.5
    .scalarTensorScalar = true,        // 3.5
    .activationImmediateBias = true,   // 3.6
    .exactTranspose = true,            // 3.4
    .vectorGpsimdShareSbuf = false,    // 1.5
    .vectorScalarSharePsum = false,    // 1.5
    .psumBankConflicts = true,         // 1.5, A-26
    .didtLimit = true,                 // 1.6
    .vectorPerfModes = true,           // 3.3
    .fp8PerfModes = true,              // 3.3
    .scalarPerfModes = true,           // 3.3
    .clockGhz = {2.4, 1.2, 1.2, 1.2, 1.2}, // 1.2, A-01
    .engine =
        {
            .minIntervalCycles = 64,       // 1.7
            .matmulMinCycles = 64,
            .weightColumnsPerCycle = 4,    // 1.6
            .fp32MatmulFactor = 4,         // 3.2
            .fp32OneZeroFactor = 2,        // 3.2
            .fp32TransposeFactor = 2,      // 3.2
            .transposeFactor = 0.5,        // 1.6
            .tileIssueCycles = 16,
            .gpsimdStartCycles = 150,      // 1.7
            .readoutCycles = 64,           // 3.1
            .semaphoreCycles = 20,
            .stridePortFactor = 2,
            .maxFastStrideBytes = 16,
            .randomPerCycle = 4,           // 3.2
            // 64 + 128 + 60; 144; 300 ns; 150. Sync has no datapath.
            .latencyCycles = {252, 144, 360, 150, 0},
            .tableLoadNs = 1300,           // 1.7, A-17
        },
    .dmaEngines = 16,                  // 1.1
    .dmaBytesPerNs = 33,               // 5.3
    .dmaStaticStartNs = 1000,
    .dmaHwdgeStartNs = 700,
    .dmaPerCopyNs = 50,
    .dmaQueueIntervalNs = 860,
    .dmaCompleteNs = 300,
    .hbmBytesPerNs = 4900.0 / 8,       // 1.1, A-23
    .semaphoreNs = 50,
    .dma =
        {
            .triggerNs = 8,                // 5.1
            .generatorNs = 600,            // 5.2, A-33
            .softwareNs = 1000,
            .softwareCycles = 8,
            .packetBytes = 4096,           // 5.1, A-31
            .minRunBytes = 256,
            .castFactor = 2,
            .addFactor = 1,                // 5.1
            .hbmTransposeFactor = 1 / 0.9, // 5.3
            .sbufTransposeFactor = 1 / 0.5, // 5.3
        },
};
