//===- Grouped.cpp - rows that belong to groups ---------------------------===//
//
// Which rows a group has depends on data: every row is compared with the bounds
// of every group, so shapes stay static.
//
//===----------------------------------------------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// [groups, rows]: whether start[g] <= row < end[g].
Value members(Call &c, Value starts, Value ends, int64_t rows) {
  Shape shape{c.e.size(ends, 0), rows};
  Value row = c.e.iota(shape, 1, c.e.element(ends));
  Value above = c.e.compare(CompareFn::Ge, row, c.e.broadcastAlong(starts, 0, shape));
  Value below = c.e.compare(CompareFn::Lt, row, c.e.broadcastAlong(ends, 0, shape));
  return c.e.binary(BinaryFn::And, above, below);
}

/// The vector moved by one place, zero first.
Value startsOf(Call &c, Value ends) {
  Value zero = c.e.full({1}, c.e.element(ends), 0);
  return c.e.concat({zero, c.e.sliceDim(ends, 0, 0, c.e.size(ends, 0) - 1)}, 0);
}

/// Row r of [S, K] times matrix g of [G, K, N], where offs[g - 1] <= r < offs[g]: one
/// product over groups and K in which the rows of other groups are zero.
Value groupedProduct(Call &c, Value x, Value weight, Value offs) {
  int64_t groups = c.e.size(weight, 0), rows = c.e.size(x, 0), inner = c.e.size(x, 1);
  if (!c.requireRank(x, 2, 2) || !c.requireRank(weight, 3, 3) || !c.requireRank(offs, 1, 1))
    return {};
  if (groups < 1 || c.e.size(offs, 0) != groups || c.e.size(weight, 1) != inner || c.e.element(x) != c.e.element(weight))
    return c.invalid("its operands do not fit each other");
  Shape spread{groups, rows, inner};
  if (!c.requireShape(spread))
    return {};
  auto widen = [&](Value value, Dims dims) {
    return BroadcastInDimOp::create(c.e.b, c.e.loc, withShape(c.e.type(value), spread), value, dims);
  };
  Value wide = widen(x, {1, 2}), isMember = widen(members(c, startsOf(c, offs), offs, rows), {0, 1});
  return c.e.dot(c.e.select(isMember, wide, c.e.like(wide, 0)), weight, {}, {}, {0, 2}, {0, 1});
}

Value groupedFallback(Call &c) { return groupedProduct(c, c.tensor("input"), c.tensor("weight"), c.tensor("offs")); }

Value groupedMm(Call &c) {
  Value x = c.tensor("self"), weight = c.tensor("mat2");
  if (c.has("bias"))
    return c.refuse("a bias");
  Type element = c.resultElement();
  if (c.failed())
    return {};
  if (!c.has("offs") && c.e.rank(x) == 3 && c.e.rank(weight) == 3)
    return c.e.cast(c.e.matmul(x, weight), element);
  if (!c.has("offs") || c.e.rank(x) != 2 || c.e.rank(weight) != 3)
    return c.refuse("groups along another dim than the rows of the first operand");
  Value product = groupedProduct(c, x, weight, c.tensor("offs"));
  return product ? c.e.cast(product, element) : Value();
}

//===----------------------------------------------------------------------===//
// Bags of embeddings
//===----------------------------------------------------------------------===//

enum BagMode { kSum = 0, kMean = 1, kMax = 2 };

struct Bags {
  Value rows;     ///< [n, d]
  Value isMember; ///< [bags, n], padding left out
};

std::optional<Bags> readBags(Call &c) {
  Value weight = c.tensor("weight"), indices = c.tensor("indices"), offsets = c.tensor("offsets");
  if (!c.requireRank(weight, 2, 2) || !c.requireRank(indices, 1, 1) || !c.requireRank(offsets, 1, 1))
    return std::nullopt;
  int64_t count = c.e.size(indices, 0), entries = c.e.size(weight, 0), bags = c.e.size(offsets, 0);
  Value starts = offsets, ends;
  if (c.flag("include_last_offset")) {
    if (bags < 1)
      return c.invalid("there is no last offset"), std::nullopt;
    starts = c.e.sliceDim(offsets, 0, 0, bags - 1);
    ends = c.e.sliceDim(offsets, 0, 1, bags - 1);
  } else if (bags > 0) {
    ends = c.e.concat({c.e.sliceDim(offsets, 0, 1, bags - 1), c.e.fullInt({1}, c.e.element(offsets), count)}, 0);
  } else {
    ends = offsets;
  }
  Value isMember = members(c, starts, ends, count);
  // A negative entry counts from the end; in the older forms -1 means none, and never matches.
  if (c.has("padding_idx")) {
    int64_t padding = c.integer("padding_idx");
    if (padding < 0 && c.opName().ends_with(".padding_idx"))
      padding += entries;
    Value used = c.e.compare(CompareFn::Ne, indices, c.e.fullInt({count}, c.e.element(indices), padding));
    isMember = c.e.binary(BinaryFn::And, isMember, c.e.broadcastAlong(used, 1, Shape(c.e.shape(isMember))));
  }
  return Bags{c.e.gather(weight, indices, 0), isMember};
}

