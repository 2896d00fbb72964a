//===- NarrowFloatsTest.cpp - f64 in two words ----------------------------===//
//
// The conversions of arguments and results, bit by bit, and weights; the rest is
// in test/lit/Transforms.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Evaluator/Evaluator.h"
#include "neuronc/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

using namespace mlir;
using namespace neuron;

namespace {
class NarrowFloats : public ::testing::Test {
protected:
  void SetUp() override { context.loadDialect<NeuronDialect, func::FuncDialect>(); }

  /// The one result of `text` on `arguments`, after the pass.
  Tensor run(StringRef text, ArrayRef<Tensor> arguments) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(createNeuronNarrowFloatsPass(&store));
    EXPECT_TRUE(succeeded(manager.run(*module)));
    EvaluatorOptions options;
    options.weights = &store;
    auto results = evaluate(*module->getOps<func::FuncOp>().begin(), arguments, options);
    EXPECT_TRUE(succeeded(results));
    return std::move((*results)[0]);
  }

  template <typename T> Tensor tensorOf(const std::vector<T> &values, Type element) {
    Tensor tensor(RankedTensorType::get({int64_t(values.size())}, element));
    std::memcpy(tensor.bytes().data(), values.data(), tensor.bytes().size());
    return tensor;
  }

  MLIRContext context;
  WeightStore store;
  OwningOpRef<ModuleOp> module;
};

template <typename T> std::vector<T> valuesOf(const Tensor &tensor) {
  std::vector<T> values(tensor.size());
  std::memcpy(values.data(), tensor.bytes().data(), tensor.bytes().size());
  return values;
}

constexpr size_t kCount = 4096;

/// Around every border: halves of the last bit, the ends of both ranges.
std::vector<double> trickyDoubles() {
  std::vector<double> values = {0.0, -0.0, INFINITY, -INFINITY, NAN, 5e-324, 1e300, -1e300, 0x1.fffffep127, 0x1.fffffefffffffp127,
                                0x1.ffffffp127, -0x1.ffffffp127, 0x1p128, 0x1p-126, 0x1.fffffep-127, 0x1.ffffffp-127,
                                0x1.fffffefffffffp-127, 0x1p-149, 0x1.000001p0, 0x1.000003p0, 0x1.0000010000001p0,
                                std::bit_cast<double>(0x7ff0000000000001), std::bit_cast<double>(0xfff8000012345678)};
  std::mt19937_64 random(1);
  while (values.size() < kCount) {
    uint64_t bits = random(), exponent = 890 + random() % 270;
    values.push_back(std::bit_cast<double>((bits & 0x800fffffffffffff) | exponent << 52)); // about the range of f32
    values.push_back(std::bit_cast<double>(random()));
    values.push_back(std::bit_cast<double>((bits & 0xffffffffe0000000) | 0x10000000)); // halfway between two
  }
  values.resize(kCount);
  return values;
}

/// Zero for what is below the normal numbers of f32 when it has been rounded to their 24 bits.
float flushed(double value) { return float(std::fabs(value) < 0x1.ffffffp-127 ? std::copysign(0.0, value) : value); }
} // namespace

TEST_F(NarrowFloats, ArgumentsAreRounded) {
  std::vector<double> given = trickyDoubles();
  Tensor result = run(R"(func.func @main(%x: tensor<4096xf64>) -> tensor<4096xf32> {
    %y = neuron.cast %x : tensor<4096xf64> to tensor<4096xf32>
    return %y : tensor<4096xf32> })",
                      {tensorOf(given, Float64Type::get(&context))});
  for (auto [x, y] : llvm::zip_equal(given, valuesOf<float>(result))) {
    if (std::isnan(x))
      EXPECT_TRUE(std::isnan(y));
    else
      EXPECT_EQ(std::bit_cast<uint32_t>(y), std::bit_cast<uint32_t>(flushed(x))) << x << " gives " << y;
  }
}

TEST_F(NarrowFloats, ResultsAreExact) {
  std::vector<float> given = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -0x1p-127f, 0x1p-126f, 0x1.fffffep127f,
                              std::bit_cast<float>(0x7f800001), std::bit_cast<float>(0xffffffffu)};
  std::mt19937 random(1);
  while (given.size() < kCount)
    given.push_back(std::bit_cast<float>(uint32_t(random())));
  Tensor result = run(R"(func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf64> {
    %y = neuron.cast %x : tensor<4096xf32> to tensor<4096xf64>
    return %y : tensor<4096xf64> })",
                      {tensorOf(given, Float32Type::get(&context))});
  for (auto [x, y] : llvm::zip_equal(given, valuesOf<double>(result))) {
    if (std::isnan(x))
      EXPECT_TRUE(std::isnan(y));
    else
      EXPECT_EQ(std::bit_cast<uint64_t>(y), std::bit_cast<uint64_t>(double(flushed(x)))) << x << " gives " << y;
  }
}

TEST_F(NarrowFloats, WhatIsGivenBackKeepsAllBits) {
  std::vector<double> given = trickyDoubles();
  Tensor result = run(R"(func.func @main(%x: tensor<4096xf64>) -> tensor<64x64xf64> {
    %r = neuron.reshape %x : tensor<4096xf64> to tensor<64x64xf64>
    return %r : tensor<64x64xf64> })",
                      {tensorOf(given, Float64Type::get(&context))});
  std::vector<double> got = valuesOf<double>(result);
  EXPECT_EQ(std::memcmp(got.data(), given.data(), kCount * sizeof(double)), 0);
}

TEST_F(NarrowFloats, FiniteWeightsStayFinite) {
  std::vector<double> values = {1.5, -1.7976931348623157e308, 1e39, 0.1};
  std::vector<char> bytes(sizeof(double) * values.size());
  std::memcpy(bytes.data(), values.data(), bytes.size());
  ASSERT_TRUE(store.addOwned("w", DType::F64, {4}, std::move(bytes)));
  Tensor result = run(R"(func.func @main() -> tensor<4xf32> {
    %w = neuron.weight "w" : tensor<4xf64>
    %y = neuron.binary add %w, %w : tensor<4xf64>
    %z = neuron.unary abs %w : tensor<4xf64>
    %c = neuron.cast %z : tensor<4xf64> to tensor<4xf32>
    return %c : tensor<4xf32> })",
                      {});
  float most = std::numeric_limits<float>::max();
  EXPECT_EQ(valuesOf<float>(result), (std::vector<float>{1.5f, most, most, 0.1f}));
}
