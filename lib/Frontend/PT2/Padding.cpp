//===- Padding.cpp - padding and cropping ---------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

/// torch lists (before, after) from the last dim to the first that is padded.
Value padWith(Call &c, PadMode mode, double value, StringRef list = "pad") {
  Value x = c.tensor("self");
  Shape pads = c.ints(list), lo(c.e.rank(x), 0), hi(c.e.rank(x), 0), result(c.e.shape(x));
  if (pads.size() % 2 != 0 || int64_t(pads.size() / 2) > c.e.rank(x))
    return c.invalid("the list of paddings does not fit the rank");
  for (size_t i = 0; i < pads.size() / 2; ++i) {
    size_t dim = lo.size() - 1 - i;
    lo[dim] = pads[2 * i];
    hi[dim] = pads[2 * i + 1];
    if (std::abs(lo[dim]) >= kMaxElements || std::abs(hi[dim]) >= kMaxElements)
      return c.invalid("a padding is out of range");
    result[dim] += lo[dim] + hi[dim];
  }
  return c.requireShape(result) ? c.e.pad(x, lo, hi, value, mode) : Value();
}

Value constantPad(Call &c) { return padWith(c, PadMode::Constant, c.number("value")); }
template <PadMode mode> Value padAs(Call &c) { return padWith(c, mode, 0, "padding"); }
Value circularPad(Call &c) { return padWith(c, PadMode::Wrap, 0); }

Value padNamed(Call &c) {
  StringRef mode = c.string("mode");
  if (mode == "constant")
    return padWith(c, PadMode::Constant, c.has("value") ? c.number("value") : 0);
  if (mode == "reflect")
    return padWith(c, PadMode::Reflect, 0);
  if (mode == "replicate")
    return padWith(c, PadMode::Edge, 0);
  if (mode == "circular")
    return padWith(c, PadMode::Wrap, 0);
  return c.refuse("the mode '" + mode + "'");
}

const OpRow rows[] = {
    {"pad(Tensor self, int[] pad, str mode='constant', float? value=None)", padNamed},
    {"constant_pad_nd(Tensor self, int[] pad, Scalar value=0)", constantPad},
    {"reflection_pad1d(Tensor self, int[2] padding)", padAs<PadMode::Reflect>},
    {"reflection_pad2d(Tensor self, int[4] padding)", padAs<PadMode::Reflect>},
    {"reflection_pad3d(Tensor self, int[6] padding)", padAs<PadMode::Reflect>},
    {"replication_pad1d(Tensor self, int[2] padding)", padAs<PadMode::Edge>},
    {"replication_pad2d(Tensor self, int[4] padding)", padAs<PadMode::Edge>},
    {"replication_pad3d(Tensor self, int[6] padding)", padAs<PadMode::Edge>},
    {"_pad_circular(Tensor self, int[] pad)", circularPad},
};

} // namespace

ArrayRef<OpRow> paddingOps() { return rows; }

} // namespace neuron::pt2
