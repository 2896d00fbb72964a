//===- Dma.cpp - data movement of TileBuilder -----------------------------===//
//
// Both sides of a copy are walked in the same order. Dims that are one run on
// both sides are merged; what still exceeds four free dims becomes a loop.
//
//===----------------------------------------------------------------------===//

#include "TileBuilder.h"

#include "dialects/Nisa/Nisa.h"

using namespace neuron;
using namespace mlir;

namespace {
/// The free part of one side: the same sizes on both sides of a copy.
struct Side {
  SmallVector<int64_t, 6> steps;
  Offset offset;
};

struct Index {
  Value value;       ///< view of the index tile, or null
  unsigned side = 0; ///< 1 src, 2 dst
  int64_t step = 0;
  int64_t bound = 0;
};
} // namespace

/// Merges neighbouring dims that are one run on both sides; drops size 1.
static void collapsePair(SmallVectorImpl<int64_t> &sizes, Side &a, Side &b) {
  for (int i = int(sizes.size()) - 1; i >= 0; --i) {
    if (sizes[i] != 1)
      continue;
    sizes.erase(sizes.begin() + i);
    a.steps.erase(a.steps.begin() + i);
    b.steps.erase(b.steps.begin() + i);
  }
  auto isRun = [&](Side &s, int i) { return s.steps[i] == s.steps[i + 1] * sizes[i + 1]; };
  for (int i = int(sizes.size()) - 2; i >= 0; --i) {
    if (!isRun(a, i) || !isRun(b, i))
      continue;
    sizes[i + 1] *= sizes[i];
    sizes.erase(sizes.begin() + i);
    a.steps.erase(a.steps.begin() + i);
    b.steps.erase(b.steps.begin() + i);
  }
}

/// Calls `body` with at most four free dims, inside loops over the others.
static void withFourDims(TileBuilder &b, SmallVector<int64_t, 6> sizes, Side dst, Side src,
                         llvm::function_ref<void(ArrayRef<int64_t>, const Side &, const Side &)> body) {
  if (sizes.size() <= kMaxFreeDims)
    return body(sizes, dst, src);
  b.loop(sizes.front(), [&](Offset i) {
    auto inner = [&](const Side &side) {
      Side rest = side;
      rest.offset += i * side.steps.front();
      rest.steps.erase(rest.steps.begin());
      return rest;
    };
    withFourDims(b, SmallVector<int64_t, 6>(ArrayRef<int64_t>(sizes).drop_front()), inner(dst), inner(src), body);
  });
}

static Tile tileOf(const Tile &base, ArrayRef<int64_t> sizes, const Side &side) {
  Tile tile = base;
  tile.dims.clear();
  for (auto [size, step] : llvm::zip(sizes, side.steps))
    tile.dims.push_back({size, step});
  tile.offset = side.offset;
  return tile;
}

/// Dim 0 of the result is the rows of `base`.
static TensorView viewOf(const TensorView &base, ArrayRef<int64_t> sizes, const Side &side) {
  TensorView view = base;
  view.sizes.assign(1, base.sizes.front());
  view.strides.assign(1, base.strides.front());
  view.sizes.append(sizes.begin(), sizes.end());
  view.strides.append(side.steps.begin(), side.steps.end());
  view.offset = side.offset;
  return view;
}

static Side sideOf(const Tile &tile) {
  Side side;
  for (const TileDim &dim : tile.dims)
    side.steps.push_back(dim.step);
  side.offset = tile.offset;
  return side;
}

static Side sideOf(const TensorView &view) {
  Side side;
  side.steps.assign(view.strides.begin() + 1, view.strides.end());
  side.offset = view.offset;
  return side;
}

static void emitCopy(TileBuilder &b, Value dst, Value src, const Index &index, std::optional<Engine> issuer) {
  nisa::DmaCopyOp::create(b.builder, b.loc, dst, src, index.value, 0, index.value ? 1 : 3, index.side,
                          index.step, index.bound, 0,
                          issuer ? nisa::EngineAttr::get(b.builder.getContext(), nisa::Engine(unsigned(*issuer))) : nisa::EngineAttr());
}

/// Moves between a tile and a view whose dim 0 is the tile's partitions.
static void move(TileBuilder &b, const Tile &tile, const TensorView &view, bool isLoad, const Index &index,
                 std::optional<Engine> issuer) {
  assert(view.rank() >= 1 && view.sizes[0] == tile.partitions && "dim 0 is the partitions");
  // The tile's free dims may be cut differently: give them the view's sizes.
  Tile same = tile;
  if (tile.dims.size() != view.rank() - 1)
    same = tile.reshape(ArrayRef<int64_t>(view.sizes).drop_front());
  SmallVector<int64_t, 6> sizes(view.sizes.begin() + 1, view.sizes.end());
  Side onChip = sideOf(same), hbm = sideOf(view);
  collapsePair(sizes, onChip, hbm);
  withFourDims(b, sizes, onChip, hbm, [&](ArrayRef<int64_t> sizes, const Side &chip, const Side &memory) {
    Value t = b.view(tileOf(same, sizes, chip)), v = b.view(viewOf(view, sizes, memory));
    emitCopy(b, isLoad ? t : v, isLoad ? v : t, index, issuer);
  });
}

