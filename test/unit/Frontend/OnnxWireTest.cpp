//===- OnnxWireTest.cpp - protobuf's wire format, read in place -----------===//

#include "lib/Frontend/ONNX/Wire.h"

#include <gtest/gtest.h>

using namespace neuron::onnx;
using llvm::StringRef;

namespace {

/// True if all of `bytes` is a message.
bool isMessage(StringRef bytes) {
  WireReader reader(bytes);
  while (reader.next())
    ;
  return !reader.failed();
}

StringRef bytes(const char *data, size_t size) { return StringRef(data, size); }

TEST(OnnxWire, readsEachKindOfField) {
  const char data[] = "\x08\x96\x01"                          // 1: varint 150
                      "\x12\x02hi"                            // 2: bytes "hi"
                      "\x1d\x00\x00\x80\x3f"                  // 3: fixed32 1.0f
                      "\x21\x01\x00\x00\x00\x00\x00\x00\x00"; // 4: fixed64
  WireReader reader(bytes(data, sizeof data - 1));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.field(), 1u);
  EXPECT_EQ(reader.varint(), 150u);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.bytes(), "hi");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.real(), 1.0f);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.bytes().size(), 8u);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.failed());
}

TEST(OnnxWire, acceptsAnEmptyMessage) { EXPECT_TRUE(isMessage("")); }

TEST(OnnxWire, refusesWhatEndsTooEarly) {
  EXPECT_FALSE(isMessage(bytes("\x08", 1)));             // no value
  EXPECT_FALSE(isMessage(bytes("\x08\x96", 2)));         // varint goes on
  EXPECT_FALSE(isMessage(bytes("\x12\x05hi", 4)));       // 5 bytes announced, 2 there
  EXPECT_FALSE(isMessage(bytes("\x1d\x00\x00", 3)));     // half of a fixed32
  EXPECT_FALSE(isMessage(bytes("\x21\x00\x00\x00", 4))); // half of a fixed64
}

TEST(OnnxWire, refusesALengthThatWouldOverflow) {
  EXPECT_FALSE(isMessage(bytes("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11)));
}

TEST(OnnxWire, refusesGroupsFieldZeroAndOverlongNumbers) {
  EXPECT_FALSE(isMessage(bytes("\x0b\x0c", 2)));
  EXPECT_FALSE(isMessage(bytes("\x00\x01", 2)));
  EXPECT_FALSE(isMessage(bytes("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 12)));
}

TEST(OnnxWire, decodesNegativeNumbersOfTenBytes) {
  WireReader reader(bytes("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11));
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.integer(), -1);
}

TEST(OnnxWire, stopsDecodingNumbersAtTheLimit) {
  std::vector<int64_t> values;
  EXPECT_TRUE(decodeVarints({bytes("\x01\x02", 2), bytes("\x03", 1)}, 3, values));
  EXPECT_EQ(values, (std::vector<int64_t>{1, 2, 3}));
  values.clear();
  EXPECT_FALSE(decodeVarints({bytes("\x01\x02", 2), bytes("\x03", 1)}, 2, values));
}

} // namespace
