//===- Image.cpp - sampling of images -------------------------------------===//

#include "Sampling.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

FailureOr<Sampling> readSampling(Call &n) {
  Sampling s;
  StringRef mode = n.attrString("mode", "linear"), padding = n.attrString("padding_mode", "zeros");
  s.taps = mode == "nearest" ? 1 : mode == "cubic" || mode == "bicubic" ? 4 : 2;
  s.padding = padding == "border"       ? Padding::Border
              : padding == "reflection" ? Padding::Reflection
                                        : Padding::Zeros;
  s.alignCorners = n.attrInt("align_corners", 0) != 0;
  bool isKnown = s.taps != 2 || mode == "linear" || mode == "bilinear";
  if (!isKnown || (s.padding == Padding::Zeros && padding != "zeros"))
    return n.invalid("has an unknown mode or padding_mode");
  return s;
}

/// The grid's coordinates lie in [-1, 1], the last dim of the image first.
LogicalResult importGridSample(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0), grid = n.in(1);
  FailureOr<Sampling> s = readSampling(n);
  if (failed(s) || !n.requireRank(x, 3, 5) || !n.requireRank(grid, Emitter::rank(x), Emitter::rank(x)))
    return failure();
  Dims shape = Emitter::shape(x), gridShape = Emitter::shape(grid);
  int64_t spatial = shape.size() - 2, batch = shape[0];
  if (gridShape.back() != spatial || gridShape[0] != batch || llvm::is_contained(shape.drop_front(2), 0))
    return n.invalid("the grid does not fit the image");
  Shape result{batch, shape[1]};
  result.append(gridShape.begin() + 1, gridShape.end() - 1);
  int64_t positions = numElements(gridShape.drop_front().drop_back());
  Value flat = e.cast(e.reshape(grid, {batch, positions, spatial}), e.f32());
  std::vector<Axis> axes;
  for (int64_t dim = 0; dim < spatial; ++dim) {
    double size = double(shape[2 + dim]);
    Value u = e.addNumber(e.selectDim(flat, 2, spatial - 1 - dim), 1);
    Value pixel = s->alignCorners ? e.mulNumber(u, (size - 1) / 2)
                                  : e.mulNumber(e.addNumber(e.mulNumber(u, size), -1), 0.5);
    axes.push_back(neighbours(n, pixel, shape[2 + dim], *s));
  }
  return n.failed() ? failure() : n.result(e.reshape(sample(n, x, axes, s->taps), result));
}

/// theta times the homogeneous coordinates of every position.
LogicalResult importAffineGrid(Call &n) {
  Emitter &e = n.e;
  Value theta = n.in(0);
  std::optional<Shape> size;
  if (std::optional<Shape> declared = n.declaredIfUnknown(1); declared && declared->size() >= 4) {
    size = Shape{(*declared)[0], 1};
    size->append(declared->begin() + 1, declared->end() - 1);
  } else {
    size = n.listAttrOrInput("size", 1);
  }
  if (!size || !n.requireRank(theta, 3, 3))
    return failure();
  int64_t spatial = size->size() - 2;
  if (size->size() < 4 || size->size() > 5 || !isValidShape(*size) ||
      Emitter::shape(theta).drop_front() != Dims({spatial, spatial + 1}))
    return n.invalid("size and theta do not fit");
  Type element = Emitter::element(theta);
  Shape grid(size->begin() + 2, size->end());
  bool aligned = n.attrInt("align_corners", 0) != 0;
  SmallVector<Value> coordinates;
  for (int64_t dim = spatial; dim-- > 0;) { // the last dim comes first
    double length = double(grid[dim]);
    double step = aligned ? (length > 1 ? 2 / (length - 1) : 0) : 2 / length;
    double start = aligned ? -1 : -1 + step / 2;
    Value line = e.addNumber(e.mulNumber(e.iota(grid, dim, element), step), start);
    coordinates.push_back(e.reshape(line, {1, numElements(grid)}));
  }
  coordinates.push_back(e.full({1, numElements(grid)}, element, 1));
  // [batch, spatial, spatial + 1] x [spatial + 1, positions], then the coordinates last.
  Value product = e.dot(theta, e.concat(coordinates, 0), {}, {}, {2}, {0});
  Shape result{Emitter::size(theta, 0)};
  llvm::append_range(result, grid);
  result.push_back(spatial);
  return n.failed() ? failure() : n.result(e.reshape(e.transpose(product, {0, 2, 1}), result));
}

