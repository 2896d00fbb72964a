//===- ProgramFuzzer.cpp - programs from random text ----------------------===//
//
// Whatever is read and verifies may be printed, timed and run without a fault.
//
//===----------------------------------------------------------------------===//

#include "Exercise.h"
#include "Mutate.h"

using namespace neuron;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<Program> program = parseProgram({reinterpret_cast<const char *>(data), size});
  if (!program || !verifyProgram(*program))
    return 0;
  for (Variable &variable : program->variables)
    variable.file.clear(); // there are no weights here
  Artifact artifact;
  artifact.programs.push_back(std::move(*program));
  fuzz::exercise(std::move(artifact));
  return 0;
}

/// Where the number begins and ends that `at` lies in or before; empty if none follows.
static std::pair<size_t, size_t> numberAt(const std::string &text, size_t at) {
  size_t begin = text.find_first_of("0123456789", at);
  if (begin == std::string::npos)
    return {text.size(), text.size()};
  return {begin, std::min(text.find_first_not_of("0123456789", begin), text.size())};
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  fuzz::Choice choice(seed);
  if (choice.oneIn(3))
    return LLVMFuzzerMutate(data, size, maxSize);
  std::string text(reinterpret_cast<char *>(data), size);
  auto [begin, end] = numberAt(text, choice.below(size));
  auto [from, to] = numberAt(text, choice.below(size));
  std::string number = choice.oneIn(2) ? text.substr(from, to - from) : std::to_string(fuzz::absurdNumber(choice));
  text.replace(begin, end - begin, number);
  return fuzz::store(text, data, maxSize);
}
