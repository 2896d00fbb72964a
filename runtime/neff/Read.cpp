//===- Read.cpp - map and check an artifact -------------------------------===//

#include "Header.h"
#include "Json.h"
#include "Layout.h"
#include "Sha256.h"
#include "StreamCodec.h"
#include "Tar.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace neuron;

using Members = std::map<std::string, std::span<const std::byte>>;

static Status bad(unsigned code, const std::string &what) { return Status(ErrorClass::BadInput, code, what); }

namespace {
/// A file in memory; unmapped with the last artifact that points into it.
struct Mapping {
  void *data = MAP_FAILED;
  size_t size = 0;
  ~Mapping() {
    if (data != MAP_FAILED)
      munmap(data, size);
  }
};

class Reader {
public:
  Reader(std::span<const std::byte> file, const ReadOptions &options) : file(file), options(options) {}
  Status run(Artifact &artifact);

private:
  std::span<const std::byte> file;
  const ReadOptions &options;
  NeffHeader header;
  Members members;
  Json hashes;

  Status readHeader();
  Status checkHashes();
  Status checkChunks();
  std::string_view text(const std::string &name) const;
  Status readPrograms(Artifact &artifact);
  Status readProgram(const std::string &folder, Program &program);
  Status readWeights(Artifact &artifact);
  Status checkFiles(const Artifact &artifact) const;
};
} // namespace

Status Reader::readHeader() {
  if (file.size() < kHeaderSize)
    return bad(2001, "not a NEFF: " + std::to_string(file.size()) + " bytes, the header alone has 1024");
  std::memcpy(&header, file.data(), sizeof header);
  if (header.headerSize != kHeaderSize)
    return bad(2001, "not a NEFF: the header says it has " + std::to_string(header.headerSize) + " bytes, not 1024");
  if (header.pkgVersion != kPkgVersion)
    return Status(ErrorClass::Unsupported, 2002, "package version " + std::to_string(header.pkgVersion) +
                  "; this runtime reads version " + std::to_string(kPkgVersion) + " (its own encoding)");
  if (header.versionMajor != kNeffVersionMajor || header.versionMinor > kNeffVersionMinor)
    return Status(ErrorClass::Unsupported, 2003,
                  "NEFF version " + std::to_string(header.versionMajor) + "." + std::to_string(header.versionMinor) +
                      "; this runtime reads " + std::to_string(kNeffVersionMajor) + ".0 to " +
                      std::to_string(kNeffVersionMajor) + "." + std::to_string(kNeffVersionMinor));
  if (header.featureBits & ~kKnownFeatures)
    return Status(ErrorClass::Unsupported, 2004, "feature bits " + std::to_string(header.featureBits) +
                  "; this runtime knows " + std::to_string(kKnownFeatures));
  if (header.dataSize != file.size() - kHeaderSize)
    return bad(2005, "the header promises " + std::to_string(header.dataSize) + " bytes, the file has " +
                         std::to_string(file.size() - kHeaderSize));
  return {};
}

std::string_view Reader::text(const std::string &name) const {
  auto found = members.find(name);
  if (found == members.end())
    return {};
  return {reinterpret_cast<const char *>(found->second.data()), found->second.size()};
}

/// What of a member hashes.json covers as a whole: of a weight, the .npy header.
static std::span<const std::byte> hashedPart(const std::string &name, std::span<const std::byte> bytes) {
  bool isWeight = name.rfind("weights/", 0) == 0 && name.ends_with(".npy");
  if (!isWeight || bytes.size() < 10)
    return bytes;
  size_t length = 10 + size_t(bytes[8]) + 256 * size_t(bytes[9]);
  return bytes.first(std::min(length, bytes.size()));
}

Status Reader::checkHashes() {
  std::string_view list = text("hashes.json");
  Digest digest = sha256(list);
  if (list.empty() || std::memcmp(digest.data(), header.hash, 32) != 0)
    return bad(2006, "the hash of hashes.json differs from the header's");
  Result<Json> json = parseJson("hashes.json", list);
  if (!json)
    return json.status();
  hashes = std::move(*json);
  auto listed = hashes.find("members");
  if (listed == hashes.end() || !listed->is_object() || listed->size() + 1 != members.size())
    return bad(2006, "hashes.json does not list the members of the archive");
  for (auto &[name, expected] : listed->items()) {
    auto member = members.find(name);
    if (member == members.end() || !expected.is_string())
      return bad(2006, "member '" + name + "' is missing");
    if (hex(sha256(hashedPart(name, member->second))) != expected.get<std::string>())
      return bad(2006, "member '" + name + "' differs from its hash");
  }
  return options.checkWeightHashes ? checkChunks() : Status();
}

Status Reader::checkChunks() {
  for (auto &[name, list] : hashes["weights"].items()) {
    auto member = members.find(name);
    if (member == members.end() || !list.is_array())
      return bad(2006, "member '" + name + "' is missing");
    std::span<const std::byte> data = member->second.subspan(hashedPart(name, member->second).size());
    for (size_t i = 0; i < list.size(); ++i) {
      uint64_t offset = i * kChunkBytes;
      if (offset >= data.size() || !list[i].is_string() ||
          hex(sha256(data.subspan(offset, std::min<uint64_t>(kChunkBytes, data.size() - offset)))) != list[i].get<std::string>())
        return bad(2006, "weights '" + name + "' differ from their hash in chunk " + std::to_string(i));
    }
  }
  return {};
}

