//===- Tensors.cpp - from aliases and mutation to values ------------------===//
#include "Tensors.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace neuron::pt2 {

bool Layout::isContiguous() const {
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 0)
      return true;
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected *= sizes[i];
  }
  return true;
}

Shape Layout::memoryOrder() const {
  Shape order = llvm::to_vector(llvm::seq<int64_t>(0, sizes.size()));
  llvm::sort(order,
             [&](int64_t a, int64_t b) { return std::pair(-strides[a], a) < std::pair(-strides[b], b); });
  Layout sorted;
  for (int64_t dim : order) {
    sorted.sizes.push_back(sizes[dim]);
    sorted.strides.push_back(strides[dim]);
  }
  return sorted.isContiguous() ? order : Shape();
}

Tensor *TensorTable::create(Value value, Layout layout) {
  Tensor &tensor = tensors.emplace_back();
  tensor.root = &tensor;
  tensor.value = value;
  tensor.layout = std::move(layout);
  return &tensor;
}

Tensor *TensorTable::view(Tensor *base, ViewStep step, Layout layout) {
  Tensor &tensor = tensors.emplace_back();
  tensor.base = base;
  tensor.root = base->root;
  tensor.step = std::move(step);
  tensor.layout = std::move(layout);
  return &tensor;
}

Value TensorTable::read(Tensor *tensor, Emitter &emitter) {
  // Chains may be long: no recursion.
  SmallVector<Tensor *> stale;
  while (!tensor->value || tensor->version != tensor->root->version) {
    stale.push_back(tensor);
    tensor = tensor->base;
  }
  Value value = tensor->value;
  for (Tensor *next : llvm::reverse(stale)) {
    value = next->step.forward(emitter, value);
    next->value = value;
    next->version = next->root->version;
  }
  return value;
}

bool TensorTable::write(Tensor *tensor, Value value, Emitter &emitter) {
  SmallVector<std::pair<Tensor *, Value>> renewed{{tensor, value}};
  while (tensor->base) {
    if (!tensor->step.backward)
      return false;
    value = tensor->step.backward(emitter, read(tensor->base, emitter), value);
    if (!value)
      return false;
    tensor = tensor->base;
    renewed.emplace_back(tensor, value);
  }
  ++tensor->version;
  for (auto [changed, newValue] : renewed) {
    changed->value = newValue;
    changed->version = tensor->version;
  }
  return true;
}

} // namespace neuron::pt2
