//===- Read.cpp - map and check an artifact -------------------------------===//
//
// Every byte of a file is covered: header, archive headers, padding and .npy
// headers must be those that the writer makes, members are hashed, weight data
// are hashed on request.
//
//===----------------------------------------------------------------------===//

#include "Header.h"
#include "Json.h"
#include "Layout.h"
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
  TarMembers members;
  Json hashes;
  std::vector<std::string> folders;

  std::string_view text(std::string_view name) const;
  Status readHeader();
  Status checkHashes();
  Status checkMember(const std::string &name, const Json &expected) const;
  Status checkLists(const Artifact &artifact) const;
  Status checkChunks(const WeightMember &weight, const Json &list) const;
  Status readPrograms(Artifact &artifact);
  Status readProgram(const std::string &folder, Program &program);
  Status place(WeightMember &weight) const;
  Status readWeights(Artifact &artifact);
  Status checkFiles(const Artifact &artifact) const;
  Status checkWholeHeader(const Artifact &artifact) const;
};
} // namespace

/// Empty if there is no such member.
std::string_view Reader::text(std::string_view name) const {
  auto found = members.find(name);
  if (found == members.end())
    return {};
  return {reinterpret_cast<const char *>(found->second.data()), found->second.size()};
}

Status Reader::readHeader() {
  if (file.size() < kHeaderSize)
    return bad(2001, "not a NEFF: " + std::to_string(file.size()) + " bytes, the header alone has 1024");
  std::memcpy(&header, file.data(), sizeof header);
  return checkHeader(header, file.size());
}

/// What of a member hashes.json covers as a whole: of a weight, the .npy header.
static std::span<const std::byte> hashedPart(std::string_view name, std::span<const std::byte> bytes) {
  bool isWeight = name.starts_with("weights/") && name.ends_with(".npy");
  if (!isWeight || bytes.size() < 10)
    return bytes;
  size_t length = 10 + size_t(bytes[8]) + 256 * size_t(bytes[9]);
  return bytes.first(std::min(length, bytes.size()));
}

Status Reader::checkMember(const std::string &name, const Json &expected) const {
  auto member = members.find(name);
  if (member == members.end() || !expected.is_string())
    return bad(2006, "member '" + name + "' is missing");
  if (hex(sha256(hashedPart(name, member->second))) != expected.get_ref<const std::string &>())
    return bad(2006, "member '" + name + "' differs from its hash");
  return {};
}

Status Reader::checkHashes() {
  std::string_view list = text("hashes.json");
  Digest digest = sha256(list);
  if (list.empty() || std::memcmp(digest.data(), header.hash, sizeof header.hash) != 0)
    return bad(2006, "the hash of hashes.json differs from the header's");
  Result<Json> json = parseJson("hashes.json", list);
  if (!json)
    return json.status();
  hashes = std::move(*json);
  auto listed = hashes.find("members");
  if (listed == hashes.end() || !listed->is_object() || listed->size() + 1 != members.size())
    return bad(2006, "hashes.json does not list the members of the archive");
  for (auto &[name, expected] : listed->items())
    if (Status status = checkMember(name, expected); !status)
      return status;
  return {};
}

/// Every weight has as many chunk hashes as chunks; their values are compared on
/// request only.
Status Reader::checkLists(const Artifact &artifact) const {
  detail::Fields fields(hashes);
  fields.integer("chunk_bytes", kChunkBytes, kChunkBytes);
  auto lists = hashes.find("weights");
  if (!fields.ok() || lists == hashes.end() || !lists->is_object())
    return bad(2006, "hashes.json does not list chunks of 8 MiB");
  for (const WeightMember &weight : artifact.weights) {
    auto list = lists->find("weights/" + weight.name + ".npy");
    uint64_t count = (weight.bytes + kChunkBytes - 1) / kChunkBytes;
    if (list == lists->end() || !list->is_array() || list->size() != count)
      return bad(2006, "hashes.json does not list the chunks of weights '" + weight.name + "'");
    if (Status status = options.checkWeightHashes ? checkChunks(weight, *list) : Status(); !status)
      return status;
  }
  return {};
}

Status Reader::checkChunks(const WeightMember &weight, const Json &list) const {
  for (size_t i = 0; i < list.size(); ++i) {
    uint64_t offset = i * kChunkBytes;
    std::string digest = hex(sha256(weight.data.subspan(offset, std::min(kChunkBytes, weight.bytes - offset))));
    if (!list[i].is_string() || list[i].get_ref<const std::string &>() != digest)
      return bad(2006, "weights '" + weight.name + "' differ from their hash in chunk " + std::to_string(i));
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
    std::string name = folder + engineFile(Engine(e)) + ".bin";
    auto stream = members.find(name);
    if (stream == members.end())
      return bad(2007, name + " is missing");
    if (Status status = decodeStream(program, Engine(e), stream->second); !status)
      return status;
  }
  return verifyProgram(program);
}

Status Reader::readPrograms(Artifact &artifact) {
  Result<Json> json = parseJson("neff.json", text("neff.json"));
  if (!json)
    return json.status();
  if (Status status = readNeffJson(*json, artifact, folders); !status)
    return status;
  for (const std::string &folder : folders)
    if (Status status = readProgram(folder, artifact.programs.emplace_back()); !status)
      return status;
  return checkNeffJson(*json, artifact);
}

