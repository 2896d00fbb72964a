//===- ListSchedule.cpp - the order of instructions inside a block --------===//
//
// Engines take their instructions in order, so an instruction that waits holds
// up whatever stands behind it. Each block is written anew in the order in which
// its instructions could start, the longest remaining way first: work of one
// unit fills the time in which another waits for a result.
//
//===----------------------------------------------------------------------===//

#include "ItemGraph.h"

#include "neuronc/Schedule/Schedule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

/// Items that are ordered together; longer blocks are cut.
static constexpr unsigned kMaxItems = 256;
/// Share of SBUF that the tiles of a block may take, unless they took more before.
static constexpr double kSbufShare = 0.25;

namespace {
/// Bytes of a partition that hold values, by space.
class Pressure {
public:
  Pressure(const Sequence &sequence, ArrayRef<Item> items, const Target &target);
  /// Would `item` exceed the limit?
  bool isHigh(const Item &item) const;
  void take(const Item &item);

private:
  struct Life {
    unsigned left = 0; ///< accesses to come
    bool isLive = false;
  };
  unsigned spaceOf(unsigned buffer) const { return sequence.buffers[buffer].type.getSpace() == nisa::Space::Psum; }
  int64_t bytesOf(unsigned buffer) const;
  template <typename Visit> void forEachAccess(const Item &item, Visit visit) const;

  const Sequence &sequence;
  int64_t bank;
  llvm::DenseMap<unsigned, Life> lives;
  int64_t live[2] = {}, limit[2] = {};
};

/// Finds the order of the items of one graph.
class ListScheduler {
public:
  ListScheduler(const ItemGraph &graph, Pressure pressure, const Target &target);
  SmallVector<unsigned> run();

private:
  double startOf(unsigned item) const;
  std::optional<unsigned> choose(bool heedsPressure) const;
  void place(unsigned item);

  const ItemGraph &graph;
  Pressure pressure;
  const Target &target;
  SmallVector<unsigned> ready;
  SmallVector<unsigned> missing; ///< predecessors to come, by item
  SmallVector<double> earliest;  ///< by item
  double freeAt[kNumEngines] = {};
  int table = -1;
};

/// Orders all blocks of a program.
class ProgramScheduler {
public:
  ProgramScheduler(Sequence &sequence, const Target &target)
      : sequence(sequence), target(target), times(timesOf(sequence, target)) {}
  void run();

private:
  void order(Block &block);
  void orderItems(SmallVector<Item, 0> items);

  Sequence &sequence;
  const Target &target;
  std::vector<InstTime> times;
  llvm::DenseMap<Operation *, std::pair<unsigned, unsigned>> rangeOf;
};
} // namespace

// Pressure.

int64_t Pressure::bytesOf(unsigned buffer) const {
  int64_t bytes = sequence.buffers[buffer].type.getBytes();
  return spaceOf(buffer) ? llvm::alignTo(bytes, bank) : bytes;
}

template <typename Visit> void Pressure::forEachAccess(const Item &item, Visit visit) const {
  for (unsigned i = item.first; i < item.end; ++i) {
    const InstInfo &inst = sequence.instructions[i];
    for (unsigned a = inst.firstAccess; a < inst.firstAccess + inst.accesses; ++a)
      if (!sequence.buffers[sequence.accesses[a].buffer].isHbm())
        visit(sequence.accesses[a].buffer);
  }
}

Pressure::Pressure(const Sequence &sequence, ArrayRef<Item> items, const Target &target)
    : sequence(sequence), bank(target.psumBankBytes) {
  for (const Item &item : items)
    forEachAccess(item, [&](unsigned buffer) { ++lives[buffer].left; });
  // What lives on from before or lives on behind does not change.
  Pressure trial = *this;
  int64_t peak[2] = {};
  for (const Item &item : items) {
    forEachAccess(item, [&](unsigned buffer) {
      Life &life = trial.lives[buffer];
      if (!std::exchange(life.isLive, true))
        trial.live[spaceOf(buffer)] += bytesOf(buffer);
    });
    for (unsigned space : {0, 1})
      peak[space] = std::max(peak[space], trial.live[space]);
    trial.take(item);
  }
  limit[0] = std::max(peak[0], int64_t(target.sbufBytes * kSbufShare));
  limit[1] = std::max(peak[1], bank * target.psumBanks);
}

bool Pressure::isHigh(const Item &item) const {
  int64_t more[2] = {};
  llvm::SmallDenseSet<unsigned, 8> seen;
  forEachAccess(item, [&](unsigned buffer) {
    if (!lives.lookup(buffer).isLive && seen.insert(buffer).second)
      more[spaceOf(buffer)] += bytesOf(buffer);
  });
  return (more[0] && live[0] + more[0] > limit[0]) || (more[1] && live[1] + more[1] > limit[1]);
}

void Pressure::take(const Item &item) {
  forEachAccess(item, [&](unsigned buffer) {
    Life &life = lives[buffer];
    if (!std::exchange(life.isLive, true))
      live[spaceOf(buffer)] += bytesOf(buffer);
    if (--life.left == 0)
      live[spaceOf(buffer)] -= bytesOf(buffer);
  });
}

