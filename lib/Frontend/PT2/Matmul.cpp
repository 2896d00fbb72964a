//===- Matmul.cpp - products of vectors and matrices ----------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Contracts the last dim of `lhs` with dim `rhsDim` of `rhs`, without batch.
Value contract(Call &c, Value lhs, Value rhs, int64_t rhsDim) {
  int64_t last = c.e.rank(lhs) - 1;
  if (c.e.size(lhs, last) != c.e.size(rhs, rhsDim))
    return c.invalid("contracted dims have sizes " + Twine(c.e.size(lhs, last)) + " and " +
                     Twine(c.e.size(rhs, rhsDim)));
  return c.e.dot(lhs, rhs, {}, {}, {last}, {rhsDim});
}

/// [.., M, K] x [.., K, N] with leading dims that broadcast.
Value batched(Call &c, Value lhs, Value rhs) {
  auto batch = broadcastShapes(c.e.shape(lhs).drop_back(2), c.e.shape(rhs).drop_back(2));
  if (!batch || c.e.size(lhs, -1) != c.e.size(rhs, -2))
    return c.invalid("the shapes of the factors do not fit");
  auto expand = [&](Value x) {
    Shape shape(*batch);
    append_range(shape, c.e.shape(x).take_back(2));
    return c.requireShape(shape) ? c.e.broadcast(x, shape) : Value();
  };
  lhs = expand(lhs);
  rhs = expand(rhs);
  return c.failed() ? Value() : c.e.matmul(lhs, rhs);
}

Value matmulOf(Call &c, Value lhs, Value rhs) {
  if (!c.requireRank(lhs, 1) || !c.requireRank(rhs, 1))
    return {};
  if (c.e.rank(rhs) <= 2)
    return contract(c, lhs, rhs, 0);
  if (c.e.rank(lhs) > 1)
    return batched(c, lhs, rhs);
  Value row = batched(c, c.e.unsqueeze(lhs, 0), rhs);
  return row ? c.e.squeeze(row, c.e.rank(row) - 2) : Value();
}

Value matmul(Call &c) { return matmulOf(c, c.tensor("self"), c.tensor("other")); }

template <int rank> Value product(Call &c) {
  Value lhs = c.tensor("self"), rhs = c.tensor("mat2");
  return c.requireRank(lhs, rank, rank) && c.requireRank(rhs, rank, rank) ? matmulOf(c, lhs, rhs) : Value();
}

Value mv(Call &c) {
  Value lhs = c.tensor("self"), rhs = c.tensor("vec");
  return c.requireRank(lhs, 2, 2) && c.requireRank(rhs, 1, 1) ? contract(c, lhs, rhs, 0) : Value();
}

Value dot(Call &c) {
  Value lhs = c.tensor("self"), rhs = c.tensor("tensor");
  return c.requireRank(lhs, 1, 1) && c.requireRank(rhs, 1, 1) ? contract(c, lhs, rhs, 0) : Value();
}

Value outer(Call &c) {
  auto values = SmallVector<Value>{c.tensor("self"), c.tensor("vec2")};
  if (!c.requireRank(values[0], 1, 1) || !c.requireRank(values[1], 1, 1))
    return {};
  Type element = c.promotedType({"self", "vec2"});
  Shape shape{c.e.size(values[0], 0), c.e.size(values[1], 0)};
  if (c.failed() || !c.requireShape(shape))
    return {};
  Value rows = c.e.broadcastAlong(c.e.cast(values[0], element), 0, shape);
  return multiply(c, rows, c.e.broadcastAlong(c.e.cast(values[1], element), 1, shape));
}

/// y = x W^T + b, W [out, in].
Value linear(Call &c) {
  Value x = c.tensor("input"), weight = c.tensor("weight");
  if (!c.requireRank(x, 1) || !c.requireRank(weight, 1, 2))
    return {};
  Value y = contract(c, x, weight, c.e.rank(weight) - 1);
  if (!y || !c.has("bias"))
    return y;
  Value bias = c.broadcastTo(c.tensor("bias"), Shape(c.e.shape(y)));
  return bias ? c.e.add(y, bias) : Value();
}

