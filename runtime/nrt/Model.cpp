//===- Model.cpp - load, tensor info, execute -----------------------------===//

#include "Internal.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace neuron;
using namespace neuron::capi;

static NRT_STATUS finishLoad(Result<Artifact> artifact, int32_t vnc, nrt_model_t **model) {
  if (vnc > 0)
    return fail(NRT_LOAD_NOT_ENOUGH_NC, "core " + std::to_string(vnc) + " does not exist; there is core 0");
  if (!artifact)
    return fail(artifact.status());
  Result<neuron::Model> loaded = neuron::Model::create(std::move(*artifact));
  if (!loaded)
    return fail(loaded.status());
  *model = new nrt_model{std::move(*loaded)};
  return NRT_SUCCESS;
}

NRT_STATUS nrt_load(const void *neff, size_t size, int32_t vnc, int32_t, nrt_model_t **model) {
  return guarded([&] {
    if (!neff || !model)
      return fail(NRT_INVALID, "NEFF or model is NULL");
    constexpr size_t alignment = 64;
    void *copy = size > PTRDIFF_MAX ? nullptr : std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
    if (!copy)
      return fail(NRT_RESOURCE, "out of memory");
    std::shared_ptr<void> owner(copy, std::free);
    std::memcpy(copy, neff, size);
    return finishLoad(parseNeff({static_cast<std::byte *>(copy), size}, owner), vnc, model);
  });
}

NRT_STATUS nrt_load_file(const char *path, int32_t vnc, nrt_model_t **model) {
  return guarded([&] {
    if (!path || !model)
      return fail(NRT_INVALID, "path or model is NULL");
    return finishLoad(readNeff(path), vnc, model);
  });
}

NRT_STATUS nrt_unload(nrt_model_t *model) {
  return guarded([&] {
    if (!model)
      return fail(NRT_INVALID, "model is NULL");
    delete model;
    return NRT_SUCCESS;
  });
}

static NRT_STATUS oneCore(const nrt_model_t *model, uint32_t *count) {
  return guarded([&] {
    if (!model || !count)
      return fail(NRT_INVALID, "model or count is NULL");
    *count = 1;
    return NRT_SUCCESS;
  });
}
NRT_STATUS nrt_get_model_nc_count(const nrt_model_t *model, uint32_t *count) { return oneCore(model, count); }
NRT_STATUS nrt_get_model_vnc_count(const nrt_model_t *model, uint32_t *count) { return oneCore(model, count); }

static nrt_dtype_t toNrt(DType type) {
  switch (type) {
  case DType::F32: return NRT_DTYPE_FLOAT32;
  case DType::BF16: return NRT_DTYPE_BFLOAT16;
  case DType::F16: return NRT_DTYPE_FLOAT16;
  case DType::TF32: return NRT_DTYPE_FP32R;
  case DType::F8E4M3: case DType::F8E4M3FN: return NRT_DTYPE_FP8_E4;
  case DType::F8E5M2: return NRT_DTYPE_FP8_E5;
  case DType::F8E3M4: return NRT_DTYPE_FP8_E3;
  case DType::I8: return NRT_DTYPE_INT8;
  case DType::U8: case DType::Bool: return NRT_DTYPE_UINT8;
  case DType::I16: return NRT_DTYPE_INT16;
  case DType::U16: return NRT_DTYPE_UINT16;
  case DType::I32: return NRT_DTYPE_INT32;
  case DType::U32: return NRT_DTYPE_UINT32;
  case DType::I64: return NRT_DTYPE_INT64;
  case DType::U64: return NRT_DTYPE_UINT64;
  default: return NRT_DTYPE_UNKNOWN; // f64 and sub-byte types have no value
  }
}

/// False if memory for the shape is short.
static bool describe(const Variable &variable, nrt_tensor_usage_t usage, nrt_tensor_info_t &info) {
  std::strncpy(info.name, variable.name.c_str(), NRT_TENSOR_NAME_MAX - 1);
  info.usage = usage;
  info.size = variable.bytes;
  info.dtype = toNrt(variable.dtype);
  info.ndim = uint32_t(variable.shape.size());
  info.shape = static_cast<uint32_t *>(std::calloc(info.ndim + 1, sizeof(uint32_t)));
  for (uint32_t d = 0; info.shape && d < info.ndim; ++d)
    info.shape[d] = uint32_t(std::min<int64_t>(variable.shape[d], UINT32_MAX));
  return info.shape;
}

