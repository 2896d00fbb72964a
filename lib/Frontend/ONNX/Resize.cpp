//===- Resize.cpp - Resize and Upsample -----------------------------------===//

#include "Call.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::onnx;

namespace {

/// What decides the result's grid, an entry for each dim.
struct Grid {
  Shape sizes;
  SmallVector<double> scales;
};

/// Result sizes for scales.
LogicalResult gridFromScales(Call &n, Dims shape, Dims axes, ArrayRef<double> scales, Grid &grid) {
  if (scales.size() != axes.size())
    return n.invalid("scales need an entry for each axis");
  for (auto [axis, scale] : llvm::zip(axes, scales)) {
    double size = std::floor(double(shape[axis]) * scale);
    if (!(scale > 0) || !(size < double(kMaxElements)))
      return n.invalid("a scale is out of range");
    grid.scales[axis] = scale;
    grid.sizes[axis] = int64_t(size);
  }
  return success();
}

/// Scales for result sizes; the policy keeps the aspect ratio by the smallest or largest of them.
LogicalResult gridFromSizes(Call &n, Dims shape, Dims axes, Dims sizes, Grid &grid) {
  if (sizes.size() != axes.size())
    return n.invalid("sizes need an entry for each axis");
  StringRef policy = n.attrString("keep_aspect_ratio_policy", "stretch");
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (auto [axis, size] : llvm::zip(axes, sizes)) {
    if (size < 0 || size >= kMaxElements || shape[axis] == 0)
      return n.invalid("a size is out of range");
    grid.scales[axis] = double(size) / double(shape[axis]);
    grid.sizes[axis] = size;
    least = std::min(least, grid.scales[axis]);
    most = std::max(most, grid.scales[axis]);
  }
  if (policy == "stretch")
    return success();
  double scale = policy == "not_larger" ? least : most;
  for (int64_t axis : axes) {
    grid.scales[axis] = scale;
    grid.sizes[axis] = int64_t(std::floor(scale * double(shape[axis]) + 0.5));
  }
  return success();
}

/// The sizes along `axes` that the model declares, if the operand is data of the run and says nothing else.
std::optional<Shape> declaredSizes(Call &n, Dims axes) {
  std::optional<Shape> shape = n.declaredIfUnknown(3);
  if (!shape || shape->size() != Emitter::shape(n.in(0)).size() ||
      n.attrString("keep_aspect_ratio_policy", "stretch") != "stretch")
    return std::nullopt;
  Shape sizes;
  for (int64_t axis : axes)
    sizes.push_back((*shape)[axis]);
  return sizes;
}

std::optional<ResizeMode> resizeMode(StringRef name) {
  return llvm::StringSwitch<std::optional<ResizeMode>>(name)
      .Case("nearest", ResizeMode::Nearest)
      .Cases({"linear", "bilinear"}, ResizeMode::Linear)
      .Case("cubic", ResizeMode::Cubic)
      .Default(std::nullopt);
}

std::optional<Coordinate> coordinateMode(StringRef name) { return symbolizeCoordinate(name); }

/// roi in the form of the dialect (starts, then ends, for all dims); null if not used.
FailureOr<DenseF64ArrayAttr> readRoi(Call &n, Dims axes, int64_t rank, unsigned input) {
  FailureOr<SmallVector<double>> roi = n.knownNumbers(input, "the roi");
  if (failed(roi) || roi->size() != 2 * axes.size())
    return n.failed() ? failure() : n.invalid("roi needs two entries for each axis");
  SmallVector<double> full(rank, 0);
  full.append(rank, 1);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    full[axis] = (*roi)[i];
    full[rank + axis] = (*roi)[axes.size() + i];
  }
  return n.e.b.getDenseF64ArrayAttr(full);
}