//===----------------------------------------------------------------------===//
// RoiAlign
//===----------------------------------------------------------------------===//

/// Sampling positions along one side of the regions, [regions, bins * samples].
Value roiPositions(Call &n, Value start, Value extent, int64_t bins, int64_t samples) {
  Emitter &e = n.e;
  int64_t regions = Emitter::size(start, 0);
  std::vector<double> offsets;
  for (int64_t bin = 0; bin < bins; ++bin)
    for (int64_t i = 0; i < samples; ++i)
      offsets.push_back((double(bin) + (double(i) + 0.5) / double(samples)) / double(bins));
  Shape shape{regions, bins * samples};
  Value offset = e.broadcastAlong(e.floats(offsets, {bins * samples}, Emitter::element(start)), 1, shape);
  return e.add(e.broadcastAlong(start, 0, shape), e.mul(e.broadcastAlong(extent, 0, shape), offset));
}

/// Bilinear neighbours; what lies more than a pixel outside counts nothing, the border repeats.
Axis roiNeighbours(Call &n, Value x, int64_t size) {
  Emitter &e = n.e;
  Value inside = e.binary(BinaryFn::And, e.compareNumber(CompareFn::Ge, x, -1),
                          e.compareNumber(CompareFn::Le, x, double(size)));
  Value clamped = e.clamp(x, 0.0, double(size - 1)), base = e.unary(UnaryFn::Floor, clamped);
  Axis axis;
  for (Value weight : tapWeights(n, e.sub(clamped, base), 2))
    axis.weights.push_back(e.select(inside, weight, e.like(weight, 0)));
  for (double tap : {0.0, 1.0})
    axis.places.push_back(e.cast(e.clamp(e.addNumber(base, tap), 0.0, double(size - 1)), e.i64()));
  return axis;
}

LogicalResult importRoiAlign(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0), rois = n.in(1), batches = n.in(2);
  int64_t height = n.attrInt("output_height", 1), width = n.attrInt("output_width", 1);
  int64_t samples = n.attrInt("sampling_ratio", 0);
  if (!n.requireRank(x, 4, 4) || !n.requireRank(rois, 2, 2) || !n.requireRank(batches, 1, 1))
    return failure();
  if (samples == 0)
    return n.refuse("with a number of samples that depends on the region (sampling_ratio = 0)");
  if (samples < 1 || samples > 64 || height < 1 || width < 1 || height > 4096 || width > 4096 ||
      Emitter::size(rois, 1) != 4 || Emitter::count(x) == 0)
    return n.invalid("has an operand or attribute out of range");
  bool isHalfPixel = n.attrString("coordinate_transformation_mode",
                                  n.opset < 16 ? "output_half_pixel" : "half_pixel") == "half_pixel";
  bool isMax = n.attrString("mode", "avg") == "max";
  double scale = n.attrFloat("spatial_scale", 1);
  Dims shape = Emitter::shape(x);
  int64_t regions = Emitter::size(rois, 0), channels = shape[1];
  auto edge = [&](int64_t i) {
    return e.addNumber(e.mulNumber(e.selectDim(rois, 1, i), scale), isHalfPixel ? -0.5 : 0);
  };
  Axis axes[2];
  for (int64_t dim = 0; dim < 2; ++dim) { // y, x
    Value start = edge(1 - dim), extent = e.sub(edge(3 - dim), start);
    if (!isHalfPixel)
      extent = e.clamp(extent, 1.0, std::nullopt);
    Value positions = roiPositions(n, start, extent, dim ? width : height, samples);
    axes[dim] = roiNeighbours(n, positions, shape[2 + dim]);
  }
  int64_t rows = height * samples, columns = width * samples;
  Shape grid{regions, rows, columns}, flat{regions, rows * columns};
  auto spread = [&](Value v, int64_t dim) {
    return e.reshape(e.broadcastInDim(v, {0, 1 + dim}, grid), flat);
  };
  for (int64_t dim = 0; dim < 2; ++dim)
    for (auto *list : {&axes[dim].places, &axes[dim].weights})
      for (Value &value : *list)
        value = spread(value, dim);
  Value images = e.gather(x, e.cast(batches, e.i64()), 0);
  if (n.failed())
    return failure();
  Shape bins{regions, channels, height, samples, width, samples};
  if (!isMax)
    return n.result(e.mean(e.reshape(sample(n, images, axes, 2), bins), {3, 5}));
  // The maximum is taken over the weighted neighbours themselves.
  Value best;
  for (int64_t tap = 0; tap < 4; ++tap) {
    Axis one[2];
    for (int64_t dim = 0; dim < 2; ++dim) {
      int64_t i = dim ? tap % 2 : tap / 2;
      one[dim] = {{axes[dim].places[i]}, {axes[dim].weights[i]}};
    }
    Value term = sample(n, images, one, 1);
    best = best ? e.binary(BinaryFn::Max, best, term) : term;
  }
  return n.result(e.reduce(ReduceFn::Max, e.reshape(best, bins), {3, 5}));
}

