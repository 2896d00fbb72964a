//===- NrtTest.cpp - the C API --------------------------------------------===//

#include "nrt/nrt.h"
#include "runtime/test/SmallModel.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace neuron;

namespace {
/// A loaded model with tensors for its whole signature.
class Nrt : public testing::Test {
protected:
  void SetUp() override {
    path = test::writeSmallModel();
    ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS);
    ASSERT_EQ(nrt_load_file(path.c_str(), 0, &model), NRT_SUCCESS) << nrt_get_last_error();
    ASSERT_EQ(nrt_allocate_tensor_set(&inputs), NRT_SUCCESS);
    ASSERT_EQ(nrt_allocate_tensor_set(&outputs), NRT_SUCCESS);
    x = add(inputs, "x", 16);
    c = add(inputs, "c/cache", 8);
    y = add(outputs, "y", 16);
    total = add(outputs, "total", 16);
    cOut = add(outputs, "c/cache", 8);
    write(x, {1, 2, 3, 4});
    const uint16_t one[4] = {0x3F80, 0x3F80, 0x3F80, 0x3F80};
    ASSERT_EQ(nrt_tensor_write(c, one, 0, 8), NRT_SUCCESS);
  }
  void TearDown() override {
    for (nrt_tensor_t **t : {&x, &c, &y, &total, &cOut})
      nrt_tensor_free(t);
    nrt_destroy_tensor_set(&inputs);
    nrt_destroy_tensor_set(&outputs);
    EXPECT_EQ(inputs, nullptr);
    EXPECT_EQ(nrt_unload(model), NRT_SUCCESS);
    std::remove(path.c_str());
  }
  nrt_tensor_t *add(nrt_tensor_set_t *set, const char *name, size_t size) {
    nrt_tensor_t *tensor = nullptr;
    EXPECT_EQ(nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 0, size, name, &tensor), NRT_SUCCESS);
    EXPECT_EQ(nrt_add_tensor_to_tensor_set(set, name, tensor), NRT_SUCCESS);
    return tensor;
  }
  void write(nrt_tensor_t *t, std::vector<float> values) {
    EXPECT_EQ(nrt_tensor_write(t, values.data(), 0, values.size() * 4), NRT_SUCCESS);
  }
  std::vector<float> read(nrt_tensor_t *t) {
    std::vector<float> values(4);
    EXPECT_EQ(nrt_tensor_read(t, values.data(), 0, 16), NRT_SUCCESS);
    return values;
  }
  uint16_t firstOf(nrt_tensor_t *t) {
    uint16_t value = 0;
    EXPECT_EQ(nrt_tensor_read(t, &value, 0, 2), NRT_SUCCESS);
    return value;
  }
  using Floats = std::vector<float>;

  std::string path;
  nrt_model_t *model = nullptr;
  nrt_tensor_set_t *inputs = nullptr, *outputs = nullptr;
  nrt_tensor_t *x = nullptr, *c = nullptr, *y = nullptr, *total = nullptr, *cOut = nullptr;
};
} // namespace

TEST_F(Nrt, RunsAndKeepsState) {
  ASSERT_EQ(nrt_execute(model, inputs, outputs), NRT_SUCCESS) << nrt_get_last_error();
  EXPECT_EQ(read(y), (Floats{101, 202, 303, 404}));
  EXPECT_EQ(read(total), (Floats{11, 12, 13, 14}));
  ASSERT_EQ(nrt_execute(model, inputs, outputs), NRT_SUCCESS);
  EXPECT_EQ(read(total), (Floats{12, 14, 16, 18}));
  ASSERT_EQ(nrt_reset_model_state(model), NRT_SUCCESS);
  ASSERT_EQ(nrt_execute(model, inputs, outputs), NRT_SUCCESS);
  EXPECT_EQ(read(total), (Floats{11, 12, 13, 14}));
}

TEST_F(Nrt, InOutTensorOfItsOwnLeavesTheInputAlone) {
  ASSERT_EQ(nrt_execute_repeat(model, inputs, outputs, 3), NRT_SUCCESS);
  EXPECT_EQ(firstOf(c), 0x3F80);
  EXPECT_EQ(firstOf(cOut), 0x4100); // 8
}

TEST_F(Nrt, InOutTensorInBothSetsChangesInPlace) {
  ASSERT_EQ(nrt_add_tensor_to_tensor_set(outputs, "c/cache", c), NRT_SUCCESS);
  ASSERT_EQ(nrt_execute(model, inputs, outputs), NRT_SUCCESS);
  EXPECT_EQ(firstOf(c), 0x4000);
}

TEST_F(Nrt, StrictRunsClean) {
  ASSERT_EQ(nrt_set_model_strict(model, true), NRT_SUCCESS);
  EXPECT_EQ(nrt_execute(model, inputs, outputs), NRT_SUCCESS) << nrt_get_last_error();
  EXPECT_EQ(read(total), (Floats{11, 12, 13, 14}));
}

TEST_F(Nrt, LoadFromMemoryCopiesTheFile) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  std::string bytes = text.str();
  nrt_model_t *other = nullptr;
  ASSERT_EQ(nrt_load(bytes.data(), bytes.size(), -1, -1, &other), NRT_SUCCESS) << nrt_get_last_error();
  bytes.assign(bytes.size(), 'x');
  EXPECT_EQ(nrt_execute(other, inputs, outputs), NRT_SUCCESS) << nrt_get_last_error();
  EXPECT_EQ(read(y), (Floats{101, 202, 303, 404}));
  EXPECT_EQ(nrt_unload(other), NRT_SUCCESS);
}

