//===- Zip.h - stored zip archives in memory --------------------*- C++ -*-===//
//
// Reads zip archives whose entries are stored, not compressed, as PyTorch
// writes them, so that an entry is a range of the mapped file. The file is not
// trusted: each offset and size is checked before it is used.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_SUPPORT_ZIP_H
#define NEURONC_SUPPORT_ZIP_H

#include "neuron/status.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace neuron {

/// One stored file of an archive. `name` and `data` point into the archive's bytes.
struct ZipEntry {
  llvm::StringRef name;
  /// The content, without any header.
  llvm::StringRef data;
  /// CRC-32 of the content as the central directory has it.
  uint32_t crc = 0;
};

/// The directory of a zip archive that lies in memory.
///
/// Accepted: zip and zip64, stored entries, data descriptors. Refused, with
/// NRN-E21xx: compression, encryption, several disks, entries whose two headers
/// disagree, that overlap, that leave the archive or that share a name.
class ZipArchive {
public:
  /// Reads the directory of `bytes`, which must outlive the archive.
  static Result<ZipArchive> open(llvm::StringRef bytes);

  /// All entries, in the order of the central directory.
  const std::vector<ZipEntry> &entries() const { return table; }
  /// The entry of this name, or null.
  const ZipEntry *find(llvm::StringRef name) const;
  /// Compares the content of `entry` with its checksum (error NRN-E2105).
  static Status verifyChecksum(const ZipEntry &entry);
  /// The same for a checksum that was computed elsewhere.
  static Status compareChecksum(const ZipEntry &entry, uint32_t found);

private:
  std::vector<ZipEntry> table;
  llvm::StringMap<size_t> byName;
};

} // namespace neuron

#endif // NEURONC_SUPPORT_ZIP_H
