//===- RowKeys.cpp - order of elements as exact f32 keys ------------------===//

#include "RowKeys.h"

#include <limits>

using namespace neuron;

static Tile like(TileBuilder &b, const Tile &tile, DType type) {
  return b.sbuf(tile.partitions, {tile.freeSize()}, type);
}

/// What turns a 32-bit integer into one whose unsigned order is the same.
static int32_t signFlip(DType type) { return type == DType::I32 ? int32_t(0x80000000u) : 0; }

unsigned neuron::keyCount(DType type) { return isFloat(type) || bytesOf(type) == 4 ? 2 : 1; }

static llvm::SmallVector<Tile, 2> floatKeys(TileBuilder &b, const Tile &values) {
  Tile number = like(b, values, DType::F32), isNan = like(b, values, DType::F32), pred = like(b, values, DType::U8);
  b.copyTile(number, values);
  b.tensorTensor(AluOp::NotEqual, isNan, values, values);
  b.copyTile(pred, isNan);
  b.copyPredicated(number, pred, std::numeric_limits<float>::infinity());
  return {number, isNan};
}

llvm::SmallVector<Tile, 2> neuron::orderKeys(TileBuilder &b, const Tile &values) {
  if (isFloat(values.type))
    return floatKeys(b, values);
  if (keyCount(values.type) == 1) {
    Tile key = like(b, values, DType::F32);
    b.copyTile(key, values);
    return {key};
  }
  // Sign bit flipped, halves apart.
  Tile bits = like(b, values, DType::U32), half = like(b, values, DType::U32);
  Tile high = like(b, values, DType::F32), low = like(b, values, DType::F32);
  Tile flip = b.integerScalar(values.partitions, signFlip(values.type));
  b.tensorScalar(bits, values.as(DType::U32), {AluOp::BitwiseXor, flip});
  b.tensorScalar(half, bits, {AluOp::RightShift, b.integerScalar(values.partitions, 16)});
  b.copyTile(high, half);
  Tile rest = like(b, values, DType::U32);
  b.tensorScalar(rest, bits, {AluOp::BitwiseAnd, b.integerScalar(values.partitions, 0xffff)});
  b.copyTile(low, rest);
  return {high, low};
}

Tile neuron::valuesOf(TileBuilder &b, llvm::ArrayRef<Tile> keys, DType type) {
  Tile result = like(b, keys[0], type);
  if (keyCount(type) == 1) {
    b.copyTile(result, keys[0]);
    return result;
  }
  if (isFloat(type)) {
    Tile number = like(b, keys[0], DType::F32), pred = like(b, keys[0], DType::U8);
    b.copyTile(number, keys[0]);
    b.copyTile(pred, keys[1]);
    b.copyPredicated(number, pred, std::numeric_limits<float>::quiet_NaN());
    b.copyTile(result, number);
    return result;
  }
  Tile high = like(b, keys[0], DType::U32), low = like(b, keys[0], DType::U32);
  b.copyTile(high, keys[0]);
  b.copyTile(low, keys[1]);
  Tile sixteen = b.integerScalar(high.partitions, 16), flip = b.integerScalar(high.partitions, signFlip(type));
  b.tensorScalar(high, high, {AluOp::LeftShift, sixteen}, {AluOp::BitwiseXor, flip});
  b.tensorTensor(AluOp::BitwiseOr, result.as(DType::U32), high, low);
  return result;
}

Tile neuron::numbers(TileBuilder &b, int64_t rows, int64_t n) {
  Tile whole = b.sbuf(rows, {n}, DType::I32), result = b.sbuf(rows, {n}, DType::F32);
  b.iota(whole, 0, 0, {1});
  b.copyTile(result, whole);
  return result;
}
