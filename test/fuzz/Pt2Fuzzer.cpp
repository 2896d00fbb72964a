//===- Pt2Fuzzer.cpp - the importer of exported programs on broken ones ---===//
//
// Whatever is imported must verify, and what is refused has a code.
//
//===----------------------------------------------------------------------===//
#include "ImportCheck.h"
#include "neuronc/Frontend/PT2.h"

using namespace neuron;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::ImportCheck check;
  WeightStore store;
  ImportOptions options;
  check.expect(importPt2Bytes(check.context, {reinterpret_cast<const char *>(data), size}, options, store));
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  fuzz::Choice choice(seed);
  std::string result = choice.oneIn(10) ? "" : fuzz::mutatePt2({reinterpret_cast<char *>(data), size}, choice);
  return result.empty() ? LLVMFuzzerMutate(data, size, maxSize) : fuzz::store(result, data, maxSize);
}
