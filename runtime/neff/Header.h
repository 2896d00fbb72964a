//===- Header.h - the first 1024 bytes --------------------------*- C++ -*-===//
//
// Offsets and names are the public ones; pkg_version 3 is ours: plain tar,
// hash of hashes.json.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_NEFF_HEADER_H
#define NEURON_NEFF_HEADER_H

#include "Sha256.h"

#include "neuron/neff.h"

#include <cstdint>

namespace neuron {

#pragma pack(push, 1)
struct NeffHeader {
  uint64_t pkgVersion = 0;
  uint64_t headerSize = 0;
  uint64_t dataSize = 0;
  uint64_t versionMajor = 0;
  uint64_t versionMinor = 0;
  uint8_t buildVersion[128] = {};
  uint32_t numTpb = 0;
  uint8_t hash[32] = {};
  uint8_t uuid[16] = {};
  char name[256] = {};
  uint32_t requestedTpbCount = 0;
  uint8_t tpbPerNode[64] = {};
  uint64_t featureBits = 0;
  uint32_t lncSize = 0;
  uint8_t pad[468] = {};
};
#pragma pack(pop)
static_assert(sizeof(NeffHeader) == 1024);

inline constexpr uint64_t kHeaderSize = 1024;
inline constexpr uint64_t kPkgVersion = 3;
/// Feature bits this library understands. Bit 0: rolled loops in streams.
inline constexpr uint64_t kFeatureRolledLoops = 1;
inline constexpr uint64_t kKnownFeatures = kFeatureRolledLoops;

/// The header of an artifact whose payload has `dataSize` bytes and whose
/// hashes.json has the digest. Every byte follows from the arguments.
NeffHeader headerOf(const Artifact &artifact, uint64_t dataSize, const Digest &digest);
/// Refuses what is no NEFF (2001), another package version (2002), format
/// version (2003), unknown features (2004), a wrong payload size (2005).
Status checkHeader(const NeffHeader &header, uint64_t fileSize);

} // namespace neuron

#endif // NEURON_NEFF_HEADER_H