void TileBuilder::load(const Tile &dst, const TensorView &src, std::optional<Engine> issuer) {
  move(*this, dst, src, true, {}, issuer);
}

void TileBuilder::store(const TensorView &dst, const Tile &src, std::optional<Engine> issuer) {
  move(*this, src, dst, false, {}, issuer);
}

void TileBuilder::loadAt(const Tile &dst, const TensorView &src, const Tile &index, int64_t indexStep,
                         int64_t bound) {
  move(*this, dst, src, true, {view(index), 1, indexStep, bound}, Engine::GpSimd);
}

void TileBuilder::storeAt(const TensorView &dst, const Tile &src, const Tile &index, int64_t indexStep,
                          int64_t bound) {
  move(*this, src, dst, false, {view(index), 2, indexStep, bound}, Engine::GpSimd);
}

/// The largest divisor of `size` up to 128: that many rows keep all DMA engines
/// busy.
static int64_t rowsFor(int64_t size) {
  for (int64_t rows = std::min<int64_t>(size, 128); rows > 1; --rows)
    if (size % rows == 0)
      return rows;
  return 1;
}

static void copyTensor(TileBuilder &b, const TensorView &dstView, const TensorView &srcView, const Index &index,
                       std::optional<Engine> issuer) {
  TensorView views[2] = {dstView, srcView};
  if (dstView.numElements() == 0)
    return;
  for (TensorView &view : views)
    if (view.rank() == 0)
      view = view.insertDim(0);
  collapseDims(views);
  // One long run: cut it into rows.
  if (views[0].rank() == 1)
    for (TensorView &view : views)
      view = view.split(0, view.sizes[0] / rowsFor(view.sizes[0]));
  b.tiles(views[0].sizes[0], 32768, [&](Offset start, int64_t size) {
    TensorView dst = views[0].window(0, start, size), src = views[1].window(0, start, size);
    SmallVector<int64_t, 6> sizes(dst.sizes.begin() + 1, dst.sizes.end());
    Side to = sideOf(dst), from = sideOf(src);
    collapsePair(sizes, to, from);
    withFourDims(b, sizes, to, from, [&](ArrayRef<int64_t> sizes, const Side &to, const Side &from) {
      emitCopy(b, b.view(viewOf(dst, sizes, to)), b.view(viewOf(src, sizes, from)), index, issuer);
    });
  });
}

void TileBuilder::copy(const TensorView &dst, const TensorView &src, std::optional<Engine> issuer) {
  copyTensor(*this, dst, src, {}, issuer);
}

void TileBuilder::copyAt(const TensorView &dst, const TensorView &src, const Tile &index, int64_t indexStep,
                         int64_t bound, unsigned side) {
  copyTensor(*this, dst, src, {view(index), side, indexStep, bound}, Engine::GpSimd);
}

void TileBuilder::copyRows(const TensorView &dst, const TensorView &src, const Tile &index, unsigned side) {
  const TensorView &named = side == 1 ? src : dst;
  TensorView to = dst.window(0, 0, index.partitions), from = src.window(0, 0, index.partitions);
  Index rows{view(index), side, named.strides[0], named.sizes[0]};
  // The index alone says where a row of that side starts.
  (side == 1 ? from : to).strides[0] = 0;
  SmallVector<int64_t, 6> sizes(to.sizes.begin() + 1, to.sizes.end());
  Side toSide = sideOf(to), fromSide = sideOf(from);
  collapsePair(sizes, toSide, fromSide);
  withFourDims(*this, sizes, toSide, fromSide, [&](ArrayRef<int64_t> sizes, const Side &d, const Side &s) {
    emitCopy(*this, view(viewOf(to, sizes, d)), view(viewOf(from, sizes, s)), rows, Engine::GpSimd);
  });
}

static TensorView rowsAt(TensorView view, int64_t count) {
  view.sizes[0] = count;
  view.strides[0] = 0; // the index alone says where a row starts
  return view;
}

void TileBuilder::loadRows(const Tile &dst, const TensorView &src, const Tile &index) {
  move(*this, dst, rowsAt(src, dst.partitions), true, {view(index), 1, src.strides[0], src.sizes[0]}, Engine::GpSimd);
}

void TileBuilder::storeRows(const TensorView &dst, const Tile &src, const Tile &index) {
  move(*this, src, rowsAt(dst, src.partitions), false, {view(index), 2, dst.strides[0], dst.sizes[0]}, Engine::GpSimd);
}

void TileBuilder::dmaTranspose(const Tile &dst, const Tile &src) {
  nisa::DmaTransposeOp::create(builder, loc, view(dst), view(src), 0, 3, nisa::EngineAttr());
}

void TileBuilder::dmaTranspose(const Tile &dst, const TensorView &src) {
  nisa::DmaTransposeOp::create(builder, loc, view(dst), view(src), 0, 3, nisa::EngineAttr());
}
