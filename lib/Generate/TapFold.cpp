//===- TapFold.cpp - taps that share a product ----------------------------===//

#include "TapFold.h"

using namespace neuron;

static constexpr int64_t kPartitions = 128;

static int64_t steps(int64_t extent, int64_t step) { return (extent + step - 1) / step; }

/// Rough time of one image: products of the Tensor engine, and shifted copies
/// that DMA makes of the image.
static double estimate(const FoldProblem &problem, const TapFold &fold) {
  constexpr double columnsPerNs = 1.4, bytesPerNs = 300, fixedNs = 4000;
  const WindowGeometry &g = problem.geometry;
  double pixels = double(g.out[0] * g.out[1] * g.out[2]), outputBlocks = double(steps(problem.outputs, kPartitions));
  double products = double(g.kernel[0] * steps(g.kernel[1], fold.rows) * steps(g.kernel[2], fold.columns));
  double time = products * pixels * outputBlocks / columnsPerNs;
  if (fold.taps() == 1)
    return time;
  double bytes = double(fold.taps() * problem.channels * g.in[0] * g.in[1] * g.in[2] * bytesOf(problem.type));
  if (fold.rows == g.kernel[1])
    bytes /= double(g.stride[1]);
  return time + bytes / bytesPerNs + fixedNs;
}

TapFold neuron::chooseFold(const FoldProblem &problem) {
  const WindowGeometry &g = problem.geometry;
  TapFold best;
  bool isFar = g.span(0, 1) * g.span(1, 1) * g.padded(2) * bytesOf(problem.type) > problem.budget / 2;
  if (4 * problem.channels > kPartitions || isFar) // the copies would cost more than the products, or have no room
    return best;
  int64_t most = kPartitions / problem.channels;
  for (int64_t rows = 1; rows <= std::min(g.kernel[1], most); ++rows)
    for (int64_t columns = 1; columns <= std::min(g.kernel[2], most / rows); ++columns) {
      // What is left over of a fold must be its first copies.
      bool isPrefix = g.kernel[1] % rows == 0 || columns == 1;
      if (isPrefix && estimate(problem, {rows, columns}) < estimate(problem, best))
        best = {rows, columns};
    }
  return best;
}

llvm::SmallVector<TapBlock, 4> neuron::tapBlocks(const WindowGeometry &g, const TapFold &fold) {
  llvm::SmallVector<TapBlock, 4> blocks;
  auto addRows = [&](int64_t w0, int64_t columnSteps, int64_t columns) {
    int64_t rowSteps = g.kernel[1] / fold.rows, rest = g.kernel[1] % fold.rows;
    if (columnSteps == 0 || columns == 0)
      return;
    if (rowSteps > 0)
      blocks.push_back({0, rowSteps, fold.rows, w0, columnSteps, columns, 0, {}});
    if (rest > 0)
      blocks.push_back({rowSteps * fold.rows, 1, rest, w0, columnSteps, columns, 0, {}});
  };
  int64_t columnSteps = g.kernel[2] / fold.columns;
  addRows(0, columnSteps, fold.columns);
  addRows(columnSteps * fold.columns, 1, g.kernel[2] % fold.columns);
  return blocks;
}
