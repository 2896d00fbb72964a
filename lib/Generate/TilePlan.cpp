//===- TilePlan.cpp - cut an iteration space into tiles -------------------===//

#include "TilePlan.h"

#include <algorithm>
#include <limits>

using namespace neuron;

static constexpr int64_t kPartitions = 128;
/// A DMA descriptor moves at least this many bytes' worth of time.
static constexpr int64_t kRunBytes = 64;

/// Elements of `view` that lie side by side when dim `rows` is on the
/// partitions.
static int64_t contiguousRun(const TensorView &view, unsigned rows) {
  int64_t run = 1;
  for (int i = int(view.rank()) - 1; i >= 0 && unsigned(i) != rows; --i) {
    if (view.strides[i] != run)
      break;
    run *= view.sizes[i];
  }
  return run;
}

/// What it costs to bring a tensor of `bytes` to other partitions: out and in
/// again, in element times.
static double moveTime(double bytes) {
  constexpr double fixed = 4000, bytesPerElementTime = 180;
  return fixed + bytes / bytesPerElementTime;
}

/// Rough time of the kernel with dim `rows` on the partitions: elements for
/// each lane, plus what short DMA runs and rows that move add (all in element
/// times).
static double estimate(llvm::ArrayRef<TensorView> views, unsigned rows, llvm::ArrayRef<int64_t> rowSteps) {
  const TensorView &first = views.front();
  double count = double(first.numElements());
  double blocks = double((first.sizes[rows] + kPartitions - 1) / kPartitions);
  double lanes = count / first.sizes[rows] * blocks;
  double dma = 0;
  for (const TensorView &view : views) {
    double run = double(contiguousRun(view, rows)) * bytesOf(view.storage);
    dma += count * bytesOf(view.storage) / run * std::max<double>(run, kRunBytes) / 256;
  }
  for (auto [view, step] : llvm::zip(views, rowSteps))
    if (step != 0 && view.strides[rows] != step)
      dma += moveTime(count * bytesOf(view.storage));
  return lanes + dma;
}

/// The largest divisor of `size` that is at most `limit`.
static int64_t largestDivisor(int64_t size, int64_t limit) {
  for (int64_t d = std::min(size, limit); d > 1; --d)
    if (size % d == 0)
      return d;
  return 1;
}

static llvm::SmallVector<TensorView, 4> splitDim(llvm::ArrayRef<TensorView> views, unsigned dim,
                                                 int64_t inner) {
  llvm::SmallVector<TensorView, 4> result;
  for (const TensorView &view : views)
    result.push_back(view.split(dim, inner));
  return result;
}

/// Moves dim `rows` to the front of every view.
static void bringToFront(llvm::MutableArrayRef<TensorView> views, unsigned rows) {
  llvm::SmallVector<int64_t> order{int64_t(rows)};
  for (unsigned i = 0; i < views[0].rank(); ++i)
    if (i != rows)
      order.push_back(i);
  for (TensorView &view : views)
    view = view.transpose(order);
}

/// Positions of `dim` that lie between two rows `step` apart; 0 if none do.
static int64_t innerOf(const TensorView &view, unsigned dim, int64_t step) {
  int64_t stride = view.strides[dim], size = view.sizes[dim];
  bool isInside = step > 0 && stride > 0 && step % stride == 0 && step / stride > 1 && step / stride < size;
  return isInside && size % (step / stride) == 0 ? step / stride : 0;
}

/// The best dim for the partitions; splits a dim where that fills more lanes.
static void choosePartitionDim(llvm::SmallVector<TensorView, 4> &views, llvm::ArrayRef<int64_t> rowSteps) {
  double best = std::numeric_limits<double>::max();
  llvm::SmallVector<TensorView, 4> chosen;
  unsigned rows = 0;
  auto consider = [&](llvm::SmallVector<TensorView, 4> candidate, unsigned dim) {
    double time = estimate(candidate, dim, rowSteps);
    if (time >= best)
      return;
    best = time;
    chosen = std::move(candidate);
    rows = dim;
  };
  for (unsigned dim = 0; dim < views[0].rank(); ++dim) {
    consider(views, dim);
    int64_t size = views[0].sizes[dim];
    int64_t outer = largestDivisor(size, kPartitions);
    if (outer > 1 && outer < size)
      consider(splitDim(views, dim, size / outer), dim);
    for (auto [view, step] : llvm::zip(views, rowSteps)) // rows as the producer has them
      if (int64_t inner = innerOf(view, dim, step))
        consider(splitDim(views, dim, inner), dim);
  }
  bringToFront(chosen, rows);
  views = std::move(chosen);
}

