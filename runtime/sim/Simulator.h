//===- Simulator.h - the state of a simulated core --------------*- C++ -*-===//
//
// Five in-order engines, the DMA system, and one rule: whatever can start first
// starts first. An instruction's time is known when it starts, so the only
// events are starts of instructions and starts and ends of copies.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_SIM_SIMULATOR_H
#define NEURON_SIM_SIMULATOR_H

#include "Completions.h"
#include "Cursor.h"
#include "Dma.h"
#include "Hazards.h"
#include "Plan.h"
#include "Ports.h"
#include "Throttle.h"

#include "neuron/sim.h"

#include <span>

namespace neuron {

class Simulator {
public:
  Simulator(const Program &program, const Target &target, const SimOptions &options,
            const Plan &plan);
  Result<SimResult> run();

private:
  struct EngineState {
    Cursor cursor;
    Completions completions;
    InFlightWrites writes;
    const PlanInstruction *current = nullptr; ///< next to start; null at the end
    Time next = kNever;    ///< when it can start; kNever while blocked
    Time request = 0;      ///< when it asked for the first time, for fairness
    Time ready = 0;        ///< from the waits resolved so far
    Time free = 0;         ///< the engine can take an instruction
    uint32_t wait = 0;     ///< waits resolved so far
    int blockedOn = -1;    ///< source of the first unresolved wait
    int64_t blockedIndex = 0;
    PortUse ports;
    std::span<const Block> blocks; ///< of its operands, for hazards
  };
  /// What is known of an instruction since its last iteration: stamps of the
  /// counters that its operands and waits were last looked at with.
  struct Iteration {
    uint64_t operands = 0, waits = 0;
    uint32_t banks = 0;
  };
  struct Tally {
    Time busy = 0, start = kNever, end = 0;
  };

  uint32_t indexOf(const PlanInstruction &inst) const { return uint32_t(&inst - plan.instructions.data()); }
  void fetch(unsigned engine);
  void resolve(unsigned engine);
  bool resolveWaits(EngineState &state, unsigned engine);
  bool resolveRing(EngineState &state, unsigned engine);
  bool resolveSource(EngineState &state, unsigned engine, unsigned source, int64_t index);
  void locate(EngineState &state, unsigned engine);
  uint32_t placeOperands(EngineState &state);
  uint32_t banksOf(const Block &block) const;
  void issue(unsigned engine);
  Time startTime(EngineState &state, unsigned engine) const;
  Time length(const PlanInstruction &inst, unsigned engine, Time start);
  void issueCopy(const PlanInstruction &inst, unsigned engine, Time start);
  void holdGpsimd(Time until);
  void wake(unsigned source);
  void stepDma();
  void record(const PlanInstruction &inst, unsigned engine, Time start, Time busy, Time end);
  int pick() const;
  Status deadlock() const;
  std::string describe(unsigned engine) const;
  SimResult summarise() const;
  void addKernel(SimResult &result, std::vector<Time> &busy, uint32_t kernel, unsigned track,
                 const Tally &tally) const;

  const Program &program;
  const SimOptions &options;
  const Plan &plan;
  EngineState engines[kNumEngines];
  DmaSystem dma;
  Ports ports;
  Throttle throttle;
  std::vector<FinishedCopy> finished; ///< scratch of stepDma
  std::vector<Iteration> iterations;  ///< by PlanInstruction
  std::vector<Block> blocks;          ///< by PlanOperand
  std::vector<Tally> tallies;         ///< by PlanInstruction
  std::vector<Tally> copyTallies;     ///< by PlanCopy
  Time generatorFree[kNumEngines] = {};
  Time tileFree[16] = {};             ///< 32 x 32 blocks of the array
  Time tilesFree = 0;                 ///< all of them
  Time tileIssue, tableLoad, semaphore;
  unsigned bankShift;                 ///< of addresses in PSUM to banks, whose size is a power of two
  int table = -1;                     ///< loaded into ScalarE
  Time end = 0;
  uint64_t instructions = 0;
  uint64_t copies = 0, readBytes = 0, writeBytes = 0;
  Time dmaBusy = 0, busy[kNumEngines] = {};
};

} // namespace neuron

#endif // NEURON_SIM_SIMULATOR_H
