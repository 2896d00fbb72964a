//===- NpyTest.cpp - reading and writing .npy files -----------------------===//

#include "neuron/npy.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

using namespace neuron;

/// A file of that version with the given dictionary and data.
static std::vector<std::byte> file(const std::string &dict, const std::string &data, char version = 1) {
  std::string text("\x93NUMPY", 6);
  text += {version, char(0), char(dict.size() & 0xFF), char(dict.size() >> 8)};
  if (version > 1)
    text += {char(0), char(0)};
  text += dict + data;
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

static std::string text(const NpyArray &array) {
  return {reinterpret_cast<const char *>(array.data.data()), array.data.size()};
}

TEST(Npy, EveryVersion) {
  for (char version : {1, 2, 3}) {
    auto array = parseNpy(file("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }\n", "abcd", version), "x");
    ASSERT_TRUE(array.ok()) << array.status().message();
    EXPECT_EQ(array->dtype, DType::I16);
    EXPECT_EQ(array->shape, (std::vector<int64_t>{2, 1}));
    EXPECT_EQ(text(*array), "abcd");
  }
}

TEST(Npy, ScalarsKeysInAnyOrderPythonTwo) {
  auto scalar = parseNpy(file("{\"shape\": (), 'fortran_order':False,'descr':'|u1'}", "z"), "x");
  ASSERT_TRUE(scalar.ok());
  EXPECT_TRUE(scalar->shape.empty());
  EXPECT_EQ(parseNpy(file("{'descr': '|b1', 'fortran_order': False, 'shape': (3L,)}", "abc"), "x")->shape[0], 3);
}

TEST(Npy, FortranOrderBecomesC) {
  auto array = parseNpy(file("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }", "adbecf"), "x");
  ASSERT_TRUE(array.ok());
  EXPECT_EQ(text(*array), "abcdef");
}

TEST(Npy, BigEndianIsSwapped) {
  auto array = parseNpy(file("{'descr': '>u4', 'fortran_order': False, 'shape': (2,), }", "abcdefgh"), "x");
  ASSERT_TRUE(array.ok());
  EXPECT_EQ(text(*array), "dcbahgfe");
}

TEST(Npy, Refusals) {
  struct Case {
    std::vector<std::byte> bytes;
    unsigned code;
  };
  std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  std::vector<std::byte> wrongMagic = file(good, "12345678");
  wrongMagic[1] = std::byte{'M'};
  std::vector<std::byte> longHeader = file(good, "12345678");
  longHeader[9] = std::byte{0x7F};
  const Case cases[] = {
      {{}, 2601},
      {wrongMagic, 2601},
      {longHeader, 2601},
      {file(good, "12345678", 4), 2601},
      {file(good, "1234567"), 2603},
      {file(good, "123456789"), 2603},
      {file("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "12345678"), 2602},
      {file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234"), 2602},
      {file("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "1234"), 2602},
      {file("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", ""), 2603},
      {file("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4), }", ""), 2603},
      {file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", ""), 2601},
      {file("{'descr': '<f4', 'shape': (2,), }", "12345678"), 2601},
      {file("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,), }", "12345678"), 2601},
      {file("{'descr': '<f4', 'fortran_order': False, 'shape': (2", "12345678"), 2601},
      {file("{'descr': '<f4", "12345678"), 2601},
      {file("{'extra': '<f4'}", ""), 2601},
  };
  for (const Case &test : cases) {
    auto array = parseNpy(test.bytes, "x");
    ASSERT_FALSE(array.ok()) << &test - cases;
    EXPECT_EQ(array.status().code(), test.code) << &test - cases << " " << array.status().message();
  }
}

TEST(Npy, EveryPrefixIsRefused) {
  std::vector<std::byte> whole = file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "12345678");
  for (size_t n = 0; n < whole.size(); ++n)
    EXPECT_FALSE(parseNpy(std::span(whole).first(n), "x").ok()) << n;
}

TEST(Npy, WriteAndReadBack) {
  std::string path = testing::TempDir() + "/array.npy";
  std::vector<std::byte> data(24);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = std::byte(i);
  ASSERT_TRUE(writeNpy(path, DType::F64, std::vector<int64_t>{3, 1}, data).ok());
  auto array = readNpy(path);
  ASSERT_TRUE(array.ok()) << array.status().message();
  EXPECT_EQ(array->dtype, DType::F64);
  EXPECT_EQ(array->shape, (std::vector<int64_t>{3, 1}));
  EXPECT_EQ(array->data, data);
  std::remove(path.c_str());
  EXPECT_EQ(readNpy(path).status().code(), 6002u);
  EXPECT_EQ(readNpy(testing::TempDir()).status().code(), 6002u);
  EXPECT_EQ(writeNpy("/nowhere/x.npy", DType::F64, {}, data).code(), 6001u);
}

TEST(Npy, HeaderAlignment) {
  for (size_t alignment : {64, 4096})
    EXPECT_EQ(npyHeader(DType::F32, std::vector<int64_t>{1000}, alignment).size() % alignment, 0u);
  EXPECT_TRUE(npyHeader(DType::BF16, std::vector<int64_t>{1}).empty());
}
