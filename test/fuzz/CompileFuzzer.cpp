//===- CompileFuzzer.cpp - the whole compiler on broken models ------------===//
//
// Ends in an artifact that the runtime reads, or in a refusal that is no
// internal error. A zip archive is an exported program, the rest is ONNX.
//
//===----------------------------------------------------------------------===//
#include "ModelMutate.h"

#include "neuronc/Driver/Driver.h"

#include "neuron/neff.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

using namespace neuron;

static bool isArchive(const uint8_t *data, size_t size) { return size > 1 && data[0] == 'P' && data[1] == 'K'; }

[[noreturn]] static void fail(const char *what, const std::vector<std::string> &errors) {
  std::fprintf(stderr, "%s\n", what);
  for (const std::string &error : errors)
    std::fprintf(stderr, "%s\n", error.c_str());
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const std::string stem = (std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") + ("/fuzz-" + std::to_string(getpid()));
  CompileOptions options;
  options.input = stem + (isArchive(data, size) ? ".pt2" : ".onnx");
  options.output = stem + ".neff";
  std::ofstream(options.input, std::ios::binary).write(reinterpret_cast<const char *>(data), std::streamsize(size));
  CompileResult result;
  std::vector<std::string> errors;
  Status status = compile(options, result, errors);
  if (!status && status.errorClass() == ErrorClass::Internal)
    fail(status.message().c_str(), errors);
  if (status && !readNeff(options.output, {.checkWeightHashes = true}))
    fail("the artifact cannot be read", errors);
  if (!status && access(options.output.c_str(), F_OK) == 0)
    fail("a failed compile left a file", errors);
  std::remove(options.input.c_str());
  std::remove(options.output.c_str());
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  fuzz::Choice choice(seed);
  std::string file(reinterpret_cast<char *>(data), size);
  std::string result = choice.oneIn(20) ? "" : isArchive(data, size) ? fuzz::mutatePt2(file, choice) : fuzz::mutateOnnx(file, choice);
  return result.empty() ? LLVMFuzzerMutate(data, size, maxSize) : fuzz::store(result, data, maxSize);
}
