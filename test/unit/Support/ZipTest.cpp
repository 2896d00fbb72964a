#include "neuronc/Support/Zip.h"
#include "ZipWriter.h"

#include "gtest/gtest.h"

using namespace neuron;
using neuron::test::ZipWriter;

namespace {

unsigned codeOf(const std::string &bytes) { return ZipArchive::open(bytes).status().code(); }

std::string twoEntries() {
  ZipWriter writer;
  writer.add("a.txt", "hello");
  writer.add("d/b.bin", std::string("\0\1\2", 3));
  return writer.finish();
}

TEST(Zip, FindsEntries) {
  std::string bytes = twoEntries();
  Result<ZipArchive> zip = ZipArchive::open(bytes);
  ASSERT_TRUE(zip.ok()) << zip.status().message();
  ASSERT_EQ(zip->entries().size(), 2u);
  EXPECT_EQ(zip->find("a.txt")->data, "hello");
  EXPECT_EQ(zip->find("d/b.bin")->data, llvm::StringRef("\0\1\2", 3));
  EXPECT_EQ(zip->find("missing"), nullptr);
  // Data are not copied.
  EXPECT_EQ(zip->find("a.txt")->data.data(), bytes.data() + 30 + 5);
}

TEST(Zip, VerifiesChecksums) {
  std::string bytes = twoEntries();
  Result<ZipArchive> zip = ZipArchive::open(bytes);
  EXPECT_TRUE(ZipArchive::verifyChecksum(*zip->find("a.txt")).ok());
  bytes[30 + 5] ^= 1; // the 'h'
  EXPECT_EQ(ZipArchive::verifyChecksum(*zip->find("a.txt")).code(), 2105u);
}

TEST(Zip, RefusesWhatIsNoArchive) {
  EXPECT_EQ(codeOf(""), 2101u);
  EXPECT_EQ(codeOf("hello"), 2101u);
  EXPECT_EQ(codeOf(std::string(1000, 'x')), 2101u);
}

TEST(Zip, RefusesEveryTruncation) {
  std::string bytes = twoEntries();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(codeOf(bytes.substr(0, size)), 0u) << size;
}

TEST(Zip, SurvivesEveryFlippedByte) {
  std::string bytes = twoEntries();
  for (size_t i = 0; i < bytes.size(); ++i)
    for (char flip : {'\x01', '\x80', '\xff'}) {
      std::string broken = bytes;
      broken[i] ^= flip;
      Result<ZipArchive> zip = ZipArchive::open(broken);
      if (!zip)
        continue;
      for (const ZipEntry &entry : zip->entries()) {
        EXPECT_GE(entry.data.data(), broken.data());
        EXPECT_LE(entry.data.end(), broken.data() + broken.size());
      }
    }
}

TEST(Zip, RefusesCompressionAndEncryption) {
  ZipWriter writer;
  writer.add("a", "x").method = 8;
  EXPECT_EQ(codeOf(writer.finish()), 2103u);
  writer.entries[0].method = 0;
  writer.entries[0].flags = 1;
  EXPECT_EQ(codeOf(writer.finish()), 2103u);
}

TEST(Zip, RefusesEqualNames) {
  ZipWriter writer;
  writer.add("a", "x");
  writer.add("a", "y");
  EXPECT_EQ(codeOf(writer.finish()), 2104u);
}

TEST(Zip, RefusesHeadersThatDisagree) {
  ZipWriter writer;
  writer.add("a", "x").centralName = "b";
  EXPECT_EQ(codeOf(writer.finish()), 2102u);
}

TEST(Zip, RefusesEntriesThatOverlap) {
  // Both records of the directory point to the first entry.
  ZipWriter writer;
  writer.add("aa", "xy");
  writer.add("bb", "xy");
  std::string bytes = writer.finish();
  size_t second = bytes.rfind("bb");
  ASSERT_NE(second, std::string::npos);
  bytes.replace(second, 2, "cc"); // other names, the same local header
  std::memset(bytes.data() + second - 4, 0, 4);
  bytes.replace(bytes.find("aa"), 2, "cc");
  EXPECT_NE(codeOf(bytes), 0u);
}

TEST(Zip, RefusesAnAbsurdNumberOfEntries) {
  std::string bytes = twoEntries();
  bytes[bytes.size() - 14] = bytes[bytes.size() - 12] = '\xff';
  bytes[bytes.size() - 13] = bytes[bytes.size() - 11] = '\x7f';
  EXPECT_EQ(codeOf(bytes), 2102u);
}

} // namespace