LogicalResult emitResize(Call &n, const Grid &grid, DenseF64ArrayAttr roi, Coordinate coordinate) {
  Value x = n.in(0);
  std::optional<ResizeMode> mode = resizeMode(n.attrString("mode", "nearest"));
  std::optional<NearestMode> nearest =
      symbolizeNearestMode(n.attrString("nearest_mode", "round_prefer_floor"));
  if (n.opset < 11)
    nearest = NearestMode::Floor;
  if (!mode || !nearest)
    return n.invalid("the mode is unknown");
  if (llvm::is_contained(grid.sizes, 0) || Emitter::count(x) == 0)
    return n.result(n.e.full(grid.sizes, Emitter::element(x), 0));
  RankedTensorType type = n.e.type(grid.sizes, Emitter::element(x));
  if (n.failed())
    return failure();
  bool antialias = n.attrInt("antialias", 0) != 0, excludes = n.attrInt("exclude_outside", 0) != 0;
  return n.result(n.e.make<ResizeOp>(type, *mode, x, grid.scales, coordinate, *nearest,
                                     llvm::APFloat(n.attrFloat("cubic_coeff_a", -0.75)), excludes, roi,
                                     llvm::APFloat(n.attrFloat("extrapolation_value", 0)), antialias));
}

LogicalResult importResize(Call &n) {
  Value x = n.in(0);
  Shape shape(Emitter::shape(x));
  int64_t rank = shape.size();
  Shape axes = n.attrInts("axes", llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  n.normalizeDims(axes, rank);
  for (int64_t &axis : axes)
    axis = n.normalizeDim(axis, rank);
  if (n.failed())
    return failure();
  Grid grid{shape, SmallVector<double>(rank, 1.0)};
  // Opset 10 has scales alone; later ones have roi before them and sizes after, and leave empty what is not
  // used.
  unsigned scales = n.opset < 11 ? 1 : 2;
  bool hasScales = n.in(scales) && Emitter::count(n.in(scales)) != 0;
  if (hasScales) {
    FailureOr<SmallVector<double>> list = n.knownNumbers(scales, "the scales");
    if (failed(list) || failed(gridFromScales(n, shape, axes, *list, grid)))
      return failure();
  } else {
    std::optional<Shape> declared = declaredSizes(n, axes);
    FailureOr<Shape> list = declared   ? FailureOr<Shape>(*declared)
                            : n.has(3) ? n.knownInts(3, "the sizes")
                                       : FailureOr<Shape>(n.invalid("the sizes are missing"));
    if (failed(list) || failed(gridFromSizes(n, shape, axes, *list, grid)))
      return failure();
  }
  std::optional<Coordinate> coordinate =
      coordinateMode(n.attrString("coordinate_transformation_mode", "half_pixel"));
  if (n.opset < 11)
    coordinate = Coordinate::Asymmetric;
  if (!coordinate)
    return n.refuse("with this coordinate_transformation_mode");
  DenseF64ArrayAttr roi;
  if (*coordinate == Coordinate::TfCropAndResize) {
    FailureOr<DenseF64ArrayAttr> given = readRoi(n, axes, rank, 1);
    if (failed(given))
      return failure();
    roi = *given;
  }
  return emitResize(n, grid, roi, *coordinate);
}

LogicalResult importUpsample(Call &n) {
  Value x = n.in(0);
  Shape shape(Emitter::shape(x)), axes = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  Grid grid{shape, SmallVector<double>(shape.size(), 1.0)};
  SmallVector<double> scales = n.attrFloats("scales");
  if (n.opset >= 9) {
    FailureOr<SmallVector<double>> list = n.knownNumbers(1, "the scales");
    if (failed(list))
      return n.failed() ? failure() : n.invalid("the scales are missing");
    scales = *list;
  }
  if (failed(gridFromScales(n, shape, axes, scales, grid)))
    return failure();
  return emitResize(n, grid, {}, Coordinate::Asymmetric);
}

} // namespace

ArrayRef<Operator> neuron::onnx::resizeOperators() {
  static const Operator rows[] = {
      {"Resize", 10, 0, 1, importResize},
      {"Upsample", 7, 9, 1, importUpsample},
  };
  return rows;
}
