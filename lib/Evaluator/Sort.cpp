//===- Sort.cpp - sort and top-k ------------------------------------------===//

#include "Internal.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

static bool sortsBefore(int64_t a, int64_t b) { return a < b; }
static bool sortsBefore(uint64_t a, uint64_t b) { return a < b; }

/// The first `count` elements of each line in stable order: where they are.
template <typename T>
static Results sortedLines(Operation *op, const Tensor &x, ArrayRef<T> values, int64_t dim, bool isDescending,
                           int64_t count) {
  Tensor sorted(typeOf(op->getResult(0)));
  std::vector<int64_t> places(sorted.size());
  int64_t length = x.dim(dim), inner = sizeOf(x.shape().drop_front(dim + 1));
  std::vector<int64_t> order(length);
  forEachLine(x.shape(), dim, [&](int64_t start, int64_t stride) {
    using eval::sortsBefore;
    using ::sortsBefore;
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      T left = values[start + a * stride], right = values[start + b * stride];
      if (isDescending)
        std::swap(left, right);
      if (sortsBefore(left, right) || sortsBefore(right, left))
        return sortsBefore(left, right);
      return a < b; // equal elements keep their order
    });
    int64_t outer = start / (length * inner);
    int64_t to = outer * count * inner + start % inner;
    for (int64_t i = 0; i < count; ++i) {
      copyElement(x, start + order[i] * stride, sorted, to + i * stride);
      places[to + i * stride] = order[i];
    }
  });
  return {sorted, Tensor::fromInts(typeOf(op->getResult(1)), places)};
}

static Results sortTensor(Operation *op, const Tensor &x, int64_t dim, bool isDescending, int64_t count) {
  if (x.isFloat())
    return sortedLines<double>(op, x, x.floats(), dim, isDescending, count);
  std::vector<int64_t> values = x.ints();
  if (!x.isUnsigned())
    return sortedLines<int64_t>(op, x, values, dim, isDescending, count);
  std::vector<uint64_t> bits(values.begin(), values.end());
  return sortedLines<uint64_t>(op, x, bits, dim, isDescending, count);
}

Results eval::evalSort(SortOp op, Operands in) {
  return sortTensor(op, *in[0], op.getDim(), op.getDescending(), in[0]->dim(op.getDim()));
}

Results eval::evalTopK(TopKOp op, Operands in) {
  return sortTensor(op, *in[0], op.getDim(), op.getLargest(), op.getK());
}
