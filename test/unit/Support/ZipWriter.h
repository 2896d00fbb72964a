//===- ZipWriter.h - small zip archives for tests ---------------*- C++ -*-===//
#ifndef NEURON_TEST_UNIT_SUPPORT_ZIPWRITER_H
#define NEURON_TEST_UNIT_SUPPORT_ZIPWRITER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include <cstring>
#include <string>
#include <vector>

namespace neuron::test {

/// Appends `value` little endian.
template <typename T> void put(std::string &out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

/// Writes stored entries; fields can be spoiled before `finish`.
class ZipWriter {
public:
  struct Entry {
    std::string name, data;
    uint32_t offset = 0, crc = 0;
    uint16_t method = 0, flags = 0;
    std::string centralName;
  };

  Entry &add(const std::string &name, const std::string &data) {
    Entry entry{name, data, 0, llvm::crc32(llvm::arrayRefFromStringRef(data)), 0, 0, name};
    entries.push_back(entry);
    return entries.back();
  }

  std::string finish() {
    std::string out;
    for (Entry &entry : entries) {
      entry.offset = out.size();
      local(out, entry);
    }
    size_t begin = out.size();
    for (const Entry &entry : entries)
      central(out, entry);
    size_t size = out.size() - begin;
    put<uint32_t>(out, 0x06054b50);
    put<uint32_t>(out, 0);
    put<uint16_t>(out, entries.size());
    put<uint16_t>(out, entries.size());
    put<uint32_t>(out, size);
    put<uint32_t>(out, begin);
    put<uint16_t>(out, 0);
    return out;
  }

  std::vector<Entry> entries;

private:
  static void common(std::string &out, const Entry &entry) {
    put<uint16_t>(out, entry.flags);
    put<uint16_t>(out, entry.method);
    put<uint32_t>(out, 0);
    put<uint32_t>(out, entry.crc);
    put<uint32_t>(out, entry.data.size());
    put<uint32_t>(out, entry.data.size());
  }
  static void local(std::string &out, const Entry &entry) {
    put<uint32_t>(out, 0x04034b50);
    put<uint16_t>(out, 20);
    common(out, entry);
    put<uint16_t>(out, entry.name.size());
    put<uint16_t>(out, 0);
    out += entry.name + entry.data;
  }
  static void central(std::string &out, const Entry &entry) {
    put<uint32_t>(out, 0x02014b50);
    put<uint32_t>(out, 0);
    common(out, entry);
    put<uint16_t>(out, entry.centralName.size());
    put<uint32_t>(out, 0); // extra and comment
    put<uint64_t>(out, 0); // disk, attributes
    put<uint32_t>(out, entry.offset);
    out += entry.centralName;
  }
};

} // namespace neuron::test

#endif // NEURON_TEST_UNIT_SUPPORT_ZIPWRITER_H
