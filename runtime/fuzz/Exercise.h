//===- Exercise.h - everything that a verified program goes through -*- C++ -*-===//
#ifndef NEURON_FUZZ_EXERCISE_H
#define NEURON_FUZZ_EXERCISE_H

#include "neuron/model.h"
#include "neuron/sim.h"

#include <cstdlib>

namespace neuron::fuzz {

/// Whether a run is over soon: each loop counts with its largest trip when all
/// outer counters are at their bound.
inline bool isShort(const Program &program) {
  constexpr int64_t limit = 4000;
  int64_t steps = 0;
  for (const Stream &stream : program.streams) {
    std::vector<int64_t> factors{1};
    for (const Node &node : stream.nodes) {
      if (node.kind == Node::Loop) {
        const Affine &trip = program.loops[node.value].trip;
        factors.push_back(trip.terms.count || trip.base > limit ? limit : factors.back() * std::max<int64_t>(trip.base, 1));
      } else if (node.kind == Node::End) {
        factors.pop_back();
      }
      steps += factors.back();
      if (steps > limit || factors.back() > limit)
        return false;
    }
  }
  return true;
}

inline uint64_t memoryOf(const Program &program) {
  uint64_t bytes = 0;
  for (const Variable &variable : program.variables)
    bytes += std::min(variable.bytes, uint64_t(1) << 40);
  return bytes;
}

/// Prints, reads again, times and runs. The program has passed verifyProgram.
inline void exercise(Artifact artifact) {
  const Program &program = artifact.programs.front();
  std::string text = printProgram(program);
  Result<Program> again = parseProgram(text);
  if (!again || printProgram(*again) != text)
    abort();
  if (!isShort(program))
    return;
  if (const Target *target = findTarget(program.target))
    (void)simulate(program, *target);
  if (memoryOf(program) > (uint64_t(16) << 20))
    return;
  ExecOptions options;
  options.strict = true;
  options.threads = 1;
  Result<Model> model = Model::create(std::move(artifact), options);
  if (!model)
    return;
  std::vector<std::vector<std::byte>> memory;
  for (const auto *list : {&model->inputs(), &model->outputs()})
    for (uint32_t i : *list) {
      memory.emplace_back(model->program().variables[i].bytes + 1);
      (void)model->bind(i, {memory.back().data(), memory.back().size() - 1});
    }
  (void)model->run();
}

} // namespace neuron::fuzz

#endif // NEURON_FUZZ_EXERCISE_H
