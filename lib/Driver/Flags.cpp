//===- Flags.cpp - the options that change an artifact --------------------===//

#include "Flags.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace neuron;

static std::string dimsText(llvm::ArrayRef<int64_t> dims) {
  return llvm::join(llvm::map_range(dims, [](int64_t dim) { return std::to_string(dim); }), ",");
}

/// The value itself, or the hash of a file's: its path says nothing.
static std::string valueText(const ImportOptions::Constant &constant) {
  if (!constant.data)
    return constant.text;
  uint64_t bytes = bytesOf(constant.data->dtype);
  for (int64_t dim : constant.data->shape)
    bytes *= uint64_t(dim);
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(constant.data->data, bytes));
  return std::string(nameOf(constant.data->dtype)) + "[" + dimsText(constant.data->shape) + "]:sha256:" +
         llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string neuron::recordedFlags(const CompileOptions &options) {
  std::string text = "--target " + options.target + " --auto-cast " + options.autoCast;
  if (options.autoCast != "none")
    text += " --auto-cast-type " + options.autoCastType;
  text += " -O" + std::to_string(options.optLevel);
  for (const auto &[name, size] : options.import.dims)
    text += " --dim " + name + "=" + std::to_string(size);
  for (const ImportOptions::Shape &shape : options.import.shapes)
    text += " --shape " + shape.input + "=" + dimsText(shape.dims);
  for (const ImportOptions::Constant &constant : options.import.constants)
    text += " --const " + constant.input + "=" + valueText(constant);
  return text;
}
