//===- Zip.cpp - stored zip archives in memory ------------------*- C++ -*-===//
#include "neuronc/Support/Zip.h"
#include "neuronc/Support/Checksum.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

#include <optional>

using namespace llvm;
using namespace llvm::support::endian;

namespace neuron {
namespace {

constexpr uint32_t kLocalMagic = 0x04034b50;
constexpr uint32_t kCentralMagic = 0x02014b50;
constexpr uint32_t kEndMagic = 0x06054b50;
constexpr uint32_t kEnd64Magic = 0x06064b50;
constexpr uint32_t kLocator64Magic = 0x07064b50;
constexpr size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22, kEnd64Size = 56, kLocatorSize = 20;
/// More entries than any model has; bounds the memory that a directory can ask for.
constexpr uint64_t kMaxEntries = 1 << 20;
constexpr uint16_t kEncrypted = 1, kHasDescriptor = 8;

Status damaged(const Twine &what) {
  return Status(ErrorClass::BadInput, 2102, ("damaged zip archive: " + what).str());
}

/// The `size` bytes at `offset`, or nothing if they are not all there.
std::optional<StringRef> range(StringRef bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset)
    return std::nullopt;
  return bytes.substr(offset, size);
}

uint16_t get16(StringRef header, size_t at) { return read16le(header.data() + at); }
uint32_t get32(StringRef header, size_t at) { return read32le(header.data() + at); }
uint64_t get64(StringRef header, size_t at) { return read64le(header.data() + at); }

/// Where the central directory lies and how many entries it has.
struct Directory {
  uint64_t offset = 0, size = 0, count = 0;
};

/// Offset of the end record: the last one whose comment ends at the end of the file.
std::optional<uint64_t> findEnd(StringRef bytes) {
  uint64_t last = bytes.size() - kEndSize;
  for (uint64_t back = 0; back <= std::min<uint64_t>(last, 0xffff); ++back) {
    StringRef header = bytes.substr(last - back);
    if (get32(header, 0) == kEndMagic && get16(header, 20) == back)
      return last - back;
  }
  return std::nullopt;
}

/// Reads the zip64 end record that the locator before `end` points to, if there is one.
Status readEnd64(StringRef bytes, uint64_t end, Directory &directory) {
  if (end < kLocatorSize || get32(bytes.substr(end - kLocatorSize), 0) != kLocator64Magic)
    return Status();
  uint64_t offset = get64(bytes.substr(end - kLocatorSize), 8);
  std::optional<StringRef> record = range(bytes, offset, kEnd64Size);
  if (!record || get32(*record, 0) != kEnd64Magic)
    return damaged("its zip64 end record is not where the locator says");
  if (get32(*record, 16) != 0 || get32(*record, 20) != 0 || get64(*record, 24) != get64(*record, 32))
    return damaged("it is split over several disks");
  directory = {get64(*record, 48), get64(*record, 40), get64(*record, 32)};
  return Status();
}

Result<Directory> findDirectory(StringRef bytes) {
  if (bytes.size() < kEndSize)
    return Status(ErrorClass::BadInput, 2101,
                  "not a zip archive: it has " + std::to_string(bytes.size()) + " bytes");
  std::optional<uint64_t> end = findEnd(bytes);
  if (!end)
    return Status(ErrorClass::BadInput, 2101, "not a zip archive, or truncated: it has no end record");
  StringRef header = bytes.substr(*end);
  if (get16(header, 4) != 0 || get16(header, 6) != 0 || get16(header, 8) != get16(header, 10))
    return damaged("it is split over several disks");
  Directory directory{get32(header, 16), get32(header, 12), get16(header, 10)};
  if (Status status = readEnd64(bytes, *end, directory); !status)
    return status;
  if (directory.count > kMaxEntries || directory.count > directory.size / kCentralSize)
    return damaged("it claims " + Twine(directory.count) + " entries");
  if (!range(bytes, directory.offset, directory.size) || directory.offset + directory.size > *end)
    return damaged("its directory lies outside the file");
  return directory;
}

/// One record of the central directory, with the zip64 fields merged in.
struct Record {
  StringRef name;
  uint64_t size = 0, packedSize = 0, localOffset = 0;
  uint32_t crc = 0;
  uint16_t flags = 0, method = 0;
};

/// Replaces the fields that the 32-bit header leaves to the zip64 extra field.
Status mergeZip64(StringRef extra, Record &record) {
  uint64_t *fields[] = {&record.size, &record.packedSize, &record.localOffset};
  if (none_of(fields, [](uint64_t *field) { return *field == 0xffffffff; }))
    return Status();
  while (extra.size() >= 4) {
    uint16_t id = get16(extra, 0), size = get16(extra, 2);
    std::optional<StringRef> body = range(extra, 4, size);
    if (!body)
      break;
    extra = extra.substr(4 + size);
    if (id != 1)
      continue;
    for (uint64_t *field : fields) {
      if (*field != 0xffffffff)
        continue;
      if (body->size() < 8)
        return damaged("the zip64 field of '" + record.name + "' is too short");
      *field = get64(*body, 0);
      *body = body->substr(8);
    }
    return Status();
  }
  return damaged("the zip64 field of '" + record.name + "' is missing");
}

/// Reads the record at the front of `central` and removes it.
Result<Record> takeRecord(StringRef &central) {
  if (central.size() < kCentralSize || get32(central, 0) != kCentralMagic)
    return damaged("its directory is cut short");
  uint16_t nameSize = get16(central, 28), extraSize = get16(central, 30), commentSize = get16(central, 32);
  size_t total = kCentralSize + nameSize + extraSize + commentSize;
  if (central.size() < total)
    return damaged("its directory is cut short");
  Record record;
  record.name = central.substr(kCentralSize, nameSize);
  record.flags = get16(central, 8);
  record.method = get16(central, 10);
  record.crc = get32(central, 16);
  record.packedSize = get32(central, 20);
  record.size = get32(central, 24);
  record.localOffset = get32(central, 42);
  StringRef extra = central.substr(kCentralSize + nameSize, extraSize);
  central = central.substr(total);
  if (Status status = mergeZip64(extra, record); !status)
    return status;
  return record;
}

Status checkStored(const Record &record) {
  const char *why = record.flags & kEncrypted ? "encrypted" : record.method != 0 ? "compressed" : nullptr;
  if (why)
    return Status(
        ErrorClass::BadInput, 2103,
        ("entry '" + record.name + "' of the archive is " + why + ", but only stored entries are read")
            .str());
  if (record.size != record.packedSize)
    return damaged("the two sizes of the stored entry '" + record.name + "' differ");
  return Status();
}

/// Checks the local header against the directory and returns the entry's content.
/// `begin` becomes the offset of the local header.
Result<StringRef> locate(StringRef bytes, const Record &record) {
  std::optional<StringRef> local = range(bytes, record.localOffset, kLocalSize);
  if (!local || get32(*local, 0) != kLocalMagic)
    return damaged("'" + record.name + "' has no header where the directory says");
  uint64_t nameAt = record.localOffset + kLocalSize;
  std::optional<StringRef> name = range(bytes, nameAt, get16(*local, 26));
  if (!name || *name != record.name)
    return damaged("the two names of '" + record.name + "' differ");
  if (get16(*local, 8) != record.method || ((get16(*local, 6) ^ record.flags) & kEncrypted))
    return damaged("the two headers of '" + record.name + "' differ");
  uint32_t size = get32(*local, 22);
  if (!(get16(*local, 6) & kHasDescriptor) && size != 0xffffffff && size != record.size)
    return damaged("the two sizes of '" + record.name + "' differ");
  std::optional<StringRef> data = range(bytes, nameAt + name->size() + get16(*local, 28), record.size);
  if (!data)
    return damaged("'" + record.name + "' reaches past the end of the file");
  return *data;
}

/// Refuses entries that share bytes: the trick by which a small file claims a large content.
Status checkDisjoint(std::vector<std::pair<const char *, const char *>> spans, const char *directory) {
  llvm::sort(spans);
  for (size_t i = 0; i < spans.size(); ++i) {
    const char *limit = i + 1 < spans.size() ? spans[i + 1].first : directory;
    if (spans[i].second > limit)
      return damaged("two of its entries overlap");
  }
  return Status();
}

} // namespace

