//===- RowKeys.cpp - order of elements as exact f32 keys ------------------===//

#include "RowKeys.h"

#include <limits>

using namespace neuron;

static Tile like(TileBuilder &b, const Tile &tile, DType type) {
  return b.sbuf(tile.partitions, {tile.freeSize()}, type);
}

llvm::SmallVector<Tile, 2> neuron::orderKeys(TileBuilder &b, const Tile &values) {
  if (isFloat(values.type)) {
    Tile key = like(b, values, DType::F32), isNumber = like(b, values, DType::U8);
    b.copyTile(key, values);
    b.tensorTensor(AluOp::Equal, isNumber, key, key);
    b.copyPredicated(key, isNumber, std::numeric_limits<float>::infinity(), /*reverse=*/true);
    return {key};
  }
  if (bytesOf(values.type) < 4) {
    Tile key = like(b, values, DType::F32);
    b.copyTile(key, values);
    return {key};
  }
  // Sign bit flipped, halves apart.
  int32_t flip = values.type == DType::I32 ? int32_t(0x80000000u) : 0;
  Tile bits = like(b, values, DType::U32), half = like(b, values, DType::U32);
  Tile high = like(b, values, DType::F32), low = like(b, values, DType::F32);
  b.tensorScalar(bits, values.as(DType::U32), {AluOp::BitwiseXor, b.integerScalar(values.partitions, flip)});
  b.tensorScalar(half, bits, {AluOp::RightShift, b.integerScalar(values.partitions, 16)});
  b.copyTile(high, half);
  Tile rest = like(b, values, DType::U32);
  b.tensorScalar(rest, bits, {AluOp::BitwiseAnd, b.integerScalar(values.partitions, 0xffff)});
  b.copyTile(low, rest);
  return {high, low};
}

Tile neuron::numbers(TileBuilder &b, int64_t rows, int64_t n) {
  Tile whole = b.sbuf(rows, {n}, DType::I32), result = b.sbuf(rows, {n}, DType::F32);
  b.iota(whole, 0, 0, {1});
  b.copyTile(result, whole);
  return result;
}
