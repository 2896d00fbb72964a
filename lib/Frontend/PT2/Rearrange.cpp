//===- Rearrange.cpp - elements joined, repeated, moved -------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// Operands in the result's type; empty vectors of rank 1 are skipped as torch does.
SmallVector<Value> joinable(Call &c) {
  SmallVector<Value> values;
  Type element = c.resultElement();
  for (Value value : c.tensors("tensors"))
    if (c.e.shape(value) != Dims{0} || c.tensors("tensors").size() == 1)
      values.push_back(c.e.cast(value, element));
  if (values.empty())
    c.invalid("nothing is joined");
  return values;
}

Value concatAlong(Call &c, SmallVector<Value> values, int64_t dim) {
  int64_t total = 0;
  for (Value value : values) {
    Shape shape(c.e.shape(value)), first(c.e.shape(values[0]));
    if (shape.size() != first.size())
      return c.invalid("its operands differ in rank");
    total += shape[dim];
    shape[dim] = first[dim] = 0;
    if (shape != first)
      return c.invalid("its operands differ in shape");
  }
  Shape result(c.e.shape(values[0]));
  result[dim] = total;
  return c.requireShape(result) ? c.e.concat(values, dim) : Value();
}

Value cat(Call &c) {
  SmallVector<Value> values = joinable(c);
  if (c.failed() || !c.requireRank(values[0], 1))
    return {};
  int64_t dim = c.dim("dim", c.e.rank(values[0]));
  return c.failed() ? Value() : concatAlong(c, values, dim);
}

Value stack(Call &c) {
  SmallVector<Value> values;
  Type element = c.resultElement();
  for (Value value : c.tensors("tensors"))
    values.push_back(c.e.cast(value, element));
  if (values.empty())
    return c.invalid("nothing is joined");
  int64_t dim = c.dim("dim", c.e.rank(values[0]) + 1);
  for (Value &value : values) {
    if (c.failed() || c.e.shape(value).size() != c.e.shape(values[0]).size() - (&value != &values[0]))
      return c.invalid("its operands differ in rank");
    value = c.e.unsqueeze(value, dim);
  }
  return concatAlong(c, values, dim);
}

Value flip(Call &c) {
  Value x = c.tensor("self");
  Shape dims = c.dims("dims", c.e.rank(x), /*emptyIsAll=*/false);
  return c.failed() ? Value() : dims.empty() ? x : c.e.reverse(x, dims);
}

template <int dim> Value flipFixed(Call &c) {
  Value x = c.tensor("self");
  return c.requireRank(x, dim + 1) ? c.e.reverse(x, {dim}) : Value();
}

/// The last `shift` elements of a dim before the others.
Value rollDim(Call &c, Value x, int64_t dim, int64_t shift) {
  int64_t size = c.e.size(x, dim);
  if (size == 0 || shift % size == 0)
    return x;
  shift = (shift % size + size) % size;
  return c.e.concat({c.e.sliceDim(x, dim, size - shift, shift), c.e.sliceDim(x, dim, 0, size - shift)}, dim);
}

Value roll(Call &c) {
  Value x = c.tensor("self");
  Shape shifts = c.ints("shifts"), dims = c.ints("dims");
  if (dims.empty() && shifts.size() == 1) {
    Value flat = c.e.reshape(x, {numElements(c.e.shape(x))});
    return c.e.reshape(rollDim(c, flat, 0, shifts[0]), Shape(c.e.shape(x)));
  }
  if (dims.size() != shifts.size() || !c.requireRank(x, 1))
    return c.invalid("shifts and dims differ in number");
  for (auto [dim, shift] : zip(dims, shifts)) {
    int64_t place = c.normalizeDim(dim, c.e.rank(x));
    if (c.failed())
      return {};
    x = rollDim(c, x, place, shift);
  }
  return x;
}

/// Each dim repeated as a whole: [.., n, ..] -> [.., times * n, ..].
Value tileTo(Call &c, Value x, Shape times) {
  Shape shape(c.e.shape(x));
  while (shape.size() < times.size())
    shape.insert(shape.begin(), 1);
  while (times.size() < shape.size())
    times.insert(times.begin(), 1);
  Shape wide, dims, result;
  for (auto [size, count] : zip(shape, times)) {
    if (count < 0 || count >= kMaxElements)
      return c.invalid("a number of repetitions is out of range");
    if (count != 1)
      wide.push_back(count);
    dims.push_back(wide.size());
    wide.push_back(size);
    result.push_back(size * count);
  }
  if (!c.requireShape(wide) || !c.requireShape(result))
    return {};
  x = c.e.reshape(x, shape);
  if (wide.size() != shape.size())
    x = BroadcastInDimOp::create(c.e.b, c.e.loc, withShape(c.e.type(x), wide), x, dims);
  return c.e.reshape(x, result);
}

Value repeat(Call &c) {
  Shape times = c.ints("repeats");
  if (int64_t(times.size()) < c.e.rank(c.tensor("self")))
    return c.invalid("there are fewer repetitions than dims");
  return tileTo(c, c.tensor("self"), times);
}
Value tile(Call &c) { return tileTo(c, c.tensor("self"), c.ints("dims")); }

