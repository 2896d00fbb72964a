//===- Random.cpp - random numbers ----------------------------------------===//
//
// The numbers are those of neuron.rng, not of torch: they follow from the number
// of the run and from the place of the call in the model.
//
//===----------------------------------------------------------------------===//
#include "FactorySchema.h"
#include "OpHelpers.h"
#include "Views.h"

#include "dialects/Neuron/RunNumber.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

Value numbers(Call &c, RngFn fn, Dims shape, double a, double b) {
  if (c.failed() || !c.requireShape(shape))
    return {};
  Value result = randomNumbers(c.e.b, c.e.loc, fn, shape, a, b);
  return result ? result : c.refuse("random numbers inside of a loop");
}

/// In shape and type of the result.
Value drawn(Call &c, RngFn fn, double a, double b) {
  RankedTensorType type = c.resultType();
  if (!isa<FloatType>(type.getElementType()))
    return c.refuse("a result that is not of floats");
  if (fn == RngFn::Uniform ? !(a <= b) : !(b >= 0))
    return c.invalid("its range is empty");
  Value x = numbers(c, fn, type.getShape(), a, b);
  return x ? c.e.cast(x, type.getElementType()) : Value();
}

Value rand(Call &c) { return drawn(c, RngFn::Uniform, 0, 1); }
Value randn(Call &c) { return drawn(c, RngFn::Normal, 0, 1); }
Value uniform(Call &c) { return drawn(c, RngFn::Uniform, c.number("from"), c.number("to")); }
Value normal(Call &c) { return drawn(c, RngFn::Normal, c.number("mean"), c.number("std")); }

/// A number or a tensor as f32 in the shape of the result.
Value parameter(Call &c, StringRef name, Dims shape) {
  Value x = c.tensor(name);
  return c.failed() ? Value() : c.broadcastTo(c.e.cast(x, c.e.b.getF32Type()), shape);
}

Value normalOfTensors(Call &c) {
  RankedTensorType type = c.resultType();
  Value mean = parameter(c, "mean", type.getShape()), deviation = parameter(c, "std", type.getShape());
  Value x = mean && deviation ? numbers(c, RngFn::Normal, type.getShape(), 0, 1) : Value();
  return x ? c.e.cast(c.e.add(c.e.mul(x, deviation), mean), type.getElementType()) : Value();
}

Value exponential(Call &c) {
  RankedTensorType type = c.resultType();
  double rate = c.number("lambd");
  if (!(rate > 0))
    return c.invalid("its rate is not positive");
  Value u = numbers(c, RngFn::Uniform, type.getShape(), 0, 1);
  // 1 - u is never 0.
  return u ? c.e.cast(c.e.mulNumber(c.e.unary(UnaryFn::Log, c.e.addNumber(c.e.unary(UnaryFn::Neg, u), 1)), -1 / rate),
                      type.getElementType())
           : Value();
}

/// Whole numbers low <= x < high; 24 bits of each are random.
Value integersBetween(Call &c, int64_t low, int64_t high) {
  RankedTensorType type = c.resultType();
  if (high <= low)
    return c.invalid("its range is empty");
  if (high - low > int64_t(1) << 24)
    return c.refuse("a range of more than 2^24");
  Value u = numbers(c, RngFn::Uniform, type.getShape(), 0, 1);
  if (!u)
    return {};
  Value steps = c.e.unary(UnaryFn::Floor, c.e.mulNumber(u, double(high - low)));
  Type whole = isa<FloatType>(type.getElementType()) ? Type(c.e.b.getI32Type()) : type.getElementType();
  Value x = c.e.cast(steps, whole);
  return c.e.cast(low ? c.e.add(x, c.fullScalar({.integer = low}, type.getShape(), whole)) : x, type.getElementType());
}
Value randint(Call &c) { return integersBetween(c, 0, c.integer("high")); }
Value randintLow(Call &c) { return integersBetween(c, c.integer("low"), c.integer("high")); }

/// One with the probability `p` (f32).
Value trueWith(Call &c, Value p) {
  Value u = p ? numbers(c, RngFn::Uniform, Shape(c.e.shape(p)), 0, 1) : Value();
  return u ? c.e.compare(CompareFn::Lt, u, p) : Value();
}

Value bernoulliOf(Call &c, StringRef name) {
  RankedTensorType type = c.resultType();
  Value x = trueWith(c, parameter(c, name, type.getShape()));
  return x ? c.e.cast(x, type.getElementType()) : Value();
}
Value bernoulli(Call &c) { return bernoulliOf(c, "self"); }
Value bernoulliP(Call &c) { return bernoulliOf(c, "p"); }

/// What is kept, and the operand divided by the probability to be kept.
std::pair<Value, Value> dropped(Call &c, Value x, Dims maskShape) {
  double p = c.number("p");
  if (!(p >= 0 && p <= 1))
    return {c.invalid("the probability is not in [0, 1]"), {}};
  if (!isa<FloatType>(c.e.element(x)))
    return {c.refuse("an operand that is not of floats"), {}};
  Value keep = trueWith(c, c.e.full(maskShape, c.e.b.getF32Type(), 1 - p));
  if (!keep)
    return {};
  if (maskShape != c.e.shape(x))
    keep = c.broadcastTo(keep, Shape(c.e.shape(x)));
  Value scaled = c.e.mulNumber(x, p < 1 ? 1 / (1 - p) : 0);
  return {c.e.select(keep, scaled, c.e.like(x, 0)), keep};
}

