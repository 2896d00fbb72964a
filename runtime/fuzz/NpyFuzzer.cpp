//===- NpyFuzzer.cpp - .npy files from random bytes -----------------------===//
//
// What is read has the bytes that its shape says.
//
//===----------------------------------------------------------------------===//

#include "neuron/npy.h"

#include <cstdlib>

using namespace neuron;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<NpyArray> array = parseNpy({reinterpret_cast<const std::byte *>(data), size}, "fuzz");
  if (!array)
    return 0;
  std::optional<uint64_t> count = numElements(array->shape, bytesOf(array->dtype));
  if (!count || *count * bytesOf(array->dtype) != array->data.size())
    abort();
  return 0;
}
