//===- Simulate.cpp - event-driven timing of a program --------------------===//

#include "Simulator.h"

#include "Check.h"

#include <algorithm>
#include <bit>

using namespace neuron;

Simulator::Simulator(const Program &program, const Target &target, const SimOptions &options,
                     const Plan &plan)
    : program(program), options(options), plan(plan), dma(program, target),
      ports(target), iterations(plan.instructions.size()), blocks(plan.operands.size()), tallies(plan.instructions.size()), copyTallies(plan.copies.size()),
      tileIssue(fromNs(target.engine.tileIssueCycles / target.clockGhz[0])),
      tableLoad(fromNs(target.engine.tableLoadNs)), semaphore(fromNs(target.semaphoreNs)),
      bankShift(unsigned(std::countr_zero(target.psumBankBytes))) {
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    engines[engine].cursor.start(program, plan, engine);
}

/// The engine takes up its next instruction, which starts once its waits allow.
void Simulator::fetch(unsigned engine) {
  EngineState &state = engines[engine];
  int64_t index = state.cursor.next();
  state.next = kNever;
  state.current = index < 0 ? nullptr : &plan.instructions[index];
  if (!state.current)
    return;
  state.wait = 0;
  state.ready = state.free;
  int needed = state.current->table;
  if (needed >= 0 && needed != table) // loads while the waits are still open
    state.ready += tableLoad;
  locate(state, engine);
  resolve(engine);
}

uint32_t Simulator::banksOf(const Block &block) const {
  int64_t first = std::clamp<int64_t>(block.low >> bankShift, 0, 31);
  int64_t last = std::clamp<int64_t>((block.high - 1) >> bankShift, first, 31);
  return uint32_t((uint64_t(2) << last) - (uint64_t(1) << first));
}

/// Finds the bytes of the operands in this iteration; returns the PSUM banks.
uint32_t Simulator::placeOperands(EngineState &state) {
  uint32_t banks = 0;
  for (uint32_t i = 0; i < state.current->operands.count; ++i) {
    uint32_t index = state.current->operands.first + i;
    blocks[index] = blockOf(program, plan.operands[index], state.cursor.counters());
    if (blocks[index].psum && ports.tracksBanks())
      banks |= banksOf(blocks[index]);
  }
  return banks;
}

void Simulator::locate(EngineState &state, unsigned engine) {
  const PlanInstruction &inst = *state.current;
  bool hazards = Engine(engine) != Engine::Tensor; // TensorE is never held
  state.ports = {inst.sbuf, inst.psum, 0};
  state.blocks = {};
  if (!hazards && !ports.tracksBanks())
    return;
  Iteration &iteration = iterations[indexOf(inst)];
  if (uint64_t stamp = state.cursor.stamp(inst.operandLevels); iteration.operands != stamp) {
    iteration.operands = stamp;
    iteration.banks = placeOperands(state);
  }
  state.ports.banks = iteration.banks;
  if (hazards)
    state.blocks = {blocks.data() + inst.operands.first, inst.operands.count};
}

/// True when the instance is known; then `ready` respects it.
bool Simulator::resolveSource(EngineState &state, unsigned engine, unsigned source, int64_t index) {
  if (source >= kFirstQueueSource) {
    uint32_t queue = source - kFirstQueueSource;
    if (uint64_t(index) < dma.finished(queue)) {
      state.ready = std::max(state.ready, dma.visible(queue, uint64_t(index)));
      return true;
    }
  } else if (const Completions &done = engines[source].completions; uint64_t(index) < done.issued()) {
    Time signal = source == engine ? 0 : semaphore;
    state.ready = std::max(state.ready, done.of(uint64_t(index)) + signal);
    return true;
  }
  state.blockedOn = int(source);
  state.blockedIndex = index;
  return false;
}

bool Simulator::resolveWaits(EngineState &state, unsigned engine) {
  const Instruction &inst = *state.current->inst;
  for (; state.wait < inst.waits.count; ++state.wait) {
    const Wait &wait = program.waits[inst.waits.first + state.wait];
    int64_t index = instanceOf(program, wait, state.cursor.counters());
    if (index >= 0 && !resolveSource(state, engine, wait.source, index))
      return false;
  }
  return true;
}

/// The ring holds `depth` copies: this one takes the place of an older one.
bool Simulator::resolveRing(EngineState &state, unsigned engine) {
  if (state.current->copy < 0)
    return true;
  uint32_t queue = plan.copies[state.current->copy].queue;
  uint64_t number = dma.issued(queue), depth = dma.depth(queue);
  return number < depth ||
         resolveSource(state, engine, kFirstQueueSource + queue, int64_t(number - depth));
}

