//===- TensorPickle.h - tensor dictionaries saved by torch.save -*- C++ -*-===//
//
// Reads the `data.pkl` of a dictionary from names to tensors. A pickle is a
// program; this reader knows only the opcodes and the globals such a dictionary
// needs, refuses everything else, and never calls anything.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_SUPPORT_TENSORPICKLE_H
#define NEURONC_SUPPORT_TENSORPICKLE_H

#include "neuron/status.h"
#include "neuron/types.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace neuron {

/// A strided view of a storage, as the pickle describes it. Nothing is checked
/// against the storage's bytes yet.
struct PickledTensor {
  std::string name;
  /// Name of the storage: the entry `data/<storage>` of the archive.
  std::string storage;
  DType dtype = DType::F32;
  /// Of the view's first element, in elements.
  int64_t offset = 0;
  llvm::SmallVector<int64_t> shape;
  /// In elements.
  llvm::SmallVector<int64_t> strides;
};

/// Reads a dictionary of tensors; `bytes` is the content of `data.pkl`. Tensors
/// come in the order of the dictionary.
/// Errors: NRN-E2120 malformed; NRN-E2121 an opcode, a global or an object that
/// has no place in such a dictionary.
Result<std::vector<PickledTensor>> readTensorPickle(llvm::StringRef bytes);

} // namespace neuron

#endif // NEURONC_SUPPORT_TENSORPICKLE_H