Value timesNumber(Call &c, Value x, StringRef name) {
  Scalar factor = c.scalar(name);
  return factor.toDouble() == 1 ? x : c.e.mul(x, c.fullScalar(factor, Shape(c.e.shape(x)), c.e.element(x)));
}

/// beta * self + alpha * product; with beta 0, self is not read.
Value addTo(Call &c, Value result) {
  if (!result)
    return {};
  result = timesNumber(c, result, "alpha");
  if (c.number("beta") == 0)
    return result;
  Value self = c.broadcastTo(c.tensor("self"), Shape(c.e.shape(result)));
  return self ? c.e.add(timesNumber(c, self, "beta"), result) : Value();
}

Value addmm(Call &c) {
  Value lhs = c.tensor("mat1"), rhs = c.tensor("mat2");
  return c.requireRank(lhs, 2, 2) && c.requireRank(rhs, 2, 2) ? addTo(c, contract(c, lhs, rhs, 0)) : Value();
}

Value addmv(Call &c) {
  Value lhs = c.tensor("mat"), rhs = c.tensor("vec");
  return c.requireRank(lhs, 2, 2) && c.requireRank(rhs, 1, 1) ? addTo(c, contract(c, lhs, rhs, 0)) : Value();
}

Value baddbmm(Call &c) {
  Value lhs = c.tensor("batch1"), rhs = c.tensor("batch2");
  return c.requireRank(lhs, 3, 3) && c.requireRank(rhs, 3, 3) ? addTo(c, batched(c, lhs, rhs)) : Value();
}

/// Sum over the batch of products.
Value addbmm(Call &c) {
  Value lhs = c.tensor("batch1"), rhs = c.tensor("batch2");
  if (!c.requireRank(lhs, 3, 3) || !c.requireRank(rhs, 3, 3))
    return {};
  Value products = batched(c, lhs, rhs);
  return products ? addTo(c, c.e.reduce(ReduceFn::Add, products, {0})) : Value();
}

Value tensordot(Call &c) {
  Value lhs = c.tensor("self"), rhs = c.tensor("other");
  Shape lhsDims, rhsDims;
  for (int64_t dim : c.ints("dims_self"))
    lhsDims.push_back(c.normalizeDim(dim, c.e.rank(lhs)));
  for (int64_t dim : c.ints("dims_other"))
    rhsDims.push_back(c.normalizeDim(dim, c.e.rank(rhs)));
  return c.failed() ? Value() : c.e.dot(lhs, rhs, {}, {}, lhsDims, rhsDims);
}

/// Vectors in the last dims: y_o = x1 W_o x2 + b_o.
Value bilinear(Call &c) {
  Value a = c.tensor("input1"), b = c.tensor("input2"), w = c.tensor("weight");
  if (!c.requireRank(a, 1) || !c.requireRank(b, c.e.rank(a), c.e.rank(a)) || !c.requireRank(w, 3, 3))
    return {};
  int64_t last = c.e.rank(a) - 1;
  Value left = contract(c, a, w, 1); // [.., O, J]
  if (!left)
    return {};
  Shape batch = to_vector(seq<int64_t>(0, last));
  Value y = c.e.dot(left, b, batch, batch, {last + 1}, {last});
  if (!c.has("bias"))
    return y;
  Value bias = c.broadcastTo(c.tensor("bias"), Shape(c.e.shape(y)));
  return bias ? c.e.add(y, bias) : Value();
}

const OpRow rows[] = {
    {"matmul(Tensor self, Tensor other)", matmul},
    {"linalg_matmul(Tensor self, Tensor other)", matmul},
    {"mm(Tensor self, Tensor mat2)", product<2>},
    {"bmm(Tensor self, Tensor mat2)", product<3>},
    {"mv(Tensor self, Tensor vec)", mv},
    {"dot(Tensor self, Tensor tensor)", dot},
    {"outer(Tensor self, Tensor vec2)", outer},
    {"ger(Tensor self, Tensor vec2)", outer},
    {"linear(Tensor input, Tensor weight, Tensor? bias=None)", linear},
    {"addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1)", addmm},
    {"addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1)", addmv},
    {"baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1)", baddbmm},
    {"addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1)", addbmm},
    {"tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other)", tensordot},
    {"bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None)", bilinear},
};

} // namespace

ArrayRef<OpRow> matmulOps() { return rows; }

} // namespace neuron::pt2