Value largestOfBags(Call &c, const Bags &bags) {
  Shape shape{c.e.size(bags.isMember, 0), c.e.size(bags.rows, 0), c.e.size(bags.rows, 1)};
  if (!c.requireShape(shape))
    return {};
  auto widen = [&](Value value, Dims dims) {
    return BroadcastInDimOp::create(c.e.b, c.e.loc, withShape(c.e.type(value), shape), value, dims);
  };
  Value rows = widen(bags.rows, {1, 2});
  Value others = c.e.like(rows, -std::numeric_limits<double>::infinity());
  Value largest = c.e.reduce(ReduceFn::Max, c.e.select(widen(bags.isMember, {0, 1}), rows, others), {1});
  Value isEmpty = c.e.notOf(c.e.reduce(ReduceFn::Or, bags.isMember, {1}));
  return c.e.select(c.e.broadcastAlong(isEmpty, 0, Shape(c.e.shape(largest))), c.e.like(largest, 0), largest);
}

Value bagsOf(Call &c) {
  std::optional<Bags> bags = readBags(c);
  if (!bags)
    return {};
  int64_t mode = c.integer("mode");
  if (mode == kMax)
    return largestOfBags(c, *bags);
  Type element = c.e.element(bags->rows);
  Value rows = widened(c, bags->rows), weights = c.e.cast(bags->isMember, c.e.element(rows));
  if (c.has("per_sample_weights")) {
    Value each = c.e.cast(c.tensor("per_sample_weights"), c.e.element(rows));
    if (!c.requireRank(each, 1, 1) || c.e.size(each, 0) != c.e.size(rows, 0))
      return c.invalid("the weights do not fit");
    weights = c.e.mul(weights, c.e.broadcastAlong(each, 1, Shape(c.e.shape(weights))));
  }
  Value sum = c.e.matmul(weights, rows);
  if (mode == kMean) {
    Value count = c.e.clamp(c.e.reduce(ReduceFn::Add, c.e.cast(bags->isMember, c.e.element(rows)), {1}), 1, std::nullopt);
    sum = c.e.div(sum, c.e.broadcastAlong(count, 0, Shape(c.e.shape(sum))));
  }
  return c.e.cast(sum, element);
}

LogicalResult embeddingBag(Call &c) {
  Value bags = bagsOf(c);
  if (!bags)
    return failure();
  for (unsigned i = 1; i < 4; ++i)
    c.unavailable(i, "what training needs of a bag");
  return c.result(0, bags);
}

//===----------------------------------------------------------------------===//
// Histograms
//===----------------------------------------------------------------------===//

/// How many elements lie in each of `bins` equal parts of [min, max]; max belongs to the last.
Value histc(Call &c) {
  Value x = c.tensor("self");
  int64_t bins = c.integer("bins"), count = numElements(c.e.shape(x));
  double low = c.number("min"), high = c.number("max");
  Type element = c.resultElement();
  if (c.failed() || bins < 1 || !(low <= high) || !c.requireShape({bins, count}))
    return c.invalid("its bins or bounds have no meaning");
  if (low == high)
    return c.refuse("bounds that depend on data");
  x = c.e.cast(c.e.reshape(x, {count}), c.e.b.getF32Type());
  Value place = c.e.div(c.e.mulNumber(c.e.addNumber(x, -low), double(bins)), c.e.like(x, high - low));
  Value bin = c.e.clamp(c.e.unary(UnaryFn::Floor, place), std::nullopt, double(bins - 1));
  Value isInside = c.e.binary(BinaryFn::And, c.e.compareNumber(CompareFn::Ge, x, low), c.e.compareNumber(CompareFn::Le, x, high));
  bin = c.e.select(isInside, bin, c.e.like(bin, -1));
  Shape shape{bins, count};
  Value hit = c.e.compare(CompareFn::Eq, c.e.broadcastAlong(bin, 1, shape), c.e.iota(shape, 0, c.e.b.getF32Type()));
  return c.e.cast(c.e.reduce(ReduceFn::Add, c.e.cast(hit, c.e.b.getF32Type()), {1}), element);
}

#define BAG_ARGS "Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool " \
                 "sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int? padding_idx"

const OpRow rows[] = {
    {"transformers.grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs)", groupedFallback},
    {"_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None)", groupedMm},
    {"embedding_bag(" BAG_ARGS "=None)", embeddingBag},
    {"embedding_bag.padding_idx(" BAG_ARGS ")", embeddingBag},
    {"_embedding_bag(" BAG_ARGS "=-1)", embeddingBag},
    {"_embedding_bag_forward_only(" BAG_ARGS "=-1)", embeddingBag},
    {"histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0)", histc},
};

} // namespace

ArrayRef<OpRow> groupedOps() { return rows; }

} // namespace neuron::pt2