NRT_STATUS nrt_get_model_tensor_info(nrt_model_t *model, nrt_tensor_info_array_t **info) {
  return guarded([&] {
    if (!model || !info)
      return fail(NRT_INVALID, "model or info is NULL");
    const neuron::Model &m = model->model;
    size_t count = m.inputs().size() + m.outputs().size();
    auto *array = static_cast<nrt_tensor_info_array_t *>(
        std::calloc(1, sizeof(nrt_tensor_info_array_t) + count * sizeof(nrt_tensor_info_t)));
    if (!array)
      return fail(NRT_RESOURCE, "out of memory");
    bool complete = true;
    for (bool isOutput : {false, true})
      for (uint32_t i : isOutput ? m.outputs() : m.inputs())
        complete &= describe(m.program().variables[i], isOutput ? NRT_TENSOR_USAGE_OUTPUT : NRT_TENSOR_USAGE_INPUT,
                             array->tensor_array[array->tensor_count++]);
    if (!complete) {
      nrt_free_model_tensor_info(array);
      return fail(NRT_RESOURCE, "out of memory");
    }
    *info = array;
    return NRT_SUCCESS;
  });
}

NRT_STATUS nrt_free_model_tensor_info(nrt_tensor_info_array_t *info) {
  if (!info)
    return fail(NRT_INVALID, "info is NULL");
  for (uint64_t i = 0; i < info->tensor_count; ++i)
    std::free(info->tensor_array[i].shape);
  std::free(info);
  return NRT_SUCCESS;
}

NRT_STATUS nrt_reset_model_state(nrt_model_t *model) {
  return guarded([&] {
    if (!model)
      return fail(NRT_INVALID, "model is NULL");
    model->model.resetState();
    return NRT_SUCCESS;
  });
}

NRT_STATUS nrt_set_model_strict(nrt_model_t *model, bool strict) {
  return guarded([&] {
    if (!model)
      return fail(NRT_INVALID, "model is NULL");
    ExecOptions options;
    options.strict = strict;
    if (Status s = model->model.setOptions(options); !s)
      return fail(s);
    model->model.resetState();
    return NRT_SUCCESS;
  });
}

/// The tensor of that name with the size of the variable.
static nrt_tensor *find(const TensorSet &set, const Variable &variable, const char *which, NRT_STATUS &status) {
  auto found = set.tensors.find(variable.name);
  if (found == set.tensors.end()) {
    status = fail(NRT_INVALID, std::string(which) + " '" + variable.name + "' is not in the set");
    return nullptr;
  }
  if (found->second->size != variable.bytes || (!found->second->data && variable.bytes)) {
    status = fail(NRT_INVALID, std::string(which) + " '" + variable.name + "' has " + std::to_string(variable.bytes) +
                                   " bytes, but its tensor " + std::to_string(found->second->size));
    return nullptr;
  }
  return found->second;
}

static NRT_STATUS bindAll(neuron::Model &m, const TensorSet &inputs, const TensorSet &outputs) {
  NRT_STATUS status = NRT_SUCCESS;
  for (uint32_t i : m.inputs())
    if (nrt_tensor *tensor = find(inputs, m.program().variables[i], "input", status))
      (void)m.bind(i, {tensor->data, tensor->size});
    else
      return status;
  for (uint32_t i : m.outputs()) {
    const Variable &variable = m.program().variables[i];
    nrt_tensor *tensor = find(outputs, variable, "output", status);
    if (!tensor)
      return status;
    if (variable.inputIndex >= 0)
      std::memmove(tensor->data, inputs.tensors.at(variable.name)->data, variable.bytes);
    (void)m.bind(i, {tensor->data, tensor->size});
  }
  return NRT_SUCCESS;
}

NRT_STATUS nrt_execute_repeat(nrt_model_t *model, const nrt_tensor_set_t *inputs, nrt_tensor_set_t *outputs,
                              int count) {
  return guarded([&] {
    if (!model || !inputs || !outputs || count < 1)
      return fail(NRT_INVALID, "model or set is NULL, or the count is not positive");
    NRT_STATUS status = bindAll(model->model, *static_cast<const TensorSet *>(inputs), *static_cast<TensorSet *>(outputs));
    for (int i = 0; i < count && status == NRT_SUCCESS; ++i)
      if (Status s = model->model.run(); !s)
        status = fail(s);
    return status;
  });
}

NRT_STATUS nrt_execute(nrt_model_t *model, const nrt_tensor_set_t *inputs, nrt_tensor_set_t *outputs) {
  return nrt_execute_repeat(model, inputs, outputs, 1);
}
