//===- Tensor.cpp - tensors of the C API ----------------------------------===//

#include "Internal.h"

#include <cstdlib>
#include <cstring>
#include <new>

using namespace neuron;
using namespace neuron::capi;

static NRT_STATUS inside(const nrt_tensor_t *tensor, size_t offset, size_t size) {
  if (!tensor)
    return fail(NRT_INVALID, "tensor is NULL");
  if (offset > tensor->size || size > tensor->size - offset)
    return fail(NRT_INVALID, "bytes " + std::to_string(offset) + " and " + std::to_string(size) + " more are not in tensor '" +
                                 tensor->name + "' of " + std::to_string(tensor->size));
  return NRT_SUCCESS;
}

static nrt_tensor *named(const char *name) { return new nrt_tensor{name ? name : "", nullptr}; }

NRT_STATUS nrt_tensor_allocate(nrt_tensor_placement_t, int32_t vnc, size_t size, const char *name,
                               nrt_tensor_t **tensor) {
  return guarded([&] {
    if (!tensor || vnc > 0)
      return fail(NRT_INVALID, "tensor is NULL or the core does not exist");
    if (size > size_t(1) << 46) // no address space holds more
      return fail(NRT_RESOURCE, "out of memory");
    void *bytes = std::aligned_alloc(64, (size + 64) / 64 * 64);
    if (!bytes)
      return fail(NRT_RESOURCE, "no memory for a tensor of " + std::to_string(size) + " bytes");
    std::shared_ptr<void> owner(bytes, std::free);
    nrt_tensor *made = named(name);
    made->owner = std::move(owner);
    made->data = static_cast<std::byte *>(bytes);
    made->size = size;
    std::memset(bytes, 0, size);
    *tensor = made;
    return NRT_SUCCESS;
  });
}

NRT_STATUS nrt_tensor_allocate_empty(const char *name, nrt_tensor_t **tensor) {
  return guarded([&] {
    if (!tensor)
      return fail(NRT_INVALID, "tensor is NULL");
    *tensor = named(name);
    return NRT_SUCCESS;
  });
}

NRT_STATUS nrt_tensor_attach_buffer(nrt_tensor_t *tensor, void *buffer, size_t size) {
  return guarded([&] {
    if (!tensor || (!buffer && size))
      return fail(NRT_INVALID, "tensor or buffer is NULL");
    tensor->owner.reset();
    tensor->data = static_cast<std::byte *>(buffer);
    tensor->size = size;
    return NRT_SUCCESS;
  });
}

NRT_STATUS nrt_tensor_allocate_slice(const nrt_tensor_t *source, size_t offset, size_t size, const char *name,
                                     nrt_tensor_t **slice) {
  return guarded([&] {
    if (!slice)
      return fail(NRT_INVALID, "slice is NULL");
    if (NRT_STATUS status = inside(source, offset, size); status != NRT_SUCCESS)
      return status;
    *slice = named(name);
    (*slice)->owner = source->owner;
    (*slice)->data = source->data + offset;
    (*slice)->size = size;
    return NRT_SUCCESS;
  });
}

void nrt_tensor_free(nrt_tensor_t **tensor) {
  if (!tensor)
    return;
  delete *tensor;
  *tensor = nullptr;
}

NRT_STATUS nrt_tensor_read(const nrt_tensor_t *tensor, void *buffer, size_t offset, size_t size) {
  return guarded([&] {
    NRT_STATUS status = inside(tensor, offset, size);
    if (status == NRT_SUCCESS && !buffer && size)
      return fail(NRT_INVALID, "buffer is NULL");
    if (status == NRT_SUCCESS && size)
      std::memcpy(buffer, tensor->data + offset, size);
    return status;
  });
}

NRT_STATUS nrt_tensor_write(nrt_tensor_t *tensor, const void *buffer, size_t offset, size_t size) {
  return guarded([&] {
    NRT_STATUS status = inside(tensor, offset, size);
    if (status == NRT_SUCCESS && !buffer && size)
      return fail(NRT_INVALID, "buffer is NULL");
    if (status == NRT_SUCCESS && size)
      std::memcpy(tensor->data + offset, buffer, size);
    return status;
  });
}

NRT_STATUS nrt_tensor_copy(const nrt_tensor_t *src, size_t srcOffset, nrt_tensor_t *dst, size_t dstOffset, size_t size) {
  return guarded([&] {
    NRT_STATUS status = inside(src, srcOffset, size);
    if (status == NRT_SUCCESS)
      status = inside(dst, dstOffset, size);
    if (status == NRT_SUCCESS && size)
      std::memmove(dst->data + dstOffset, src->data + srcOffset, size);
    return status;
  });
}

NRT_STATUS nrt_tensor_memset(nrt_tensor_t *tensor, uint64_t offset, int value, size_t size) {
  return guarded([&] {
    NRT_STATUS status = inside(tensor, offset, size);
    if (status == NRT_SUCCESS && size)
      std::memset(tensor->data + offset, value, size);
    return status;
  });
}

size_t nrt_tensor_get_size(const nrt_tensor_t *tensor) { return tensor ? tensor->size : 0; }
void *nrt_tensor_get_va(const nrt_tensor_t *tensor) { return tensor ? tensor->data : nullptr; }