/// Free dims of a tile, from the inside out, until it is full.
static void chooseChunks(TilePlan &plan, int64_t maxFree) {
  const TensorView &first = plan.views[0];
  plan.chunks.assign(first.rank(), 1);
  plan.chunks[0] = std::min(first.sizes[0], kPartitions);
  plan.freeDims = 0;
  int64_t elements = 1;
  for (unsigned i = first.rank() - 1; i >= 1 && plan.freeDims < 3; --i) {
    plan.chunks[i] = std::min(first.sizes[i], std::max<int64_t>(1, maxFree / elements));
    elements *= plan.chunks[i];
    ++plan.freeDims;
    if (plan.chunks[i] < first.sizes[i] || elements >= maxFree)
      break;
  }
}

TilePlan neuron::planFree(llvm::ArrayRef<TensorView> views, int64_t maxFree) {
  TilePlan result;
  result.views.assign(views.begin(), views.end());
  chooseChunks(result, maxFree);
  return result;
}

static TilePlan plan(llvm::SmallVector<TensorView, 4> views, int64_t maxFree, llvm::ArrayRef<int64_t> rowSteps) {
  TilePlan result;
  choosePartitionDim(views, rowSteps);
  result.views = std::move(views);
  if (result.views[0].rank() == 1)
    for (TensorView &view : result.views)
      view = view.insertDim(1);
  chooseChunks(result, maxFree);
  return result;
}

llvm::SmallVector<TilePlan, 2> neuron::planElementwise(llvm::ArrayRef<TensorView> given, int64_t maxFree,
                                                       llvm::ArrayRef<int64_t> rowSteps) {
  llvm::SmallVector<TensorView, 4> views(given);
  if (views[0].numElements() == 0)
    return {};
  if (views[0].rank() == 0)
    for (TensorView &view : views)
      view = view.insertDim(0);
  collapseDims(views);
  int64_t size = views[0].sizes[0];
  bool isAwkward = views[0].rank() == 1 && size > kPartitions && largestDivisor(size, kPartitions) < kPartitions / 2;
  if (isAwkward)
    for (auto [view, step] : llvm::zip(views, rowSteps))
      isAwkward = isAwkward && innerOf(view, 0, step) == 0;
  if (!isAwkward)
    return {plan(std::move(views), maxFree, rowSteps)};
  // 128 even rows, then the last few elements.
  int64_t main = size - size % kPartitions;
  llvm::SmallVector<TensorView, 4> head, tail;
  for (const TensorView &view : views) {
    head.push_back(view.window(0, 0, main));
    tail.push_back(view.window(0, main, size - main));
  }
  return {plan(std::move(head), maxFree, {}), plan(std::move(tail), maxFree, {})};
}

using Windows = llvm::SmallVector<TensorView, 4>;

/// Cuts dim `dim` and goes on with the next; fixed loop dims vanish at the end.
static void cut(TileBuilder &b, const TilePlan &plan, const Windows &windows, unsigned dim,
                llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body) {
  if (dim == plan.chunks.size()) {
    Windows tiles = windows;
    unsigned loops = plan.chunks.size() - 1 - plan.freeDims;
    for (TensorView &tile : tiles)
      for (unsigned i = 0; i < loops; ++i)
        tile = tile.at(1, 0);
    return body(tiles);
  }
  b.tiles(windows[0].sizes[dim], plan.chunks[dim], [&](Offset start, int64_t size) {
    Windows inner;
    for (const TensorView &view : windows)
      inner.push_back(view.window(dim, start, size));
    cut(b, plan, inner, dim + 1, body);
  });
}

void neuron::forEachTile(TileBuilder &b, const TilePlan &plan,
                         llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body) {
  cut(b, plan, plan.views, 0, body);
}
