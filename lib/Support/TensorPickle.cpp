//===- TensorPickle.cpp - tensor dictionaries saved by torch.save ---------===//
#include "PickleMachine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>

using namespace llvm;
using namespace neuron;
using namespace neuron::pickle;

/// PyTorch's own limit on the number of dimensions.
static constexpr size_t kMaxRank = 64;

static std::optional<DType> storageType(StringRef name) {
  return StringSwitch<std::optional<DType>>(name)
      .Cases({"FloatStorage", "float32"}, DType::F32)
      .Cases({"DoubleStorage", "float64"}, DType::F64)
      .Cases({"HalfStorage", "float16"}, DType::F16)
      .Cases({"BFloat16Storage", "bfloat16"}, DType::BF16)
      .Cases({"LongStorage", "int64"}, DType::I64)
      .Cases({"IntStorage", "int32"}, DType::I32)
      .Cases({"ShortStorage", "int16"}, DType::I16)
      .Cases({"CharStorage", "int8"}, DType::I8)
      .Cases({"ByteStorage", "uint8"}, DType::U8)
      .Cases({"BoolStorage", "bool"}, DType::Bool)
      .Case("uint16", DType::U16)
      .Case("uint32", DType::U32)
      .Case("uint64", DType::U64)
      .Case("float8_e4m3fn", DType::F8E4M3FN)
      .Case("float8_e5m2", DType::F8E5M2)
      .Default(std::nullopt);
}

void Machine::pushGlobal(StringRef module, StringRef name) {
  Object object{.kind = Object::Func, .text = name};
  object.global =
      StringSwitch<Global>((module + "." + name).str())
          .Case("collections.OrderedDict", Global::OrderedDict)
          .Case("torch._utils._rebuild_tensor_v2", Global::RebuildTensor)
          .Case("torch._utils._rebuild_tensor_v3", Global::RebuildTensorV3)
          .Cases({"torch._utils._rebuild_parameter", "torch._utils._rebuild_parameter_with_state"},
                 Global::RebuildParameter)
          .Default(Global::None);
  if (module == "torch" && storageType(name)) {
    object.global = Global::Dtype;
    object.dtype = *storageType(name);
  } else if (module == "torch.storage" && name == "UntypedStorage") {
    object.global = Global::Dtype;
    object.untyped = true;
  }
  if (object.global == Global::None)
    return fail(forbidden("the global '" + module + "." + name + "'"));
  push(std::move(object));
}

void Machine::pushStackGlobal() {
  const Object &name = objects[pop()], &module = objects[pop()];
  if (name.kind != Object::String || module.kind != Object::String)
    return fail(malformed("a global has no name"));
  pushGlobal(module.text, name.text);
}

/// A persistent id: ('storage', type, key, device, number of elements).
void Machine::load() {
  const Object &id = objects[pop()];
  auto item = [&](size_t i) -> const Object & { return objects[id.items[i]]; };
  if (id.kind != Object::Tuple || id.items.size() != 5 || item(0).text != "storage" ||
      item(1).global != Global::Dtype || item(2).kind != Object::String)
    return fail(forbidden("a persistent object that is not a storage"));
  push({.kind = Object::Storage, .dtype = item(1).dtype, .untyped = item(1).untyped, .text = item(2).text});
}

bool Machine::readInts(uint32_t index, SmallVectorImpl<int64_t> &out) {
  const Object &tuple = objects[index];
  if ((tuple.kind != Object::Tuple && tuple.kind != Object::List) || tuple.items.size() > kMaxRank)
    return false;
  for (uint32_t item : tuple.items) {
    if (objects[item].kind != Object::Int)
      return false;
    out.push_back(objects[item].value);
  }
  return true;
}

/// (storage, offset, shape, strides, requires_grad, hooks [, dtype, metadata]).
void Machine::rebuildTensor(const Object &arguments, bool v3) {
  PickledTensor tensor;
  const std::vector<uint32_t> &items = arguments.items;
  if (items.size() < (v3 ? 7 : 6) || objects[items[0]].kind != Object::Storage ||
      objects[items[1]].kind != Object::Int || !readInts(items[2], tensor.shape) ||
      !readInts(items[3], tensor.strides))
    return fail(malformed("a tensor has wrong arguments"));
  const Object &storage = objects[items[0]], &type = v3 ? objects[items[6]] : storage;
  if (v3 ? type.global != Global::Dtype : storage.untyped)
    return fail(malformed("a tensor has no element type"));
  tensor.storage = storage.text.str();
  tensor.offset = objects[items[1]].value;
  tensor.dtype = type.dtype;
  tensors.push_back(std::move(tensor));
  push({.kind = Object::Tensor, .value = int64_t(tensors.size() - 1)});
}

void Machine::reduce() {
  const Object &arguments = objects[pop()], &function = objects[pop()];
  if (arguments.kind != Object::Tuple)
    return fail(malformed("a call has no arguments"));
  switch (function.global) {
  case Global::OrderedDict:
    if (!arguments.items.empty())
      return fail(forbidden("an OrderedDict made from arguments"));
    return push({.kind = Object::Dict});
  case Global::RebuildTensor:
    return rebuildTensor(arguments, /*v3=*/false);
  case Global::RebuildTensorV3:
    return rebuildTensor(arguments, /*v3=*/true);
  case Global::RebuildParameter: // (tensor, requires_grad, hooks...): the tensor itself
    if (arguments.items.empty() || objects[arguments.items[0]].kind != Object::Tensor)
      return fail(malformed("a parameter has no tensor"));
    return pushIndex(arguments.items[0]);
  case Global::None:
  case Global::Dtype:
    return fail(forbidden("a call of '" + function.text + "'"));
  }
}

/// Attributes of a dictionary (a state_dict has `_metadata`) are dropped.
void Machine::build() {
  pop();
  if (stack.empty() || objects[stack.back()].kind != Object::Dict)
    fail(forbidden("an object with state"));
}

Result<std::vector<PickledTensor>> Machine::collect(uint32_t root) {
  if (objects[root].kind != Object::Dict)
    return forbidden("something that is not a dictionary");
  std::vector<PickledTensor> result;
  StringSet<> names;
  const std::vector<uint32_t> &items = objects[root].items;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    const Object &key = objects[items[i]], &value = objects[items[i + 1]];
    if (key.kind != Object::String)
      return forbidden("a key that is not a string");
    if (value.kind != Object::Tensor)
      return forbidden("'" + key.text + "', which is not a tensor");
    if (!names.insert(key.text).second)
      return malformed("'" + key.text + "' occurs twice");
    result.push_back(tensors[value.value]);
    result.back().name = key.text.str();
  }
  return result;
}

Result<std::vector<PickledTensor>> Machine::run() {
  while (status && !stopped)
    step();
  if (!status)
    return status;
  uint32_t root = pop();
  if (!status)
    return status;
  return collect(root);
}

Result<std::vector<PickledTensor>> neuron::readTensorPickle(StringRef bytes) { return Machine(bytes).run(); }
