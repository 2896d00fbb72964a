//===- WeightStore.h - tensors that stay in the model file ------*- C++ -*-===//
#ifndef NEURONC_SUPPORT_WEIGHTSTORE_H
#define NEURONC_SUPPORT_WEIGHTSTORE_H

#include "neuron/types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace neuron {

/// A tensor whose bytes lie in a mapped model file (or in a small owned buffer
/// for folded results). Little endian. Never copied into the IR.
struct WeightData {
  DType dtype = DType::F32;
  llvm::SmallVector<int64_t> shape;
  /// In elements; empty means dense row-major.
  llvm::SmallVector<int64_t> strides;
  /// Address of element [0, ..., 0]; the reader has checked that all elements lie inside the mapping.
  const char *data = nullptr;
  bool isDense() const;
};

/// What a model file was, without naming it.
struct SourceIdentity {
  std::string format;      ///< "onnx" or "pt2"
  std::string graphHash;   ///< SHA-256 of the file without the bytes of its weights, hexadecimal
  std::string weightsHash; ///< SHA-256 of name, size and CRC-32 of each weight
};

/// Names to tensors. Owns the file mappings. Lookup only: iteration is by insertion order, so results are
/// deterministic.
class WeightStore {
public:
  /// Adds a tensor; the name must be new (returns false otherwise).
  bool add(llvm::StringRef name, WeightData data);
  /// Copies `bytes` into an owned buffer and adds it (small, folded tensors).
  bool addOwned(llvm::StringRef name, DType dtype, llvm::ArrayRef<int64_t> shape, std::vector<char> bytes);
  const WeightData *find(llvm::StringRef name) const;
  /// Keeps a file mapping alive as long as the store.
  void keepAlive(std::shared_ptr<void> mapping);
  llvm::ArrayRef<std::string> names() const { return order; }
  /// The file all this comes from; the importer sets it.
  SourceIdentity source;

private:
  llvm::StringMap<WeightData> table;
  std::vector<std::string> order;
  std::vector<std::shared_ptr<void>> mappings;
  std::vector<std::unique_ptr<std::vector<char>>> owned;
};

} // namespace neuron

#endif
