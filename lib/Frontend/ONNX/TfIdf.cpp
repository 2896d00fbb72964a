//===- TfIdf.cpp - counts of n-grams --------------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// The n-grams of one length in the pool.
struct Grams {
  int64_t length = 0;
  Dims pool; ///< `length` numbers for each
  int64_t count() const { return int64_t(pool.size()) / length; }
};

/// Splits the pool at ngram_counts, which says where the n-grams of each length start.
std::optional<SmallVector<Grams>> readPool(Call &n, Dims pool, Dims starts) {
  SmallVector<Grams> all;
  for (size_t i = 0; i < starts.size(); ++i) {
    int64_t begin = starts[i], end = i + 1 < starts.size() ? starts[i + 1] : int64_t(pool.size());
    int64_t length = int64_t(i) + 1;
    if (begin < 0 || end < begin || end > int64_t(pool.size()) || (end - begin) % length) {
      (void)n.invalid("ngram_counts does not fit the pool");
      return std::nullopt;
    }
    all.push_back({length, pool.slice(begin, end - begin)});
  }
  return all;
}

/// How often each n-gram is in each row of `x`, with `step` between its items: [rows, grams] of f32.
Value countGrams(Call &n, Value x, const Grams &grams, int64_t step) {
  Emitter &e = n.e;
  int64_t rows = Emitter::size(x, 0), places = Emitter::size(x, 1) - (grams.length - 1) * step;
  if (places < 1)
    return e.full({rows, grams.count()}, e.f32(), 0);
  Shape shape{rows, places, grams.count()};
  Value found;
  for (int64_t item = 0; item < grams.length; ++item) {
    Shape wanted;
    for (int64_t gram = 0; gram < grams.count(); ++gram)
      wanted.push_back(grams.pool[gram * grams.length + item]);
    Value here = e.broadcastInDim(e.sliceDim(x, 1, item * step, places), {0, 1}, shape);
    Value equal = e.compare(CompareFn::Eq, here, e.broadcastAlong(e.ints(wanted, e.i64()), 2, shape));
    found = found ? e.binary(BinaryFn::And, found, equal) : equal;
  }
  return e.reduce(ReduceFn::Add, e.cast(found, e.f32()), {1});
}

/// The counts of all n-grams of the pool, in its order; those of lengths that are not asked for are 0.
Value countAll(Call &n, Value x, ArrayRef<Grams> all) {
  int64_t least = n.attrInt("min_gram_length", 1), most = n.attrInt("max_gram_length", 1);
  int64_t skips = n.attrInt("max_skip_count", 0);
  SmallVector<Value> parts;
  for (const Grams &grams : all) {
    if (grams.count() == 0)
      continue;
    Value sum = n.e.full({Emitter::size(x, 0), grams.count()}, n.e.f32(), 0);
    bool isAsked = grams.length >= least && grams.length <= most;
    // Skips beyond the row find nothing; one item has none between.
    int64_t largest = grams.length == 1 ? 0 : std::min(skips, Emitter::size(x, 1));
    for (int64_t skip = 0; isAsked && skip <= largest && !n.failed(); ++skip)
      sum = n.e.add(sum, countGrams(n, x, grams, skip + 1));
    parts.push_back(sum);
  }
  return parts.size() == 1 ? parts[0] : n.e.concat(parts, 1);
}

/// Multiplies by the weights, or takes these where the count is not 0.
Value weighted(Call &n, Value counts) {
  StringRef mode = n.attrString("mode", "");
  SmallVector<double> weights = n.attrFloats("weights");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    (void)n.invalid("mode has the unknown value '" + mode + "'");
  if (mode == "IDF")
    counts = n.e.cast(n.e.compareNumber(CompareFn::Gt, counts, 0), n.e.f32());
  if (mode == "TF" || weights.empty() || n.failed())
    return counts;
  if (int64_t(weights.size()) != Emitter::size(counts, 1)) {
    (void)n.invalid("needs a weight for each n-gram");
    return counts;
  }
  Value table = n.e.floats(weights, {int64_t(weights.size())}, n.e.f32());
  return n.e.mul(counts, n.e.broadcastAlong(table, 1, Emitter::shape(counts)));
}

LogicalResult importTfIdf(Call &n) {
  if (n.hasAttr("pool_strings"))
    return n.refuse("counts strings");
  Shape pool = n.attrInts("pool_int64s"), starts = n.attrInts("ngram_counts"), places = n.attrInts("ngram_indexes");
  Value x = n.in(0);
  if (!n.requireRank(x, 1, 2))
    return failure();
  std::optional<SmallVector<Grams>> all = readPool(n, pool, starts);
  if (!all)
    return failure();
  int64_t total = 0;
  for (const Grams &grams : *all)
    total += grams.count();
  if (total == 0 || int64_t(places.size()) != total)
    return n.invalid("ngram_indexes needs an entry for each n-gram");
  int64_t size = 0;
  for (int64_t place : places) {
    if (place < 0 || place >= (1 << 20))
      return n.invalid("ngram_indexes has an entry out of range");
    size = std::max(size, place + 1);
  }
  bool isVector = Emitter::rank(x) == 1;
  x = n.e.cast(isVector ? n.e.unsqueeze(x, 0) : x, n.e.i64());
  Value counts = weighted(n, countAll(n, x, *all));
  if (n.failed())
    return failure();
  // Row i of the table has its one where n-gram i goes.
  Shape table{total, size};
  Value target = n.e.broadcastAlong(n.e.ints(places, n.e.i64()), 0, table);
  Value one = n.e.cast(n.e.compare(CompareFn::Eq, n.e.iota(table, 1, n.e.i64()), target), n.e.f32());
  Value y = n.e.dot(counts, one, {}, {}, {1}, {0});
  return n.result(isVector ? n.e.squeeze(y, 0) : y);
}

} // namespace

ArrayRef<Operator> neuron::onnx::tfIdfOperators() {
  static const Operator rows[] = {{"TfIdfVectorizer", 9, 0, 1, importTfIdf}};
  return rows;
}
