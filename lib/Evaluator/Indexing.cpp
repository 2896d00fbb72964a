//===- Indexing.cpp - index arithmetic of the evaluator -------------------===//

#include "Internal.h"

#include <cstring>

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

int64_t eval::sizeOf(Shape shape) {
  int64_t product = 1;
  for (int64_t dim : shape)
    product *= dim;
  return product;
}

SmallVector<int64_t> eval::stridesOf(Shape shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

void eval::copyElement(const Tensor &x, int64_t from, Tensor &result, int64_t to) {
  size_t width = x.elementBytes();
  std::memcpy(result.bytes().data() + to * width, x.bytes().data() + from * width, width);
}

Tensor eval::stridedCopy(const Tensor &x, RankedTensorType type, int64_t offset, Shape strides) {
  Tensor result(type);
  if (type.getRank() == 0) {
    copyElement(x, offset, result, 0);
    return result;
  }
  int64_t inner = type.getShape().back(), step = strides.back(), to = 0;
  forEachIndex(type.getShape().drop_back(), [&](Shape index) {
    int64_t from = offset;
    for (auto [i, stride] : llvm::zip(index, strides))
      from += i * stride;
    for (int64_t i = 0; i < inner; ++i)
      copyElement(x, from + i * step, result, to++);
  });
  return result;
}

Tensor eval::permuted(const Tensor &x, Shape perm) {
  SmallVector<int64_t> all = stridesOf(x.shape()), strides, shape;
  for (int64_t dim : perm) {
    strides.push_back(all[dim]);
    shape.push_back(x.dim(dim));
  }
  return stridedCopy(x, withShape(x.type(), shape), 0, strides);
}

bool eval::sortsBefore(double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; }
