//===- WeightStore.cpp - tensors that stay in the model file --------------===//

#include "neuronc/Support/WeightStore.h"

using namespace neuron;

bool WeightData::isDense() const {
  if (strides.empty())
    return true;
  int64_t expected = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    // A dim of size one is never stepped along.
    if (shape[i] != 1 && strides[i] != expected)
      return false;
    expected *= shape[i];
  }
  return true;
}

bool WeightStore::add(llvm::StringRef name, WeightData data) {
  if (!table.try_emplace(name, std::move(data)).second)
    return false;
  order.push_back(name.str());
  return true;
}

bool WeightStore::addOwned(llvm::StringRef name, DType dtype, llvm::ArrayRef<int64_t> shape,
                           std::vector<char> bytes) {
  if (table.contains(name))
    return false;
  owned.push_back(std::make_unique<std::vector<char>>(std::move(bytes)));
  WeightData data;
  data.dtype = dtype;
  data.shape.assign(shape.begin(), shape.end());
  data.data = owned.back()->data();
  return add(name, std::move(data));
}

const WeightData *WeightStore::find(llvm::StringRef name) const {
  auto it = table.find(name);
  return it == table.end() ? nullptr : &it->second;
}

void WeightStore::keepAlive(std::shared_ptr<void> mapping) { mappings.push_back(std::move(mapping)); }
