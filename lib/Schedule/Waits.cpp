//===- Waits.cpp - dependences as waits of instructions -------------------===//
//
// Walks the program in order and keeps what each engine is known to have waited
// for. A wait that follows from that, from another wait of the instruction, or
// from what the awaited instruction itself had waited for, is dropped.
//
//===----------------------------------------------------------------------===//

#include "Waits.h"

using namespace llvm;
using namespace neuron;
using namespace neuron::schedule;

namespace {
/// "Instances up to `index` of `source` are complete", unless guard < 0.
struct Fact {
  unsigned source;
  Linear index, guard;
};
using Facts = SmallVector<Fact, 8>;

/// More facts of one engine than this are rarely of use; the oldest go.
constexpr size_t kMaxFacts = 24;

class WaitPlanner {
public:
  WaitPlanner(const Sequence &sequence, ArrayRef<Dependence> dependences)
      : sequence(sequence), dependences(dependences), byConsumer(sequence.instructions.size()),
        isAwaited(sequence.instructions.size()) {
    for (unsigned d = 0; d < dependences.size(); ++d) {
      byConsumer[dependences[d].consumer].push_back(d);
      isAwaited[dependences[d].producer] = true;
    }
  }
  WaitPlan run();

private:
  void plan(const Numbering &numbering, WaitPlan &plan);
  void planInstruction(unsigned instruction, const Numbering &numbering, SmallVector<PlannedWait, 2> &kept);
  SmallVector<PlannedWait, 8> candidates(unsigned instruction, const Numbering &numbering) const;
  void learnFrom(const PlannedWait &wait, Facts &facts) const;
  void moveTo(int loop);

  const Sequence &sequence;
  ArrayRef<Dependence> dependences;
  std::vector<SmallVector<unsigned, 4>> byConsumer;
  Facts known[kNumEngines];   ///< at this point of each engine's stream
  std::vector<Facts> knownAt; ///< when an instruction has started, if somebody waits for it
  std::vector<bool> isAwaited;
  int currentLoop = -1;
};
} // namespace

/// Does a hold whenever b must, and reach as far?
template <typename A, typename B> static bool implies(const A &a, const B &b, ArrayRef<int64_t> trips) {
  if (a.source != b.source)
    return false;
  bool isAlways = a.guard.base >= 0 && a.guard.isConstant();
  return a.index.minOver(b.index, trips) >= 0 && (isAlways || a.guard.minOver(b.guard, trips) >= 0);
}

template <typename List, typename B> static bool anyImplies(const List &list, const B &b, ArrayRef<int64_t> trips) {
  return any_of(list, [&](const auto &a) { return implies(a, b, trips); });
}

/// Adds a fact unless it is known already; forgets what it implies.
static void addFact(Facts &facts, Fact fact, ArrayRef<int64_t> trips) {
  if (anyImplies(facts, fact, trips))
    return;
  erase_if(facts, [&](const Fact &old) { return implies(fact, old, trips); });
  facts.push_back(std::move(fact));
}

/// Leaves and enters loops: what was known in the last iteration of a loop is
/// known behind it; a guarded fact of a loop is forgotten.
void WaitPlanner::moveTo(int loop) {
  unsigned common = sequence.commonDepth(currentLoop, loop);
  ArrayRef<int64_t> trips = sequence.tripsOf(currentLoop);
  currentLoop = loop;
  if (trips.size() == common)
    return;
  for (Facts &facts : known) {
    Facts old = std::move(facts);
    facts = Facts();
    SmallVector<Linear, 4> at;
    for (unsigned d = 0; d < trips.size(); ++d)
      at.push_back(d < common ? Linear::counter(d) : Linear(trips[d] - 1));
    for (const Fact &fact : old)
      addFact(facts, {fact.source, substitute(fact.index, at), substitute(fact.guard, at)}, trips.take_front(common));
  }
}

