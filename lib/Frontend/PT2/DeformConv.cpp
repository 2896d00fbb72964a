//===- DeformConv.cpp - convolutions whose taps move ----------------------===//
//
// The image is read at the position of each tap of each window; what was read is
// multiplied with the weights over channels and taps.
//
//===----------------------------------------------------------------------===//
#include "Sampler.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

class DeformConv {
public:
  explicit DeformConv(Call &call) : c(call) {}
  Value run();

private:
  Call &c;
  Value image, weight, offset; ///< [N, C, H, W], [O, C / groups, KH, KW], [N, 2 * moves * taps, OH, OW]
  int64_t batch = 0, channels = 0, taps = 0, moves = 0, groups = 0, pixels = 0;
  Shape out; ///< OH, OW

  bool read();
  Value start(int64_t dim) const;
  Value sampled(int64_t group);
};

} // namespace

bool DeformConv::read() {
  image = widened(c, c.tensor("input"));
  weight = widened(c, c.tensor("weight"));
  offset = widened(c, c.tensor("offset"));
  for (Value value : {image, weight, offset})
    if (!c.requireRank(value, 4, 4))
      return false;
  batch = c.e.size(image, 0);
  channels = c.e.size(image, 1);
  taps = c.e.size(weight, 2) * c.e.size(weight, 3);
  moves = c.integer("offset_groups");
  groups = c.integer("groups");
  out = Shape(c.e.shape(offset).drop_front(2));
  pixels = numElements(out);
  bool fits = moves > 0 && groups > 0 && channels % moves == 0 && channels == groups * c.e.size(weight, 1) &&
              c.e.size(weight, 0) % groups == 0 && c.e.shape(offset).take_front(2) == Dims{batch, 2 * moves * taps} &&
              c.e.size(image, 2) > 0 && c.e.size(image, 3) > 0 && c.requireShape({batch, channels, taps, pixels});
  if (!fits)
    c.invalid("its operands do not fit each other");
  return fits;
}

/// Row or column (dim 0 or 1) that each tap of each window reads without an offset: [1, taps * pixels].
Value DeformConv::start(int64_t dim) const {
  StringRef names[2][3] = {{"stride_h", "pad_h", "dilation_h"}, {"stride_w", "pad_w", "dilation_w"}};
  auto [stride, pad, dilation] = names[dim];
  Shape shape{c.e.size(weight, 2), c.e.size(weight, 3), out[0], out[1]};
  Type element = c.e.element(image);
  Value window = c.e.mulNumber(c.e.iota(shape, 2 + dim, element), double(c.integer(stride)));
  Value tap = c.e.mulNumber(c.e.iota(shape, dim, element), double(c.integer(dilation)));
  return c.e.reshape(c.e.addNumber(c.e.add(window, tap), -double(c.integer(pad))), {1, taps * pixels});
}

/// What the channels of one group of offsets read: [N, channels, taps * pixels].
Value DeformConv::sampled(int64_t group) {
  int64_t count = channels / moves, positions = taps * pixels;
  Value each = c.e.reshape(offset, {batch, moves, taps, 2, pixels});
  auto position = [&](int64_t dim) {
    Value moved = c.e.reshape(c.e.selectDim(c.e.selectDim(each, 1, group), 2, dim), {batch, positions});
    return c.e.add(moved, c.e.broadcast(start(dim), {batch, positions}));
  };
  int64_t height = c.e.size(image, 2), width = c.e.size(image, 3);
  Value part = c.e.reshape(c.e.sliceDim(image, 1, group * count, count), {batch, count, height * width});
  Sampler sampler{c, part, height, width, /*zeros=*/true, {batch, count, positions}};
  Value value = sampler.bilinear(position(0), position(1));
  if (!c.flag("use_mask"))
    return value;
  Value mask = c.e.reshape(widened(c, c.tensor("mask")), {batch, moves, positions});
  return c.e.mul(value, sampler.spread(c.e.selectDim(mask, 1, group)));
}

Value DeformConv::run() {
  if (!read())
    return {};
  if (c.flag("use_mask") && c.e.shape(c.tensor("mask")) != Dims{batch, moves * taps, out[0], out[1]})
    return c.invalid("the mask does not fit");
  SmallVector<Value> parts;
  for (int64_t group = 0; group < moves; ++group)
    parts.push_back(sampled(group));
  int64_t inside = channels / groups, outputs = c.e.size(weight, 0);
  Value columns = c.e.reshape(c.e.concat(parts, 1), {batch, groups, inside, taps, pixels});
  Value factors = c.e.reshape(weight, {groups, outputs / groups, inside, taps});
  Value product = c.e.dot(factors, columns, {0}, {1}, {2, 3}, {2, 3}); // [groups, outputs / groups, N, pixels]
  Shape shape{batch, outputs, out[0], out[1]};
  Value result = c.e.reshape(c.e.transpose(product, {2, 0, 1, 3}), shape);
  Value bias = c.e.cast(c.tensor("bias"), c.e.element(result));
  if (c.e.shape(bias) != Dims{outputs})
    return c.invalid("the bias does not fit");
  return c.e.cast(c.e.add(result, c.e.broadcastAlong(bias, 1, shape)), c.resultElement());
}

static Value deformConv(Call &c) { return DeformConv(c).run(); }

static const OpRow rows[] = {
    {"torchvision.deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, int stride_h, int "
     "stride_w, int pad_h, int pad_w, int dilation_h, int dilation_w, int groups, int offset_groups, bool use_mask)",
     deformConv},
};

ArrayRef<OpRow> deformConvOps() { return rows; }

} // namespace neuron::pt2
