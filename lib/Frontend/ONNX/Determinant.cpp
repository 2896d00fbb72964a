//===- Determinant.cpp - determinants of small matrices -------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// Cofactors cost 2^size products; larger ones would need pivots, which depend on data.
constexpr int64_t kMaxSize = 8;

/// Determinants of the last rows over each set of columns, a bit for each, from one row up.
Value determinant(Call &n, Value x, int64_t size) {
  Emitter &e = n.e;
  int64_t rank = Emitter::rank(x);
  Shape batch(Emitter::shape(x).drop_back(2));
  SmallVector<Value> minors(size_t(1) << size);
  minors[0] = e.full(batch, Emitter::element(x), 1);
  for (unsigned columns = 1; columns < minors.size(); ++columns) {
    int64_t row = size - llvm::popcount(columns), sign = 1;
    Value sum, values = e.selectDim(x, rank - 2, row);
    for (int64_t column = 0; column < size; ++column) {
      if (!(columns >> column & 1))
        continue;
      Value product = e.mul(e.selectDim(values, rank - 2, column), minors[columns & ~(1u << column)]);
      sum = !sum ? product : sign > 0 ? e.add(sum, product) : e.sub(sum, product);
      sign = -sign;
    }
    minors[columns] = sum;
  }
  return minors.back();
}

LogicalResult importDet(Call &n) {
  Value x = n.in(0);
  if (!n.requireRank(x, 2))
    return failure();
  int64_t rank = Emitter::rank(x), size = Emitter::size(x, rank - 1);
  if (Emitter::size(x, rank - 2) != size)
    return n.invalid("the matrices have to be square");
  if (size > kMaxSize)
    return n.refuse("of matrices of " + Twine(size) + " rows; at most " + Twine(kMaxSize) + " are supported");
  return n.result(determinant(n, x, size));
}

} // namespace

ArrayRef<Operator> neuron::onnx::determinantOperators() {
  static const Operator rows[] = {{"Det", 11, 0, 1, importDet}};
  return rows;
}
