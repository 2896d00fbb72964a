//===- ItemGraph.cpp - what of a block must stay in order -----------------===//

#include "ItemGraph.h"

#include "Conflict.h"
#include "Translate.h"
#include "Waits.h"

#include "llvm/ADT/MapVector.h"

using namespace llvm;
using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

static InstTime timeOf(const Program &program, const Instruction &inst, const InstInfo &info, const Target &target) {
  if (!info.isDma()) {
    Cost c = cost(target, program, inst, info.engine);
    return {c.intervalNs, c.latencyNs};
  }
  DmaCost c = dmaCost(target, program, inst);
  return {c.issueNs + c.gpsimdNs, c.issueNs + c.gpsimdNs + c.generatorNs + c.startNs + c.engineNs + c.completeNs};
}

std::vector<InstTime> schedule::timesOf(Sequence &sequence, const Target &target) {
  // The cost functions speak of programs. This one never runs: nothing waits.
  WaitPlan none;
  none.waits.resize(sequence.instructions.size());
  none.carriers.assign(sequence.instructions.size(), 0);
  ScheduleStats stats;
  FailureOr<Program> program = translate(sequence, none, stats);
  std::vector<InstTime> times(sequence.instructions.size());
  if (succeeded(program))
    for (auto [i, info] : enumerate(sequence.instructions))
      times[i] = timeOf(*program, program->instructions[i], info, target);
  return times;
}

namespace {
class GraphBuilder {
public:
  GraphBuilder(const Sequence &sequence, ArrayRef<InstTime> times, const Target &target, ItemGraph &graph)
      : sequence(sequence), times(times), target(target), graph(graph) {}
  void run();

private:
  void measure(Item &item) const;
  void linkBuffers();
  void linkHiddenState();
  void link(unsigned from, unsigned to, bool needsResult);
  bool isOneEngine(unsigned from, unsigned to) const;
  void findHeights();

  const Sequence &sequence;
  ArrayRef<InstTime> times;
  const Target &target;
  ItemGraph &graph;
};
} // namespace

/// How often an instruction inside `item` runs each time.
static int64_t runsInside(const Sequence &sequence, const Item &item, unsigned instruction) {
  int64_t runs = 1;
  int loop = sequence.instructions[instruction].loop;
  for (; loop >= 0 && sequence.loops[loop].first >= item.first && sequence.loops[loop].end <= item.end &&
         isa<nisa::LoopOp>(item.op);
       loop = sequence.loops[loop].parent)
    runs *= sequence.loops[loop].trips.back();
  return runs;
}

void GraphBuilder::measure(Item &item) const {
  double longest = 0, latency = 0;
  for (unsigned i = item.first; i < item.end; ++i) {
    const InstInfo &inst = sequence.instructions[i];
    unsigned engine = unsigned(inst.engine);
    item.engines |= 1u << engine;
    item.busy[engine] += times[i].busy * double(runsInside(sequence, item, i));
    longest = std::max(longest, item.busy[engine]);
    latency = std::max(latency, times[i].latency - times[i].busy);
  }
  item.latency = longest + latency;
  if (auto activation = dyn_cast<nisa::ActivationOp>(item.op))
    item.table = activationTable(ActFn(activation.getFn()));
}

/// One in-order engine does both, so that no semaphore lies between them.
bool GraphBuilder::isOneEngine(unsigned from, unsigned to) const {
  const Item &a = graph.items[from], &b = graph.items[to];
  return a.engines == b.engines && has_single_bit(uint32_t(a.engines)) && !sequence.instructions[a.first].isDma();
}

void GraphBuilder::link(unsigned from, unsigned to, bool needsResult) {
  bool isOne = isOneEngine(from, to);
  // What is only read may be overwritten as soon as the engine has passed it.
  double delay = isOne && !needsResult ? 0 : graph.items[from].latency;
  graph.edges[from].push_back({to, isOne ? delay : delay + target.semaphoreNs});
}

void GraphBuilder::linkBuffers() {
  struct Use {
    unsigned item, access;
  };
  MapVector<unsigned, SmallVector<Use, 8>> uses;
  for (auto [index, item] : enumerate(graph.items))
    for (unsigned i = item.first; i < item.end; ++i) {
      const InstInfo &inst = sequence.instructions[i];
      for (unsigned a = inst.firstAccess; a < inst.firstAccess + inst.accesses; ++a)
        uses[sequence.accesses[a].buffer].push_back({unsigned(index), a});
    }
  for (auto &[buffer, list] : uses) {
    unsigned scope = sequence.depthOf(sequence.buffers[buffer].loop);
    for (unsigned late = 0; late < list.size(); ++late)
      for (unsigned early = 0; early < late; ++early) {
        const Access &a = sequence.accesses[list[early].access], &b = sequence.accesses[list[late].access];
        if (list[early].item == list[late].item || (!a.isWrite && !b.isWrite))
          continue;
        if (Conflict(sequence, a, b, scope).meetsNow())
          link(list[early].item, list[late].item, a.isWrite);
      }
  }
}

/// Registers that no operand names: running reductions and random numbers.
static bool usesHiddenState(mlir::Operation *op) {
  if (isa<nisa::RngOp, nisa::SetRngSeedOp, nisa::DropoutOp>(op))
    return true;
  auto inst = dyn_cast<nisa::NisaInstruction>(op);
  int slot = inst ? inst.getInfo().immediateSlot("cmd") : -1;
  return slot >= 0 && nisa::immediatesOf(op)[slot] != uint32_t(ReduceCmd::Idle);
}

void GraphBuilder::linkHiddenState() {
  int last[kNumEngines] = {-1, -1, -1, -1, -1};
  for (auto [index, item] : enumerate(graph.items)) {
    uint8_t engines = 0;
    for (unsigned i = item.first; i < item.end; ++i)
      if (usesHiddenState(sequence.instructions[i].op))
        engines |= 1u << unsigned(sequence.instructions[i].engine);
    for (unsigned engine = 0; engine < kNumEngines; ++engine) {
      if (!(engines >> engine & 1))
        continue;
      if (last[engine] >= 0)
        link(last[engine], index, false);
      last[engine] = index;
    }
  }
}

void GraphBuilder::findHeights() {
  for (unsigned i = graph.items.size(); i-- > 0;) {
    graph.items[i].height = graph.items[i].latency;
    for (const Edge &edge : graph.edges[i])
      graph.items[i].height = std::max(graph.items[i].height, edge.delay + graph.items[edge.to].height);
  }
}

void GraphBuilder::run() {
  graph.edges.resize(graph.items.size());
  for (Item &item : graph.items)
    measure(item);
  linkBuffers();
  linkHiddenState();
  findHeights();
}

ItemGraph schedule::buildGraph(const Sequence &sequence, ArrayRef<InstTime> times, const Target &target,
                               SmallVector<Item, 0> items) {
  ItemGraph graph;
  graph.items = std::move(items);
  GraphBuilder(sequence, times, target, graph).run();
  return graph;
}
