//===- Spans.cpp - the last of many ranges that meets another -------------===//

#include "Spans.h"

using namespace neuron;
using namespace neuron::schedule;

Span schedule::spanOf(const Sequence &sequence, const Access &access) {
  llvm::ArrayRef<int64_t> trips = sequence.tripsOf(sequence.instructions[access.instruction].loop);
  int64_t extent = access.run;
  for (AccessDim dim : access.dims)
    extent += dim.step * (dim.num - 1);
  return {access.address.min(trips), access.address.max(trips) + extent};
}

void Spans::push(Span span) {
  levels[0].push_back(span);
  for (size_t level = 0; levels[level].size() % kBlock == 0; ++level) {
    auto block = llvm::ArrayRef(levels[level]).take_back(kBlock);
    Span hull = block.front();
    for (const Span &part : block)
      hull = {std::min(hull.begin, part.begin), std::max(hull.end, part.end)};
    if (level + 1 == levels.size())
      levels.emplace_back();
    levels[level + 1].push_back(hull);
  }
}

std::optional<size_t> Spans::lastBefore(size_t end, Span span) const {
  while (end > 0) {
    // The widest block that ends here and is elsewhere.
    size_t skip = 0, width = 1;
    for (size_t level = 0; level < levels.size() && end % width == 0; ++level, width *= kBlock) {
      if (levels[level][end / width - 1].meets(span))
        break;
      skip = width;
    }
    if (skip == 0)
      return end - 1;
    end -= skip;
  }
  return std::nullopt;
}
