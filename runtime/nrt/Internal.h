//===- Internal.h - what is behind the handles of nrt.h ---------*- C++ -*-===//
#ifndef NEURON_NRT_INTERNAL_H
#define NEURON_NRT_INTERNAL_H

#include "neuron/model.h"
#include "nrt/nrt.h"

#include <map>
#include <memory>
#include <string>

/// Storage of a tensor, shared by its slices.
struct nrt_tensor {
  std::string name;
  std::shared_ptr<void> owner; ///< null for a buffer of the caller
  std::byte *data = nullptr;
  size_t size = 0;
};

struct nrt_model {
  neuron::Model model;
};

namespace neuron::capi {

struct TensorSet {
  std::map<std::string, nrt_tensor *> tensors;
};

/// NRT_SUCCESS between nrt_init and nrt_close; sets the error text otherwise.
NRT_STATUS requireInitialized();
/// Remembers the text of this thread and gives the status back.
NRT_STATUS fail(NRT_STATUS status, const std::string &text);
NRT_STATUS fail(const Status &status);
NRT_STATUS toNrt(const Status &status);

/// Runs `body`; out of memory and other exceptions become a status.
template <typename Fn> NRT_STATUS guarded(Fn &&body) {
  try {
    NRT_STATUS status = requireInitialized();
    return status == NRT_SUCCESS ? body() : status;
  } catch (const std::bad_alloc &) {
    return fail(NRT_RESOURCE, "out of memory");
  } catch (const std::exception &error) {
    return fail(NRT_FAILURE, error.what());
  }
}

} // namespace neuron::capi

#endif // NEURON_NRT_INTERNAL_H
