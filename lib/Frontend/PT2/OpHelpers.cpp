//===- OpHelpers.cpp - what several operator families use -----------------===//
#include "OpHelpers.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace neuron::pt2 {

Value normalizeIndex(Call &c, Value index, int64_t size) {
  if (c.e.element(index).isUnsignedInteger() || c.e.element(index).isInteger(1))
    return index;
  Value wrapped = c.e.add(index, c.e.like(index, double(size)));
  return c.e.select(c.e.compareNumber(CompareFn::Lt, index, 0), wrapped, index);
}

Shape dimsToFront(Dims dims, int64_t rank) {
  Shape perm(dims);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(dims, dim))
      perm.push_back(dim);
  return perm;
}

Shape inverse(Dims perm) {
  Shape result(perm.size());
  for (auto [i, dim] : llvm::enumerate(perm))
    result[dim] = i;
  return result;
}

Layout contiguousLayout(Dims shape) {
  Layout layout;
  layout.sizes.assign(shape.begin(), shape.end());
  layout.strides.resize(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= std::max<int64_t>(shape[i], 1))
    layout.strides[i] = stride;
  return layout;
}

} // namespace neuron::pt2
