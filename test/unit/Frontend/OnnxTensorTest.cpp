//===- OnnxTensorTest.cpp - where a TensorProto keeps its elements --------===//

#include "lib/Frontend/ONNX/TensorData.h"

#include <gtest/gtest.h>

using namespace neuron;
using namespace neuron::onnx;
using llvm::StringRef;

namespace {

TensorProto tensor(DataType type, std::initializer_list<int64_t> dims) {
  TensorProto proto;
  proto.name = "t";
  proto.dataType = type;
  proto.dims.assign(dims);
  return proto;
}

/// The bytes of a sound tensor; an empty string and a failure otherwise.
std::string contents(const TensorProto &proto) {
  WeightStore store;
  Result<WeightData> data = TensorReader("model.onnx", store).read(proto);
  EXPECT_TRUE(data.ok()) << data.status().message();
  if (!data)
    return "";
  size_t count = 1;
  for (int64_t dim : data->shape)
    count *= dim;
  return std::string(data->data, count * bytesOf(data->dtype));
}

unsigned codeOf(const TensorProto &proto) {
  WeightStore store;
  Result<WeightData> data = TensorReader("model.onnx", store).read(proto);
  return data ? 0 : data.status().code();
}

TEST(OnnxTensor, leavesRawDataInPlace) {
  const char file[] = "....abcdefgh";
  TensorProto proto = tensor(DataType::Float, {2});
  proto.rawData = StringRef(file + 4, 8);
  WeightStore store;
  Result<WeightData> data = TensorReader("model.onnx", store).read(proto);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->data, file + 4);
}

TEST(OnnxTensor, joinsFloatsOfSeveralChunks) {
  float values[] = {1, 2, 3};
  TensorProto proto = tensor(DataType::Float, {3});
  proto.floatData = {StringRef(reinterpret_cast<char *>(values), 8),
                     StringRef(reinterpret_cast<char *>(values + 2), 4)};
  EXPECT_EQ(contents(proto), std::string(reinterpret_cast<char *>(values), 12));
}

TEST(OnnxTensor, takesHalvesFromTheLowBitsOfIntegers) {
  TensorProto proto = tensor(DataType::Bfloat16, {2});
  proto.int32Data = {"\x80\x7f", "\x81\x7f"}; // varints 0x3f80 and 0x3f81
  EXPECT_EQ(contents(proto), std::string("\x80\x3f\x81\x3f", 4));
}

TEST(OnnxTensor, unpacksNibblesAndExtendsTheirSign) {
  TensorProto proto = tensor(DataType::Int4, {3});
  proto.rawData = "\xf1\x08"; // 1, -1, -8
  EXPECT_EQ(contents(proto), std::string("\x01\xff\xf8", 3));
  proto.dataType = DataType::Uint4;
  EXPECT_EQ(contents(proto), std::string("\x01\x0f\x08", 3));
}

TEST(OnnxTensor, acceptsATensorWithoutElements) { EXPECT_EQ(contents(tensor(DataType::Int64, {0, 7})), ""); }

TEST(OnnxTensor, refusesDataThatDoNotFitTheShape) {
  TensorProto proto = tensor(DataType::Int32, {2});
  EXPECT_EQ(codeOf(proto), 3003u); // none
  proto.rawData = "1234567";
  EXPECT_EQ(codeOf(proto), 3003u); // cut off
  proto.rawData = "123456789";
  EXPECT_EQ(codeOf(proto), 3003u); // too long
  proto.rawData.reset();
  proto.int32Data = {"\x01\x02\x03"};
  EXPECT_EQ(codeOf(proto), 3003u); // too many numbers
}

TEST(OnnxTensor, refusesImpossibleShapes) {
  EXPECT_EQ(codeOf(tensor(DataType::Float, {-1})), 3003u);
  EXPECT_EQ(codeOf(tensor(DataType::Float, {int64_t(1) << 40})), 3003u);
  EXPECT_EQ(codeOf(tensor(DataType::Float, {int64_t(1) << 32, int64_t(1) << 32, 0})), 3003u);
}

TEST(OnnxTensor, refusesABoolThatIsNeitherTrueNorFalse) {
  TensorProto proto = tensor(DataType::Bool, {2});
  proto.rawData = StringRef("\x01\x02", 2);
  EXPECT_EQ(codeOf(proto), 3003u);
}

TEST(OnnxTensor, refusesTypesWithoutMeaningHere) {
  EXPECT_EQ(codeOf(tensor(DataType::String, {1})), 4002u);
  EXPECT_EQ(codeOf(tensor(DataType::Complex64, {1})), 4002u);
  EXPECT_EQ(codeOf(tensor(DataType(77), {1})), 4002u);
}

} // namespace
