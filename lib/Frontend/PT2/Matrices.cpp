//===- Matrices.cpp - diagonals, stacks, vector products ------------------===//
#include "Views.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

/// A matrix (in the last two dims) with `x` along a diagonal, zeros elsewhere.
Value onDiagonal(Call &c, Value x, int64_t shift) {
  if (std::abs(shift) >= 1 << 20)
    return c.refuse("an offset of that size");
  int64_t rank = c.e.rank(x), size = c.e.size(x, -1) + std::abs(shift);
  Shape lo(rank, 0), hi(rank, 0), shape(c.e.shape(x));
  // Column j of the result holds x[j - max(shift, 0)].
  (shift > 0 ? lo : hi).back() = std::abs(shift);
  Value columns = c.e.pad(x, lo, hi);
  shape.back() = size;
  shape.push_back(size);
  if (!c.requireShape(shape))
    return {};
  Value wide = c.e.broadcast(c.e.unsqueeze(columns, rank - 1), shape);
  Value row = c.e.addNumber(c.e.iota(shape, rank - 1, c.e.b.getI64Type()), double(shift));
  Value hit = c.e.compare(CompareFn::Eq, row, c.e.iota(shape, rank, c.e.b.getI64Type()));
  return c.e.select(hit, wide, c.e.like(wide, 0));
}

Value diagEmbed(Call &c) {
  Value x = c.tensor("self");
  int64_t rank = c.e.rank(x) + 1, dim1 = c.dim("dim1", rank), dim2 = c.dim("dim2", rank), shift = c.integer("offset");
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  if (dim1 == dim2)
    return c.invalid("the two dims are one");
  if (dim1 > dim2) { // the transposed matrix
    std::swap(dim1, dim2);
    shift = -shift;
  }
  Value matrix = onDiagonal(c, x, shift);
  if (!matrix)
    return {};
  Shape perm;
  int64_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    perm.push_back(dim == dim1 ? rank - 2 : dim == dim2 ? rank - 1 : next++);
  return c.e.transpose(matrix, perm);
}

/// Elements of a diagonal of a matrix.
Value takeDiagonal(Call &c, Value x, int64_t shift) {
  int64_t rows = c.e.size(x, 0), columns = c.e.size(x, 1);
  int64_t length = std::min(rows - std::max<int64_t>(-shift, 0), columns - std::max<int64_t>(shift, 0));
  if (std::abs(shift) > 1 << 20 || length < 0)
    length = 0;
  int64_t start = std::max<int64_t>(shift, 0) + std::max<int64_t>(-shift, 0) * columns;
  Value flat = c.e.reshape(x, {rows * columns});
  return length == 0 ? c.e.full({0}, c.e.element(x), 0) : c.e.sliceDim(flat, 0, start, length, columns + 1);
}

Value diag(Call &c) {
  Value x = c.tensor("self");
  if (!c.requireRank(x, 1, 2))
    return {};
  int64_t shift = c.integer("diagonal");
  return c.e.rank(x) == 1 ? onDiagonal(c, x, shift) : takeDiagonal(c, x, shift);
}

Value diagflat(Call &c) {
  Value x = c.tensor("self");
  return onDiagonal(c, c.e.reshape(x, {numElements(c.e.shape(x))}), c.integer("offset"));
}