/// Goes through the open waits; sets `next` when none is left.
void Simulator::resolve(unsigned engine) {
  EngineState &state = engines[engine];
  state.blockedOn = -1;
  uint64_t &known = iterations[indexOf(*state.current)].waits;
  uint64_t stamp = state.cursor.stamp(state.current->waitLevels);
  // Otherwise an earlier iteration has waited for the same instances.
  if (known != stamp && !resolveWaits(state, engine))
    return;
  known = stamp;
  if (!resolveRing(state, engine))
    return;
  Time start = std::max(state.ready, state.free);
  for (const Block &block : state.blocks)
    start = state.writes.earliest(block, start);
  state.next = state.request = start;
}

/// Engines that wait for an instance of `source` which is known by now go on.
void Simulator::wake(unsigned source) {
  uint64_t known = source < kFirstQueueSource ? engines[source].completions.issued()
                                              : dma.finished(source - kFirstQueueSource);
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    if (engines[engine].blockedOn == int(source) && uint64_t(engines[engine].blockedIndex) < known)
      resolve(engine);
}

/// Ports and tiles may move a start past the time found by the waits.
Time Simulator::startTime(EngineState &state, unsigned engine) const {
  Time start = ports.earliest(Engine(engine), state.ports, state.next);
  if (Engine(engine) != Engine::Tensor)
    return start;
  uint32_t tile = state.current->tile;
  if (tile == 0)
    return std::max(start, tilesFree);
  for (; tile; tile &= tile - 1)
    start = std::max(start, tileFree[__builtin_ctz(tile)]);
  return start;
}

Time Simulator::length(const PlanInstruction &inst, unsigned engine, Time start) {
  if (Engine(engine) == Engine::Tensor)
    return options.didtThrottle ? throttle.stretch(start, inst.interval) : inst.interval;
  // A-27; on v2 the two engines exclude each other.
  if (Engine(engine) == Engine::Vector && ports.gpsimdBusy(start))
    return inst.plainInterval;
  return inst.interval;
}

void Simulator::issue(unsigned engine) {
  EngineState &state = engines[engine];
  const PlanInstruction &inst = *state.current;
  Time start = startTime(state, engine);
  if (start > state.next) {
    state.next = start;
    return;
  }
  Time interval = length(inst, engine, start);
  Time done = start + inst.latency + (interval - inst.interval);
  state.free = start + interval;
  if (inst.tile) { // the next tile need not wait for this one
    for (uint32_t tile = inst.tile; tile; tile &= tile - 1)
      tileFree[__builtin_ctz(tile)] = state.free;
    tilesFree = std::max(tilesFree, state.free);
    state.free = std::min(state.free, start + tileIssue);
  }
  ports.occupy(Engine(engine), state.ports, start + interval);
  for (const Block &block : state.blocks)
    if (block.write)
      state.writes.push(block, done);
  if (inst.table >= 0 && inst.table != table) {
    table = inst.table;
    busy[engine] += tableLoad;
  }
  if (inst.copy >= 0)
    issueCopy(inst, engine, start);
  state.completions.push(done);
  record(inst, engine, start, interval, done);
  fetch(engine);
  wake(engine);
}

void Simulator::record(const PlanInstruction &inst, unsigned engine, Time start, Time interval, Time done) {
  ++instructions;
  busy[engine] += interval;
  end = std::max(end, done);
  Tally &tally = tallies[indexOf(inst)];
  tally.busy += interval;
  tally.start = std::min(tally.start, start);
  tally.end = std::max(tally.end, done);
  if (options.trace)
    options.trace({engine, inst.index, toNs(start), toNs(start + interval)});
}

/// Descriptors first: GpSimdE or a generator make them, then the copy is ready.
void Simulator::issueCopy(const PlanInstruction &inst, unsigned engine, Time start) {
  const PlanCopy &copy = plan.copies[inst.copy];
  Time descriptors = start;
  if (copy.gpsimd > 0) {
    Time begin = std::max(start, engines[unsigned(Engine::GpSimd)].free);
    descriptors = begin + copy.gpsimd;
    busy[unsigned(Engine::GpSimd)] += copy.gpsimd;
    holdGpsimd(descriptors);
  }
  if (copy.generator > 0) {
    descriptors = std::max(start, generatorFree[engine]);
    generatorFree[engine] = descriptors + copy.generator;
  }
  dma.issue(indexOf(inst), copy, start, descriptors + copy.start);
  ++copies;
  readBytes += copy.readBytes;
  writeBytes += copy.writeBytes;
  dmaBusy += copy.share;
}

/// GpSimdE makes descriptors before its next instruction.
void Simulator::holdGpsimd(Time until) {
  EngineState &gpsimd = engines[unsigned(Engine::GpSimd)];
  gpsimd.free = until;
  if (gpsimd.next != kNever)
    gpsimd.next = std::max(gpsimd.next, until);
}

void Simulator::stepDma() {
  finished.clear();
  dma.step(finished);
  for (const FinishedCopy &copy : finished) {
    const PlanInstruction &inst = plan.instructions[copy.instruction];
    Time visible = copy.end + plan.copies[inst.copy].complete;
    end = std::max(end, visible);
    Tally &tally = copyTallies[inst.copy];
    tally.busy += plan.copies[inst.copy].share;
    tally.start = std::min(tally.start, copy.start);
    tally.end = std::max(tally.end, visible);
    if (options.trace)
      options.trace({kFirstQueueSource + copy.queue, inst.index, toNs(copy.start), toNs(copy.end)});
  }
  for (const FinishedCopy &copy : finished)
    wake(kFirstQueueSource + copy.queue);
}