Result<ZipArchive> ZipArchive::open(StringRef bytes) {
  Result<Directory> directory = findDirectory(bytes);
  if (!directory)
    return directory.status();
  ZipArchive archive;
  archive.table.reserve(directory->count);
  std::vector<std::pair<const char *, const char *>> spans;
  StringRef central = bytes.substr(directory->offset, directory->size);
  for (uint64_t i = 0; i < directory->count; ++i) {
    Result<Record> record = takeRecord(central);
    if (!record)
      return record.status();
    if (Status status = checkStored(*record); !status)
      return status;
    Result<StringRef> data = locate(bytes, *record);
    if (!data)
      return data.status();
    if (!archive.byName.try_emplace(record->name, archive.table.size()).second)
      return Status(ErrorClass::BadInput, 2104,
                    ("the archive has two entries named '" + record->name + "'").str());
    archive.table.push_back({record->name, *data, record->crc});
    spans.emplace_back(bytes.data() + record->localOffset, data->end());
  }
  if (Status status = checkDisjoint(std::move(spans), bytes.data() + directory->offset); !status)
    return status;
  return archive;
}

const ZipEntry *ZipArchive::find(StringRef name) const {
  auto it = byName.find(name);
  return it == byName.end() ? nullptr : &table[it->second];
}

Status ZipArchive::verifyChecksum(const ZipEntry &entry) {
  return compareChecksum(entry, checksum(entry.data));
}

Status ZipArchive::compareChecksum(const ZipEntry &entry, uint32_t found) {
  if (found == entry.crc)
    return Status();
  return Status(ErrorClass::BadInput, 2105,
                ("entry '" + entry.name + "' is damaged: its checksum does not match").str());
}

} // namespace neuron
