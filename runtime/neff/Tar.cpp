//===- Tar.cpp - a plain ustar archive ------------------------------------===//

#include "Tar.h"

#include <cstdio>
#include <cstring>

using namespace neuron;

static constexpr uint64_t kMaxOctal = (uint64_t(1) << 33) - 1; // 11 octal digits
static constexpr size_t kMaxMembers = 100000;

namespace {
struct Block {
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
  char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], pad[12];
};
static_assert(sizeof(Block) == 512);
} // namespace

static std::string block(const std::string &name, uint64_t size, char type) {
  Block header{};
  std::string prefix, base = name;
  if (base.size() > 100) {
    size_t slash = base.rfind('/', 155);
    prefix = base.substr(0, slash);
    base = base.substr(slash + 1);
  }
  std::memcpy(header.name, base.data(), std::min<size_t>(base.size(), 100));
  std::memcpy(header.prefix, prefix.data(), prefix.size());
  std::snprintf(header.mode, sizeof header.mode, "%07o", 0644);
  std::snprintf(header.uid, sizeof header.uid, "%07o", 0);
  std::snprintf(header.gid, sizeof header.gid, "%07o", 0);
  std::snprintf(header.size, sizeof header.size, "%011llo", static_cast<unsigned long long>(size > kMaxOctal ? 0 : size));
  std::snprintf(header.mtime, sizeof header.mtime, "%011o", 0);
  header.type = type;
  std::memcpy(header.magic, "ustar", 6);
  std::memcpy(header.version, "00", 2);
  std::memset(header.checksum, ' ', sizeof header.checksum);
  unsigned sum = 0;
  for (size_t i = 0; i < sizeof header; ++i)
    sum += reinterpret_cast<const unsigned char *>(&header)[i];
  std::snprintf(header.checksum, sizeof header.checksum, "%06o", sum);
  return std::string(reinterpret_cast<const char *>(&header), sizeof header);
}

std::string neuron::tarHeader(const std::string &name, uint64_t size) {
  if (size <= kMaxOctal)
    return block(name, size, '0');
  // "LENGTH size=N\n", where LENGTH counts itself.
  std::string record = " size=" + std::to_string(size) + "\n";
  size_t length = record.size() + 2;
  record = std::to_string(length) + record;
  std::string pax = block("pax", record.size(), 'x') + record;
  pax.resize(pax.size() + tarPadding(record.size()));
  return pax + block(name, size, '0');
}

static bool parseOctal(const char *field, size_t length, uint64_t &value) {
  value = 0;
  for (size_t i = 0; i < length && field[i] && field[i] != ' '; ++i) {
    if (field[i] < '0' || field[i] > '7')
      return false;
    value = value * 8 + uint64_t(field[i] - '0');
  }
  return true;
}

static std::string field(const char *text, size_t length) { return std::string(text, strnlen(text, length)); }

static bool isSafe(const std::string &name) {
  return !name.empty() && name[0] != '/' && name.find("..") == std::string::npos;
}

/// The size in a pax record, or 0.
static uint64_t paxSize(std::span<const std::byte> data) {
  std::string text(reinterpret_cast<const char *>(data.data()), std::min<size_t>(data.size(), 512));
  size_t at = text.find(" size=");
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + 6, nullptr, 10);
}

static Status bad(const std::string &what) { return Status(ErrorClass::BadInput, 2011, "archive: " + what); }

Result<std::map<std::string, std::span<const std::byte>>> neuron::readTar(std::span<const std::byte> bytes) {
  std::map<std::string, std::span<const std::byte>> members;
  uint64_t longSize = 0;
  for (uint64_t position = 0; bytes.size() - position >= 512;) {
    Block header;
    std::memcpy(&header, bytes.data() + position, sizeof header);
    if (header.name[0] == 0)
      return members; // the end blocks
    uint64_t size;
    if (std::memcmp(header.magic, "ustar", 5) != 0 || !parseOctal(header.size, sizeof header.size, size))
      return bad("damaged header at byte " + std::to_string(position));
    if (longSize) {
      size = longSize;
      longSize = 0;
    }
    position += 512;
    if (size > bytes.size() - position)
      return bad("member '" + field(header.name, 100) + "' is truncated");
    std::span<const std::byte> data = bytes.subspan(position, size);
    position += std::min<uint64_t>(size + tarPadding(size), bytes.size() - position);
    if (header.type == 'x') {
      longSize = paxSize(data);
      continue;
    }
    std::string name = field(header.name, 100), prefix = field(header.prefix, 155);
    if (!prefix.empty())
      name = prefix + "/" + name;
    if (!isSafe(name) || members.size() >= kMaxMembers || !members.emplace(name, data).second)
      return bad("member name '" + name + "' is unsafe or repeated");
  }
  return bad("has no end");
}
