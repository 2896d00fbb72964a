//===- Reduction.cpp - sums, extremes, norms ------------------------------===//
#include "ElementTypes.h"
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Sum or product, in the result's type (truth values and integers count in i64).
Value fold(Call &c, ReduceFn fn, Dims dims, bool keepDims) {
  Type element = c.resultElement();
  return c.failed() ? Value() : c.e.reduce(fn, c.e.cast(c.tensor("self"), element), dims, keepDims);
}

Shape allDims(Value x) { return to_vector(seq<int64_t>(0, Emitter::rank(x))); }

template <ReduceFn fn> Value foldAll(Call &c) { return fold(c, fn, allDims(c.tensor("self")), false); }

Value sumDims(Call &c) {
  return fold(c, ReduceFn::Add, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"));
}

Value oneDim(Call &c, ReduceFn fn) {
  int64_t rank = c.e.rank(c.tensor("self"));
  int64_t dim = c.dim("dim", rank);
  return fold(c, fn, rank == 0 ? Shape() : Shape{dim}, c.flag("keepdim"));
}

Value prodDim(Call &c) { return oneDim(c, ReduceFn::Mul); }

Value meanOver(Call &c, Dims dims, bool keepDims) {
  Type element = c.resultElement();
  if (c.failed())
    return {};
  return narrowed(c, c.e.cast(c.tensor("self"), element),
                  [&](Value x) { return c.e.mean(x, dims, keepDims); });
}

Value meanAll(Call &c) { return meanOver(c, allDims(c.tensor("self")), false); }
Value meanDims(Call &c) { return meanOver(c, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim")); }

/// Extremes of truth values: or, and.
Value extreme(Call &c, ReduceFn fn, Dims dims, bool keepDims) {
  Value x = c.tensor("self");
  if (c.failed())
    return {};
  if (isBool(c.e.element(x)))
    fn = fn == ReduceFn::Max ? ReduceFn::Or : ReduceFn::And;
  return c.e.reduce(fn, x, dims, keepDims);
}

template <ReduceFn fn> Value extremeAll(Call &c) { return extreme(c, fn, allDims(c.tensor("self")), false); }
template <ReduceFn fn> Value extremeDims(Call &c) {
  return extreme(c, fn, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"));
}

/// Index of the extreme along a dim; truth values as numbers.
Value argExtreme(Call &c, ArgReduceFn fn, Value x, int64_t dim, bool keepDims) {
  if (isBool(c.e.element(x)))
    x = c.e.cast(x, c.e.b.getI32Type());
  if (c.e.rank(x) == 0)
    return c.e.fullInt({}, c.e.b.getI64Type(), 0);
  if (c.e.size(x, dim) == 0)
    return c.invalid("the dim is empty");
  Value index = ArgReduceOp::create(c.e.b, c.e.loc, fn, x, dim);
  return keepDims ? c.e.unsqueeze(index, dim) : index;
}

template <ReduceFn fn, ArgReduceFn where> LogicalResult extremeDim(Call &c) {
  Value x = c.tensor("self");
  int64_t rank = c.e.rank(x), dim = c.dim("dim", rank);
  if (c.failed())
    return failure();
  bool keepDims = c.flag("keepdim");
  Value values = extreme(c, fn, rank == 0 ? Shape() : Shape{dim}, keepDims);
  return c.results({values, argExtreme(c, where, x, dim, keepDims)});
}

template <ArgReduceFn fn> Value argExtremeOp(Call &c) {
  Value x = c.tensor("self");
  bool keepDims = c.flag("keepdim");
  if (c.has("dim")) {
    int64_t dim = c.dim("dim", c.e.rank(x));
    return c.failed() ? Value() : argExtreme(c, fn, x, dim, keepDims);
  }
  Value index = argExtreme(c, fn, c.e.reshape(x, {numElements(c.e.shape(x))}), 0, false);
  return index && keepDims ? c.e.reshape(index, Shape(c.e.rank(x), 1)) : index;
}

LogicalResult aminmax(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.has("dim") ? c.dim("dim", c.e.rank(x)) : 0;
  Shape dims = c.has("dim") && c.e.rank(x) > 0 ? Shape{dim} : allDims(x);
  if (c.failed())
    return failure();
  bool keepDims = c.flag("keepdim");
  return c.results({extreme(c, ReduceFn::Min, dims, keepDims), extreme(c, ReduceFn::Max, dims, keepDims)});
}

/// any, all: of truth values (of uint8 the result is 0 or 1).
Value logicalFold(Call &c, ReduceFn fn, Dims dims, bool keepDims) {
  Type element = c.resultElement();
  if (c.failed())
    return {};
  Value truth = c.e.cast(c.tensor("self"), c.e.b.getI1Type());
  return c.e.cast(c.e.reduce(fn, truth, dims, keepDims), element);
}

template <ReduceFn fn> Value logicalAll(Call &c) {
  return logicalFold(c, fn, allDims(c.tensor("self")), false);
}
template <ReduceFn fn> Value logicalDims(Call &c) {
  return logicalFold(c, fn, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"));
}
template <ReduceFn fn> Value logicalDim(Call &c) {
  int64_t rank = c.e.rank(c.tensor("self")), dim = c.dim("dim", rank);
  return logicalFold(c, fn, rank == 0 ? Shape() : Shape{dim}, c.flag("keepdim"));
}

Value countNonzero(Call &c) {
  Value x = c.tensor("self");
  Shape dims = allDims(x);
  if (c.has("dim"))
    dims = {c.dim("dim", c.e.rank(x))};
  if (c.failed() || (c.has("dim") && !c.requireRank(x, 1)))
    return {};
  Value truth = c.e.cast(x, c.e.b.getI1Type());
  return c.e.reduce(ReduceFn::Add, c.e.cast(truth, c.e.b.getI64Type()), dims);
}

Value countNonzeroDims(Call &c) {
  Value truth = c.e.cast(c.tensor("self"), c.e.b.getI1Type());
  Shape dims = c.dims("dim", c.e.rank(truth));
  return c.failed() ? Value() : c.e.reduce(ReduceFn::Add, c.e.cast(truth, c.e.b.getI64Type()), dims);
}

/// max + log(sum(exp(x - max))), where an infinite max counts as 0 in the exponent.
Value logSumExp(Call &c) {
  Value input = c.e.cast(c.tensor("self"), c.resultElement());
  Shape dims = c.dims("dim", c.e.rank(input));
  bool keepDims = c.flag("keepdim");
  if (c.failed())
    return {};
  return narrowed(c, input, [&](Value x) {
    Shape shape(c.e.shape(x));
    Value top = c.e.reduce(ReduceFn::Max, x, dims, true);
    top = c.e.select(c.e.unary(UnaryFn::IsInf, top), c.e.like(top, 0), top);
    Value sum =
        c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Exp, c.e.sub(x, c.e.broadcast(top, shape))), dims, true);
    Value result = c.e.add(c.e.unary(UnaryFn::Log, sum), top);
    return keepDims ? result : c.e.reshape(result, c.e.shape(c.e.reduce(ReduceFn::Max, x, dims)));
  });
}

/// (sum |x|^p)^(1/p) over dims, with the limits p = inf, -inf, 0.
Value normOver(Call &c, Value x, double p, Dims dims, bool keepDims) {
  Value size = c.e.unary(UnaryFn::Abs, x);
  if (std::isinf(p))
    return c.e.reduce(p > 0 ? ReduceFn::Max : ReduceFn::Min, size, dims, keepDims);
  if (p == 0) {
    Value nonzero = c.e.cast(c.e.compareNumber(CompareFn::Ne, x, 0), c.e.element(x));
    return c.e.reduce(ReduceFn::Add, nonzero, dims, keepDims);
  }
  if (p == 1)
    return c.e.reduce(ReduceFn::Add, size, dims, keepDims);
  if (p == 2)
    return c.e.unary(UnaryFn::Sqrt, c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Square, x), dims, keepDims));
  Value powers = c.e.binary(BinaryFn::Pow, size, c.e.like(size, p));
  Value sum = c.e.reduce(ReduceFn::Add, powers, dims, keepDims);
  return c.e.binary(BinaryFn::Pow, sum, c.e.like(sum, 1 / p));
}

Value norm(Call &c, double p, Dims dims, bool keepDims) {
  Type element = c.resultElement();
  if (c.failed())
    return {};
  return narrowed(c, c.e.cast(c.tensor("self"), element),
                  [&](Value x) { return normOver(c, x, p, dims, keepDims); });
}

Value normAll(Call &c) { return norm(c, c.number("p"), allDims(c.tensor("self")), false); }
Value normDims(Call &c) {
  double p = c.has("p") ? c.number("p") : 2;
  return norm(c, p, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"));
}
Value vectorNorm(Call &c) {
  return norm(c, c.number("ord"), c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"));
}

const OpRow rows[] = {
    {"sum(Tensor self, *, ScalarType? dtype=None)", foldAll<ReduceFn::Add>},
    {"sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None)", sumDims},
    {"prod(Tensor self, *, ScalarType? dtype=None)", foldAll<ReduceFn::Mul>},
    {"prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None)", prodDim},
    {"mean(Tensor self, *, ScalarType? dtype=None)", meanAll},
    {"mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None)", meanDims},
    {"amax(Tensor self, int[1] dim=[], bool keepdim=False)", extremeDims<ReduceFn::Max>},
    {"amin(Tensor self, int[1] dim=[], bool keepdim=False)", extremeDims<ReduceFn::Min>},
    {"max(Tensor self)", extremeAll<ReduceFn::Max>},
    {"min(Tensor self)", extremeAll<ReduceFn::Min>},
    {"max.dim(Tensor self, int dim, bool keepdim=False)", extremeDim<ReduceFn::Max, ArgReduceFn::Max>},
    {"min.dim(Tensor self, int dim, bool keepdim=False)", extremeDim<ReduceFn::Min, ArgReduceFn::Min>},
    {"argmax(Tensor self, int? dim=None, bool keepdim=False)", argExtremeOp<ArgReduceFn::Max>},
    {"argmin(Tensor self, int? dim=None, bool keepdim=False)", argExtremeOp<ArgReduceFn::Min>},
    {"aminmax(Tensor self, *, int? dim=None, bool keepdim=False)", aminmax},
    {"any(Tensor self)", logicalAll<ReduceFn::Or>},
    {"any.dim(Tensor self, int dim, bool keepdim=False)", logicalDim<ReduceFn::Or>},
    {"any.dims(Tensor self, int[]? dim=None, bool keepdim=False)", logicalDims<ReduceFn::Or>},
    {"all(Tensor self)", logicalAll<ReduceFn::And>},
    {"all.dim(Tensor self, int dim, bool keepdim=False)", logicalDim<ReduceFn::And>},
    {"all.dims(Tensor self, int[]? dim=None, bool keepdim=False)", logicalDims<ReduceFn::And>},
    {"count_nonzero(Tensor self, int? dim=None)", countNonzero},
    {"count_nonzero.dim_IntList(Tensor self, int[] dim)", countNonzeroDims},
    {"logsumexp(Tensor self, int[1] dim, bool keepdim=False)", logSumExp},
    {"norm.Scalar(Tensor self, Scalar p=2)", normAll},
    {"norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False)", normDims},
    {"norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype)",
     normDims},
    {"linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
     "dtype=None)",
     vectorNorm},
};

} // namespace

ArrayRef<OpRow> reductionOps() { return rows; }

} // namespace neuron::pt2
