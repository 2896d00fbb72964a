//===- LevelsTest.cpp - the same results at every level -------------------===//

#include "LevelCases.h"
#include "LevelRunner.h"

#include <gtest/gtest.h>

using namespace neuron;

namespace {
/// Below a partition, across several, and not a multiple of anything.
struct Sizes {
  unsigned rows, columns;
};
constexpr Sizes kSizes[] = {{5, 4}, {17, 9}, {131, 7}};
} // namespace

static std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

static std::string withSizes(const std::string &text, const Sizes &sizes) {
  return "func.func @main" + replaced(replaced(text, "$R", std::to_string(sizes.rows)), "$C", std::to_string(sizes.columns));
}

static void check(const std::string &text, const LevelInputs &inputs) {
  for (unsigned level : {0u, 2u})
    EXPECT_EQ(compareLevels(text, level, inputs), "") << "at -O" << level << "\n" << text;
}

class Levels : public ::testing::TestWithParam<LevelCase> {};

TEST_P(Levels, Agree) {
  const LevelCase &test = GetParam();
  bool isFixed = std::string(test.name) == "resize"; // its result has a size of its own
  unsigned seed = 1;
  for (const Sizes &sizes : kSizes)
    if (!isFixed || sizes.columns == 4)
      check(withSizes(test.text, sizes), {seed++, test.low, test.high, test.tolerance});
}

INSTANTIATE_TEST_SUITE_P(Graphs, Levels, ::testing::ValuesIn(kLevelCases),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Levels, UnaryFunctionsAgree) {
  for (const UnaryCase &test : kUnaryCases) {
    std::string text = "(%x: tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxf32> {\n  %y = neuron.unary " + std::string(test.name) +
                       " %x : tensor<$Rx$Cxf32>\n  return %y : tensor<$Rx$Cxf32> }";
    check(withSizes(text, kSizes[1]), {7, test.low, test.high, 1e-4});
  }
}

TEST(Levels, BinaryFunctionsAgree) {
  for (const char *name : kBinaryCases) {
    std::string text = "(%x: tensor<$Rx$Cxf32>, %y: tensor<$Rx$Cxf32>) -> tensor<$Rx$Cxf32> {\n  %z = neuron.binary " +
                       std::string(name) + " %x, %y : tensor<$Rx$Cxf32>\n  return %z : tensor<$Rx$Cxf32> }";
    check(withSizes(text, kSizes[1]), {9, 0.3, 4, 1e-4});
  }
}
