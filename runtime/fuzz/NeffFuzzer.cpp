//===- NeffFuzzer.cpp - artifacts with a broken member --------------------===//
//
// The mutator breaks one member and makes sizes and hashes right again, so that
// the checks behind them have to find it. Whatever is read may be used.
//
//===----------------------------------------------------------------------===//

#include "Exercise.h"
#include "Mutate.h"

#include "../neff/Header.h"
#include "../neff/Json.h"
#include "../neff/Layout.h"
#include "../neff/Tar.h"

using namespace neuron;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  alignas(64) static std::byte file[1 << 20];
  if (size > sizeof file)
    return 0;
  std::memcpy(file, data, size);
  Result<Artifact> artifact = parseNeff({file, size}, nullptr, {.checkWeightHashes = true});
  if (artifact)
    fuzz::exercise(std::move(*artifact));
  return 0;
}

namespace {
using Members = std::vector<std::pair<std::string, std::string>>;

bool isWeight(const std::string &name, const std::string &bytes) {
  return name.starts_with("weights/") && name.ends_with(".npy") && bytes.size() >= 10;
}

/// Splits a .npy member and pads its header anew: the member moved to `position`.
std::pair<std::string, std::string> realign(const std::string &bytes, uint64_t position) {
  std::string head = bytes.substr(0, 10 + uint8_t(bytes[8]) + 256 * uint8_t(bytes[9]));
  std::string rest = bytes.substr(head.size());
  head.resize(std::max<size_t>(10, head.find_last_not_of(" \n") + 1));
  head.append((kDataAlignment - (position + head.size() + 1) % kDataAlignment) % kDataAlignment, ' ');
  head += '\n';
  head[8] = char((head.size() - 10) & 255);
  head[9] = char((head.size() - 10) >> 8);
  return {head, rest};
}

/// The file whose members have these bytes.
std::string pack(std::string file, const Members &members) {
  file.resize(kHeaderSize);
  Json hashes = {{"schema_version", 1}, {"members", Json::object()}, {"chunk_bytes", kChunkBytes}, {"weights", Json::object()}};
  auto add = [&](const std::string &name, const std::string &bytes) {
    file += tarHeader(name, bytes.size()) + bytes;
    file.append(tarPadding(bytes.size()), '\0');
  };
  for (const auto &[name, bytes] : members) {
    std::string hashed = bytes, rest;
    if (isWeight(name, bytes)) {
      std::tie(hashed, rest) = realign(bytes, file.size() + tarHeader(name, bytes.size()).size());
      Json &chunks = hashes["weights"][name] = Json::array();
      for (size_t i = 0; i < rest.size(); i += kChunkBytes)
        chunks.push_back(hex(sha256(std::string_view(rest).substr(i, kChunkBytes))));
    }
    hashes["members"][name] = hex(sha256(std::string_view(hashed)));
    add(name, hashed + rest);
  }
  std::string listing = dump(hashes);
  add("hashes.json", listing);
  file.append(kTarEnd, '\0');
  NeffHeader header;
  std::memcpy(&header, file.data(), sizeof header);
  header.dataSize = file.size() - kHeaderSize;
  Digest digest = sha256(std::string_view(listing));
  std::memcpy(header.hash, digest.data(), sizeof header.hash);
  std::memcpy(header.uuid, digest.data(), sizeof header.uuid);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

/// The members in their order in the file, without hashes.json.
Members unpack(std::string_view file) {
  Result<TarMembers> read = readTar(std::as_bytes(std::span(file)).subspan(kHeaderSize));
  Members members;
  if (!read)
    return members;
  std::vector<std::pair<const std::byte *, std::string>> order;
  for (const auto &[name, bytes] : *read)
    if (name != "hashes.json")
      order.push_back({bytes.data(), name});
  std::sort(order.begin(), order.end());
  for (const auto &[at, name] : order)
    members.push_back({name, std::string(reinterpret_cast<const char *>(at), read->find(name)->second.size())});
  return members;
}
} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize, unsigned seed) {
  fuzz::Choice choice(seed);
  std::string file(reinterpret_cast<char *>(data), size);
  Members members = size > kHeaderSize ? unpack(file) : Members();
  if (members.empty() || choice.oneIn(10))
    return LLVMFuzzerMutate(data, size, maxSize);
  auto &[name, bytes] = members[choice.below(members.size())];
  bytes = name.ends_with(".json") ? fuzz::mutateJson(bytes, choice) : fuzz::mutateBytes(bytes);
  return fuzz::store(pack(file, members), data, maxSize);
}