TEST_F(Nrt, TensorInfoIsTheSignature) {
  nrt_tensor_info_array_t *info = nullptr;
  ASSERT_EQ(nrt_get_model_tensor_info(model, &info), NRT_SUCCESS);
  ASSERT_EQ(info->tensor_count, 5u);
  const char *names[] = {"x", "c/cache", "y", "total", "c/cache"};
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_STREQ(info->tensor_array[i].name, names[i]);
    EXPECT_EQ(info->tensor_array[i].usage, i < 2 ? NRT_TENSOR_USAGE_INPUT : NRT_TENSOR_USAGE_OUTPUT);
    EXPECT_EQ(info->tensor_array[i].ndim, 2u);
    EXPECT_EQ(info->tensor_array[i].shape[1], 4u);
  }
  EXPECT_EQ(info->tensor_array[1].dtype, NRT_DTYPE_BFLOAT16);
  EXPECT_EQ(info->tensor_array[1].size, 8u);
  EXPECT_EQ(nrt_free_model_tensor_info(info), NRT_SUCCESS);
}

TEST_F(Nrt, WrongSetsAreRefusedByName) {
  nrt_tensor_t *small = nullptr;
  ASSERT_EQ(nrt_tensor_allocate_slice(y, 4, 8, "small", &small), NRT_SUCCESS);
  ASSERT_EQ(nrt_add_tensor_to_tensor_set(outputs, "y", small), NRT_SUCCESS);
  EXPECT_EQ(nrt_execute(model, inputs, outputs), NRT_INVALID);
  EXPECT_STREQ(nrt_get_last_error(), "output 'y' has 16 bytes, but its tensor 8");
  nrt_tensor_set_t *empty = nullptr;
  ASSERT_EQ(nrt_allocate_tensor_set(&empty), NRT_SUCCESS);
  EXPECT_EQ(nrt_execute(model, empty, outputs), NRT_INVALID);
  EXPECT_STREQ(nrt_get_last_error(), "input 'x' is not in the set");
  nrt_destroy_tensor_set(&empty);
  nrt_tensor_free(&small);
}

TEST_F(Nrt, TensorsShareAttachAndCheckBounds) {
  float buffer[4] = {5, 6, 7, 8};
  nrt_tensor_t *t = nullptr, *slice = nullptr;
  ASSERT_EQ(nrt_tensor_allocate_empty("t", &t), NRT_SUCCESS);
  EXPECT_EQ(nrt_tensor_get_size(t), 0u);
  ASSERT_EQ(nrt_tensor_attach_buffer(t, buffer, sizeof buffer), NRT_SUCCESS);
  ASSERT_EQ(nrt_tensor_allocate_slice(t, 8, 8, nullptr, &slice), NRT_SUCCESS);
  EXPECT_EQ(nrt_tensor_get_va(slice), buffer + 2);
  EXPECT_EQ(nrt_tensor_copy(slice, 0, y, 4, 8), NRT_SUCCESS);
  EXPECT_EQ(read(y), (Floats{0, 7, 8, 0}));
  EXPECT_EQ(nrt_tensor_memset(slice, 0, 0, 4), NRT_SUCCESS);
  EXPECT_EQ(buffer[2], 0.0f);
  EXPECT_EQ(nrt_tensor_allocate_slice(t, 8, 9, nullptr, &slice), NRT_INVALID);
  EXPECT_EQ(nrt_tensor_read(t, buffer, SIZE_MAX, 2), NRT_INVALID);
  EXPECT_EQ(nrt_tensor_write(t, buffer, 0, 17), NRT_INVALID);
  nrt_tensor_free(&t);
  EXPECT_EQ(t, nullptr);
  EXPECT_EQ(nrt_tensor_get_size(slice), 8u);
  nrt_tensor_free(&slice);
  nrt_tensor_t *missing = y;
  EXPECT_EQ(nrt_get_tensor_from_tensor_set(inputs, "y", &missing), NRT_FAILURE);
  EXPECT_EQ(missing, y);
}

TEST(NrtErrors, NullArguments) {
  ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS);
  EXPECT_EQ(nrt_load(nullptr, 4, 0, -1, nullptr), NRT_INVALID);
  EXPECT_EQ(nrt_load_file("/nowhere.neff", 0, nullptr), NRT_INVALID);
  nrt_model_t *model = nullptr;
  EXPECT_EQ(nrt_load_file("/nowhere.neff", 0, &model), NRT_INVALID);
  EXPECT_EQ(nrt_load_file("/nowhere.neff", 3, &model), NRT_LOAD_NOT_ENOUGH_NC);
  EXPECT_EQ(nrt_execute(nullptr, nullptr, nullptr), NRT_INVALID);
  EXPECT_EQ(nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 0, SIZE_MAX, "", nullptr), NRT_INVALID);
  nrt_tensor_t *t = nullptr;
  EXPECT_EQ(nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 0, SIZE_MAX / 2, "", &t), NRT_RESOURCE);
}

TEST(NrtErrors, MoreMemoryThanTheChipHas) {
  ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS);
  Artifact artifact = test::smallModel();
  Variable scratch;
  scratch.name = "scratch";
  scratch.shape = {int64_t(1) << 41};
  scratch.bytes = uint64_t(1) << 41;
  artifact.programs[0].variables.push_back(scratch);
  std::string path = testing::TempDir() + "/large-" + std::to_string(getpid()) + ".neff";
  ASSERT_TRUE(writeNeff(path, artifact).ok());
  nrt_model_t *model = nullptr;
  EXPECT_EQ(nrt_load_file(path.c_str(), 0, &model), NRT_RESOURCE);
  EXPECT_STREQ(nrt_get_last_error(), "[NRN-E7008] the program needs more than the 96 GiB of HBM that trn2 has");
  std::remove(path.c_str());
}