Status Reader::readProgram(const std::string &folder, Program &program) {
  Result<Json> json = parseJson(folder + "def.json", text(folder + "def.json"));
  if (!json)
    return json.status();
  if (Status status = readProgramJson(*json, program); !status)
    return status;
  for (unsigned e = 0; e < kNumEngines; ++e) {
    auto stream = members.find(folder + engineFile(Engine(e)) + ".bin");
    if (stream == members.end())
      return bad(2007, folder + engineFile(Engine(e)) + ".bin is missing");
    if (Status status = decodeStream(program, Engine(e), stream->second); !status)
      return status;
  }
  return verifyProgram(program);
}

Status Reader::readPrograms(Artifact &artifact) {
  for (size_t i = 0; members.count(folderOf(i) + "def.json"); ++i)
    if (Status status = readProgram(folderOf(i), artifact.programs.emplace_back()); !status)
      return status;
  return artifact.programs.empty() ? bad(2007, "the artifact has no program") : Status();
}

/// Type and shape are those of the variable that the weight fills.
static void describe(const Artifact &artifact, WeightMember &weight) {
  for (const Program &program : artifact.programs)
    for (const Variable &variable : program.variables)
      if (variable.file == weight.name) {
        weight.dtype = variable.dtype;
        weight.shape = variable.shape;
        return;
      }
}

Status Reader::readWeights(Artifact &artifact) {
  for (auto &[name, bytes] : members) {
    if (name.rfind("weights/", 0) != 0 || !name.ends_with(".npy"))
      continue;
    WeightMember weight;
    weight.name = name.substr(8, name.size() - 12);
    weight.data = bytes.subspan(hashedPart(name, bytes).size());
    weight.file = bytes;
    weight.bytes = weight.data.size();
    describe(artifact, weight);
    artifact.weights.push_back(std::move(weight));
  }
  // In the order of the file, which is that of first use.
  std::sort(artifact.weights.begin(), artifact.weights.end(),
            [](const WeightMember &a, const WeightMember &b) { return a.file.data() < b.file.data(); });
  return {};
}

/// Every variable with a file finds as many bytes there as it has.
Status Reader::checkFiles(const Artifact &artifact) const {
  std::map<std::string, const WeightMember *> byName;
  for (const WeightMember &weight : artifact.weights)
    byName[weight.name] = &weight;
  for (const Program &program : artifact.programs)
    for (const Variable &variable : program.variables) {
      if (variable.file.empty())
        continue;
      auto found = byName.find(variable.file);
      if (found == byName.end() || variable.fileOffset > found->second->bytes ||
          variable.bytes > found->second->bytes - variable.fileOffset)
        return bad(2008, "variable '" + variable.name + "' needs " + std::to_string(variable.bytes) +
                             " bytes of weights '" + variable.file + "', which are missing or shorter");
    }
  return {};
}

Status Reader::run(Artifact &artifact) {
  if (Status status = readHeader(); !status)
    return status;
  Result<Members> read = readTar(file.subspan(kHeaderSize));
  if (!read)
    return read.status();
  members = std::move(*read);
  if (Status status = checkHashes(); !status)
    return status;
  artifact.name = std::string(header.name, strnlen(header.name, sizeof header.name));
  artifact.logicalCoreSize = header.lncSize;
  artifact.infoJson = text("info.json");
  artifact.reportJson = text("report.json");
  artifact.recipesJson = text("weights/recipes.json");
  if (Status status = readPrograms(artifact); !status)
    return status;
  if (Status status = readWeights(artifact); !status)
    return status;
  return checkFiles(artifact);
}

Result<Artifact> neuron::readNeff(const std::string &path, const ReadOptions &options) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info {};
  if (file < 0 || fstat(file, &info) != 0) {
    Status status(ErrorClass::Io, 6002, "cannot read '" + path + "': " + std::strerror(errno));
    if (file >= 0)
      close(file);
    return status;
  }
  auto mapping = std::make_shared<Mapping>();
  mapping->size = size_t(info.st_size);
  if (mapping->size > 0)
    mapping->data = mmap(nullptr, mapping->size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (mapping->data == MAP_FAILED)
    return bad(2001, "not a NEFF: '" + path + "' cannot be mapped");
  Result<Artifact> artifact = parseNeff({static_cast<const std::byte *>(mapping->data), mapping->size}, mapping, options);
  const Status &status = artifact.status();
  return artifact ? std::move(artifact) : Status(status.errorClass(), status.code(), path + ": " + status.message());
}

Result<Artifact> neuron::parseNeff(std::span<const std::byte> file, std::shared_ptr<void> owner, const ReadOptions &options) {
  Artifact artifact;
  artifact.mapping = std::move(owner);
  Reader reader(file, options);
  if (Status status = reader.run(artifact); !status)
    return status;
  return artifact;
}
