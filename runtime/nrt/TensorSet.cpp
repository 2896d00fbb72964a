//===- TensorSet.cpp - named tensors of a run -----------------------------===//

#include "Internal.h"

using namespace neuron;
using namespace neuron::capi;

NRT_STATUS nrt_allocate_tensor_set(nrt_tensor_set_t **set) {
  return guarded([&] {
    if (!set)
      return fail(NRT_INVALID, "set is NULL");
    *set = new TensorSet;
    return NRT_SUCCESS;
  });
}

void nrt_destroy_tensor_set(nrt_tensor_set_t **set) {
  if (!set)
    return;
  delete static_cast<TensorSet *>(*set);
  *set = nullptr;
}

NRT_STATUS nrt_add_tensor_to_tensor_set(nrt_tensor_set_t *set, const char *name, nrt_tensor_t *tensor) {
  return guarded([&] {
    if (!set || !name || !tensor)
      return fail(NRT_INVALID, "set, name or tensor is NULL");
    static_cast<TensorSet *>(set)->tensors[name] = tensor;
    return NRT_SUCCESS;
  });
}

NRT_STATUS nrt_get_tensor_from_tensor_set(nrt_tensor_set_t *set, const char *name, nrt_tensor_t **tensor) {
  return guarded([&] {
    if (!set || !name || !tensor)
      return fail(NRT_INVALID, "set, name or tensor is NULL");
    auto &tensors = static_cast<TensorSet *>(set)->tensors;
    auto found = tensors.find(name);
    if (found == tensors.end())
      return fail(NRT_FAILURE, "no tensor '" + std::string(name) + "' in the set");
    *tensor = found->second;
    return NRT_SUCCESS;
  });
}
