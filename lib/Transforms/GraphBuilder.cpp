//===- GraphBuilder.cpp - short forms for building neuron IR --------------===//

#include "GraphBuilder.h"

using namespace mlir;
using namespace neuron;

Value GraphBuilder::broadcast(Value x, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  RankedTensorType type = tensorType(x);
  if (type.getShape() == shape)
    return x;
  return BroadcastInDimOp::create(builder, loc, withShape(type, shape), x, dims);
}

Value GraphBuilder::slice(Value x, int64_t dim, int64_t start, int64_t size, int64_t stride) {
  RankedTensorType type = tensorType(x);
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  SmallVector<int64_t> sizes(type.getShape());
  starts[dim] = start;
  sizes[dim] = size;
  strides[dim] = stride;
  return SliceOp::create(builder, loc, x, starts, sizes, strides);
}

Value GraphBuilder::polynomial(Value x, ArrayRef<double> coefficients) {
  Value sum = number(x, coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = add(mul(sum, x), coefficient);
  return sum;
}

Value GraphBuilder::widened(Value x) {
  Type element = tensorType(x).getElementType();
  return element.getIntOrFloatBitWidth() < 32 ? cast(x, f32()) : x;
}

SmallVector<int64_t> neuron::dimRange(int64_t first, int64_t last) {
  return llvm::to_vector(llvm::seq<int64_t>(first, last));
}

SmallVector<int64_t> neuron::otherDims(int64_t rank, ArrayRef<int64_t> without) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(without, dim))
      dims.push_back(dim);
  return dims;
}