SmallVector<PlannedWait, 8> WaitPlanner::candidates(unsigned instruction, const Numbering &numbering) const {
  ArrayRef<int64_t> trips = sequence.tripsOf(sequence.instructions[instruction].loop);
  SmallVector<PlannedWait, 8> all;
  for (unsigned d : byConsumer[instruction]) {
    const Dependence &dep = dependences[d];
    Linear index = substitute(numbering.numberOf(dep.producer), dep.at);
    if (index.max(trips) < 0 || dep.guard.max(trips) < 0)
      continue;
    PlannedWait wait{sequence.instructions[dep.producer].source(), std::move(index), dep.guard, d};
    if (wait.guard.min(trips) >= 0)
      wait.guard = Linear();
    if (anyImplies(all, wait, trips))
      continue;
    erase_if(all, [&](const PlannedWait &old) { return implies(wait, old, trips); });
    all.push_back(std::move(wait));
  }
  return all;
}

/// What the awaited instruction had waited for when it started.
void WaitPlanner::learnFrom(const PlannedWait &wait, Facts &facts) const {
  const Dependence &dep = dependences[wait.dependence];
  ArrayRef<int64_t> trips = sequence.tripsOf(sequence.instructions[dep.consumer].loop);
  addFact(facts, {wait.source, wait.index, wait.guard}, trips);
  bool isUnconditional = wait.guard.isConstant() && wait.guard.base >= 0;
  if (!isUnconditional || dep.producer >= dep.consumer)
    return;
  for (const Fact &fact : knownAt[dep.producer])
    addFact(facts, {fact.source, substitute(fact.index, dep.at), substitute(fact.guard, dep.at)}, trips);
}

void WaitPlanner::planInstruction(unsigned instruction, const Numbering &numbering,
                                  SmallVector<PlannedWait, 2> &kept) {
  const InstInfo &inst = sequence.instructions[instruction];
  ArrayRef<int64_t> trips = sequence.tripsOf(inst.loop);
  Facts &facts = known[unsigned(inst.engine)];
  SmallVector<PlannedWait, 8> all = candidates(instruction, numbering);
  erase_if(all, [&](const PlannedWait &wait) { return anyImplies(facts, wait, trips); });
  SmallVector<Facts, 8> learned;
  for (const PlannedWait &wait : all)
    learnFrom(wait, learned.emplace_back());
  // Drop a wait that another, itself kept, implies.
  SmallVector<bool, 8> dropped(all.size());
  for (unsigned i = 0; i < all.size(); ++i)
    for (unsigned j = 0; j < all.size() && !dropped[i]; ++j)
      dropped[i] = i != j && !dropped[j] && anyImplies(learned[j], all[i], trips);
  kept.clear();
  for (unsigned i = 0; i < all.size(); ++i) {
    if (dropped[i])
      continue;
    kept.push_back(all[i]);
    for (Fact &fact : learned[i])
      addFact(facts, std::move(fact), trips);
  }
  if (facts.size() > kMaxFacts)
    facts.erase(facts.begin(), facts.end() - kMaxFacts);
  if (isAwaited[instruction])
    knownAt[instruction] = facts;
}

void WaitPlanner::plan(const Numbering &numbering, WaitPlan &plan) {
  knownAt.assign(sequence.instructions.size(), Facts());
  for (Facts &facts : known)
    facts.clear();
  currentLoop = -1;
  for (unsigned i = 0; i < sequence.instructions.size(); ++i) {
    moveTo(sequence.instructions[i].loop);
    planInstruction(i, numbering, plan.waits[i]);
  }
}

/// Carriers are instructions too and change the numbers, so waits are planned
/// again until no more are needed.
WaitPlan WaitPlanner::run() {
  WaitPlan result;
  result.waits.resize(sequence.instructions.size());
  result.carriers.assign(sequence.instructions.size(), 0);
  for (bool isStable = false; !isStable;) {
    isStable = true;
    plan(Numbering(sequence, result.carriers), result);
    for (unsigned i = 0; i < result.waits.size(); ++i) {
      unsigned extra = result.waits[i].size() <= kMaxWaits ? 0 : result.waits[i].size() - kMaxWaits;
      unsigned needed = (extra + kMaxWaits - 1) / kMaxWaits;
      if (needed > result.carriers[i]) {
        result.carriers[i] = needed;
        isStable = false;
      }
    }
  }
  return result;
}

WaitPlan schedule::planWaits(const Sequence &sequence, ArrayRef<Dependence> dependences) {
  return WaitPlanner(sequence, dependences).run();
}