/// Outside training the operand itself.
LogicalResult dropout(Call &c) {
  if (!c.flag("train") || c.number("p") == 0)
    return c.view(0, c.reference("input"), identityStep());
  Value x = c.tensor("input");
  Value y = c.failed() ? Value() : dropped(c, x, Shape(c.e.shape(x))).first;
  return y ? c.result(0, y) : failure();
}

/// Whole channels.
LogicalResult featureDropout(Call &c) {
  if (!c.flag("train") || c.number("p") == 0)
    return c.view(0, c.reference("input"), identityStep());
  Value x = c.tensor("input");
  if (c.failed() || !c.requireRank(x, 2))
    return failure();
  Shape mask(c.e.shape(x));
  std::fill(mask.begin() + 2, mask.end(), 1);
  Value y = dropped(c, x, mask).first;
  return y ? c.result(0, y) : failure();
}

LogicalResult alphaDropout(Call &c) {
  if (c.flag("train") && c.number("p") != 0)
    return c.refuse("alpha dropout in training mode"), failure();
  return c.view(0, c.reference("input"), identityStep());
}

LogicalResult nativeDropout(Call &c) {
  Value x = c.tensor("input");
  if (c.failed())
    return failure();
  if ((c.has("train") && !c.flag("train")) || c.number("p") == 0)
    return c.results({x, c.e.full(Shape(c.e.shape(x)), c.e.b.getI1Type(), 1)});
  auto [y, keep] = dropped(c, x, Shape(c.e.shape(x)));
  return y ? c.results({y, keep}) : failure();
}

/// The order of random numbers.
Value randperm(Call &c) {
  RankedTensorType type = c.resultType();
  Value u = numbers(c, RngFn::Uniform, type.getShape(), 0, 1);
  if (!u || !c.requireRank(u, 1, 1))
    return {};
  auto sort = SortOp::create(c.e.b, c.e.loc, u, 0, /*descending=*/false, /*stable=*/true);
  return c.e.cast(sort.getIndices(), type.getElementType());
}

/// Without replacement: the largest of weight / exponential number. With: the same
/// for each sample by itself.
Value multinomial(Call &c) {
  Value weights = c.tensor("self");
  int64_t count = c.integer("num_samples");
  if (c.failed() || !c.requireRank(weights, 1, 2))
    return {};
  bool replaces = c.flag("replacement");
  Shape shape(c.e.shape(weights));
  if (count < 1 || (!replaces && count > shape.back()))
    return c.invalid("the number of samples is not possible");
  if (replaces)
    shape.insert(shape.end() - 1, count);
  Value u = numbers(c, RngFn::Uniform, shape, 0, 1);
  if (!u)
    return {};
  Value p = c.e.cast(weights, c.e.b.getF32Type());
  if (replaces)
    p = c.e.broadcast(c.e.unsqueeze(p, c.e.rank(p) - 1), shape);
  // An exponential number; u is below 1, and 0 would wait for ever.
  Value wait = c.e.unary(UnaryFn::Neg, c.e.unary(UnaryFn::Log, c.e.clamp(u, 0x1p-25, std::nullopt)));
  Value score = c.e.div(p, wait);
  auto top = TopKOp::create(c.e.b, c.e.loc, score, replaces ? 1 : count, int64_t(shape.size()) - 1, true, true);
  return replaces ? c.e.squeeze(top.getIndices(), int64_t(shape.size()) - 1) : Value(top.getIndices());
}

#define OF ", *, Generator? generator=None)"

const OpRow rows[] = {
    {"rand(int[] size, *, " FACTORY ")", rand},
    {"rand_like(Tensor self, *, " FACTORY_LIKE ")", rand},
    {"randn(int[] size, *, " FACTORY ")", randn},
    {"randn_like(Tensor self, *, " FACTORY_LIKE ")", randn},
    {"randint(int high, int[] size, *, " FACTORY_INT ")", randint},
    {"randint.low(int low, int high, int[] size, *, " FACTORY_INT ")", randintLow},
    {"randint_like(Tensor self, int high, *, " FACTORY_LIKE ")", randint},
    {"randint_like.low_dtype(Tensor self, int low, int high, *, " FACTORY_LIKE ")", randintLow},
    {"randperm(int n, *, " FACTORY_INT ")", randperm},
    {"bernoulli(Tensor self" OF, bernoulli},
    {"bernoulli.p(Tensor self, float p" OF, bernoulliP},
    {"bernoulli.float(Tensor self, float p=0.5" OF, bernoulliP},
    {"bernoulli.Tensor(Tensor self, Tensor p" OF, bernoulliP},
    {"normal(Tensor self, float mean=0., float std=1." OF, normal},
    {"normal_functional(Tensor self, float mean=0., float std=1." OF, normal},
    {"normal.float_float(float mean, float std, int[] size, *, Generator? generator=None, " FACTORY ")", normal},
    {"normal.Tensor_float(Tensor mean, float std=1." OF, normalOfTensors},
    {"normal.float_Tensor(float mean, Tensor std" OF, normalOfTensors},
    {"normal.Tensor_Tensor(Tensor mean, Tensor std" OF, normalOfTensors},
    {"uniform(Tensor self, float from=0., float to=1." OF, uniform},
    {"exponential(Tensor self, float lambd=1." OF, exponential},
    {"multinomial(Tensor self, int num_samples, bool replacement=False" OF, multinomial},
    {"dropout(Tensor input, float p, bool train)", dropout},
    {"feature_dropout(Tensor input, float p, bool train)", featureDropout},
    {"alpha_dropout(Tensor input, float p, bool train)", alphaDropout},
    {"native_dropout(Tensor input, float p, bool? train)", nativeDropout},
};

} // namespace

ArrayRef<OpRow> randomOps() { return rows; }

} // namespace neuron::pt2
