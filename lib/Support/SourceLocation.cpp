//===- SourceLocation.cpp - locations as a person reads them --------------===//

#include "neuronc/Support/SourceLocation.h"

using namespace mlir;
using namespace neuron;

std::string neuron::sourceNames(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().str();
  std::string names;
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string name = sourceNames(part); !name.empty() && names.find(name) == std::string::npos)
        names += (names.empty() ? "" : ", ") + name;
  return names;
}

static std::string placeOf(FileLineColLoc loc) {
  StringRef file = loc.getFilename().getValue();
  if (file.ends_with(".onnx") && loc.getColumn() == 1)
    return (file + ": node " + Twine(loc.getLine())).str();
  return loc.getLine() ? (file + ":" + Twine(loc.getLine())).str() : file.str();
}

std::string neuron::sourcePlace(Location loc) {
  std::string place;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (file)
      place = placeOf(file);
    return file ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place;
}