/// The engine whose instruction can start first; of several, the one that has
/// asked for longest.
int Simulator::pick() const {
  int best = -1;
  for (unsigned engine = 0; engine < kNumEngines; ++engine) {
    const EngineState &state = engines[engine];
    if (state.next == kNever)
      continue;
    if (best < 0 || state.next < engines[best].next ||
        (state.next == engines[best].next && state.request < engines[best].request))
      best = int(engine);
  }
  return best;
}

Result<SimResult> Simulator::run() {
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    fetch(engine);
  while (end < kTimeLimit) {
    int engine = pick();
    if (dma.next() != kNever && (engine < 0 || dma.next() <= engines[engine].next))
      stepDma();
    else if (engine >= 0)
      issue(unsigned(engine));
    else
      break;
  }
  if (end >= kTimeLimit)
    return badProgram("it runs for more than 26 days");
  for (const EngineState &state : engines)
    if (state.current)
      return deadlock();
  return summarise();
}

std::string Simulator::describe(unsigned engine) const {
  const EngineState &state = engines[engine];
  const Instruction &inst = *state.current->inst;
  unsigned source = unsigned(state.blockedOn);
  bool isQueue = source >= kFirstQueueSource;
  std::string text = std::string(nameOf(Engine(engine))) + " waits before instruction " +
                     std::to_string(state.current->index) + " (" +
                     std::string(infoOf(inst.opcode)->name);
  if (inst.kernel < program.kernels.size())
    text += ", kernel '" + program.kernels[inst.kernel].name + "'";
  text += ") for " + std::string(isQueue ? "copy " : "instance ") + std::to_string(state.blockedIndex) + " of ";
  text += isQueue ? "queue " + std::to_string(source - kFirstQueueSource)
                  : std::string(nameOf(Engine(source)));
  uint64_t made = isQueue ? dma.issued(source - kFirstQueueSource) : engines[source].completions.issued();
  return text + ", which has issued " + std::to_string(made);
}

Status Simulator::deadlock() const {
  std::string text = "deadlock:";
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    if (engines[engine].current)
      text += (text.back() == ':' ? " " : "; ") + describe(engine);
  return Status(ErrorClass::BadInput, 7102, text);
}

/// Adds a tally to its kernel's row. `kernelBusy` has one entry for each kernel
/// and track: the engines, then DMA.
void Simulator::addKernel(SimResult &result, std::vector<Time> &kernelBusy, uint32_t kernel,
                          unsigned track, const Tally &tally) const {
  if (kernel >= program.kernels.size() || tally.start == kNever)
    return;
  Time &sum = kernelBusy[kernel * (kNumEngines + 1) + track];
  sum += tally.busy;
  bool first = result.kernelEndNs[kernel] == 0;
  double start = toNs(tally.start);
  if (toNs(sum) > result.kernelNs[kernel]) {
    result.kernelNs[kernel] = toNs(sum);
    result.kernelTrack[kernel] = track;
  }
  result.kernelStartNs[kernel] = first ? start : std::min(result.kernelStartNs[kernel], start);
  result.kernelEndNs[kernel] = std::max(result.kernelEndNs[kernel], toNs(tally.end));
}

SimResult Simulator::summarise() const {
  SimResult result;
  result.totalNs = toNs(end);
  result.dmaBusyNs = toNs(dmaBusy);
  result.instructions = instructions;
  result.dmaCopies = copies;
  result.hbmReadBytes = readBytes;
  result.hbmWriteBytes = writeBytes;
  size_t kernels = program.kernels.size();
  result.kernelNs.resize(kernels);
  result.kernelTrack.resize(kernels);
  result.kernelStartNs.resize(kernels);
  result.kernelEndNs.resize(kernels);
  std::vector<Time> kernelBusy(kernels * (kNumEngines + 1));
  for (unsigned engine = 0; engine < kNumEngines; ++engine) {
    result.busyNs[engine] = toNs(busy[engine]);
    for (const PlanNode &node : plan.streams[engine]) {
      if (node.kind != Node::Instr)
        continue;
      const PlanInstruction &inst = plan.instructions[node.value];
      addKernel(result, kernelBusy, inst.inst->kernel, engine, tallies[node.value]);
      if (inst.copy >= 0)
        addKernel(result, kernelBusy, inst.inst->kernel, kNumEngines, copyTallies[inst.copy]);
    }
  }
  return result;
}

Result<SimResult> neuron::simulate(const Program &program, const Target &target,
                                   const SimOptions &options) {
  Result<Plan> plan = makePlan(program, target);
  if (!plan)
    return plan.status();
  return Simulator(program, target, options, *plan).run();
}
