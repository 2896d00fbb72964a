//===- Statistics.cpp - variances, distances, medians ---------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Variance and mean over dims, both with the dims kept. `correction` is
/// subtracted from the count.
std::pair<Value, Value> varMeanOver(Call &c, Value x, Dims dims, double correction) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= c.e.size(x, dim);
  Value mean = c.e.mean(x, dims, true);
  Value gap = c.e.sub(x, c.e.broadcast(mean, Shape(c.e.shape(x))));
  Value sum = c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Square, gap), dims, true);
  return {c.e.div(sum, c.e.like(sum, std::max(0.0, double(count) - correction))), mean};
}

struct VarMean {
  Value var, mean;
};

/// What all of std, var, var_mean, std_mean compute.
VarMean varMean(Call &c, Dims dims, bool keepDims, double correction, bool root) {
  Value input = c.tensor("self");
  Type element = c.e.element(input);
  if (!c.e.isFloat(input)) {
    c.invalid("its operand is not a float tensor");
    return {};
  }
  if (c.failed())
    return {};
  auto [var, mean] = varMeanOver(c, widened(c, input), dims, correction);
  if (root)
    var = c.e.unary(UnaryFn::Sqrt, var);
  Shape shape;
  for (int64_t dim = 0; dim < c.e.rank(input); ++dim)
    if (keepDims || !is_contained(dims, dim))
      shape.push_back(c.e.size(var, dim));
  return {c.e.cast(c.e.reshape(var, shape), element), c.e.cast(c.e.reshape(mean, shape), element)};
}

double correctionOf(Call &c) { return c.has("correction") ? c.number("correction") : 1; }

template <int root> Value varAll(Call &c) {
  Shape dims = to_vector(seq<int64_t>(0, c.e.rank(c.tensor("self"))));
  return varMean(c, dims, false, c.flag("unbiased"), root).var;
}

template <int root> Value varDims(Call &c) {
  return varMean(c, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"), c.flag("unbiased"), root)
      .var;
}

template <int root> Value varCorrection(Call &c) {
  return varMean(c, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"), correctionOf(c), root).var;
}

template <int root> LogicalResult varMeanCorrection(Call &c) {
  VarMean both =
      varMean(c, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"), correctionOf(c), root);
  return c.results({both.var, both.mean});
}

template <int root> LogicalResult varMeanDims(Call &c) {
  VarMean both =
      varMean(c, c.dims("dim", c.e.rank(c.tensor("self"))), c.flag("keepdim"), c.flag("unbiased"), root);
  return c.results({both.var, both.mean});
}

/// Sums of x*y over a dim, divided by the lengths of x and y (each at least eps).
Value cosineSimilarity(Call &c) {
  auto values = c.promote({"x1", "x2"});
  if (c.failed())
    return {};
  int64_t dim = c.dim("dim", c.e.rank(values[0]));
  if (c.failed() || !c.requireRank(values[0], 1))
    return {};
  double eps = c.number("eps");
  auto length = [&](Value x) {
    Value square = c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Square, x), {dim});
    return c.e.clamp(c.e.unary(UnaryFn::Sqrt, square), eps, std::nullopt);
  };
  Value product = c.e.reduce(ReduceFn::Add, c.e.mul(values[0], values[1]), {dim});
  return c.e.div(product, c.e.mul(length(values[0]), length(values[1])));
}

/// Euclidean distances between the rows of two matrices (batched).
Value cdist(Call &c) {
  Value a = c.tensor("x1"), b = c.tensor("x2");
  if (!c.requireRank(a, 2) || !c.requireRank(b, c.e.rank(a), c.e.rank(a)))
    return {};
  double p = c.number("p");
  if (p != 1 && p != 2)
    return c.refuse("a norm other than 1 and 2");
  int64_t rank = c.e.rank(a);
  Value values[] = {c.e.unsqueeze(a, rank - 1), c.e.unsqueeze(b, rank - 2)};
  if (!c.broadcastTogether(values))
    return {};
  Value gap = c.e.sub(values[0], values[1]);
  if (p == 1)
    return c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Abs, gap), {rank});
  return c.e.unary(UnaryFn::Sqrt, c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Square, gap), {rank}));
}

