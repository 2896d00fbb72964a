//===- Resize.cpp - interpolation -----------------------------------------===//

#include "Internal.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::eval;

namespace {
/// One dim of a resize.
struct Axis {
  int64_t in, out;
  double scale, roiStart, roiEnd;
};
} // namespace

static Axis axisOf(ResizeOp op, unsigned dim) {
  RankedTensorType x = typeOf(op.getX());
  Axis axis{x.getDimSize(dim), typeOf(op.getResult()).getDimSize(dim), op.getScales()[dim], 0, 1};
  if (op.getRoi()) {
    axis.roiStart = (*op.getRoi())[dim];
    axis.roiEnd = (*op.getRoi())[x.getRank() + dim];
  }
  return axis;
}

bool neuron::isResizeIdentity(ResizeOp op, unsigned dim) {
  Axis axis = axisOf(op, dim);
  return axis.scale == 1.0 && axis.in == axis.out && op.getCoordinate() != Coordinate::TfCropAndResize;
}

/// Where position `i` of the result lies in the operand.
static double sourcePosition(Coordinate mode, const Axis &axis, int64_t i) {
  double n = axis.in, m = axis.out, s = axis.scale;
  switch (mode) {
  case Coordinate::HalfPixel:
    return (i + 0.5) / s - 0.5;
  case Coordinate::PytorchHalfPixel:
    return axis.out == 1 ? 0.0 : (i + 0.5) / s - 0.5;
  case Coordinate::HalfPixelSymmetric:
    return n / 2 * (1 - m / (s * n)) + (i + 0.5) / s - 0.5;
  case Coordinate::Asymmetric:
    return i / s;
  case Coordinate::AlignCorners:
    return s * n > 1 ? i * (n - 1) / (s * n - 1) : 0.0;
  case Coordinate::TfCropAndResize:
    if (axis.out == 1)
      return 0.5 * (axis.roiStart + axis.roiEnd) * (n - 1);
    return axis.roiStart * (n - 1) + i * (axis.roiEnd - axis.roiStart) * (n - 1) / (m - 1);
  }
  llvm_unreachable("all modes are listed");
}

static int64_t nearestOf(NearestMode mode, double x) {
  double down = std::floor(x), rest = x - down;
  switch (mode) {
  case NearestMode::Floor:
    return int64_t(down);
  case NearestMode::Ceil:
    return int64_t(std::ceil(x));
  case NearestMode::RoundPreferFloor:
    return int64_t(down) + (rest > 0.5);
  case NearestMode::RoundPreferCeil:
    return int64_t(down) + (rest >= 0.5);
  }
  llvm_unreachable("all modes are listed");
}

/// The weight of a neighbour at `distance`.
static double filter(ResizeOp op, double distance) {
  double d = std::fabs(distance), a = op.getCubicA().convertToDouble();
  if (op.getMode() == ResizeMode::Linear)
    return std::max(0.0, 1 - d);
  if (d <= 1)
    return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0.0;
}

/// Weights of the operand's elements for a result that lies at `x`.
static void addWeights(ResizeOp op, const Axis &axis, double x, double *row) {
  // A smaller result widens the filter, if aliasing is to be avoided.
  double width = op.getAntialias() ? std::min(axis.scale, 1.0) : 1.0;
  double reach = (op.getMode() == ResizeMode::Linear ? 1 : 2) / width;
  double sum = 0;
  SmallVector<std::pair<int64_t, double>> weights;
  for (int64_t i = int64_t(std::ceil(x - reach)); i <= x + reach; ++i) {
    double weight = filter(op, (i - x) * width);
    if (op.getExcludeOutside() && (i < 0 || i >= axis.in))
      continue;
    weights.emplace_back(std::clamp<int64_t>(i, 0, axis.in - 1), weight);
    sum += weight;
  }
  bool isScaled = (op.getExcludeOutside() || op.getAntialias()) && sum != 0;
  for (auto [i, weight] : weights)
    row[i] += isScaled ? weight / sum : weight;
}

std::vector<double> neuron::resizeWeights(ResizeOp op, unsigned dim) {
  Axis axis = axisOf(op, dim);
  std::vector<double> weights(axis.in * axis.out);
  for (int64_t i = 0; i < axis.out; ++i) {
    double x = sourcePosition(op.getCoordinate(), axis, i);
    // Far outside nothing changes any more; keeps integers in range.
    x = std::clamp(x, -4.0 * axis.in - 8, 5.0 * axis.in + 8);
    double *row = weights.data() + i * axis.in;
    if (op.getMode() == ResizeMode::Nearest)
      row[std::clamp<int64_t>(nearestOf(op.getNearest(), x), 0, axis.in - 1)] = 1;
    else
      addWeights(op, axis, x, row);
  }
  return weights;
}

std::vector<bool> neuron::resizeOutside(ResizeOp op, unsigned dim) {
  Axis axis = axisOf(op, dim);
  std::vector<bool> outside(axis.out);
  if (op.getCoordinate() != Coordinate::TfCropAndResize)
    return outside;
  for (int64_t i = 0; i < axis.out; ++i) {
    double x = sourcePosition(op.getCoordinate(), axis, i);
    outside[i] = x < 0 || x > axis.in - 1;
  }
  return outside;
}

/// Applies `weights` [out, in] along `dim` of values of shape `shape`.
static std::vector<double> resample(ArrayRef<double> values, Shape shape, int64_t dim, int64_t out,
                                    ArrayRef<double> weights) {
  int64_t in = shape[dim], inner = sizeOf(shape.drop_front(dim + 1));
  int64_t outer = sizeOf(shape.take_front(dim));
  std::vector<double> result(outer * out * inner);
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < out; ++i)
      for (int64_t k = 0; k < in; ++k) {
        double weight = weights[i * in + k];
        for (int64_t j = 0; j < inner && weight != 0; ++j)
          result[(o * out + i) * inner + j] += weight * values[(o * in + k) * inner + j];
      }
  return result;
}

/// Overwrites the positions of `dim` that lie outside.
static void extrapolate(ResizeOp op, std::vector<double> &values) {
  Shape shape = typeOf(op.getResult()).getShape();
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    std::vector<bool> outside = resizeOutside(op, dim);
    int64_t inner = sizeOf(shape.drop_front(dim + 1));
    for (size_t i = 0; i < values.size(); ++i)
      if (outside[i / inner % shape[dim]])
        values[i] = op.getExtrapolation().convertToDouble();
  }
}

Tensor eval::evalResize(ResizeOp op, Operands in) {
  RankedTensorType type = typeOf(op.getResult());
  std::vector<double> values = in[0]->numbers();
  SmallVector<int64_t> shape(in[0]->shape());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (isResizeIdentity(op, dim))
      continue;
    values = resample(values, shape, dim, type.getDimSize(dim), resizeWeights(op, dim));
    shape[dim] = type.getDimSize(dim);
  }
  extrapolate(op, values);
  if (in[0]->isFloat())
    return Tensor::fromFloats(type, values);
  std::vector<int64_t> ints;
  for (double value : values)
    ints.push_back(int64_t(std::nearbyint(value)));
  return Tensor::fromInts(type, ints);
}
