//===- Fingerprint.cpp - hashes that identify a model file ----------------===//

#include "neuronc/Support/Fingerprint.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

#include <tuple>

using namespace llvm;
using namespace neuron;

static std::string finish(SHA256 &hash) { return toHex(hash.final(), /*LowerCase=*/true); }

std::string neuron::hashWithout(StringRef file, std::vector<StringRef> holes) {
  llvm::sort(holes, [](StringRef a, StringRef b) { return a.data() < b.data(); });
  SHA256 hash;
  const char *next = file.begin();
  for (StringRef hole : holes) {
    if (hole.begin() < next) // two tensors of a damaged file may share bytes
      continue;
    hash.update(StringRef(next, hole.begin() - next));
    next = hole.end();
  }
  hash.update(StringRef(next, file.end() - next));
  return finish(hash);
}

std::string neuron::hashWeights(std::vector<WeightPrint> rows) {
  llvm::sort(rows, [](const WeightPrint &a, const WeightPrint &b) { return std::tie(a.name, a.bytes, a.crc) < std::tie(b.name, b.bytes, b.crc); });
  SHA256 hash;
  for (const WeightPrint &row : rows)
    hash.update((row.name + "\n" + Twine(row.bytes) + " " + Twine(row.crc) + "\n").str());
  return finish(hash);
}
