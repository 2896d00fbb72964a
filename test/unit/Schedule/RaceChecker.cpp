//===- RaceChecker.cpp - replay a program against its nisa source ---------===//

#include "RaceChecker.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

using namespace neuron;
using namespace neuron::schedule;

namespace {
using Counters = std::vector<int64_t>;
using Clock = std::vector<int64_t>;

/// One executed instruction.
struct Instance {
  const Instruction *inst = nullptr;
  Counters counters;
  Clock clock;            ///< instances of each source complete when it starts
  int64_t order = -1;     ///< position in the sequential program
};

/// Expands a stream into its instances.
void expand(const Program &program, const std::vector<Node> &nodes, size_t begin, size_t end, Counters &counters,
            std::vector<Instance> &out) {
  for (size_t i = begin; i < end; ++i) {
    if (nodes[i].kind == Node::Instr) {
      out.push_back({&program.instructions[nodes[i].value], counters, {}, -1});
      continue;
    }
    size_t close = i + 1;
    for (int depth = 1; depth > 0; ++close)
      depth += nodes[close].kind == Node::Loop ? 1 : nodes[close].kind == Node::End ? -1 : 0;
    int64_t trip = evaluate(program, program.loops[nodes[i].value].trip, counters.data());
    counters.push_back(0);
    for (; counters.back() < trip; ++counters.back())
      expand(program, nodes, i + 1, close - 1, counters, out);
    counters.pop_back();
    i = close - 1;
  }
}

/// A byte of memory: space, variable, partition, offset.
using Byte = std::tuple<int, unsigned, unsigned, int64_t>;
/// A byte of a logical buffer: buffer, counters of its allocation, byte.
using Logical = std::tuple<unsigned, Counters, unsigned, int64_t>;

struct Use {
  unsigned source = 0; ///< who completes it
  unsigned engine = 0;
  bool isDma = false;
  int64_t number = 0;
  std::string name;
};

struct Cell {
  bool hasWriter = false;
  Use writer;
  std::vector<Use> readers;
  bool isOwned = false;
  Logical owner;
};

class Checker {
public:
  Checker(const Sequence &sequence, const Program &program) : sequence(sequence), program(program) {}
  std::string run();

private:
  bool fail(const std::string &text) {
    if (error.empty())
      error = text;
    return false;
  }
  void replay();
  void replayRange(unsigned begin, unsigned end, unsigned depth, Counters &counters);
  void execute(unsigned index, const Counters &counters);
  void resolveWaits(unsigned engine, size_t position);
  void touch(const Access &access, const Operand &operand, const Instance &instance, const Use &use,
             const Counters &counters);
  void touchByte(Byte byte, Logical logical, const Access &access, const Instance &instance, const Use &use);
  bool isBefore(const Use &first, const Instance &second, const Use &secondUse) const;

  const Sequence &sequence;
  const Program &program;
  std::string error;
  std::vector<Instance> streams[kNumEngines];
  std::vector<std::pair<unsigned, size_t>> ofQueue[32]; ///< copies as stream positions
  size_t next[kNumEngines] = {};
  int64_t order = 0;
  std::map<Byte, Cell> memory;
  std::set<Logical> written;
};
} // namespace

static std::string describe(const InstructionInfo &info, const Counters &counters) {
  std::ostringstream text;
  text << info.name << " (";
  for (int64_t counter : counters)
    text << ' ' << counter;
  text << " )";
  return text.str();
}

bool Checker::isBefore(const Use &first, const Instance &second, const Use &secondUse) const {
  if (!first.isDma && !secondUse.isDma && first.engine == secondUse.engine)
    return true;
  if (first.source == secondUse.source && first.number == secondUse.number)
    return true; // one instruction
  return second.clock[first.source] > first.number;
}

void Checker::touchByte(Byte byte, Logical logical, const Access &access, const Instance &instance, const Use &use) {
  Cell &cell = memory[byte];
  bool isOwn = cell.isOwned && cell.owner == logical;
  if (access.isRead && !access.isWrite && !isOwn) {
    if (written.count(logical))
      fail(use.name + " finds what another buffer wrote");
    return; // a byte that its buffer never wrote: undefined in the source too
  }
  if (cell.hasWriter && !isBefore(cell.writer, instance, use))
    fail("race: " + cell.writer.name + " then " + use.name);
  if (access.isWrite) {
    for (const Use &reader : cell.readers)
      if (!isBefore(reader, instance, use))
        fail("race: read by " + reader.name + ", then written by " + use.name);
    cell.readers.clear();
    cell.hasWriter = true;
    cell.writer = use;
    cell.isOwned = true;
    cell.owner = logical;
    written.insert(logical);
    return;
  }
  cell.readers.push_back(use);
}

