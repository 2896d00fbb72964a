//===- ReadersFuzzer.cpp - zip, pickle and JSON on random bytes -----------===//
//
// The first byte chooses the reader. What an archive gives must lie inside it.
//
//===----------------------------------------------------------------------===//
#include "neuronc/Support/JsonReader.h"
#include "neuronc/Support/TensorPickle.h"
#include "neuronc/Support/Zip.h"

#include <cstdlib>

using namespace neuron;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  llvm::StringRef bytes(reinterpret_cast<const char *>(data) + 1, size - 1);
  switch (data[0] % 3) {
  case 0: {
    Result<ZipArchive> zip = ZipArchive::open(bytes);
    if (!zip)
      return 0;
    for (const ZipEntry &entry : zip->entries())
      if (entry.data.begin() < bytes.begin() || entry.data.end() > bytes.end() || !zip->find(entry.name))
        abort();
    return 0;
  }
  case 1:
    (void)readTensorPickle(bytes);
    return 0;
  default:
    (void)parseJson(bytes, "fuzz");
    return 0;
  }
}
