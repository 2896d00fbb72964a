//===- Tile.cpp - arithmetic on tiles -------------------------------------===//

#include "TileBuilder.h"

#include <cassert>

using namespace neuron;

int64_t Tile::freeSize() const {
  int64_t count = 1;
  for (const TileDim &dim : dims)
    count *= dim.size;
  return count;
}

Tile Tile::free(unsigned dim, const Offset &start, int64_t size, int64_t step) const {
  Tile tile = *this;
  tile.offset += start * dims[dim].step;
  tile.dims[dim] = {size, dims[dim].step * step};
  return tile;
}

Tile Tile::rows(int64_t start, int64_t count) const {
  Tile tile = *this;
  tile.startPartition += start;
  tile.partitions = count;
  return tile;
}

Tile Tile::reshape(llvm::ArrayRef<int64_t> sizes) const {
  Tile tile = *this;
  tile.dims.clear();
  int64_t step = dims.empty() ? 1 : dims.back().step;
  for (int64_t size : llvm::reverse(sizes)) {
    tile.dims.insert(tile.dims.begin(), {size, step});
    step *= size;
  }
  assert(tile.freeSize() == freeSize() && "reshape keeps the number of elements");
  return tile;
}

Tile Tile::broadcast(unsigned dim, int64_t size) const {
  Tile tile = *this;
  tile.dims.insert(tile.dims.begin() + dim, {size, 0});
  return tile;
}

Tile Tile::at(unsigned dim, const Offset &index) const {
  Tile tile = free(dim, index, 1);
  tile.dims.erase(tile.dims.begin() + dim);
  return tile;
}

Tile Tile::as(DType other) const {
  assert(bytesOf(other) == bytesOf(type) && "reinterpretation keeps the width");
  Tile tile = *this;
  tile.type = other;
  return tile;
}

Tile Tile::permute(llvm::ArrayRef<unsigned> order) const {
  Tile tile = *this;
  for (auto [to, from] : llvm::enumerate(order))
    tile.dims[to] = dims[from];
  return tile;
}