// ListScheduler.

ListScheduler::ListScheduler(const ItemGraph &graph, Pressure pressure, const Target &target)
    : graph(graph), pressure(std::move(pressure)), target(target), missing(graph.items.size()),
      earliest(graph.items.size()) {
  for (const auto &edges : graph.edges)
    for (const Edge &edge : edges)
      ++missing[edge.to];
  for (unsigned i = 0; i < graph.items.size(); ++i)
    if (!missing[i])
      ready.push_back(i);
}

double ListScheduler::startOf(unsigned index) const {
  const Item &item = graph.items[index];
  double start = earliest[index];
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    if (item.engines >> engine & 1)
      start = std::max(start, freeAt[engine]);
  return item.table >= 0 && item.table != table ? start + target.engine.tableLoadNs : start;
}

/// The item that starts first; of equal ones that with the longest way to go.
std::optional<unsigned> ListScheduler::choose(bool heedsPressure) const {
  std::optional<unsigned> best;
  double bestStart = 0;
  for (unsigned index : ready) {
    if (heedsPressure && pressure.isHigh(graph.items[index]))
      continue;
    double start = startOf(index);
    bool isBetter = !best || start < bestStart ||
                    (start == bestStart &&
                     std::pair(-graph.items[index].height, index) < std::pair(-graph.items[*best].height, *best));
    if (!isBetter)
      continue;
    best = index;
    bestStart = start;
  }
  return best;
}

void ListScheduler::place(unsigned index) {
  const Item &item = graph.items[index];
  double start = startOf(index);
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    if (item.engines >> engine & 1)
      freeAt[engine] = start + item.busy[engine];
  if (item.table >= 0)
    table = item.table;
  pressure.take(item);
  llvm::erase(ready, index);
  for (const Edge &edge : graph.edges[index]) {
    earliest[edge.to] = std::max(earliest[edge.to], start + edge.delay);
    if (--missing[edge.to] == 0)
      ready.push_back(edge.to);
  }
}

SmallVector<unsigned> ListScheduler::run() {
  SmallVector<unsigned> order;
  while (!ready.empty()) {
    std::optional<unsigned> next = choose(/*heedsPressure=*/true);
    // Nothing fits: the oldest goes on with what it has begun.
    order.push_back(next ? *next : *llvm::min_element(ready));
    place(order.back());
  }
  return order;
}

// ProgramScheduler.

/// Moves `op`, with the views of this block that it needs, in front of `point`.
static void moveWithViews(Operation *op, Block::iterator point, llvm::DenseSet<Operation *> &placed) {
  Block *block = op->getBlock();
  op->walk([&](Operation *user) {
    for (Value operand : user->getOperands()) {
      auto view = operand.getDefiningOp<nisa::ViewOp>();
      if (view && view->getBlock() == block && placed.insert(view).second)
        view->moveBefore(block, point);
    }
  });
  op->moveBefore(block, point);
}

void ProgramScheduler::orderItems(SmallVector<Item, 0> items) {
  if (items.size() < 3)
    return;
  Pressure pressure(sequence, items, target);
  ItemGraph graph = buildGraph(sequence, times, target, std::move(items));
  SmallVector<unsigned> order = ListScheduler(graph, std::move(pressure), target).run();
  Block::iterator end = std::next(graph.items.back().op->getIterator());
  llvm::DenseSet<Operation *> placed;
  for (unsigned index : order)
    moveWithViews(graph.items[index].op, end, placed);
}

void ProgramScheduler::order(Block &block) {
  SmallVector<Item, 0> items;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<nisa::KernelOp>(op)) {
      orderItems(std::exchange(items, {}));
      continue;
    }
    if (auto alloc = dyn_cast<nisa::AllocOp>(op)) {
      alloc->moveBefore(&block, block.begin());
      continue;
    }
    auto found = rangeOf.find(&op);
    if (found == rangeOf.end() || found->second.first == found->second.second)
      continue;
    Item item;
    item.op = &op;
    std::tie(item.first, item.end) = found->second;
    items.push_back(std::move(item));
    if (items.size() == kMaxItems)
      orderItems(std::exchange(items, {}));
  }
  orderItems(std::move(items));
}

void ProgramScheduler::run() {
  for (auto [i, inst] : llvm::enumerate(sequence.instructions))
    rangeOf[inst.op] = {i, i + 1};
  for (const LoopInfo &loop : sequence.loops)
    rangeOf[loop.op] = {loop.first, loop.end};
  sequence.program.walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (isa<nisa::KernelOp, nisa::LoopOp>(op))
      order(op->getRegion(0).front());
  });
}

LogicalResult neuron::listSchedule(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options) {
  FailureOr<Sequence> sequence = readSequence(program);
  if (failed(sequence))
    return failure();
  assignQueues(*sequence, options);
  ProgramScheduler(*sequence, target).run();
  return success();
}
