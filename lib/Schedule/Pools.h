//===- Pools.h - shared parts of a Program ----------------------*- C++ -*-===//
#ifndef NEURONC_LIB_SCHEDULE_POOLS_H
#define NEURONC_LIB_SCHEDULE_POOLS_H

#include "Linear.h"

#include "neuron/program.h"

#include <map>

namespace neuron::schedule {

/// Adds affine functions to a program; equal lists of terms are stored once.
class Pools {
public:
  explicit Pools(Program &program) : program(program) {}

  Affine affine(const Linear &linear) {
    std::vector<std::pair<uint32_t, int64_t>> terms;
    for (uint32_t level = 0; level < linear.terms.size(); ++level)
      if (linear.terms[level])
        terms.push_back({level, linear.terms[level]});
    if (terms.empty())
      return {linear.base, {}};
    auto [found, isNew] = known.try_emplace(terms, uint32_t(program.terms.size()));
    if (isNew)
      for (auto [level, coefficient] : terms)
        program.terms.push_back({coefficient, level});
    return {linear.base, {found->second, uint32_t(terms.size())}};
  }

private:
  Program &program;
  std::map<std::vector<std::pair<uint32_t, int64_t>>, uint32_t> known;
};

} // namespace neuron::schedule

#endif // NEURONC_LIB_SCHEDULE_POOLS_H
