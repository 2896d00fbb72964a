//===- TextTest.cpp - texts from files ------------------------------------===//
#include "neuron/text.h"

#include <gtest/gtest.h>

using namespace neuron;

TEST(Text, Utf8) {
  for (const char *text : {"", "plain", "\xc3\xa9", "\xe2\x80\xae", "\xf0\x9f\x98\x80"})
    EXPECT_TRUE(isUtf8(text)) << text;
  for (const char *text : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x80\x80", "a\x80"})
    EXPECT_FALSE(isUtf8(text)) << text;
}

TEST(Text, PrintableEscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[31m\xc3\xa9\xff\n"), "a\\x1b[31m\xc3\xa9\\xff\n");
  EXPECT_EQ(printable("a\nb", /*keepsLines=*/false), "a\\x0ab");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("abcdef", true, 3), "abc... (3 bytes more)");
}
