//===- Write.cpp - write an artifact --------------------------------------===//
//
// The layout is computed first, then threads fill, hash and write weight chunks
// at their places. The file appears under its name only when it is complete.
//
//===----------------------------------------------------------------------===//

#include "Header.h"
#include "Json.h"
#include "Layout.h"
#include "Sha256.h"
#include "StreamCodec.h"
#include "Tar.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace neuron;

namespace {
/// A member whose bytes are at hand, or a weight that is filled in chunks.
struct Member {
  std::string name;
  std::string bytes;                    ///< or the .npy header of a weight
  const WeightMember *weight = nullptr;
  uint64_t position = 0;                ///< of its first byte in the file
  uint64_t size() const { return bytes.size() + (weight ? weight->bytes : 0); }
};

struct Chunk {
  const Member *member;
  size_t index; ///< within the member
};

class Writer {
public:
  Writer(const std::string &path, const Artifact &artifact) : path(path), artifact(artifact) {}
  Status run();

private:
  std::string path;
  const Artifact &artifact;
  std::vector<Member> members;
  uint64_t end = kHeaderSize;
  int file = -1;
  Json chunkHashes = Json::object();

  void add(std::string name, std::string bytes);
  void addWeight(const WeightMember &weight);
  void plan();
  Status writeAll();
  Status writeWeights();
  Status writeChunk(const Chunk &chunk, std::vector<std::byte> &buffer, std::string &digest);
  Status put(uint64_t position, const void *data, uint64_t size);
  Status ioError(const char *what) const {
    return Status(ErrorClass::Io, 6001, std::string(what) + " '" + path + "': " + std::strerror(errno));
  }
};
} // namespace

void Writer::add(std::string name, std::string bytes) {
  Member member{std::move(name), std::move(bytes), nullptr, 0};
  member.position = end + tarHeader(member.name, member.size()).size();
  end = member.position + member.size() + tarPadding(member.size());
  members.push_back(std::move(member));
}

void Writer::addWeight(const WeightMember &weight) {
  Member member{"weights/" + weight.name + ".npy", "", &weight, 0};
  // The size decides how many header blocks there are; try with the usual one.
  uint64_t guess = weightHeader(weight.dtype, weight.shape, end + 512).size() + weight.bytes;
  member.position = end + tarHeader(member.name, guess).size();
  member.bytes = weightHeader(weight.dtype, weight.shape, member.position);
  end = member.position + member.size() + tarPadding(member.size());
  members.push_back(std::move(member));
}

void Writer::plan() {
  add("neff.json", dump(neffJson(artifact)));
  add("info.json", artifact.infoJson);
  add("report.json", artifact.reportJson);
  for (size_t i = 0; i < artifact.programs.size(); ++i) {
    const Program &program = artifact.programs[i];
    add(folderOf(i) + "def.json", dump(programJson(program)));
    for (unsigned e = 0; e < kNumEngines; ++e) {
      std::string stem = folderOf(i) + engineFile(Engine(e));
      add(stem + ".json", dump({{"schema_version", 1}, {"producer", "neuronc"}, {"dma", Json::array()}}));
      add(stem + ".bin", encodeStream(program, Engine(e)));
    }
  }
  add("weights/recipes.json", artifact.recipesJson);
  for (const WeightMember &weight : artifact.weights)
    addWeight(weight);
}

Status Writer::put(uint64_t position, const void *data, uint64_t size) {
  const char *bytes = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t written = pwrite(file, bytes, size, off_t(position));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return ioError("cannot write");
    bytes += written;
    position += uint64_t(written);
    size -= uint64_t(written);
  }
  return {};
}

Status Writer::writeChunk(const Chunk &chunk, std::vector<std::byte> &buffer, std::string &digest) {
  const WeightMember &weight = *chunk.member->weight;
  uint64_t offset = chunk.index * kChunkBytes, size = std::min(kChunkBytes, weight.bytes - offset);
  buffer.resize(size);
  if (Status status = weight.fill(offset, buffer); !status)
    return status;
  digest = hex(sha256(std::span<const std::byte>(buffer)));
  return put(chunk.member->position + chunk.member->bytes.size() + offset, buffer.data(), size);
}

Status Writer::writeWeights() {
  std::vector<Chunk> chunks;
  for (const Member &member : members)
    for (uint64_t i = 0; member.weight && i * kChunkBytes < member.weight->bytes; ++i)
      chunks.push_back({&member, size_t(i)});
  std::vector<std::string> digests(chunks.size());
  std::atomic<size_t> next{0};
  std::mutex mutex;
  Status failure;
  auto work = [&] {
    std::vector<std::byte> buffer;
    for (size_t i; (i = next++) < chunks.size();)
      if (Status status = writeChunk(chunks[i], buffer, digests[i]); !status) {
        std::lock_guard lock(mutex);
        failure = status;
        next = chunks.size();
      }
  };
  unsigned count = chunks.size() > 1 ? std::max(1u, std::min(4u, std::thread::hardware_concurrency())) : 1;
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < chunks.size(); ++i)
    chunkHashes[chunks[i].member->name].push_back(digests[i]);
  return failure;
}

Status Writer::writeAll() {
  if (Status status = writeWeights(); !status)
    return status;
  Json hashes = {{"schema_version", 1}, {"members", Json::object()}, {"chunk_bytes", kChunkBytes}, {"weights", chunkHashes}};
  for (const Member &member : members)
    hashes["members"][member.name] = hex(sha256(std::string_view(member.bytes)));
  add("hashes.json", dump(hashes));
  for (const Member &member : members) {
    std::string head = tarHeader(member.name, member.size());
    if (Status status = put(member.position - head.size(), (head + member.bytes).data(), head.size() + member.bytes.size()); !status)
      return status;
  }
  // Padding and the two end blocks are the zeros of the sparse file.
  end += 1024;
  if (ftruncate(file, off_t(end)) != 0)
    return ioError("cannot write");
  NeffHeader header;
  header.pkgVersion = kPkgVersion;
  header.headerSize = kHeaderSize;
  header.dataSize = end - kHeaderSize;
  header.versionMajor = kNeffVersionMajor;
  header.versionMinor = kNeffVersionMinor;
  std::memcpy(header.buildVersion, "neuronc", 7);
  header.numTpb = header.requestedTpbCount = uint32_t(artifact.programs.size());
  header.tpbPerNode[0] = 1;
  header.featureBits = kFeatureRolledLoops;
  header.lncSize = artifact.logicalCoreSize;
  Digest digest = sha256(std::string_view(members.back().bytes));
  std::memcpy(header.hash, digest.data(), 32);
  std::memcpy(header.uuid, digest.data(), 16);
  artifact.name.copy(header.name, sizeof header.name - 1);
  return put(0, &header, sizeof header);
}

Status Writer::run() {
  plan();
  std::string temporary = path + ".partial";
  file = open(temporary.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0644);
  if (file < 0)
    return ioError("cannot create");
  Status status = writeAll();
  if (close(file) != 0 && status.ok())
    status = ioError("cannot write");
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0)
    status = ioError("cannot rename to");
  if (!status.ok())
    unlink(temporary.c_str());
  return status;
}

Status neuron::writeNeff(const std::string &path, const Artifact &artifact) { return Writer(path, artifact).run(); }
