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

#include "neuron/file.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

using namespace neuron;

static constexpr size_t kMaxPrograms = 64;     ///< nodes that the header has room for
static constexpr size_t kMaxWeightName = 1000; ///< leaves room for "weights/" and ".npy"

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
  Writer(const std::string &path, const Artifact &artifact) : file(path), artifact(artifact) {}
  Status run();

private:
  OutputFile file;
  const Artifact &artifact;
  std::vector<Member> members;
  uint64_t end = kHeaderSize;
  bool isAligned = true;                ///< every weight found its place
  Json chunkHashes = Json::object();

  void add(std::string name, std::string bytes);
  void addWeight(const WeightMember &weight);
  void plan();
  Status validate() const;
  Status writeAll();
  Status writeWeights();
  Status writeChunk(const Chunk &chunk, std::vector<std::byte> &buffer, std::string &digest);
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
  // The size decides how many header blocks there are, they where the data
  // begin, and that how long the .npy header is. Only a size at the border of
  // 8 GiB needs a second try; some 1000 sizes there have no solution.
  uint64_t blocks = 512, last = 0;
  for (unsigned i = 0; i < 4 && blocks != last; ++i) {
    last = blocks;
    member.position = end + blocks;
    member.bytes = weightHeader(weight.dtype, weight.shape, member.position);
    blocks = tarHeader(member.name, member.size()).size();
  }
  isAligned &= blocks == last;
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

Status Writer::writeChunk(const Chunk &chunk, std::vector<std::byte> &buffer, std::string &digest) {
  const WeightMember &weight = *chunk.member->weight;
  uint64_t offset = chunk.index * kChunkBytes, size = std::min(kChunkBytes, weight.bytes - offset);
  buffer.resize(size);
  if (Status status = weight.fill(offset, buffer); !status)
    return status;
  digest = hex(sha256(std::span<const std::byte>(buffer)));
  return file.writeAt(chunk.member->position + chunk.member->bytes.size() + offset, buffer.data(), size);
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
  size_t failed = chunks.size(); // the first one, whichever thread met its own first
  auto work = [&] {
    std::vector<std::byte> buffer;
    for (size_t i; (i = next++) < chunks.size();)
      if (Status status = writeChunk(chunks[i], buffer, digests[i]); !status) {
        std::lock_guard lock(mutex);
        if (i < failed) {
          failed = i;
          failure = status;
        }
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
  for (const Member &member : members)
    if (member.weight)
      chunkHashes[member.name] = Json::array();
  for (size_t i = 0; i < chunks.size(); ++i)
    chunkHashes[chunks[i].member->name].push_back(digests[i]);
  return failure;
}

Status Writer::writeAll() {
  if (Status status = file.reserve(end); !status)
    return status;
  if (Status status = writeWeights(); !status)
    return status;
  Json hashes = {{"schema_version", 1}, {"members", Json::object()}, {"chunk_bytes", kChunkBytes}, {"weights", chunkHashes}};
  for (const Member &member : members)
    hashes["members"][member.name] = hex(sha256(std::string_view(member.bytes)));
  add("hashes.json", dump(hashes));
  for (const Member &member : members) {
    std::string head = tarHeader(member.name, member.size());
    if (Status status = file.writeAt(member.position - head.size(), (head + member.bytes).data(), head.size() + member.bytes.size()); !status)
      return status;
  }
  // Padding and the two end blocks are the zeros of the sparse file.
  end += kTarEnd;
  if (Status status = file.resize(end); !status)
    return status;
  NeffHeader header = headerOf(artifact, end - kHeaderSize, sha256(std::string_view(members.back().bytes)));
  return file.writeAt(0, &header, sizeof header);
}

/// What readNeff would refuse is not written: a fault of whoever made it.
Status Writer::validate() const {
  auto bad = [](const std::string &what) { return Status(ErrorClass::Internal, 9201, "artifact: " + what); };
  auto isPrintable = [](char c) { return c >= 32 && c < 127; };
  if (artifact.name.size() > 255 || !std::all_of(artifact.name.begin(), artifact.name.end(), isPrintable))
    return bad("its name must be at most 255 printable characters");
  if (artifact.logicalCoreSize != 1 && artifact.logicalCoreSize != 2)
    return bad("the logical core size must be 1 or 2");
  if (artifact.programs.empty() || artifact.programs.size() > kMaxPrograms)
    return bad("it must have 1 to 64 programs");
  std::map<std::string_view, uint64_t> sizes;
  for (const WeightMember &weight : artifact.weights) {
    uint64_t bytes = 0;
    if (weight.name.size() > kMaxWeightName || !isMemberName(weight.name) || !sizes.emplace(weight.name, weight.bytes).second)
      return bad("weights '" + weight.name + "' have an unsafe name or one that is used twice");
    if (weight.shape.size() > 64 || !denseBytes(weight.dtype, weight.shape, bytes) || bytes != weight.bytes)
      return bad("the size of weights '" + weight.name + "' is not that of their shape");
  }
  for (const Program &program : artifact.programs) {
    if (Status status = verifyProgram(program); !status)
      return bad(status.message());
    for (const Variable &v : program.variables)
      if (auto found = sizes.find(v.file); !v.file.empty() && (found == sizes.end() || v.fileOffset > found->second ||
                                                               v.bytes > found->second - v.fileOffset))
        return bad("variable '" + v.name + "' is larger than weights '" + v.file + "' or has none");
  }
  return {};
}

Status Writer::run() {
  if (Status status = validate(); !status)
    return status;
  plan();
  if (!isAligned)
    return Status(ErrorClass::Unsupported, 9201, "artifact: weights of just under 8 GiB cannot be aligned");
  if (Status status = file.open(OutputFile::Kind::Regular); !status)
    return status;
  Status status = writeAll();
  return status ? file.commit() : status;
}

Status neuron::writeNeff(const std::string &path, const Artifact &artifact) { return Writer(path, artifact).run(); }
