//===- Pt2Mutate.cpp - break one entry of an archive ----------------------===//

#include "ModelMutate.h"

#include "neuronc/Support/Zip.h"
#include "test/unit/Support/ZipWriter.h"

using namespace neuron;
using namespace neuron::fuzz;

static std::string mutateEntry(llvm::StringRef name, const std::string &data, Choice &choice) {
  if (name.ends_with(".json"))
    return mutateJson(data, choice);
  if (name.ends_with(".pt"))
    if (std::string inner = mutatePt2(data, choice); !inner.empty())
      return inner;
  return mutateBytes(data);
}

std::string neuron::fuzz::mutatePt2(const std::string &archive, Choice &choice) {
  Result<ZipArchive> zip = ZipArchive::open(archive);
  if (!zip || zip->entries().empty())
    return "";
  std::vector<size_t> texts;
  for (size_t i = 0; i < zip->entries().size(); ++i)
    if (llvm::StringRef name = zip->entries()[i].name; name.ends_with(".json") || name.ends_with(".pkl") || name.ends_with(".pt"))
      texts.push_back(i);
  bool isAny = texts.empty() || choice.oneIn(5);
  size_t chosen = isAny ? choice.below(zip->entries().size()) : texts[choice.below(texts.size())];
  bool isRemoved = choice.oneIn(20);
  test::ZipWriter writer;
  for (size_t i = 0; i < zip->entries().size(); ++i) {
    const ZipEntry &entry = zip->entries()[i];
    if (i != chosen)
      writer.add(entry.name.str(), entry.data.str());
    else if (!isRemoved)
      writer.add(entry.name.str(), mutateEntry(entry.name, entry.data.str(), choice));
  }
  return writer.finish();
}