/// Finds the bytes of a weight that neff.json lists.
Status Reader::place(WeightMember &weight) const {
  std::string name = "weights/" + weight.name + ".npy";
  auto member = members.find(name);
  if (member == members.end())
    return bad(2007, name + " is missing");
  weight.file = member->second;
  std::string head = weightHeader(weight.dtype, weight.shape, uint64_t(weight.file.data() - file.data()));
  if (weight.file.size() < head.size() || std::memcmp(weight.file.data(), head.data(), head.size()) != 0 ||
      weight.file.size() - head.size() != weight.bytes)
    return bad(2008, name + " is not the array that neff.json describes");
  weight.data = weight.file.subspan(head.size());
  return {};
}

Status Reader::readWeights(Artifact &artifact) {
  for (WeightMember &weight : artifact.weights)
    if (Status status = place(weight); !status)
      return status;
  auto isWeight = [](const auto &member) { return member.first.starts_with("weights/") && member.first.ends_with(".npy"); };
  if (size_t(std::count_if(members.begin(), members.end(), isWeight)) != artifact.weights.size())
    return bad(2007, "neff.json does not list all weights, or some twice");
  return checkLists(artifact);
}

/// Every variable with a file finds as many bytes there as it has.
Status Reader::checkFiles(const Artifact &artifact) const {
  std::map<std::string_view, uint64_t> sizes;
  for (const WeightMember &weight : artifact.weights)
    sizes[weight.name] = weight.bytes;
  for (const Program &program : artifact.programs)
    for (const Variable &variable : program.variables) {
      if (variable.file.empty())
        continue;
      auto found = sizes.find(variable.file);
      if (found == sizes.end() || variable.fileOffset > found->second ||
          variable.bytes > found->second - variable.fileOffset)
        return bad(2008, "variable '" + variable.name + "' needs " + std::to_string(variable.bytes) +
                             " bytes of weights '" + variable.file + "', which are missing or shorter");
    }
  return {};
}

/// The parts of the header that nothing above looks at.
Status Reader::checkWholeHeader(const Artifact &artifact) const {
  Digest digest;
  std::memcpy(digest.data(), header.hash, sizeof header.hash);
  NeffHeader expected = headerOf(artifact, header.dataSize, digest);
  expected.versionMinor = header.versionMinor;
  const char *actual = reinterpret_cast<const char *>(&header), *wanted = reinterpret_cast<const char *>(&expected);
  size_t at = size_t(std::mismatch(actual, actual + sizeof header, wanted).first - actual);
  if (at != sizeof header)
    return bad(2001, "byte " + std::to_string(at) + " of the header does not fit the artifact");
  return header.lncSize == 1 || header.lncSize == 2 ? Status() : bad(2001, "the logical core size is neither 1 nor 2");
}

Status Reader::run(Artifact &artifact) {
  if (Status status = readHeader(); !status)
    return status;
  Result<TarMembers> read = readTar(file.subspan(kHeaderSize));
  if (!read)
    return read.status();
  members = std::move(*read);
  if (Status status = checkHashes(); !status)
    return status;
  artifact.logicalCoreSize = header.lncSize;
  artifact.infoJson = text("info.json");
  artifact.reportJson = text("report.json");
  artifact.recipesJson = text("weights/recipes.json");
  for (Status (Reader::*step)(Artifact &) : {&Reader::readPrograms, &Reader::readWeights})
    if (Status status = (this->*step)(artifact); !status)
      return status;
  if (Status status = checkFiles(artifact); !status)
    return status;
  return checkWholeHeader(artifact);
}

/// Maps a regular file; never waits for one that is none.
static Status map(const std::string &path, Mapping &mapping) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info {};
  if (file < 0 || fstat(file, &info) != 0) {
    Status status(ErrorClass::Io, 6002, "cannot read '" + path + "': " + std::strerror(errno));
    if (file >= 0)
      close(file);
    return status;
  }
  bool isFile = S_ISREG(info.st_mode) && info.st_size > 0;
  mapping.size = isFile ? size_t(info.st_size) : 0;
  if (isFile)
    mapping.data = mmap(nullptr, mapping.size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (!isFile)
    return bad(2001, "not a NEFF: '" + path + "' is empty or no regular file");
  return mapping.data == MAP_FAILED ? Status(ErrorClass::Io, 6002, "cannot map '" + path + "'") : Status();
}

Result<Artifact> neuron::readNeff(const std::string &path, const ReadOptions &options) {
  auto mapping = std::make_shared<Mapping>();
  if (Status status = map(path, *mapping); !status)
    return status;
  Result<Artifact> artifact = parseNeff({static_cast<const std::byte *>(mapping->data), mapping->size}, mapping, options);
  if (artifact)
    return artifact;
  const Status &status = artifact.status();
  return Status(status.errorClass(), status.code(), path + ": " + status.message());
}

Result<Artifact> neuron::parseNeff(std::span<const std::byte> file, std::shared_ptr<void> owner, const ReadOptions &options) {
  Artifact artifact;
  artifact.mapping = std::move(owner);
  Reader reader(file, options);
  if (Status status = reader.run(artifact); !status)
    return status;
  return artifact;
}
