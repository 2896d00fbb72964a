//===- Archive.h - the file of an exported program --------------*- C++ -*-===//
//
// Opens a .pt2 file in either of its layouts and finds the graph and the bytes
// of each tensor, without copying them:
//
//   torch 2.9 and later:  <name>/archive_format, byteorder, models/<model>.json,
//     data/weights/<model>_weights_config.json and data/weights/weight_<i>,
//     data/constants/... likewise
//   torch 2.5 to 2.7:  serialized_exported_program.json, and for weights and
//     constants an archive of torch.save each: <name>/data.pkl, data/<i>
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_FRONTEND_PT2_ARCHIVE_H
#define NEURONC_LIB_FRONTEND_PT2_ARCHIVE_H

#include "neuron/status.h"
#include "neuronc/Support/WeightStore.h"
#include "neuronc/Support/Zip.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace neuron::pt2 {

/// A tensor of the file and the entry its bytes are part of.
struct StoredTensor {
  WeightData data;
  ZipEntry storage;
};

/// An open .pt2 file.
class Archive {
public:
  /// Maps the file and reads its tables. Errors: NRN-E6001 cannot be read;
  /// NRN-E21xx not a sound archive; NRN-E3501 not an exported program;
  /// NRN-E3505 a tensor that leaves its bytes.
  static Result<Archive> open(llvm::StringRef path);
  /// The same on bytes in memory, which must outlive the archive.
  static Result<Archive> read(llvm::StringRef bytes);

  /// The program's description.
  const llvm::json::Value &document() const { return *graph; }
  /// A tensor of the state dictionary, or null.
  const StoredTensor *findWeight(llvm::StringRef name) const { return find(weights, name); }
  /// A constant or a buffer that is not persistent, or null.
  const StoredTensor *findConstant(llvm::StringRef name) const { return find(constants, name); }
  /// Compares the bytes of these tensors with their checksums (NRN-E2105), in
  /// parallel. Pages that were read are given back.
  Status verify(llvm::ArrayRef<const StoredTensor *> tensors) const;
  /// What the file is, by its graph and the checksums it has for its weights.
  SourceIdentity identity() const;
  /// What keeps the bytes of all tensors alive; null after `read`.
  std::shared_ptr<void> mapping() const { return buffer; }

private:
  using Table = llvm::StringMap<StoredTensor>;
  static const StoredTensor *find(const Table &table, llvm::StringRef name);

  Status load(llvm::StringRef bytes);
  Status loadCurrent(const ZipArchive &zip, llvm::StringRef prefix);
  Status loadLegacy(const ZipArchive &zip);
  Status parseGraph(const ZipEntry &entry);
  static Status readConfig(const ZipArchive &zip, llvm::StringRef folder, llvm::StringRef config,
                           Table &table);
  static Status readSaved(const ZipArchive &zip, llvm::StringRef entry, Table &table);

  std::shared_ptr<llvm::MemoryBuffer> buffer;
  llvm::StringRef graphText;
  std::unique_ptr<llvm::json::Value> graph;
  Table weights, constants;
};

} // namespace neuron::pt2

#endif // NEURONC_LIB_FRONTEND_PT2_ARCHIVE_H
