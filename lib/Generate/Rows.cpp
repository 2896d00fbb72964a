//===- Rows.cpp - kernels that reduce along rows --------------------------===//

#include "Rows.h"

#include "ElementwiseTile.h"

using namespace neuron;

static constexpr int64_t kPartitions = 128;

TensorView neuron::withInnerDims(const TensorView &view, llvm::ArrayRef<int64_t> inner) {
  llvm::SmallVector<int64_t> order;
  for (unsigned i = 0; i < view.rank(); ++i)
    if (!llvm::is_contained(inner, i))
      order.push_back(i);
  order.append(inner.begin(), inner.end());
  return view.transpose(order);
}

TensorView neuron::withInner(const TensorView &view, int64_t size) {
  TensorView result = view;
  result.sizes.back() = size;
  result.strides.back() = 0;
  return result;
}

/// Merges dims [from, to) of all views where possible; returns how many remain
/// (at least one, inserted if there was none).
static unsigned mergeGroup(llvm::MutableArrayRef<TensorView> views, unsigned from, unsigned to) {
  Windows group;
  for (const TensorView &view : views) {
    TensorView part = view;
    part.sizes.assign(view.sizes.begin() + from, view.sizes.begin() + to);
    part.strides.assign(view.strides.begin() + from, view.strides.begin() + to);
    if (from == to)
      part = part.insertDim(0);
    group.push_back(part);
  }
  collapseDims(group);
  for (auto [view, part] : llvm::zip(views, group)) {
    view.sizes.erase(view.sizes.begin() + from, view.sizes.begin() + to);
    view.strides.erase(view.strides.begin() + from, view.strides.begin() + to);
    view.sizes.insert(view.sizes.begin() + from, part.sizes.begin(), part.sizes.end());
    view.strides.insert(view.strides.begin() + from, part.strides.begin(), part.strides.end());
  }
  return group[0].rank();
}

/// Loops over row dims other than the one on the partitions, then blocks of it.
static void walkRows(TileBuilder &b, const Windows &windows, unsigned rowDims,
                     llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body) {
  if (rowDims > 1) {
    b.loop(windows[0].sizes[1], [&](Offset i) {
      Windows inner;
      for (const TensorView &view : windows)
        inner.push_back(view.at(1, i));
      walkRows(b, inner, rowDims - 1, body);
    });
    return;
  }
  b.tiles(windows[0].sizes[0], kPartitions, [&](Offset start, int64_t size) {
    Windows inner;
    for (const TensorView &view : windows)
      inner.push_back(view.window(0, start, size));
    body(inner);
  });
}

void neuron::forEachRowBlock(TileBuilder &b, llvm::ArrayRef<TensorView> given, unsigned rowDims,
                             llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body) {
  Windows views(given);
  mergeGroup(views, rowDims, views[0].rank());
  rowDims = mergeGroup(views, 0, rowDims);
  // The row dim that fills most lanes goes first.
  auto lanes = [&](unsigned dim) {
    int64_t size = views[0].sizes[dim], blocks = (size + kPartitions - 1) / kPartitions;
    return double(size) / double(blocks);
  };
  unsigned best = 0;
  for (unsigned i = 1; i < rowDims; ++i)
    if (lanes(i) > lanes(best))
      best = i;
  llvm::SmallVector<int64_t> order{int64_t(best)};
  for (unsigned i = 0; i < views[0].rank(); ++i)
    if (i != best)
      order.push_back(i);
  for (TensorView &view : views)
    view = view.transpose(order);
  walkRows(b, views, rowDims, body);
}

void neuron::forEachChunk(TileBuilder &b, llvm::ArrayRef<TensorView> windows, int64_t maxFree,
                          llvm::function_ref<void(llvm::ArrayRef<TensorView>)> body) {
  forEachTile(b, planFree(windows, maxFree), body);
}

int64_t neuron::innerSize(const TensorView &window) { return window.numElements() / window.sizes[0]; }

Shape neuron::innerShape(const TensorView &window) {
  return Shape(window.sizes.begin() + 1, window.sizes.end());
}

Tile neuron::loadFloat(TileBuilder &b, const TensorView &window) {
  Tile tile = loadDistinct(b, window);
  if (isFloat(tile.type))
    return tile;
  Tile converted = b.sbuf(window.sizes[0], innerShape(window), DType::F32);
  b.copyTile(converted, tile);
  return converted;
}
