//===- TensorTest.cpp - element types of the evaluator --------------------===//

#include "neuronc/Evaluator/Tensor.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

using namespace mlir;
using namespace neuron;

namespace {
/// The float types below 32 bits, against LLVM's soft floats.
class SmallFloats : public ::testing::Test {
protected:
  SmallVector<FloatType> types() {
    return {BFloat16Type::get(&context),     Float16Type::get(&context),    Float8E4M3Type::get(&context),
            Float8E4M3FNType::get(&context), Float8E5M2Type::get(&context), Float8E3M4Type::get(&context),
            Float4E2M1FNType::get(&context)};
  }

  static uint64_t bitsOf(const Tensor &tensor) {
    uint64_t bits = 0;
    std::memcpy(&bits, tensor.bytes().data(), tensor.bytes().size());
    return bits;
  }

  MLIRContext context;
};
} // namespace

TEST_F(SmallFloats, EveryCodeIsReadAsLLVMReadsIt) {
  for (FloatType type : types()) {
    auto scalar = RankedTensorType::get({}, type);
    for (uint64_t code = 0; code < uint64_t(1) << type.getWidth(); ++code) {
      Tensor tensor(scalar);
      std::memcpy(tensor.bytes().data(), &code, tensor.bytes().size());
      double value = tensor.floats().front();
      APFloat expected(type.getFloatSemantics(), APInt(type.getWidth(), code));
      if (expected.isNaN())
        EXPECT_TRUE(std::isnan(value));
      else
        EXPECT_EQ(value, expected.convertToDouble()) << code;
      // And written back: the same code, except for the many NaNs.
      if (!expected.isNaN()) {
        EXPECT_EQ(bitsOf(Tensor::fromFloats(scalar, {value})), code);
      }
    }
  }
}

TEST_F(SmallFloats, RoundsToNearestEvenAsLLVMDoes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> mantissa(-2, 2), exponent(-30, 20);
  for (FloatType type : types()) {
    auto scalar = RankedTensorType::get({}, type);
    double largest = APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
    for (int i = 0; i < 20000; ++i) {
      double value = std::ldexp(mantissa(random), int(exponent(random)));
      if (std::fabs(value) > largest)
        continue;
      // Halves between two codes, too.
      if (i % 2)
        value = float(std::ldexp(std::nearbyint(std::ldexp(value, 12)), -12));
      APFloat expected(value);
      bool losesInfo;
      expected.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
      EXPECT_EQ(bitsOf(Tensor::fromFloats(scalar, {value})), expected.bitcastToAPInt().getZExtValue())
          << value;
    }
  }
}

TEST_F(SmallFloats, AttributesKeepTheBytes) {
  for (FloatType type : types()) {
    auto shape = RankedTensorType::get({3}, type);
    Tensor tensor = Tensor::fromFloats(shape, {0.5, -1.0, 1.5});
    Tensor again = Tensor::fromAttr(tensor.toAttr());
    EXPECT_EQ(tensor.bytes(), again.bytes());
  }
}

TEST(Tensor, BooleansAreOneByteEach) {
  MLIRContext context;
  auto type = RankedTensorType::get({9}, IntegerType::get(&context, 1));
  Tensor tensor = Tensor::fromInts(type, {1, 0, 1, 1, 0, 0, 1, 0, 1});
  EXPECT_EQ(tensor.bytes().size(), 9u);
  EXPECT_EQ(Tensor::fromAttr(tensor.toAttr()).bytes(), tensor.bytes());
}

TEST(Tensor, StridedWeightIsMadeDense) {
  MLIRContext context;
  int32_t values[] = {1, 2, 3, 4, 5, 6};
  WeightData data;
  data.dtype = DType::I32;
  data.shape = {3, 2};
  data.strides = {1, 3}; // the transpose of a 2 x 3 tensor
  data.data = reinterpret_cast<const char *>(values);
  Type element = IntegerType::get(&context, 32);
  auto tensor = Tensor::fromWeight(data, RankedTensorType::get({3, 2}, element));
  ASSERT_TRUE(succeeded(tensor));
  EXPECT_EQ(tensor->ints(), (std::vector<int64_t>{1, 4, 2, 5, 3, 6}));
  // Neither another shape nor another type is accepted.
  EXPECT_TRUE(failed(Tensor::fromWeight(data, RankedTensorType::get({2, 3}, element))));
  EXPECT_TRUE(failed(Tensor::fromWeight(data, RankedTensorType::get({3, 2}, Float32Type::get(&context)))));
}

TEST(WeightStore, NamesAreUniqueAndInOrder) {
  WeightStore store;
  EXPECT_TRUE(store.addOwned("b", DType::F32, {1}, std::vector<char>(4)));
  EXPECT_TRUE(store.addOwned("a", DType::I8, {3}, {1, 2, 3}));
  EXPECT_FALSE(store.addOwned("b", DType::F32, {1}, std::vector<char>(4)));
  EXPECT_FALSE(store.add("a", WeightData()));
  EXPECT_EQ(store.names(), (ArrayRef<std::string>{"b", "a"}));
  ASSERT_TRUE(store.find("a"));
  EXPECT_EQ(store.find("a")->data[2], 3);
  EXPECT_EQ(store.find("c"), nullptr);
}

TEST(WeightStore, DenseDespiteStridesOfUnitDims) {
  WeightData data;
  data.shape = {2, 1, 3};
  EXPECT_TRUE(data.isDense());
  data.strides = {3, 99, 1};
  EXPECT_TRUE(data.isDense());
  data.strides = {1, 1, 2};
  EXPECT_FALSE(data.isDense());
}
