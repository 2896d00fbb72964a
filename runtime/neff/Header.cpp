//===- Header.cpp - the first 1024 bytes ----------------------------------===//

#include "Header.h"

#include "Json.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>

using namespace neuron;

static Status bad(unsigned code, const std::string &what) { return Status(ErrorClass::BadInput, code, what); }
static Status unsupported(unsigned code, const std::string &what) {
  return Status(ErrorClass::Unsupported, code, what);
}

template <typename T, size_t N> static void setText(T (&field)[N], const std::string &text) {
  std::memcpy(field, text.data(), std::min(text.size(), N - 1));
}

template <typename T, size_t N> static std::string getText(const T (&field)[N]) {
  const char *text = reinterpret_cast<const char *>(field);
  return std::string(text, strnlen(text, N));
}

/// Producer and version as info.json names them.
static std::string buildVersion(const std::string &infoJson) {
  Result<Json> info = parseJson("info.json", infoJson);
  auto text = [&](const char *key) {
    bool isThere = info && info->is_object() && info->contains(key) && (*info)[key].is_string();
    return isThere ? (*info)[key].get<std::string>() : std::string();
  };
  std::string producer = text("producer"), version = text("tool_version");
  return producer.empty() || version.empty() ? producer + version : producer + " " + version;
}

/// Physical cores of each program name, in order of first appearance: a graph
/// node of the public layout.
static std::vector<uint32_t> coresOfNodes(const Artifact &artifact) {
  std::vector<std::string> names;
  std::vector<uint32_t> cores;
  for (const Program &program : artifact.programs) {
    size_t node = size_t(std::find(names.begin(), names.end(), program.name) - names.begin());
    if (node == names.size()) {
      names.push_back(program.name);
      cores.push_back(0);
    }
    ++cores[node];
  }
  return cores;
}

NeffHeader neuron::headerOf(const Artifact &artifact, uint64_t dataSize, const Digest &digest) {
  NeffHeader header;
  header.pkgVersion = kPkgVersion;
  header.headerSize = kHeaderSize;
  header.dataSize = dataSize;
  header.versionMajor = kNeffVersionMajor;
  header.versionMinor = kNeffVersionMinor;
  setText(header.buildVersion, buildVersion(artifact.infoJson));
  std::vector<uint32_t> cores = coresOfNodes(artifact);
  for (size_t i = 0; i < cores.size(); ++i) {
    if (i < sizeof header.tpbPerNode)
      header.tpbPerNode[i] = uint8_t(cores[i]);
    header.numTpb = std::max(header.numTpb, cores[i]);
  }
  header.requestedTpbCount = header.numTpb;
  header.featureBits = kFeatureRolledLoops;
  header.lncSize = artifact.logicalCoreSize;
  std::memcpy(header.hash, digest.data(), sizeof header.hash);
  std::memcpy(header.uuid, digest.data(), sizeof header.uuid);
  setText(header.name, artifact.name);
  return header;
}

static std::string hexadecimal(uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

Status neuron::checkHeader(const NeffHeader &header, uint64_t fileSize) {
  auto number = [](uint64_t value) { return std::to_string(value); };
  if (header.headerSize != kHeaderSize)
    return bad(2001, "not a NEFF: the header says it has " + number(header.headerSize) + " bytes, not 1024");
  if (header.pkgVersion != kPkgVersion)
    return unsupported(2002, "package version " + number(header.pkgVersion) +
                                 (header.pkgVersion == 1 || header.pkgVersion == 2
                                      ? " holds the vendor's instruction encoding, which is not public"
                                      : "") +
                                 "; this runtime reads version " + number(kPkgVersion));
  if (header.versionMajor != kNeffVersionMajor || header.versionMinor > kNeffVersionMinor)
    return unsupported(2003, "NEFF version " + number(header.versionMajor) + "." + number(header.versionMinor) +
                                 "; this runtime reads " + number(kNeffVersionMajor) + ".0 to " +
                                 number(kNeffVersionMajor) + "." + number(kNeffVersionMinor));
  if (header.featureBits & ~kKnownFeatures)
    return unsupported(2004, "feature bits " + hexadecimal(header.featureBits) + "; this runtime knows " +
                                 hexadecimal(kKnownFeatures));
  if (header.dataSize != fileSize - kHeaderSize)
    return bad(2005, "the header promises " + number(header.dataSize) + " bytes, the file has " +
                         number(fileSize - kHeaderSize));
  return {};
}

Result<HeaderInfo> neuron::readNeffHeader(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return Status(ErrorClass::Io, 6002, "cannot read '" + path + "'");
  NeffHeader header;
  if (!in.read(reinterpret_cast<char *>(&header), sizeof header) || header.headerSize != kHeaderSize)
    return bad(2001, path + ": not a NEFF");
  return HeaderInfo{header.pkgVersion,
                    header.versionMajor,
                    header.versionMinor,
                    header.dataSize,
                    header.featureBits,
                    header.numTpb,
                    header.lncSize,
                    getText(header.buildVersion),
                    getText(header.name),
                    hex(header.hash),
                    hex(header.uuid)};
}
