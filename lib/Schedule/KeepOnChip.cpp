//===- KeepOnChip.cpp - scratch buffers from HBM to SBUF ------------------===//
//
// Kernels speak to each other through HBM. Where all copies of a scratch buffer
// agree on a layout and SBUF has room, the buffer moves there: a tile that is
// stored to it or loaded from it becomes a window of it, and the copy is gone;
// where the tile must stay, an engine copies.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Schedule/Schedule.h"

#include "Forward.h"
#include "Residency.h"
#include "Sequence.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

namespace {
struct Candidate {
  nisa::VariableOp variable;
  SmallVector<CopySide, 4> copies;
  RowLayout layout;
  unsigned firstKernel = 0, lastKernel = 0;

  uint64_t bytes() const { return uint64_t(layout.partitions() * layout.bytes()); }
  /// Bytes of a partition for as long as it takes.
  int64_t burden() const { return layout.bytes() * (lastKernel - firstKernel + 1); }
};

/// Bytes of a partition that each kernel needs, and those that are given away.
class Budget {
public:
  Budget(const Sequence &sequence, int64_t capacity);
  bool take(const Candidate &candidate);

private:
  int64_t capacity;
  std::vector<int64_t> used; ///< by kernel
};
} // namespace

/// What the kernels' own tiles take: twice their size where they may rotate.
Budget::Budget(const Sequence &sequence, int64_t capacity) : capacity(capacity), used(sequence.kernels.size()) {
  for (const BufferInfo &buffer : sequence.buffers) {
    if (buffer.type.getSpace() != nisa::Space::Sbuf || buffer.accesses.empty())
      continue;
    unsigned kernel = sequence.instructions[sequence.accesses[buffer.accesses.front()].instruction].kernel;
    used[kernel] += buffer.type.getBytes() * (buffer.loop < 0 ? 1 : 2);
  }
  for (int64_t &bytes : used)
    bytes = std::min(bytes, capacity * 3 / 4);
}

bool Budget::take(const Candidate &candidate) {
  auto span = MutableArrayRef(used).slice(candidate.firstKernel, candidate.lastKernel - candidate.firstKernel + 1);
  int64_t bytes = candidate.layout.bytes();
  if (llvm::any_of(span, [&](int64_t taken) { return taken + bytes > capacity; }))
    return false;
  for (int64_t &taken : span)
    taken += bytes;
  return true;
}

/// Scratch buffers with a layout, and the kernels between which they live.
static SmallVector<Candidate> findCandidates(const Sequence &sequence) {
  SmallVector<Candidate> candidates;
  for (const BufferInfo &buffer : sequence.buffers) {
    auto variable = dyn_cast<nisa::VariableOp>(buffer.op);
    if (!variable || variable.getKind() != "scratch" || buffer.accesses.empty())
      continue;
    Candidate candidate{variable, {}, {}};
    std::optional<SmallVector<CopySide, 4>> copies = copiesOf(variable);
    std::optional<RowLayout> layout = copies ? findLayout(variable, *copies) : std::nullopt;
    if (!layout)
      continue;
    candidate.copies = std::move(*copies);
    candidate.layout = *layout;
    auto kernelOf = [&](unsigned access) { return sequence.instructions[sequence.accesses[access].instruction].kernel; };
    candidate.firstKernel = kernelOf(buffer.accesses.front());
    candidate.lastKernel = kernelOf(buffer.accesses.back());
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

void neuron::keepOnChip(nisa::ProgramOp program, const Target &target, double share, ScheduleStats &stats) {
  FailureOr<Sequence> sequence = readSequence(program);
  if (failed(sequence))
    return;
  SmallVector<Candidate> candidates = findCandidates(*sequence);
  Budget budget(*sequence, int64_t(target.sbufBytes * share));
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq<unsigned>(0, candidates.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(candidates[a].burden(), a) < std::pair(candidates[b].burden(), b);
  });
  SmallVector<unsigned> chosen;
  stats.onChip = stats.onChipBytes = stats.spills = stats.spillBytes = 0;
  for (unsigned index : order) {
    bool isTaken = budget.take(candidates[index]);
    (isTaken ? stats.onChip : stats.spills) += 1;
    (isTaken ? stats.onChipBytes : stats.spillBytes) += candidates[index].bytes();
    if (isTaken)
      chosen.push_back(index);
  }
  llvm::sort(chosen);
  for (unsigned index : chosen)
    moveToSbuf(candidates[index].variable, candidates[index].copies, candidates[index].layout);
}
