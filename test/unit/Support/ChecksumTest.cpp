#include "neuronc/Support/Checksum.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include "gtest/gtest.h"

#include <random>

using namespace neuron;

namespace {

TEST(Checksum, KnownValues) {
  EXPECT_EQ(checksum(""), 0u);
  EXPECT_EQ(checksum("123456789"), 0xcbf43926u);
}

TEST(Checksum, AgreesWithTheTableMethodAtEveryLength) {
  std::mt19937 random(1);
  std::string bytes(700, '\0');
  for (char &byte : bytes)
    byte = char(random());
  for (size_t size = 0; size <= bytes.size(); ++size)
    for (size_t start : {0, 1, 7}) {
      llvm::StringRef part = llvm::StringRef(bytes).substr(start, size);
      ASSERT_EQ(checksum(part), llvm::crc32(llvm::arrayRefFromStringRef(part))) << size << " from " << start;
    }
}

TEST(Checksum, GoesOn) {
  std::string bytes(1000, 'x');
  llvm::StringRef text = bytes;
  EXPECT_EQ(checksum(text.drop_front(333), checksum(text.take_front(333))), checksum(text));
}

} // namespace
