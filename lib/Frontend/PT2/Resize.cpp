//===- Resize.cpp - resampling of images ----------------------------------===//
#include "OpHelpers.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

struct ResizeSpec {
  ResizeMode mode = ResizeMode::Linear;
  Coordinate coordinate = Coordinate::HalfPixel;
  NearestMode nearest = NearestMode::Floor;
  bool antialias = false;
};

/// `given` are the user's factors for each spatial dim, used for the coordinates
/// where the result's size was made from them; otherwise the ratio of sizes.
Value resizeTo(Call &c, Value x, Dims sizes, ArrayRef<std::optional<double>> given, const ResizeSpec &spec) {
  int64_t count = sizes.size();
  if (!c.requireRank(x, count + 2, count + 2))
    return {};
  Shape shape(c.e.shape(x).take_front(2));
  append_range(shape, sizes);
  if (!c.requireShape(shape) || numElements(shape) == 0 || numElements(c.e.shape(x)) == 0)
    return c.invalid("a size is out of range");
  SmallVector<double> scales{1.0, 1.0};
  for (int64_t i = 0; i < count; ++i) {
    bool byRatio = !given[i] || *given[i] <= 0 || spec.coordinate == Coordinate::AlignCorners;
    scales.push_back(byRatio ? double(sizes[i]) / double(c.e.size(x, i + 2)) : *given[i]);
  }
  // torch's cubic weights have a = -0.75; beyond the border the border is repeated.
  return ResizeOp::create(c.e.b, c.e.loc, withShape(c.e.type(x), shape), spec.mode, x, scales,
                          spec.coordinate, spec.nearest, /*cubic_a=*/APFloat(-0.75),
                          /*exclude_outside=*/spec.antialias, DenseF64ArrayAttr(),
                          /*extrapolation=*/APFloat(0.0), spec.antialias);
}

/// Forms with (output_size | scale_factors).
Value resizeVec(Call &c, int64_t count, const ResizeSpec &spec) {
  Value x = c.tensor("input");
  Shape sizes = c.ints("output_size");
  SmallVector<std::optional<double>> given(count);
  if (c.has("scale_factors")) {
    SmallVector<double> factors = c.numbers("scale_factors");
    if (int64_t(factors.size()) != count || !c.requireRank(x, count + 2, count + 2))
      return c.invalid("one factor for each spatial dim is needed");
    sizes.clear();
    for (int64_t i = 0; i < count; ++i) {
      double size = std::floor(double(c.e.size(x, i + 2)) * factors[i]);
      if (!(size >= 1 && size < double(kMaxElements)))
        return c.invalid("a factor is out of range");
      sizes.push_back(int64_t(size));
      given[i] = factors[i];
    }
  }
  if (int64_t(sizes.size()) != count)
    return c.invalid("one size for each spatial dim is needed");
  return resizeTo(c, x, sizes, given, spec);
}

/// Forms with sizes and optional factors by name.
Value resizeSized(Call &c, ArrayRef<StringRef> factorNames, const ResizeSpec &spec) {
  Shape sizes = c.ints("output_size");
  if (sizes.size() != factorNames.size())
    return c.invalid("one size for each spatial dim is needed");
  SmallVector<std::optional<double>> given;
  for (StringRef name : factorNames)
    given.push_back(c.has(name) ? std::optional<double>(c.number(name)) : std::nullopt);
  return resizeTo(c, c.tensor("self"), sizes, given, spec);
}

ArrayRef<StringRef> factorNames(int64_t count) {
  static const StringRef names[] = {"scales_d", "scales_h", "scales_w"};
  static const StringRef line[] = {"scales"};
  return count == 1 ? ArrayRef<StringRef>(line) : ArrayRef<StringRef>(names).take_back(count);
}

ResizeSpec nearestSpec(bool exact) {
  return {ResizeMode::Nearest, exact ? Coordinate::HalfPixel : Coordinate::Asymmetric,
          exact ? NearestMode::RoundPreferCeil : NearestMode::Floor};
}

