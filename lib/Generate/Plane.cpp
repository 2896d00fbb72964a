//===- Plane.cpp - images in SBUF for windows -----------------------------===//

#include "Plane.h"

#include "Movement.h"

using namespace neuron;
using namespace mlir;

WindowGeometry::Triple WindowGeometry::place(ArrayRef<int64_t> values, int64_t missing) {
  switch (values.size()) {
  case 1: return {missing, values[0], missing};
  case 2: return {missing, values[0], values[1]};
  case 3: return {values[0], values[1], values[2]};
  default: return {missing, missing, missing};
  }
}

bool WindowGeometry::isPadded() const {
  for (unsigned i = 0; i < 3; ++i)
    if (lo[i] != 0 || hi[i] != 0 || inputStep[i] != 1)
      return true;
  return false;
}

TensorView neuron::asImage(const TensorView &view) {
  switch (view.rank()) {
  case 2: return view.insertDim(2).insertDim(3).insertDim(4);
  case 3: return view.insertDim(2).insertDim(4);
  case 4: return view.insertDim(2);
  default: return view;
  }
}

/// The places of the input's elements inside its padded image; negative padding
/// crops.
static TensorView interior(TensorView padded, TensorView &image, const WindowGeometry &g) {
  for (unsigned i = 0; i < 3; ++i) {
    unsigned dim = i + 2;
    int64_t step = g.inputStep[i];
    int64_t first = g.lo[i] < 0 ? (-g.lo[i] + step - 1) / step : 0;
    int64_t last = std::min(g.in[i] - 1, (g.padded(i) - 1 - g.lo[i]) / step);
    image = image.window(dim, first, std::max<int64_t>(0, last - first + 1));
    padded = padded.window(dim, g.lo[i] + first * step, image.sizes[dim]);
    padded.strides[dim] *= step;
  }
  return padded;
}

PlaneSource::PlaneSource(Lowering &lowering, Operation *op, const TensorView &given, const WindowGeometry &geometry,
                         int64_t channelBlocks, double padValue, DType type, int64_t budget, TapFold fold)
    : image(given), geometry(geometry), fold(fold), padValue(padValue), type(type) {
  const WindowGeometry &g = geometry;
  int64_t element = channelBlocks * bytesOf(type) + (type == given.storage ? 0 : bytesOf(given.storage));
  int64_t whole = g.padded(0) * g.padded(1) * g.padded(2) * element;
  isWhole = whole <= budget && fold.taps() == 1;
  if (isWhole) {
    outputRows = g.out[1];
    return;
  }
  int64_t line = g.span(0, 1) * g.padded(2) * element;
  int64_t lines = budget / line;
  if (lineStep() > 1)
    outputRows = std::min(g.out[1], lines);
  else
    outputRows = lines < g.span(1, 1) ? 0 : std::min(g.out[1], (lines - g.span(1, 1)) / g.stride[1] + 1);
  if (outputRows < 1 || (!g.isPadded() && fold.taps() == 1))
    return;
  // Shifted copies reach beyond the padding.
  TensorView padded = lowering.scratch(given.storage, {given.sizes[0], given.sizes[1], g.padded(0),
                                                       g.padded(1) + (fold.rows - 1) * g.dilation[1],
                                                       g.padded(2) + (fold.columns - 1) * g.dilation[2]});
  lowering.kernel(op, "pad", 0, [&](TileBuilder &b) {
    fillTensor(b, padded, padValue);
    TensorView inside = interior(padded, image, g);
    b.copy(inside, image);
  });
  image = padded;
}

void PlaneSource::forEachPiece(TileBuilder &b, llvm::function_ref<void(Offset, Offset, int64_t)> body) const {
  b.loop(geometry.out[0], [&](Offset depth) {
    b.tiles(geometry.out[1], outputRows, [&](Offset row, int64_t count) { body(depth, row, count); });
  });
}

Shape PlaneSource::extents(int64_t rowCount) const {
  const WindowGeometry &g = geometry;
  return isWhole ? Shape{g.padded(0), g.padded(1), g.padded(2)}
                 : Shape{g.span(0, 1), lineStep() > 1 ? rowCount : g.span(1, rowCount), g.padded(2)};
}

int64_t PlaneSource::lineStep() const {
  return fold.taps() > 1 && fold.rows == geometry.kernel[1] ? geometry.stride[1] : 1;
}

/// One copy of channels [C, D, H, W], with its padding.
void PlaneSource::fillPlane(TileBuilder &b, const Tile &plane, const TensorView &channels, const Offset &depth,
                            const Offset &line) const {
  const WindowGeometry &g = geometry;
  if (!isWhole)
    return b.load(plane, channels.window(1, depth * g.stride[0], plane.dims[0].size)
                             .window(2, line, plane.dims[1].size));
  if (!g.isPadded())
    return b.load(plane, channels);
  b.fill(plane, padValue);
  TensorView places = TensorView::contiguous(Value(), channels.storage,
                                             {1, channels.sizes[0], plane.dims[0].size, plane.dims[1].size, plane.dims[2].size});
  TensorView source = channels.insertDim(0);
  places = interior(places, source, g);
  Tile inside = plane;
  inside.offset += Offset(places.offset.base);
  for (unsigned i = 0; i < 3; ++i)
    inside.dims[i] = {places.sizes[i + 2], places.strides[i + 2]};
  if (source.numElements() > 0)
    b.load(inside, source.at(0, 0));
}

/// A shifted copy of channels [C, D, H, W] for each folded tap.
void PlaneSource::fillFolded(TileBuilder &b, const Tile &plane, const TensorView &channels, const Offset &depth,
                             const Offset &line) const {
  const WindowGeometry &g = geometry;
  TensorView part = channels.window(1, depth * g.stride[0], plane.dims[0].size);
  for (int64_t tap = 0; tap < fold.taps(); ++tap) {
    Offset y = line + Offset(tap % fold.rows * g.dilation[1]), x = tap / fold.rows * g.dilation[2];
    TensorView copy = part.window(2, y, plane.dims[1].size).window(3, x, plane.dims[2].size);
    copy.strides[2] *= lineStep();
    b.load(plane.rows(tap * channels.sizes[0], channels.sizes[0]), copy);
  }
}

Tile PlaneSource::load(TileBuilder &b, const Offset &n, const Offset &channel, int64_t channels, const Offset &depth,
                       const Offset &row, int64_t rowCount, const Offset &kernelRow) const {
  TensorView part = image.at(0, n).window(0, channel, channels); // [C, D, H, W]
  Tile plane = b.sbuf(channels * fold.taps(), extents(rowCount), part.storage);
  Offset line = row * geometry.stride[1] + kernelRow * geometry.dilation[1];
  fold.taps() > 1 ? fillFolded(b, plane, part, depth, line) : fillPlane(b, plane, part, depth, line);
  if (plane.type == type)
    return plane;
  Tile converted = b.sbuf(plane.partitions, extents(rowCount), type);
  b.copyTile(converted, plane);
  return converted;
}

Tile PlaneSource::tap(const Tile &plane, const Offset &d, const Offset &h, const Offset &w, const Offset &row,
                      int64_t count, const Offset &column, int64_t width) const {
  const WindowGeometry &g = geometry;
  Tile window = plane.at(0, d * g.dilation[0]);
  int64_t step = g.stride[1] / lineStep();
  Offset y = row * step + h * g.dilation[1], x = column * g.stride[2] + w * g.dilation[2];
  return window.free(0, y, count, step).free(1, x, width, g.stride[2]);
}