Value trace(Call &c) {
  Value x = c.tensor("self");
  if (!c.requireRank(x, 2, 2))
    return {};
  return c.e.reduce(ReduceFn::Add, c.e.cast(takeDiagonal(c, x, 0), c.resultElement()), {0});
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// At least `rank` dims, torch's way: [n] -> [1, n] -> [1, n, 1]; [m, n] -> [m, n, 1].
Shape atLeast(Dims shape, int64_t rank) {
  Shape result(shape);
  if (rank >= 1 && result.empty())
    result.push_back(1);
  if (rank >= 2 && result.size() == 1)
    result.insert(result.begin(), 1);
  if (rank >= 3 && result.size() == 2)
    result.push_back(1);
  return result;
}

Value stackAlong(Call &c, int64_t rank, int64_t dim, bool columns = false) {
  SmallVector<Value> parts;
  Type element = c.resultElement();
  for (Value part : c.tensors("tensors")) {
    Shape shape = atLeast(c.e.shape(part), columns ? 1 : rank);
    if (columns && shape.size() == 1)
      shape.push_back(1);
    parts.push_back(c.e.cast(c.e.reshape(part, shape), element));
  }
  if (parts.empty())
    return c.invalid("nothing is joined");
  int64_t place = std::min(dim, c.e.rank(parts[0]) - 1), total = 0;
  for (Value part : parts) {
    Shape shape(c.e.shape(part)), first(c.e.shape(parts[0]));
    if (shape.size() != first.size())
      return c.invalid("its operands differ in rank");
    total += shape[place];
    shape[place] = first[place];
    if (shape != first)
      return c.invalid("its operands differ in shape");
  }
  Shape result(c.e.shape(parts[0]));
  result[place] = total;
  return c.requireShape(result) ? c.e.concat(parts, place) : Value();
}

Value hstack(Call &c) { return stackAlong(c, 1, 1); }
Value vstack(Call &c) { return stackAlong(c, 2, 0); }
Value dstack(Call &c) { return stackAlong(c, 3, 2); }
Value columnStack(Call &c) { return stackAlong(c, 2, 1, /*columns=*/true); }

template <int rank> LogicalResult atLeastView(Call &c) {
  Value x = c.tensor("self");
  return c.view(0, c.reference("self"), reshapeStep(Shape(c.e.shape(x)), atLeast(c.e.shape(x), rank)));
}

LogicalResult broadcastTensors(Call &c) {
  SmallVector<Value> values = c.tensors("tensors");
  return c.broadcastTogether(values) ? c.results(values) : failure();
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Sums over the last dims.
Value inner(Call &c) {
  Value x = c.tensor("self"), y = c.tensor("other");
  if (c.e.rank(x) == 0 || c.e.rank(y) == 0) {
    auto values = c.promote({"self", "other"});
    return c.failed() ? Value() : c.e.mul(values[0], values[1]);
  }
  if (c.e.size(x, -1) != c.e.size(y, -1))
    return c.invalid("the last dims differ");
  return c.e.dot(x, y, {}, {}, {c.e.rank(x) - 1}, {c.e.rank(y) - 1});
}

Value vdot(Call &c) {
  Value x = c.tensor("self"), y = c.tensor("other");
  if (!c.requireRank(x, 1, 1) || !c.requireRank(y, 1, 1) || c.e.shape(x) != c.e.shape(y))
    return c.invalid("two vectors of one length are needed");
  return c.e.dot(x, y, {}, {}, {0}, {0});
}

/// beta * self + alpha * outer(vec1, vec2).
Value addr(Call &c) {
  Value a = c.tensor("vec1"), b = c.tensor("vec2");
  Type element = c.resultElement();
  Shape shape{c.e.size(a, 0), c.e.size(b, 0)};
  if (!c.requireRank(a, 1, 1) || !c.requireRank(b, 1, 1) || !c.requireShape(shape))
    return {};
  Value rows = c.e.broadcastAlong(c.e.cast(a, element), 0, shape);
  Value product = c.e.mul(rows, c.e.broadcastAlong(c.e.cast(b, element), 1, shape));
  product = c.e.mulNumber(product, c.number("alpha"));
  if (c.number("beta") == 0)
    return product;
  Value self = c.broadcastTo(c.e.cast(c.tensor("self"), element), shape);
  return self ? c.e.add(c.e.mulNumber(self, c.number("beta")), product) : Value();
}

/// Blocks self[i, j] * other.
Value kron(Call &c) {
  Type element = c.resultElement();
  Value x = c.e.cast(c.tensor("self"), element), y = c.e.cast(c.tensor("other"), element);
  int64_t rank = std::max(c.e.rank(x), c.e.rank(y));
  Shape left, right, wide, result;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t a = c.e.size(x, i - rank), b = c.e.size(y, i - rank); // 1 where a dim is missing
    append_range(left, Shape{a, 1});
    append_range(right, Shape{1, b});
    append_range(wide, Shape{a, b});
    result.push_back(a * b);
  }
  if (!c.requireShape(wide))
    return {};
  Value product = multiply(c, c.e.broadcast(c.e.reshape(x, left), wide), c.e.broadcast(c.e.reshape(y, right), wide));
  return c.e.reshape(product, result);
}

/// The vector product along a dim of size 3.
Value cross(Call &c) {
  auto values = c.promote({"self", "other"});
  if (c.failed())
    return {};
  int64_t rank = c.e.rank(values[0]), dim = -1;
  if (c.has("dim"))
    dim = c.dim("dim", rank);
  for (int64_t i = 0; dim < 0 && i < rank; ++i)
    if (c.e.size(values[0], i) == 3)
      dim = i;
  if (c.failed() || !c.requireRank(values[0], 1) || dim < 0 || c.e.size(values[0], dim) != 3)
    return c.invalid("a dim of size 3 is needed");
  auto rolled = [&](Value x, int64_t by) {
    return c.e.concat({c.e.sliceDim(x, dim, by, 3 - by), c.e.sliceDim(x, dim, 0, by)}, dim);
  };
  Value a = values[0], b = values[1];
  return c.e.sub(c.e.mul(rolled(a, 1), rolled(b, 2)), c.e.mul(rolled(a, 2), rolled(b, 1)));
}

const OpRow rows[] = {
    {"diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1)", diagEmbed},
    {"diag(Tensor self, int diagonal=0)", diag},
    {"diagflat(Tensor self, int offset=0)", diagflat},
    {"trace(Tensor self)", trace},
    {"hstack(Tensor[] tensors)", hstack},
    {"vstack(Tensor[] tensors)", vstack},
    {"row_stack(Tensor[] tensors)", vstack},
    {"dstack(Tensor[] tensors)", dstack},
    {"column_stack(Tensor[] tensors)", columnStack},
    {"atleast_1d(Tensor self)", atLeastView<1>},
    {"atleast_2d(Tensor self)", atLeastView<2>},
    {"atleast_3d(Tensor self)", atLeastView<3>},
    {"broadcast_tensors(Tensor[] tensors)", broadcastTensors},
    {"inner(Tensor self, Tensor other)", inner},
    {"vdot(Tensor self, Tensor other)", vdot},
    {"addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1)", addr},
    {"kron(Tensor self, Tensor other)", kron},
    {"cross(Tensor self, Tensor other, int? dim=None)", cross},
    {"linalg_cross(Tensor self, Tensor other, *, int dim=-1)", cross},
};

} // namespace

ArrayRef<OpRow> matrixOps() { return rows; }

} // namespace neuron::pt2
