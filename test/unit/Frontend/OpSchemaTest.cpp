#include "lib/Frontend/PT2/Registry.h"

#include "gtest/gtest.h"

using namespace neuron;
using namespace neuron::pt2;
using Kind = Argument::Kind;

namespace {

Argument integer(int64_t value) { return {.kind = Kind::Int, .integer = value}; }
Argument tensor(llvm::StringRef name) { return {.kind = Kind::Tensor, .text = name}; }

TEST(OpSchema, ParsesSignatures) {
  OpSchema schema = parseSchema("avg(Tensor self, int[2] size, Tensor?[] i, *, float? eps=1e-05, str mode='none', int[2] pad=0)");
  EXPECT_EQ(schema.name, "avg.default");
  ASSERT_EQ(schema.args.size(), 6u);
  EXPECT_EQ(schema.args[1].length, 2u);
  EXPECT_TRUE(schema.args[2].optionalItems);
  EXPECT_TRUE(schema.args[3].optional);
  EXPECT_EQ(schema.args[3].defaultValue->real, 1e-05);
  EXPECT_EQ(schema.args[4].defaultValue->text, "none");
}

TEST(OpSchema, BindsByNameAndFillsDefaults) {
  OpSchema schema = parseSchema("op(Tensor self, int[2] size, int[2] pad=0, bool b=True)");
  auto bound = bindArguments(schema, {{"size", integer(3)}, {"self", tensor("x")}}, false);
  ASSERT_TRUE(bound.ok()) << bound.status().message();
  EXPECT_EQ((*bound)[0].text, "x");
  ASSERT_EQ((*bound)[1].items.size(), 2u); // a number stands for two equal ones
  EXPECT_EQ((*bound)[1].items[1].integer, 3);
  EXPECT_EQ((*bound)[2].items.size(), 2u);
  EXPECT_EQ((*bound)[3].integer, 1);
}

TEST(OpSchema, RefusesArgumentsThatDoNotFit) {
  OpSchema schema = parseSchema("op(Tensor self, int dim)");
  auto code = [&](std::vector<NamedArgument> actual) { return bindArguments(schema, std::move(actual), false).status().code(); };
  EXPECT_EQ(code({{"self", tensor("x")}}), 3510u);
  EXPECT_EQ(code({{"self", tensor("x")}, {"dim", tensor("y")}}), 3510u);
  EXPECT_EQ(code({{"self", tensor("x")}, {"dim", integer(0)}, {"dim", integer(0)}}), 3510u);
  EXPECT_EQ(code({{"self", tensor("x")}, {"dim", integer(0)}, {"other", integer(0)}}), 3510u);
  EXPECT_EQ(code({{"", tensor("x")}, {"", integer(0)}, {"", integer(0)}}), 3510u);
  EXPECT_EQ(code({{"", tensor("x")}, {"", integer(0)}}), 0u);
}

TEST(Registry, FindsFormsByRule) {
  const Registry &registry = Registry::get();
  EXPECT_NE(registry.find("torch.ops.aten.add.Tensor").row, nullptr);
  OpMatch inPlace = registry.find("torch.ops.aten.add_.Tensor");
  EXPECT_EQ(inPlace.row, registry.find("torch.ops.aten.add.Tensor").row);
  EXPECT_TRUE(inPlace.inPlace);
  EXPECT_TRUE(registry.find("torch.ops.aten.__iand__.Tensor").inPlace);
  EXPECT_TRUE(registry.find("torch.ops.aten.permute_copy.default").copies);
  EXPECT_FALSE(registry.find("torch.ops.aten.index_copy.default").copies);
  EXPECT_EQ(registry.find("torch.ops.aten.no_such_op.default").row, nullptr);
  EXPECT_EQ(registry.find("torch.ops.aten.add").row, nullptr);
  EXPECT_NE(registry.find("torch.ops.quantized_decomposed.quantize_per_tensor.default").row, nullptr);
}

} // namespace
