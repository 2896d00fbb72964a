//===- FoldConstantsTest.cpp - folding of weights -------------------------===//
//
// What needs a weight store; the rest is in test/lit/Transforms.
//
//===----------------------------------------------------------------------===//

#include "neuronc/Transforms/Passes.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <cstring>

#include <gtest/gtest.h>

using namespace mlir;
using namespace neuron;

namespace {
class FoldWeights : public ::testing::Test {
protected:
  void SetUp() override {
    context.loadDialect<NeuronDialect, func::FuncDialect>();
    addFloats("small", {2, 2}, {1, 2, 3, 4});
    addFloats("large", {200, 100}, std::vector<float>(20000, 1.0f));
  }

  void addFloats(StringRef name, ArrayRef<int64_t> shape, const std::vector<float> &values) {
    std::vector<char> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    ASSERT_TRUE(store.addOwned(name, DType::F32, shape, std::move(bytes)));
  }

  /// Folds the body of a function; its operations.
  SmallVector<Operation *> fold(StringRef body) {
    std::string text = "func.func @f() -> tensor<2x2xf32> {" + body.str() + "}";
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(createFoldConstantsPass(&store));
    EXPECT_TRUE(succeeded(manager.run(*module)));
    SmallVector<Operation *> ops;
    for (auto function : module->getOps<func::FuncOp>())
      for (Operation &op : function.getBody().front().without_terminator())
        ops.push_back(&op);
    return ops;
  }

  MLIRContext context;
  WeightStore store;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(FoldWeights, SmallWeightBecomesConstantThatNamesIt) {
  auto ops = fold(R"(
    %w = neuron.weight "small" : tensor<2x2xf32>
    %t = neuron.transpose %w perm = [1, 0] : tensor<2x2xf32> to tensor<2x2xf32>
    %y = neuron.binary add %w, %t : tensor<2x2xf32>
    return %y : tensor<2x2xf32>)");
  ASSERT_EQ(ops.size(), 1u);
  auto constant = dyn_cast<ConstantOp>(ops[0]);
  ASSERT_TRUE(constant);
  SmallVector<float> values(constant.getDense().getValues<float>());
  EXPECT_EQ(values, (SmallVector<float>{2, 5, 5, 8}));
  auto names = constant->getAttrOfType<ArrayAttr>("neuron.folded_weights");
  ASSERT_TRUE(names && names.size() == 1);
  EXPECT_EQ(cast<StringAttr>(names[0]).getValue(), "small");
}

TEST_F(FoldWeights, WeightItselfStaysAWeight) {
  auto ops = fold(R"(
    %w = neuron.weight "small" : tensor<2x2xf32>
    return %w : tensor<2x2xf32>)");
  ASSERT_EQ(ops.size(), 1u);
  EXPECT_TRUE(isa<WeightOp>(ops[0]));
}

TEST_F(FoldWeights, LargeWeightStays) {
  auto ops = fold(R"(
    %w = neuron.weight "large" : tensor<200x100xf32>
    %s = neuron.slice %w starts = [0, 0] sizes = [2, 2] strides = [1, 1] : tensor<200x100xf32> to tensor<2x2xf32>
    return %s : tensor<2x2xf32>)");
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_TRUE(isa<WeightOp>(ops[0]));
}

TEST_F(FoldWeights, UnknownNameOrOtherTypeIsLeftAlone) {
  auto ops = fold(R"(
    %w = neuron.weight "absent" : tensor<2x2xf32>
    %v = neuron.weight "small" : tensor<4xf32>
    %r = neuron.reshape %v : tensor<4xf32> to tensor<2x2xf32>
    %y = neuron.binary add %w, %r : tensor<2x2xf32>
    return %y : tensor<2x2xf32>)");
  EXPECT_EQ(ops.size(), 4u);
}