/// Each element of a dim repeated: [.., n, ..] -> [.., n * times, ..].
Value repeatInterleave(Call &c) {
  Value x = c.tensor("self");
  int64_t times = c.integer("repeats");
  if (!c.has("dim"))
    x = c.e.reshape(x, {numElements(c.e.shape(x))});
  int64_t dim = c.has("dim") ? c.dim("dim", c.e.rank(x)) : 0;
  if (c.failed() || !c.requireRank(x, 1))
    return {};
  Shape wide(c.e.shape(x)), result(wide), dims = to_vector(seq<int64_t>(0, c.e.rank(x)));
  if (times < 0 || times >= kMaxElements)
    return c.invalid("the number of repetitions is out of range");
  wide.insert(wide.begin() + dim + 1, times);
  result[dim] *= times;
  for (int64_t &place : dims)
    place += place > dim;
  if (!c.requireShape(wide))
    return {};
  return c.e.reshape(BroadcastInDimOp::create(c.e.b, c.e.loc, withShape(c.e.type(x), wide), x, dims), result);
}

/// [.., C r^2, H, W] -> [.., C, H r, W r].
Value pixelShuffle(Call &c) {
  Value x = c.tensor("self");
  int64_t r = c.integer("upscale_factor"), rank = c.e.rank(x);
  if (!c.requireRank(x, 3))
    return {};
  int64_t channels = c.e.size(x, -3), h = c.e.size(x, -2), w = c.e.size(x, -1);
  if (r < 1 || r > 1 << 15 || channels % (r * r) != 0)
    return c.invalid("the channels are no multiple of the square of the factor");
  Shape lead(c.e.shape(x).drop_back(3)), split(lead), perm = to_vector(seq<int64_t>(0, rank - 3)),
                                                      result(lead);
  append_range(split, Shape{channels / (r * r), r, r, h, w});
  for (int64_t place : {0, 3, 1, 4, 2})
    perm.push_back(rank - 3 + place);
  append_range(result, Shape{channels / (r * r), h * r, w * r});
  return c.e.reshape(c.e.transpose(c.e.reshape(x, split), perm), result);
}

/// The inverse of pixelShuffle.
Value pixelUnshuffle(Call &c) {
  Value x = c.tensor("self");
  int64_t r = c.integer("downscale_factor"), rank = c.e.rank(x);
  if (!c.requireRank(x, 3))
    return {};
  int64_t channels = c.e.size(x, -3), h = c.e.size(x, -2), w = c.e.size(x, -1);
  if (r < 1 || h % r != 0 || w % r != 0)
    return c.invalid("the image is no multiple of the factor");
  Shape lead(c.e.shape(x).drop_back(3)), split(lead), perm = to_vector(seq<int64_t>(0, rank - 3)),
                                                      result(lead);
  append_range(split, Shape{channels, h / r, r, w / r, r});
  for (int64_t place : {0, 2, 4, 1, 3})
    perm.push_back(rank - 3 + place);
  append_range(result, Shape{channels * r * r, h / r, w / r});
  return c.e.reshape(c.e.transpose(c.e.reshape(x, split), perm), result);
}

Value channelShuffle(Call &c) {
  Value x = c.tensor("self");
  int64_t groups = c.integer("groups");
  if (!c.requireRank(x, 3))
    return {};
  if (groups < 1 || c.e.size(x, 1) % groups != 0)
    return c.invalid("the channels are no multiple of the groups");
  Shape shape(c.e.shape(x)), split(shape);
  split[1] = shape[1] / groups;
  split.insert(split.begin() + 1, groups);
  return c.e.reshape(c.e.swap(c.e.reshape(x, split), 1, 2), shape);
}

Value rot90(Call &c) {
  Value x = c.tensor("self");
  Shape dims = c.ints("dims");
  int64_t turns = ((c.integer("k") % 4) + 4) % 4;
  if (dims.size() != 2 || !c.requireRank(x, 2))
    return c.invalid("two dims are needed");
  int64_t a = c.normalizeDim(dims[0], c.e.rank(x)), b = c.normalizeDim(dims[1], c.e.rank(x));
  if (c.failed() || a == b)
    return c.invalid("the two dims are one");
  if (turns == 0)
    return x;
  if (turns == 2)
    return c.e.reverse(x, {std::min(a, b), std::max(a, b)});
  return turns == 1 ? c.e.swap(c.e.reverse(x, {b}), a, b) : c.e.reverse(c.e.swap(x, a, b), {b});
}

const OpRow rows[] = {
    {"cat(Tensor[] tensors, int dim=0)", cat},
    {"concat(Tensor[] tensors, int dim=0)", cat},
    {"concatenate(Tensor[] tensors, int dim=0)", cat},
    {"stack(Tensor[] tensors, int dim=0)", stack},
    {"flip(Tensor self, int[] dims)", flip},
    {"flipud(Tensor self)", flipFixed<0>},
    {"fliplr(Tensor self)", flipFixed<1>},
    {"roll(Tensor self, int[1] shifts, int[1] dims=[])", roll},
    {"repeat(Tensor self, int[] repeats)", repeat},
    {"tile(Tensor self, int[] dims)", tile},
    {"repeat_interleave.self_int(Tensor self, int repeats, int? dim=None, *, int? output_size=None)",
     repeatInterleave},
    {"pixel_shuffle(Tensor self, int upscale_factor)", pixelShuffle},
    {"pixel_unshuffle(Tensor self, int downscale_factor)", pixelUnshuffle},
    {"channel_shuffle(Tensor self, int groups)", channelShuffle},
    {"rot90(Tensor self, int k=1, int[] dims=[0,1])", rot90},
};

} // namespace

ArrayRef<OpRow> rearrangeOps() { return rows; }

} // namespace neuron::pt2