ResizeSpec smoothSpec(Call &c, ResizeMode mode, bool antialias = false) {
  return {mode, c.flag("align_corners") ? Coordinate::AlignCorners : Coordinate::HalfPixel,
          NearestMode::Floor, antialias};
}

template <int count, int exact> Value nearestVec(Call &c) { return resizeVec(c, count, nearestSpec(exact)); }
template <int count, int exact> Value nearest(Call &c) {
  return resizeSized(c, factorNames(count), nearestSpec(exact));
}
template <int count, ResizeMode mode, int antialias = 0> Value smoothVec(Call &c) {
  return resizeVec(c, count, smoothSpec(c, mode, antialias));
}
template <int count, ResizeMode mode, int antialias = 0> Value smooth(Call &c) {
  return resizeSized(c, factorNames(count), smoothSpec(c, mode, antialias));
}

#define VEC_NEAREST "(Tensor input, int[]? output_size, float[]? scale_factors)"
#define VEC_SMOOTH "(Tensor input, int[]? output_size, bool align_corners, float[]? scale_factors)"
constexpr ResizeMode kLinear = ResizeMode::Linear, kCubic = ResizeMode::Cubic;

const OpRow rows[] = {
    {"upsample_nearest1d.vec" VEC_NEAREST, nearestVec<1, 0>},
    {"upsample_nearest2d.vec" VEC_NEAREST, nearestVec<2, 0>},
    {"upsample_nearest3d.vec" VEC_NEAREST, nearestVec<3, 0>},
    {"_upsample_nearest_exact1d.vec" VEC_NEAREST, nearestVec<1, 1>},
    {"_upsample_nearest_exact2d.vec" VEC_NEAREST, nearestVec<2, 1>},
    {"_upsample_nearest_exact3d.vec" VEC_NEAREST, nearestVec<3, 1>},
    {"upsample_linear1d.vec" VEC_SMOOTH, smoothVec<1, kLinear>},
    {"upsample_bilinear2d.vec" VEC_SMOOTH, smoothVec<2, kLinear>},
    {"upsample_trilinear3d.vec" VEC_SMOOTH, smoothVec<3, kLinear>},
    {"upsample_bicubic2d.vec" VEC_SMOOTH, smoothVec<2, kCubic>},
    {"_upsample_bilinear2d_aa.vec" VEC_SMOOTH, smoothVec<2, kLinear, 1>},
    {"upsample_nearest1d(Tensor self, int[1] output_size, float? scales=None)", nearest<1, 0>},
    {"upsample_nearest2d(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None)",
     nearest<2, 0>},
    {"upsample_nearest3d(Tensor self, int[3] output_size, float? scales_d=None, float? scales_h=None, float? "
     "scales_w=None)",
     nearest<3, 0>},
    {"_upsample_nearest_exact1d(Tensor self, int[1] output_size, float? scales=None)", nearest<1, 1>},
    {"_upsample_nearest_exact2d(Tensor self, int[2] output_size, float? scales_h=None, float? scales_w=None)",
     nearest<2, 1>},
    {"_upsample_nearest_exact3d(Tensor self, int[3] output_size, float? scales_d=None, float? scales_h=None, "
     "float? scales_w=None)",
     nearest<3, 1>},
    {"upsample_linear1d(Tensor self, int[1] output_size, bool align_corners, float? scales=None)",
     smooth<1, kLinear>},
    {"upsample_bilinear2d(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? "
     "scales_w=None)",
     smooth<2, kLinear>},
    {"upsample_trilinear3d(Tensor self, int[3] output_size, bool align_corners, float? scales_d=None, float? "
     "scales_h=None, float? scales_w=None)",
     smooth<3, kLinear>},
    {"upsample_bicubic2d(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, float? "
     "scales_w=None)",
     smooth<2, kCubic>},
    {"_upsample_bilinear2d_aa(Tensor self, int[2] output_size, bool align_corners, float? scales_h=None, "
     "float? scales_w=None)",
     smooth<2, kLinear, 1>},
};

} // namespace

ArrayRef<OpRow> resizeOps() { return rows; }

} // namespace neuron::pt2
