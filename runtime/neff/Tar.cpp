//===- Tar.cpp - a plain ustar archive ------------------------------------===//

#include "Tar.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>

using namespace neuron;

static constexpr uint64_t kBlock = 512;
static constexpr uint64_t kMaxOctal = (uint64_t(1) << 33) - 1; // 11 octal digits
static constexpr size_t kMaxName = 1024;
static constexpr size_t kMaxPax = 4096;
static constexpr size_t kMaxMembers = 100000;

namespace {
struct Block {
  char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
  char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], pad[12];
};
static_assert(sizeof(Block) == kBlock);
} // namespace

bool neuron::isMemberName(std::string_view name) {
  if (name.empty() || name.size() > kMaxName)
    return false;
  if (std::any_of(name.begin(), name.end(), [](char c) { return c < 33 || c > 126 || c == '\\'; }))
    return false;
  for (size_t begin = 0; begin <= name.size();) {
    size_t end = std::min(name.find('/', begin), name.size());
    std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..")
      return false;
    begin = end + 1;
  }
  return true;
}

static std::string block(const std::string &name, uint64_t size, char type) {
  Block header{};
  std::memcpy(header.name, name.data(), std::min(name.size(), sizeof header.name));
  std::snprintf(header.mode, sizeof header.mode, "%07o", 0644);
  std::snprintf(header.uid, sizeof header.uid, "%07o", 0);
  std::snprintf(header.gid, sizeof header.gid, "%07o", 0);
  std::snprintf(header.size, sizeof header.size, "%011llo",
                static_cast<unsigned long long>(size > kMaxOctal ? 0 : size));
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

/// "LENGTH key=value\n", where LENGTH counts itself.
static std::string paxRecord(const std::string &key, const std::string &value) {
  std::string rest = " " + key + "=" + value + "\n";
  size_t length = rest.size() + 1;
  while (length != rest.size() + std::to_string(length).size())
    length = rest.size() + std::to_string(length).size();
  return std::to_string(length) + rest;
}

std::string neuron::tarHeader(const std::string &name, uint64_t size) {
  std::string records;
  if (name.size() > sizeof(Block::name))
    records += paxRecord("path", name);
  if (size > kMaxOctal)
    records += paxRecord("size", std::to_string(size));
  if (records.empty())
    return block(name, size, '0');
  std::string pax = block("pax", records.size(), 'x') + records;
  pax.resize(pax.size() + tarPadding(records.size()));
  return pax + block(name, size, '0');
}

namespace {
/// What the header of one member says; `taken` is its length.
struct Header {
  std::string name;
  uint64_t size = 0, taken = 0;
};
} // namespace

static bool parseOctal(std::string_view digits, uint64_t &value) {
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size() - 1, value, 8);
  return error == std::errc() && *end == 0;
}

/// Takes over the records of a pax header; false if one is not understood.
static bool readPax(std::string_view text, Header &header) {
  while (!text.empty()) {
    size_t length = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    size_t digits = size_t(end - text.data());
    if (error != std::errc() || length < digits + 3 || length > text.size() || text[length - 1] != '\n')
      return false;
    std::string_view record = text.substr(digits, length - digits - 1);
    text.remove_prefix(length);
    if (record.starts_with(" path=")) {
      header.name = record.substr(6);
    } else if (record.starts_with(" size=")) {
      record.remove_prefix(6);
      auto number = std::from_chars(record.data(), record.data() + record.size(), header.size);
      if (number.ec != std::errc() || number.ptr != record.data() + record.size())
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// Reads the blocks before a member. False if they are not those that
/// tarHeader() gives for the same name and size.
static bool readHeader(std::string_view bytes, Header &header) {
  Header pax;
  Block fields;
  auto take = [&](uint64_t &size) {
    if (bytes.size() - header.taken < kBlock)
      return false;
    std::memcpy(&fields, bytes.data() + header.taken, sizeof fields);
    header.taken += kBlock;
    return parseOctal({fields.size, sizeof fields.size}, size);
  };
  if (!take(header.size))
    return false;
  if (fields.type == 'x') {
    uint64_t length = header.size, padded = length + tarPadding(length);
    if (length > kMaxPax || padded > bytes.size() - header.taken ||
        !readPax(bytes.substr(header.taken, length), pax))
      return false;
    header.taken += padded;
    if (!take(header.size))
      return false;
  }
  header.name = pax.name.empty() ? std::string(fields.name, strnlen(fields.name, sizeof fields.name)) : pax.name;
  header.size = pax.size ? pax.size : header.size;
  return bytes.substr(0, header.taken) == tarHeader(header.name, header.size);
}

static Status bad(const std::string &what) { return Status(ErrorClass::BadInput, 2011, "archive: " + what); }

static bool isZero(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

Result<TarMembers> neuron::readTar(std::span<const std::byte> bytes) {
  TarMembers members;
  std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  for (uint64_t position = 0; position < text.size();) {
    std::string_view rest = text.substr(position);
    if (rest[0] == 0) // the end
      return rest.size() == kTarEnd && isZero(rest) ? Result<TarMembers>(std::move(members)) : bad("damaged end");
    Header header;
    if (!readHeader(rest, header))
      return bad("damaged header at byte " + std::to_string(position));
    position += header.taken;
    if (header.size > text.size() - position || tarPadding(header.size) > text.size() - position - header.size)
      return bad("member '" + header.name.substr(0, 100) + "' is truncated");
    if (!isMemberName(header.name))
      return bad("unsafe name of a member at byte " + std::to_string(position));
    if (!isZero(text.substr(position + header.size, tarPadding(header.size))))
      return bad("member '" + header.name + "' is not padded with zeros");
    if (members.size() >= kMaxMembers || !members.emplace(header.name, bytes.subspan(position, header.size)).second)
      return bad("member '" + header.name + "' is repeated, or there are too many");
    position += header.size + tarPadding(header.size);
  }
  return bad("has no end");
}
