//===- GridSample.cpp - images read at positions, patches -----------------===//
#include "Sampler.h"
#include "Views.h"

using namespace mlir;
using namespace llvm;

namespace neuron::pt2 {
namespace {

enum Interpolation { kBilinear = 0, kNearest = 1 };
enum Padding { kZeros = 0, kBorder = 1, kReflection = 2 };

/// Positions -1 .. 1 to pixels: the centres of the corner pixels, or their outer edges.
Value toPixels(Emitter &e, Value grid, int64_t size, bool alignCorners) {
  if (alignCorners)
    return e.mulNumber(e.addNumber(grid, 1), double(size - 1) / 2);
  return e.addNumber(e.mulNumber(e.addNumber(grid, 1), double(size) / 2), -0.5);
}

/// Positions beyond the border mirrored at it, as often as it takes.
Value reflect(Emitter &e, Value x, int64_t size, bool alignCorners) {
  double low = alignCorners ? 0 : -0.5, span = alignCorners ? double(size - 1) : double(size);
  if (span <= 0)
    return e.like(x, 0);
  Value distance = e.unary(UnaryFn::Abs, e.addNumber(x, -low));
  Value flips = e.unary(UnaryFn::Floor, e.mulNumber(distance, 1 / span));
  Value extra = e.sub(distance, e.mulNumber(flips, span));
  Value odd = e.compareNumber(CompareFn::Ne, e.binary(BinaryFn::Mod, flips, e.like(flips, 2)), 0);
  return e.select(odd, e.addNumber(e.unary(UnaryFn::Neg, extra), span + low), e.addNumber(extra, low));
}

/// Reads [N, C, H, W] at the positions [N, H', W', 2] (x, then y).
Value gridSample(Call &c) {
  Value image = c.tensor("input"), grid = c.tensor("grid");
  int64_t mode = c.integer("interpolation_mode"), padding = c.integer("padding_mode");
  bool align = c.flag("align_corners");
  if (!c.requireRank(image, 4, 4) || !c.requireRank(grid, 4, 4))
    return {};
  if ((mode != kBilinear && mode != kNearest) || padding < kZeros || padding > kReflection)
    return c.refuse("this interpolation or padding");
  if (c.e.size(grid, 3) != 2 || c.e.size(grid, 0) != c.e.size(image, 0) || c.e.element(grid) != c.e.element(image))
    return c.invalid("the grid does not fit the image");
  int64_t batch = c.e.size(image, 0), channels = c.e.size(image, 1), h = c.e.size(image, 2), w = c.e.size(image, 3);
  int64_t rows = c.e.size(grid, 1), columns = c.e.size(grid, 2);
  Shape result{batch, channels, rows, columns};
  if (!c.requireShape(result) || h < 1 || w < 1)
    return c.invalid("the image is empty");
  Type element = c.e.element(image);
  Value wide = widened(c, image), flatGrid = c.e.reshape(widened(c, grid), {batch, rows * columns, 2});
  auto coordinate = [&](int64_t index, int64_t size) {
    Value x = toPixels(c.e, c.e.selectDim(flatGrid, 2, index), size, align);
    if (padding == kReflection)
      x = reflect(c.e, x, size, align);
    return padding == kZeros ? x : c.e.clamp(x, 0, double(size - 1));
  };
  Value x = coordinate(0, w), y = coordinate(1, h);
  Sampler sampler{c, c.e.reshape(wide, {batch, channels, h * w}), h, w, padding == kZeros, {batch, channels, rows * columns}};
  Value value = mode == kBilinear ? sampler.bilinear(y, x)
                                  : sampler.at(c.e.unary(UnaryFn::RoundEven, y), c.e.unary(UnaryFn::RoundEven, x));
  return c.e.cast(c.e.reshape(value, result), element);
}

/// Positions -1 .. 1 of `count` pixels: of the corner pixels' centres, or of their outer edges.
Value pixelPositions(Emitter &e, int64_t count, bool alignCorners, Type element) {
  Value index = e.iota({count}, 0, element);
  if (alignCorners)
    return count < 2 ? e.like(index, 0) : e.addNumber(e.mulNumber(index, 2 / double(count - 1)), -1);
  return e.addNumber(e.mulNumber(index, 2 / double(count)), 1 / double(count) - 1);
}

/// Each sample's matrix [k, k + 1] applied to the positions (x, y, .., 1) of the pixels of `size`.
Value affineGrid(Call &c) {
  Value theta = c.tensor("theta");
  Shape size = c.ints("size");
  int64_t k = int64_t(size.size()) - 2;
  if ((k != 2 && k != 3) || c.e.shape(theta) != Dims{size[0], k, k + 1} || !c.requireShape(size))
    return c.failed() ? Value() : c.invalid("the matrices do not fit the size");
  Shape pixels(size.begin() + 2, size.end());
  int64_t count = numElements(pixels);
  Type element = c.e.element(theta);
  SmallVector<Value> columns;
  for (int64_t dim = k; dim-- > 0;) {
    Value along = pixelPositions(c.e, pixels[dim], c.flag("align_corners"), element);
    columns.push_back(c.e.reshape(c.e.broadcastAlong(along, dim, pixels), {count, 1}));
  }
  columns.push_back(c.e.full({count, 1}, element, 1));
  Value grid = c.e.dot(theta, c.e.concat(columns, 1), {}, {}, {2}, {1}); // [N, k, pixels]
  Shape result{size[0]};
  append_range(result, pixels);
  result.push_back(k);
  return c.e.reshape(c.e.transpose(grid, {0, 2, 1}), result);
}

//===----------------------------------------------------------------------===//
// Patches
//===----------------------------------------------------------------------===//

struct Patches {
  Shape kernel, dilation, padding, stride;
  int64_t rows = 0, columns = 0; ///< positions of the window
};

std::optional<Patches> readPatches(Call &c, Dims image) {
  Patches p{c.ints("kernel_size"), c.ints("dilation"), c.ints("padding"), c.ints("stride")};
  Shape positions;
  for (int i = 0; i < 2; ++i) {
    for (const Shape *list : {&p.kernel, &p.dilation, &p.stride})
      if (list->size() != 2 || (*list)[i] < 1 || (*list)[i] > 1 << 20)
        return c.invalid("a size is out of range"), std::nullopt;
    if (p.padding.size() != 2 || p.padding[i] < 0 || p.padding[i] > 1 << 20)
      return c.invalid("a padding is out of range"), std::nullopt;
    int64_t room = image[i] + 2 * p.padding[i] - p.dilation[i] * (p.kernel[i] - 1) - 1;
    if (room < 0)
      return c.invalid("the window is larger than the image"), std::nullopt;
    positions.push_back(room / p.stride[i] + 1);
  }
  if (p.kernel[0] * p.kernel[1] > 1 << 12)
    return c.refuse("a window of that size"), std::nullopt;
  p.rows = positions[0];
  p.columns = positions[1];
  return p;
}

/// The pixels of the padded image that meet tap (ky, kx) of the window.
std::pair<ViewStep, ViewStep> tapSteps(const Patches &p, int64_t ky, int64_t kx) {
  return {sliceStep(2, ky * p.dilation[0], p.rows, p.stride[0]), sliceStep(3, kx * p.dilation[1], p.columns, p.stride[1])};
}

/// [N, C, H, W] to [N, C * taps, positions].
Value im2col(Call &c) {
  Value x = c.tensor("self");
  bool unbatched = c.e.rank(x) == 3;
  if (unbatched)
    x = c.e.unsqueeze(x, 0);
  if (!c.requireRank(x, 4, 4))
    return {};
  std::optional<Patches> p = readPatches(c, c.e.shape(x).take_back(2));
  if (!p)
    return {};
  Shape pads{0, 0, p->padding[0], p->padding[1]};
  Value padded = c.e.pad(x, pads, pads);
  int64_t batch = c.e.size(x, 0), channels = c.e.size(x, 1), taps = p->kernel[0] * p->kernel[1];
  Shape result{batch, channels * taps, p->rows * p->columns};
  if (!c.requireShape(result))
    return {};
  SmallVector<Value> parts;
  for (int64_t ky = 0; ky < p->kernel[0]; ++ky)
    for (int64_t kx = 0; kx < p->kernel[1]; ++kx) {
      auto [rows, columns] = tapSteps(*p, ky, kx);
      Value part = columns.forward(c.e, rows.forward(c.e, padded));
      parts.push_back(c.e.reshape(part, {batch, channels, 1, p->rows * p->columns}));
    }
  Value joined = c.e.reshape(c.e.concat(parts, 2), result);
  return unbatched ? c.e.squeeze(joined, 0) : joined;
}

/// The adjoint of im2col: overlapping pixels are summed.
Value col2im(Call &c) {
  Value x = c.tensor("self");
  Shape size = c.ints("output_size");
  bool unbatched = c.e.rank(x) == 2;
  if (unbatched)
    x = c.e.unsqueeze(x, 0);
  if (!c.requireRank(x, 3, 3) || size.size() != 2 || !c.requireShape(size))
    return c.invalid("two output sizes are needed");
  std::optional<Patches> p = readPatches(c, size);
  if (!p)
    return {};
  int64_t batch = c.e.size(x, 0), taps = p->kernel[0] * p->kernel[1], channels = c.e.size(x, 1) / taps;
  if (channels * taps != c.e.size(x, 1) || c.e.size(x, 2) != p->rows * p->columns)
    return c.invalid("the patches do not fit");
  Shape padded{batch, channels, size[0] + 2 * p->padding[0], size[1] + 2 * p->padding[1]};
  if (!c.requireShape(padded))
    return {};
  Value split = c.e.reshape(x, {batch, channels, taps, p->rows, p->columns}), sum = c.e.full(padded, c.e.element(x), 0);
  for (int64_t ky = 0; ky < p->kernel[0]; ++ky)
    for (int64_t kx = 0; kx < p->kernel[1]; ++kx) {
      auto [rows, columns] = tapSteps(*p, ky, kx);
      Value band = rows.forward(c.e, sum), old = columns.forward(c.e, band);
      Value fresh = c.e.add(old, c.e.selectDim(split, 2, ky * p->kernel[1] + kx));
      sum = rows.backward(c.e, sum, columns.backward(c.e, band, fresh));
    }
  Shape starts{0, 0, p->padding[0], p->padding[1]}, sizes{batch, channels, size[0], size[1]};
  Value result = c.e.slice(sum, starts, sizes, {1, 1, 1, 1});
  return unbatched ? c.e.squeeze(result, 0) : result;
}

const OpRow rows[] = {
    {"grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners)",
     gridSample},
    {"grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners)",
     gridSample},
    {"affine_grid_generator(Tensor theta, int[] size, bool align_corners)", affineGrid},
    {"im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride)", im2col},
    {"col2im(Tensor self, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride)",
     col2im},
};

} // namespace

ArrayRef<OpRow> gridSampleOps() { return rows; }

} // namespace neuron::pt2
