//===- AllocationTest.cpp - the C API when memory runs out ----------------===//
//
// The n-th allocation fails, for every n: each call gives an error or does what
// it should, nothing ends the process, and nothing is left behind.
//
//===----------------------------------------------------------------------===//

#include "nrt/nrt.h"
#include "runtime/test/SmallModel.h"

#include <atomic>
#include <cstdlib>
#include <new>

using namespace neuron;

static std::atomic<long> allocationsLeft{-1}; ///< negative: no limit

// A sanitizer has operators of its own, which may not be replaced.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NEURON_TEST_SANITIZED
#endif
#endif

#ifndef NEURON_TEST_SANITIZED
static void *allocate(size_t size) {
  // One fails: a destructor of the JSON library needs memory, too, and may not.
  bool fails = allocationsLeft.load() >= 0 && allocationsLeft.fetch_sub(1) == 0;
  return fails ? nullptr : std::malloc(size ? size : 1);
}

void *operator new(size_t size) {
  if (void *memory = allocate(size))
    return memory;
  throw std::bad_alloc();
}
void *operator new[](size_t size) { return operator new(size); }
void *operator new(size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void *operator new[](size_t size, const std::nothrow_t &) noexcept { return allocate(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t) noexcept { std::free(memory); }
#endif

/// The first status that is no success.
static NRT_STATUS addTensor(nrt_tensor_set_t *set, const char *name, size_t size, std::vector<nrt_tensor_t *> &tensors) {
  nrt_tensor_t *tensor = nullptr;
  NRT_STATUS status = nrt_tensor_allocate(NRT_TENSOR_PLACEMENT_DEVICE, 0, size, name, &tensor);
  if (status != NRT_SUCCESS)
    return status;
  tensors.push_back(tensor); // has its memory already
  return nrt_add_tensor_to_tensor_set(set, name, tensor);
}

namespace {
/// Everything from the file to the results.
struct Session {
  nrt_model_t *model = nullptr;
  nrt_tensor_set_t *inputs = nullptr, *outputs = nullptr;
  std::vector<nrt_tensor_t *> tensors;

  Session() { tensors.reserve(8); }
  ~Session() {
    nrt_destroy_tensor_set(&inputs);
    nrt_destroy_tensor_set(&outputs);
    for (nrt_tensor_t *&tensor : tensors)
      nrt_tensor_free(&tensor);
    if (model)
      nrt_unload(model);
  }
  NRT_STATUS run(const char *path) {
    NRT_STATUS status = nrt_load_file(path, 0, &model);
    for (nrt_tensor_set_t **set : {&inputs, &outputs})
      if (status == NRT_SUCCESS)
        status = nrt_allocate_tensor_set(set);
    struct Row { nrt_tensor_set_t *set; const char *name; size_t size; };
    for (Row row : {Row{inputs, "x", 16}, {inputs, "c/cache", 8}, {outputs, "y", 16}, {outputs, "total", 16}, {outputs, "c/cache", 8}})
      if (status == NRT_SUCCESS)
        status = addTensor(row.set, row.name, row.size, tensors);
    return status == NRT_SUCCESS ? nrt_execute(model, inputs, outputs) : status;
  }
};
} // namespace

TEST(NrtAllocation, EveryFailureIsAnError) {
#ifdef NEURON_TEST_SANITIZED
  GTEST_SKIP() << "allocations cannot be made to fail";
#endif
  ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS);
  std::string path = test::writeSmallModel();
  long limit = 0;
  // Each of the first thousand, then ever larger steps, until a session needs fewer.
  for (bool isReached = true; isReached; limit += 1 + limit / 1000 * 10) {
    Session session;
    allocationsLeft = limit;
    NRT_STATUS status = session.run(path.c_str());
    isReached = allocationsLeft.exchange(-1) < 0;
    ASSERT_TRUE(status == NRT_SUCCESS || status == NRT_RESOURCE) << "allocation " << limit << ": " << nrt_get_last_error();
  }
  EXPECT_GT(limit, 100);
  std::remove(path.c_str());
}

TEST(NrtAllocation, SizesThatWrapAround) {
  ASSERT_EQ(nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", ""), NRT_SUCCESS);
  nrt_model_t *model = nullptr;
  char byte = 0;
  EXPECT_EQ(nrt_load(&byte, SIZE_MAX, 0, -1, &model), NRT_RESOURCE);
  EXPECT_EQ(nrt_load(&byte, SIZE_MAX - 64, 0, -1, &model), NRT_RESOURCE);
}