/// x * min(1, maxnorm / |x|) for each slice along `dim`.
Value renorm(Call &c) {
  Value x = c.tensor("self");
  int64_t dim = c.dim("dim", c.e.rank(x));
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  if (c.number("p") != 2)
    return c.refuse("a norm other than 2");
  Shape dims;
  for (int64_t i = 0; i < c.e.rank(x); ++i)
    if (i != dim)
      dims.push_back(i);
  Value length =
      c.e.unary(UnaryFn::Sqrt, c.e.reduce(ReduceFn::Add, c.e.unary(UnaryFn::Square, x), dims, true));
  Value factor = c.e.div(c.e.like(length, c.number("maxnorm")), c.e.addNumber(length, 1e-7));
  Value large = c.e.compareNumber(CompareFn::Gt, length, c.number("maxnorm"));
  factor = c.e.select(large, factor, c.e.like(length, 1));
  return c.e.mul(x, c.e.broadcast(factor, Shape(c.e.shape(x))));
}

/// Sum or mean of what is not NaN.
Value ignoringNan(Call &c, bool mean) {
  Value x = c.e.cast(c.tensor("self"), c.resultElement());
  Shape dims = c.dims("dim", c.e.rank(x));
  bool keepDims = c.flag("keepdim");
  if (c.failed() || !c.e.isFloat(x))
    return c.failed() ? Value() : c.e.reduce(ReduceFn::Add, x, dims, keepDims);
  Value isNan = c.e.unary(UnaryFn::IsNan, x);
  Value sum = c.e.reduce(ReduceFn::Add, c.e.select(isNan, c.e.like(x, 0), x), dims, keepDims);
  if (!mean)
    return sum;
  Value counted = c.e.cast(c.e.notOf(isNan), c.e.element(x));
  return c.e.div(sum, c.e.reduce(ReduceFn::Add, counted, dims, keepDims));
}
Value nansum(Call &c) { return ignoringNan(c, false); }
Value nanmean(Call &c) { return ignoringNan(c, true); }

/// |x1 - x2 + eps| over the last dim.
Value pairwiseDistance(Call &c) {
  auto values = c.promote({"x1", "x2"});
  if (c.failed() || !c.requireRank(values[0], 1))
    return {};
  int64_t last = c.e.rank(values[0]) - 1;
  double p = c.number("p");
  Value gap = c.e.unary(UnaryFn::Abs, c.e.addNumber(c.e.sub(values[0], values[1]), c.number("eps")));
  if (p != 1 && p != 2)
    return c.refuse("a norm other than 1 and 2");
  Value terms = p == 2 ? c.e.unary(UnaryFn::Square, gap) : gap;
  Value sum = c.e.reduce(ReduceFn::Add, terms, {last}, c.flag("keepdim"));
  return p == 2 ? c.e.unary(UnaryFn::Sqrt, sum) : sum;
}

template <int root> LogicalResult varMeanAll(Call &c) {
  VarMean both = varMean(c, to_vector(seq<int64_t>(0, c.e.rank(c.tensor("self")))), false, c.flag("unbiased"), root);
  return c.results({both.var, both.mean});
}

const OpRow rows[] = {
    {"nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None)", nansum},
    {"nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None)", nanmean},
    {"pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False)", pairwiseDistance},
    {"var_mean(Tensor self, bool unbiased=True)", varMeanAll<0>},
    {"std_mean(Tensor self, bool unbiased=True)", varMeanAll<1>},
    {"var(Tensor self, bool unbiased=True)", varAll<0>},
    {"std(Tensor self, bool unbiased=True)", varAll<1>},
    {"var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False)", varDims<0>},
    {"std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False)", varDims<1>},
    {"var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False)",
     varCorrection<0>},
    {"std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False)",
     varCorrection<1>},
    {"var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False)",
     varMeanCorrection<0>},
    {"std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False)",
     varMeanCorrection<1>},
    {"var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False)", varMeanDims<0>},
    {"std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False)", varMeanDims<1>},
    {"cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08)", cosineSimilarity},
    {"cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None)", cdist},
    {"_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode)", cdist},
    {"renorm(Tensor self, Scalar p, int dim, Scalar maxnorm)", renorm},
};

} // namespace

ArrayRef<OpRow> statisticsOps() { return rows; }

} // namespace neuron::pt2
