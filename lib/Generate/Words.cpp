//===- Words.cpp - 64-bit memory and 32-bit words -------------------------===//

#include "Words.h"

#include "TilePlan.h"

using namespace neuron;

/// Elements of a partition in one tile: each has 8 bytes, and its words as many.
static constexpr int64_t kMaxFree = 1024;

static Shape freeSizes(const TensorView &window) { return Shape(window.sizes.begin() + 1, window.sizes.end()); }

TensorView neuron::pairsOf(const TensorView &lowWords) {
  TensorView view = lowWords;
  view.sizes.push_back(2);
  view.strides.push_back(1);
  return view;
}

static Tile pairTile(TileBuilder &b, const TensorView &lowWords) {
  Shape sizes = freeSizes(lowWords);
  sizes.push_back(2);
  return b.sbuf(lowWords.sizes[0], sizes, DType::U32);
}

/// Two copies at a time.
static Engine engineOf(unsigned word) { return word == 0 ? Engine::Vector : Engine::GpSimd; }

void neuron::splitWords(TileBuilder &b, const TensorView *low, const TensorView *high, const TensorView &lowWords) {
  llvm::SmallVector<TensorView, 4> views{lowWords};
  views[0].storage = DType::U32; // bits: DMA would convert another type
  llvm::SmallVector<unsigned, 2> words;
  for (unsigned word : {0u, 1u})
    if (const TensorView *view = word == 0 ? low : high) {
      views.push_back(*view);
      words.push_back(word);
    }
  for (const TilePlan &plan : planElementwise(views, kMaxFree))
    forEachTile(b, plan, [&](llvm::ArrayRef<TensorView> v) {
      Tile both = pairTile(b, v[0]);
      b.load(both, pairsOf(v[0]));
      for (auto [i, word] : llvm::enumerate(words)) {
        Tile part = b.sbuf(both.partitions, freeSizes(v[0]), DType::U32);
        b.copyTile(part, both.at(both.dims.size() - 1, word), engineOf(word));
        b.store(v[i + 1], part.as(v[i + 1].storage));
      }
    });
}

void neuron::joinWords(TileBuilder &b, const TensorView &dst, const TensorView &low, const TensorView &high) {
  for (const TilePlan &plan : planElementwise({dst.words(0, DType::U32), low, high}, kMaxFree))
    forEachTile(b, plan, [&](llvm::ArrayRef<TensorView> v) {
      Tile both = pairTile(b, v[0]);
      for (unsigned word : {0u, 1u}) {
        Tile part = b.sbuf(both.partitions, freeSizes(v[0]), v[word + 1].storage);
        b.load(part, v[word + 1]);
        b.copyTile(both.at(both.dims.size() - 1, word), part.as(DType::U32), engineOf(word));
      }
      b.store(pairsOf(v[0]), both);
    });
}

void neuron::widen(TileBuilder &b, const TensorView &dst, const TensorView &src) {
  bool isSigned = dst.storage == DType::I64;
  for (const TilePlan &plan : planElementwise({dst.words(0, DType::U32), src}, kMaxFree))
    forEachTile(b, plan, [&](llvm::ArrayRef<TensorView> v) {
      Tile value = b.sbuf(v[1].sizes[0], freeSizes(v[1]), src.storage), both = pairTile(b, v[0]);
      b.load(value, v[1]);
      unsigned last = both.dims.size() - 1;
      b.copyTile(both.at(last, 0), value.as(DType::U32));
      Tile high = both.at(last, 1);
      if (isSigned) {
        Tile bit = b.sbuf(value.partitions, freeSizes(v[1]), DType::U32);
        b.tensorScalar(bit, value.as(DType::U32), {AluOp::RightShift, b.integerScalar(value.partitions, 31)});
        b.tensorScalar(high.as(DType::I32), bit, {AluOp::Multiply, -1.0f});
      } else {
        b.fill(high, 0);
      }
      b.store(pairsOf(v[0]), both);
    });
}
