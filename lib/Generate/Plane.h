//===- Plane.h - images in SBUF for windows ---------------------*- C++ -*-===//
//
// Convolution and pooling walk windows over [N, C, D, H, W] with channels on
// the partitions. A plane is the part of an image (with its padding) that the
// windows of some output rows read: windows are shifted access patterns on it,
// never copies.
//
//===----------------------------------------------------------------------===//
#ifndef NEURONC_LIB_GENERATE_PLANE_H
#define NEURONC_LIB_GENERATE_PLANE_H

#include "Lowering.h"

#include <array>

namespace neuron {

/// Geometry along D, H, W. 1-D problems lie along H, 2-D ones along H and W.
struct WindowGeometry {
  using Triple = std::array<int64_t, 3>;
  Triple in{1, 1, 1}, out{1, 1, 1}, kernel{1, 1, 1};
  Triple stride{1, 1, 1}, dilation{1, 1, 1}, lo{0, 0, 0}, hi{0, 0, 0};
  Triple inputStep{1, 1, 1}; ///< input elements stand this far apart (transposed convolution)

  /// Places the `rank` spatial values of an attribute.
  static Triple place(llvm::ArrayRef<int64_t> values, int64_t missing);
  int64_t taps() const { return kernel[0] * kernel[1] * kernel[2]; }
  /// Extent of the padded input along a dim.
  int64_t padded(unsigned dim) const { return lo[dim] + (in[dim] - 1) * inputStep[dim] + 1 + hi[dim]; }
  /// Input extent that `count` outputs read.
  int64_t span(unsigned dim, int64_t count) const {
    return (count - 1) * stride[dim] + (kernel[dim] - 1) * dilation[dim] + 1;
  }
  bool isPadded() const;
};

/// Neighbouring taps that lie on the partitions: `rows` x `columns` shifted
/// copies of the channels, so that few channels still fill the array.
struct TapFold {
  int64_t rows = 1, columns = 1;
  int64_t taps() const { return rows * columns; }
};

/// [N, C, spatial...] as [N, C, D, H, W].
TensorView asImage(const TensorView &view);

/// Planes of one tensor.
class PlaneSource {
public:
  /// `channelBlocks` blocks of up to 128 channels share a tile; `budget` bytes
  /// of a partition. Pads in HBM first if a whole image does not fit.
  PlaneSource(Lowering &lowering, mlir::Operation *op, const TensorView &image, const WindowGeometry &geometry,
              int64_t channelBlocks, double padValue, DType type, int64_t budget, TapFold fold = {});

  /// False if not even one output row fits.
  bool fits() const { return outputRows >= 1; }
  /// Output rows of one plane.
  int64_t rows() const { return outputRows; }
  /// True if a plane is the whole padded image: rows count from the image's.
  bool isWholeImage() const { return isWhole; }

  /// Output depths and rows in pieces: body(depth, row start, rows, plane start row).
  void forEachPiece(TileBuilder &b, llvm::function_ref<void(Offset depth, Offset row, int64_t count)> body) const;
  /// Loads channels [start, start+count) for a piece: [count rows, span D, span H, padded W] in `type`. Folded taps
  /// follow each other: rows [(j * fold.rows + i) * count, + count) are shifted by tap (i, j).
  /// Where the geometry has one row of a larger kernel, `kernelRow` says which.
  Tile load(TileBuilder &b, const Offset &n, const Offset &channel, int64_t channels, const Offset &depth,
            const Offset &row, int64_t rowCount, const Offset &kernelRow = 0) const;
  /// The window of tap (d, h, w) for `count` output rows from `row` (within the
  /// piece) and `width` columns from `column`: [rows, columns].
  Tile tap(const Tile &plane, const Offset &d, const Offset &h, const Offset &w, const Offset &row, int64_t count,
           const Offset &column, int64_t width) const;
  const WindowGeometry &shape() const { return geometry; }

private:
  TensorView image; ///< [N, C, D, H, W], padded already if !isWhole
  WindowGeometry geometry;
  TapFold fold;
  bool isWhole; ///< the plane is the whole padded image
  double padValue;
  DType type;
  int64_t outputRows = 0;

  Shape extents(int64_t rowCount) const;
  /// Image rows from one row of a plane to the next: those between are read by folded taps alone.
  int64_t lineStep() const;
  void fillPlane(TileBuilder &b, const Tile &plane, const TensorView &channels, const Offset &depth,
                 const Offset &line) const;
  void fillFolded(TileBuilder &b, const Tile &plane, const TensorView &channels, const Offset &depth,
                  const Offset &line) const;
};

} // namespace neuron

#endif // NEURONC_LIB_GENERATE_PLANE_H
