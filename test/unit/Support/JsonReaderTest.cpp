#include "neuronc/Support/JsonReader.h"

#include "gtest/gtest.h"

using namespace neuron;

namespace {

unsigned codeOf(const std::string &text) { return parseJson(text, "test").status().code(); }

TEST(JsonReader, ParsesDocuments) {
  Result<llvm::json::Value> value = parseJson(R"({"a": [1, "]}{[", 2.5]})", "test");
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->getAsObject()->getArray("a")->size(), 3u);
}

TEST(JsonReader, RefusesMalformedText) {
  EXPECT_EQ(codeOf(""), 2110u);
  EXPECT_EQ(codeOf("{"), 2110u);
  EXPECT_EQ(codeOf(R"({"a": })"), 2110u);
  EXPECT_EQ(codeOf("\"\\"), 2110u);
}

TEST(JsonReader, RefusesDeepNesting) {
  EXPECT_EQ(codeOf(std::string(256, '[') + std::string(256, ']')), 0u);
  EXPECT_EQ(codeOf(std::string(257, '[') + std::string(257, ']')), 2111u);
  EXPECT_EQ(codeOf(std::string(1000000, '[')), 2111u);
  // Brackets inside strings do not nest, whatever is escaped.
  EXPECT_EQ(codeOf("\"" + std::string(1000, '[') + "\\\"" + std::string(1000, '[') + "\""), 0u);
}

} // namespace
