//===- Show.cpp - decisions of the schedule as attributes -----------------===//
//
// Each step can be looked at by itself: it runs what comes before it and writes
// what it decided on the instructions.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Schedule/Schedule.h"

#include "Waits.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

/// "-2 + i0 - 3*i1"
static std::string text(const Linear &linear) {
  std::string result = linear.base || linear.isConstant() ? std::to_string(linear.base) : "";
  for (unsigned d = 0; d < linear.terms.size(); ++d) {
    int64_t factor = linear.terms[d], size = factor < 0 ? -factor : factor;
    if (!factor)
      continue;
    result += result.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
    result += (size == 1 ? "" : std::to_string(size) + "*") + "i" + std::to_string(d);
  }
  return result;
}

/// " if ..." unless it always holds.
static std::string guardText(const Linear &guard) {
  return guard.isConstant() && guard.base >= 0 ? "" : " if " + text(guard);
}

static std::string sourceText(unsigned source) {
  return source < kFirstQueueSource ? std::string(nameOf(Engine(source)))
                                    : "queue " + std::to_string(source - kFirstQueueSource);
}

LogicalResult neuron::showQueues(nisa::ProgramOp program, const ScheduleOptions &options) {
  FailureOr<Sequence> sequence = readSequence(program);
  if (failed(sequence))
    return failure();
  assignQueues(*sequence, options);
  Builder builder(program.getContext());
  for (const InstInfo &inst : sequence->instructions)
    if (inst.isDma()) {
      inst.op->setAttr("engine", nisa::EngineAttr::get(program.getContext(), nisa::Engine(inst.engine)));
      inst.op->setAttr("queue", builder.getI32IntegerAttr(inst.queue));
    }
  return success();
}

LogicalResult neuron::showDependences(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options) {
  ScheduleStats stats;
  FailureOr<Sequence> sequence = readPlaced(program, target, options, stats);
  if (failed(sequence))
    return failure();
  std::vector<SmallVector<std::string, 2>> after(sequence->instructions.size());
  for (const Dependence &dep : dependencesOf(*sequence, options)) {
    std::string at = llvm::join(llvm::map_range(dep.at, [](const Linear &counter) { return text(counter); }), ", ");
    after[dep.consumer].push_back(std::to_string(dep.producer) + "[" + at + "]" + guardText(dep.guard));
  }
  Builder builder(program.getContext());
  for (unsigned i = 0; i < after.size(); ++i) {
    Operation *op = sequence->instructions[i].op;
    op->setAttr("number", builder.getI64IntegerAttr(i));
    op->setAttr("after", builder.getStrArrayAttr(SmallVector<StringRef>(after[i].begin(), after[i].end())));
  }
  return success();
}

LogicalResult neuron::showWaits(nisa::ProgramOp program, const Target &target, const ScheduleOptions &options) {
  ScheduleStats stats;
  FailureOr<Sequence> sequence = readPlaced(program, target, options, stats);
  if (failed(sequence))
    return failure();
  WaitPlan plan = planWaits(*sequence, dependencesOf(*sequence, options));
  Builder builder(program.getContext());
  for (unsigned i = 0; i < plan.waits.size(); ++i) {
    SmallVector<std::string, 2> lines;
    for (const PlannedWait &wait : plan.waits[i])
      lines.push_back(sourceText(wait.source) + ": " + text(wait.index) + guardText(wait.guard));
    sequence->instructions[i].op->setAttr(
        "waits", builder.getStrArrayAttr(SmallVector<StringRef>(lines.begin(), lines.end())));
  }
  return success();
}