/// Adds the columns of blocks back to the images they were cut from.
LogicalResult importCol2Im(Call &n) {
  Emitter &e = n.e;
  Value x = n.in(0);
  std::optional<Shape> image = n.listAttrOrInput("image_shape", 1),
                       block = n.listAttrOrInput("block_shape", 2);
  if (!image || !block || !n.requireRank(x, 3, 3))
    return failure();
  size_t rank = image->size();
  Shape strides = n.attrInts("strides", Shape(rank, 1)), dilations = n.attrInts("dilations", Shape(rank, 1));
  Shape pads = n.attrInts("pads", Shape(2 * rank, 0));
  auto isBad = [](int64_t v) { return v < 1 || v > (1 << 20); };
  if (rank < 1 || block->size() != rank || strides.size() != rank || dilations.size() != rank ||
      pads.size() != 2 * rank || llvm::any_of(*image, isBad) || llvm::any_of(*block, isBad) ||
      llvm::any_of(strides, isBad) || llvm::any_of(dilations, isBad) ||
      llvm::any_of(pads, [](int64_t p) { return p < 0 || p > (1 << 20); }))
    return n.invalid("has an operand or attribute out of range");
  int64_t taps = numElements(*block), batch = Emitter::size(x, 0), rows = Emitter::size(x, 1);
  Shape padded, positions;
  for (size_t i = 0; i < rank; ++i) {
    padded.push_back((*image)[i] + pads[i] + pads[i + rank]);
    int64_t room = padded[i] - dilations[i] * ((*block)[i] - 1) - 1;
    positions.push_back(room < 0 ? 0 : room / strides[i] + 1);
  }
  if (taps > 1024 || rows % taps != 0 || numElements(positions) != Emitter::size(x, 2))
    return n.invalid("the columns do not fit the image");
  int64_t channels = rows / taps;
  // Each tap's values are spread out by the stride, moved to their place, and summed.
  Shape split{batch, channels, taps};
  llvm::append_range(split, positions);
  Value columns = e.reshape(x, split), sum;
  for (int64_t tap = 0; tap < taps && !n.failed(); ++tap) {
    Value values = e.selectDim(columns, 2, tap);
    int64_t rest = tap;
    for (size_t i = rank; i-- > 0; rest /= (*block)[i]) {
      int64_t offset = rest % (*block)[i] * dilations[i], dim = 2 + i;
      if (strides[i] > 1) { // zeros between the values
        Shape lo(Emitter::rank(values) + 1, 0), hi(lo), joined(Emitter::shape(values));
        hi[dim + 1] = strides[i] - 1;
        joined[dim] *= strides[i];
        values = e.reshape(e.pad(e.unsqueeze(values, dim + 1), lo, hi), joined);
        values = e.sliceDim(values, dim, 0, (positions[i] - 1) * strides[i] + 1);
      }
      Shape lo(Emitter::rank(values), 0), hi(lo);
      lo[dim] = offset;
      hi[dim] = padded[i] - offset - Emitter::size(values, dim);
      values = e.pad(values, lo, hi);
    }
    sum = sum ? e.add(sum, values) : values;
  }
  if (n.failed() || numElements(positions) == 0)
    return n.failed() ? failure() : n.invalid("the columns do not fit the image");
  Shape starts{0, 0}, sizes{batch, channels};
  starts.append(pads.begin(), pads.begin() + rank);
  llvm::append_range(sizes, *image);
  return n.result(e.slice(sum, starts, sizes, Shape(rank + 2, 1)));
}

} // namespace

ArrayRef<Operator> neuron::onnx::imageOperators() {
  static const Operator rows[] = {
      {"AffineGrid", 20, 0, 2, importAffineGrid},
      {"Col2Im", 18, 0, 3, importCol2Im},
      {"GridSample", 16, 0, 2, importGridSample},
      {"RoiAlign", 10, 0, 3, importRoiAlign},
  };
  return rows;
}
