//===- ImportOptions.h - what the user fixes about a model ------*- C++ -*-===//
//
// Shared by the importers. An input is named by its name or, where no input has
// that name, by its position in the signature, counted from 0.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_FRONTEND_IMPORTOPTIONS_H
#define NEURONC_FRONTEND_IMPORTOPTIONS_H

#include "neuronc/Support/WeightStore.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neuron {

struct ImportOptions {
  /// `--dim NAME=N`: the size of a symbolic dim, in the order given; the last one counts.
  std::vector<std::pair<std::string, int64_t>> dims;

  /// `--shape INPUT=d0,d1,..`: the whole shape of an input.
  struct Shape {
    std::string input;
    llvm::SmallVector<int64_t> dims;
  };
  std::vector<Shape> shapes;

  /// `--const INPUT=VALUE` (a number or true/false, for every element of the input) or `--const
  /// INPUT=@FILE.npy`. The input is folded and leaves the signature.
  struct Constant {
    std::string input;
    /// The number as the user wrote it; empty when `data` is given.
    std::string text;
    /// The content of a file; its bytes outlive the WeightStore that the import fills.
    std::optional<WeightData> data;
  };
  std::vector<Constant> constants;

  /// The size given for the symbolic dim `name`, if any.
  std::optional<int64_t> dim(llvm::StringRef name) const {
    for (auto it = dims.rbegin(); it != dims.rend(); ++it)
      if (it->first == name)
        return it->second;
    return std::nullopt;
  }
};

/// The position of the input that `key` names, or nothing.
inline std::optional<size_t> findInput(llvm::StringRef key, llvm::ArrayRef<std::string> names) {
  for (size_t i = 0; i < names.size(); ++i)
    if (key == names[i])
      return i;
  size_t position;
  if (!key.getAsInteger(10, position) && position < names.size())
    return position;
  return std::nullopt;
}

} // namespace neuron

#endif // NEURONC_FRONTEND_IMPORTOPTIONS_H