void Checker::touch(const Access &access, const Operand &operand, const Instance &instance, const Use &use,
                    const Counters &counters) {
  const BufferInfo &buffer = sequence.buffers[access.buffer];
  int64_t base = evaluate(program, operand.address, counters.data());
  if (operand.rotation >= 0) {
    const Rotation &rotation = program.rotations[operand.rotation];
    base += rotation.slotBytes * (evaluate(program, rotation.position, counters.data()) % rotation.slots);
  }
  Counters scope(counters.begin(), counters.begin() + sequence.depthOf(buffer.loop));
  int64_t logicalBase = access.address.base;
  for (unsigned d = 0; d < access.address.terms.size(); ++d)
    logicalBase += access.address.terms[d] * counters[d];
  int64_t elements = 1, bytes = bytesOf(operand.dtype);
  for (unsigned d = 0; d < operand.rank; ++d)
    elements *= operand.dims[d].num;
  for (unsigned row = 0; row < operand.numPartitions; ++row)
    for (int64_t e = 0; e < elements * bytes; ++e) {
      int64_t offset = e % bytes, rest = e / bytes;
      for (unsigned d = operand.rank; d-- > 0; rest /= operand.dims[d].num)
        offset += rest % operand.dims[d].num * operand.dims[d].step * bytes;
      bool isHbm = operand.space == Space::Hbm;
      if (isHbm)
        offset += row * operand.partitionStep * bytes;
      unsigned partition = isHbm ? 0 : operand.startPartition + row;
      touchByte({int(operand.space), operand.variable, partition, base + offset},
                {access.buffer, scope, partition, logicalBase + offset}, access, instance, use);
    }
}

/// Which instances are complete when this one starts.
void Checker::resolveWaits(unsigned engine, size_t position) {
  Instance &instance = streams[engine][position];
  instance.clock.assign(kFirstQueueSource + program.queues.size(), 0);
  if (position > 0)
    instance.clock = streams[engine][position - 1].clock;
  for (unsigned w = 0; w < instance.inst->waits.count; ++w) {
    const Wait &wait = program.waits[instance.inst->waits.first + w];
    int64_t index = instanceOf(program, wait, instance.counters.data());
    if (index < 0)
      continue;
    const std::string name = describe(*infoOf(instance.inst->opcode), instance.counters);
    const Instance *awaited = nullptr;
    if (wait.source < kFirstQueueSource) {
      if (size_t(index) < next[wait.source] && !(wait.source == engine && size_t(index) >= position))
        awaited = &streams[wait.source][index];
    } else if (size_t(index) < ofQueue[wait.source - kFirstQueueSource].size()) {
      auto [ofEngine, at] = ofQueue[wait.source - kFirstQueueSource][index];
      awaited = &streams[ofEngine][at];
    }
    if (!awaited) {
      fail(name + " waits for a later instance " + std::to_string(index) + " of source " + std::to_string(wait.source));
      continue;
    }
    for (size_t s = 0; s < instance.clock.size(); ++s)
      instance.clock[s] = std::max(instance.clock[s], awaited->clock[s]);
    instance.clock[wait.source] = std::max(instance.clock[wait.source], index + 1);
  }
}

void Checker::execute(unsigned index, const Counters &counters) {
  const InstInfo &inst = sequence.instructions[index];
  unsigned engine = unsigned(inst.engine);
  std::vector<Instance> &stream = streams[engine];
  // Carriers in front of it first.
  while (next[engine] < stream.size() && stream[next[engine]].inst->opcode == Opcode::EventSemaphore &&
         inst.info->opcode != Opcode::EventSemaphore) {
    resolveWaits(engine, next[engine]);
    ++next[engine];
  }
  if (next[engine] >= stream.size() || stream[next[engine]].inst->opcode != inst.info->opcode ||
      stream[next[engine]].counters != counters) {
    fail("stream out of step at " + describe(*inst.info, counters));
    return;
  }
  resolveWaits(engine, next[engine]);
  Instance &instance = stream[next[engine]];
  Use use{inst.source(), engine, inst.isDma(), int64_t(next[engine]), describe(*inst.info, counters)};
  if (inst.isDma()) {
    use.number = ofQueue[inst.queue].size();
    ofQueue[inst.queue].push_back({engine, next[engine]});
  }
  ++next[engine];
  for (unsigned pass = 0; pass < 2; ++pass) // reads before writes
    for (unsigned a = 0, slot = 0; a < inst.accesses; ++slot) {
      const Operand &operand = program.operands[instance.inst->firstOperand + slot];
      if (operand.space == Space::None)
        continue;
      const Access &access = sequence.accesses[inst.firstAccess + a++];
      if (access.isWrite == (pass == 1))
        touch(access, operand, instance, use, counters);
    }
}

void Checker::replayRange(unsigned begin, unsigned end, unsigned depth, Counters &counters) {
  for (unsigned i = begin; i < end && error.empty();) {
    llvm::ArrayRef<int> path = sequence.pathOf(sequence.instructions[i].loop);
    if (path.size() == depth) {
      execute(i++, counters);
      continue;
    }
    const LoopInfo &loop = sequence.loops[path[depth]];
    counters.push_back(0);
    for (; counters.back() < loop.trips.back(); ++counters.back())
      replayRange(loop.first, loop.end, depth + 1, counters);
    counters.pop_back();
    i = loop.end;
  }
}

std::string Checker::run() {
  for (unsigned engine = 0; engine < kNumEngines; ++engine) {
    Counters counters;
    const std::vector<Node> &nodes = program.streams[engine].nodes;
    expand(program, nodes, 0, nodes.size(), counters, streams[engine]);
  }
  Counters counters;
  replayRange(0, sequence.instructions.size(), 0, counters);
  for (unsigned engine = 0; engine < kNumEngines && error.empty(); ++engine)
    if (next[engine] != streams[engine].size())
      fail("stream has instructions that the source has not");
  return error;
}

std::string neuron::schedule::findRace(nisa::ProgramOp op, const Program &program, const ScheduleOptions &options) {
  mlir::FailureOr<Sequence> sequence = readSequence(op);
  if (failed(sequence))
    return "not readable";
  assignQueues(*sequence, options);
  return Checker(*sequence, program).run();
}
