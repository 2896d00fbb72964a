//===- IterationTest.cpp - iteration spaces against the evaluator ---------===//
//
// An operation computed by walking its iteration space, with every tensor read
// and written where its map says, gives what the evaluator gives.
//
//===----------------------------------------------------------------------===//

#include "dialects/Neuron/Neuron.h"
#include "neuronc/Evaluator/Evaluator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include <functional>
#include <random>

#include <gtest/gtest.h>

using namespace mlir;
using namespace neuron;

namespace {
class Iteration : public ::testing::Test {
protected:
  void SetUp() override { context.loadDialect<NeuronDialect, func::FuncDialect>(); }

  /// The operation of `body`, whose operands are the arguments.
  Operation *parse(StringRef arguments, StringRef body) {
    std::string text = "func.func @f(" + arguments.str() + ") { %y = " + body.str() + " return }";
    module = parseSourceString<ModuleOp>(text, &context);
    return module ? &(*module->getOps<func::FuncOp>().begin()).getBody().front().front() : nullptr;
  }

  /// Small integers, so that no order of summation matters.
  Tensor random(RankedTensorType type) {
    std::vector<double> values(type.getNumElements());
    for (double &value : values)
      value = double(int(generator() % 9) - 4);
    return Tensor::fromFloats(type, values);
  }

  /// Offset of the point in a tensor of `shape`; nothing outside of it.
  static std::optional<int64_t> offset(AffineMap map, ArrayRef<int64_t> point, ArrayRef<int64_t> shape) {
    int64_t result = 0;
    for (auto [index, size] : llvm::zip_equal(map.compose(point), shape)) {
      if (index < 0 || index >= size)
        return std::nullopt;
      result = result * size + index;
    }
    return result;
  }

  using Join = std::function<double(double, ArrayRef<double>)>;

  void check(Operation *op, double start, const Join &join) {
    ASSERT_TRUE(op);
    auto iterates = dyn_cast<IterationOpInterface>(op);
    ASSERT_TRUE(iterates);
    auto maps = iterates.getIndexingMaps();
    ASSERT_EQ(maps.size(), op->getNumOperands() + 1);
    SmallVector<Tensor> operands;
    SmallVector<const Tensor *> pointers;
    SmallVector<std::vector<double>> values;
    for (Value operand : op->getOperands())
      operands.push_back(random(tensorType(operand)));
    for (const Tensor &operand : operands) {
      pointers.push_back(&operand);
      values.push_back(operand.floats());
    }
    std::vector<double> result(tensorType(op->getResult(0)).getNumElements(), start);
    walk(iterates.getIterationDims(), [&](ArrayRef<int64_t> point) {
      SmallVector<double> read;
      for (auto [i, operand] : llvm::enumerate(operands))
        if (auto at = offset(maps[i], point, operand.shape()))
          read.push_back(values[i][*at]);
      auto at = offset(maps.back(), point, tensorType(op->getResult(0)).getShape());
      if (at && read.size() == operands.size())
        result[*at] = join(result[*at], read);
    });
    auto expected = evaluateOp(op, pointers);
    ASSERT_TRUE(succeeded(expected));
    EXPECT_EQ(result, expected->front().floats());
  }

  static void walk(ArrayRef<IterationDim> dims, function_ref<void(ArrayRef<int64_t>)> fn) {
    SmallVector<int64_t> point(dims.size());
    int64_t count = 1;
    for (const IterationDim &dim : dims)
      count *= dim.size;
    for (; count > 0; --count) {
      fn(point);
      for (size_t d = dims.size(); d-- > 0;) {
        if (++point[d] < dims[d].size)
          break;
        point[d] = 0;
      }
    }
  }

  static double addProduct(double sum, ArrayRef<double> read) { return sum + read[0] * read[1]; }
  static double addValue(double sum, ArrayRef<double> read) { return sum + read[0]; }
  static double take(double, ArrayRef<double> read) { return read[0]; }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::mt19937 generator{1};
};
} // namespace

TEST_F(Iteration, Product) {
  check(parse("%a: tensor<3x2x4xf32>, %b: tensor<4x5x2xf32>",
              "neuron.dot_general %a, %b batch = [1] x [2] contract = [2] x [0]"
              " : (tensor<3x2x4xf32>, tensor<4x5x2xf32>) -> tensor<2x3x5xf32>"),
        0, addProduct);
}

TEST_F(Iteration, Convolution) {
  check(parse("%x: tensor<2x4x5x6xf32>, %w: tensor<6x2x3x2xf32>",
              "neuron.conv %x, %w strides = [2, 1] pads = [1, 0] x [1, 2] dilations = [1, 2] groups = 2"
              " : (tensor<2x4x5x6xf32>, tensor<6x2x3x2xf32>) -> tensor<2x6x3x6xf32>"),
        0, addProduct);
}

TEST_F(Iteration, TransposedConvolution) {
  check(parse("%x: tensor<1x4x5xf32>, %w: tensor<4x3x3xf32>",
              "neuron.conv transposed %x, %w strides = [2] pads = [1] x [0] dilations = [2] groups = 2"
              " output_padding = [1] : (tensor<1x4x5xf32>, tensor<4x3x3xf32>) -> tensor<1x6x13xf32>"),
        0, addProduct);
}

TEST_F(Iteration, Pool) {
  check(parse("%x: tensor<1x2x5x4xf32>", "neuron.pool sum %x window = [3, 2] strides = [2, 1] pads = [1, 0] x [1, 1]"
                                         " dilations = [1, 2] : (tensor<1x2x5x4xf32>) -> tensor<1x2x3x3xf32>"),
        0, addValue);
}

TEST_F(Iteration, Reduction) {
  check(parse("%x: tensor<2x3x4xf32>", "neuron.reduce add %x dims = [0, 2] : (tensor<2x3x4xf32>) -> tensor<3xf32>"),
        0, addValue);
}

TEST_F(Iteration, Views) {
  check(parse("%x: tensor<2x3x4xf32>",
              "neuron.transpose %x perm = [2, 0, 1] : tensor<2x3x4xf32> to tensor<4x2x3xf32>"),
        0, take);
  check(parse("%x: tensor<2x1xf32>",
              "neuron.broadcast_in_dim %x dims = [0, 2] : tensor<2x1xf32> to tensor<2x3x4xf32>"),
        0, take);
}

TEST_F(Iteration, Elementwise) {
  Operation *op = parse("%a: tensor<2x3xf32>, %b: tensor<2x3xf32>", "neuron.binary mul %a, %b : tensor<2x3xf32>");
  check(op, 0, addProduct);
  EXPECT_EQ(iterationCount(op), 6.0);
  EXPECT_EQ(iterationCount(parse("%a: tensor<2xf32>", "neuron.softmax %a dim = 0 : tensor<2xf32>")), std::nullopt);
}
