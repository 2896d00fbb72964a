//===- Convolution.cpp - convolutions and their adjoints ------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

struct ConvSpec {
  Shape strides, padsLo, padsHi, dilations, outputPadding;
  int64_t groups = 1;
  bool transposed = false;
};

/// A list with one entry per spatial dim; a single one counts for all.
Shape spatial(Call &c, StringRef name, int64_t count, int64_t otherwise) {
  Shape list = c.ints(name);
  if (list.empty())
    list.assign(count, otherwise);
  if (list.size() == 1)
    list.resize(count, list.front());
  if (int64_t(list.size()) != count)
    c.invalid("'" + name + "' must have " + Twine(count) + " entries, but has " + Twine(list.size()));
  return list;
}

/// An input without a batch gets one, and the result loses it.
Value convolve(Call &c, const ConvSpec &spec) {
  Value x = c.tensor("input"), w = c.tensor("weight");
  bool unbatched = c.e.rank(x) == c.e.rank(w) - 1;
  if (unbatched)
    x = c.e.unsqueeze(x, 0);
  if (c.failed() || !c.requireRank(w, 3, 5) || !c.requireRank(x, c.e.rank(w), c.e.rank(w)))
    return {};
  auto extra = spec.transposed ? c.e.b.getDenseI64ArrayAttr(spec.outputPadding) : DenseI64ArrayAttr();
  Value y = ConvOp::create(c.e.b, c.e.loc, x, w, spec.strides, spec.padsLo, spec.padsHi, spec.dilations,
                           spec.groups, spec.transposed, extra);
  if (c.has("bias")) {
    Value bias = c.e.cast(c.tensor("bias"), c.e.element(y));
    if (!c.requireRank(bias, 1, 1))
      return {};
    y = c.e.add(y, c.e.broadcastAlong(bias, 1, Shape(c.e.shape(y))));
  }
  return unbatched ? c.e.squeeze(y, 0) : y;
}

int64_t spatialCount(Call &c) { return std::max<int64_t>(c.e.rank(c.tensor("weight")) - 2, 0); }

ConvSpec readSpec(Call &c) {
  int64_t count = spatialCount(c);
  ConvSpec spec;
  spec.strides = spatial(c, "stride", count, 1);
  spec.dilations = spatial(c, "dilation", count, 1);
  spec.groups = c.integer("groups");
  return spec;
}

Value conv(Call &c) {
  ConvSpec spec = readSpec(c);
  spec.padsLo = spec.padsHi = spatial(c, "padding", spatialCount(c), 0);
  return convolve(c, spec);
}

/// padding = 'same' (the odd element goes to the end) or 'valid'.
Value convNamedPadding(Call &c) {
  ConvSpec spec = readSpec(c);
  Value w = c.tensor("weight");
  bool same = c.string("padding") == "same";
  if (!same && c.string("padding") != "valid")
    return c.refuse("the padding '" + c.string("padding") + "'");
  for (int64_t i = 0; i < spatialCount(c); ++i) {
    int64_t total = same && !c.failed() ? spec.dilations[i] * (c.e.size(w, i + 2) - 1) : 0;
    spec.padsLo.push_back(total / 2);
    spec.padsHi.push_back(total - total / 2);
  }
  return convolve(c, spec);
}

ConvSpec readTransposed(Call &c) {
  ConvSpec spec = readSpec(c);
  spec.padsLo = spec.padsHi = spatial(c, "padding", spatialCount(c), 0);
  spec.outputPadding = spatial(c, "output_padding", spatialCount(c), 0);
  spec.transposed = true;
  return spec;
}

Value convTranspose(Call &c) { return convolve(c, readTransposed(c)); }

Value convolution(Call &c) { return c.flag("transposed") ? convTranspose(c) : conv(c); }

const OpRow rows[] = {
    {"conv1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, int[1] "
     "dilation=1, int groups=1)",
     conv},
    {"conv2d(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] padding=0, int[2] "
     "dilation=1, int groups=1)",
     conv},
    {"conv3d(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] padding=0, int[3] "
     "dilation=1, int groups=1)",
     conv},
    {"conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, str padding='valid', "
     "int[1] dilation=1, int groups=1)",
     convNamedPadding},
    {"conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, str padding='valid', "
     "int[2] dilation=1, int groups=1)",
     convNamedPadding},
    {"conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, str padding='valid', "
     "int[3] dilation=1, int groups=1)",
     convNamedPadding},
    {"conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, int[1] stride=1, int[1] padding=0, "
     "int[1] output_padding=0, int groups=1, int[1] dilation=1)",
     convTranspose},
    {"conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, int[2] stride=1, int[2] "
     "padding=0, int[2] output_padding=0, int groups=1, int[2] dilation=1)",
     convTranspose},
    {"conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, int[3] stride=1, int[3] "
     "padding=0, int[3] output_padding=0, int groups=1, int[3] dilation=1)",
     convTranspose},
    {"convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, "
     "bool transposed, int[] output_padding, int groups)",
     convolution},
    {"_convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, "
     "bool transposed, int[] output_padding, int groups, bool benchmark, bool deterministic, bool "
     "cudnn_enabled, bool allow_tf32)",
     convolution},
    {"_convolution.deprecated(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] "
     "dilation, bool transposed, int[] output_padding, int groups, bool benchmark, bool deterministic, bool "
     "cudnn_enabled)",
     convolution},
};

} // namespace

ArrayRef<OpRow> convolutionOps() { return rows; }

} // namespace neuron::pt2
