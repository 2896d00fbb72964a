//===- Widen.cpp - 32-bit results of 64-bit outputs -----------------------===//

#include "Widen.h"

#include "TilePlan.h"

using namespace neuron;

void neuron::widen(TileBuilder &b, const TensorView &dst, const TensorView &src) {
  bool isSigned = dst.storage == DType::I64;
  TensorView low = dst.words(0, src.storage), high = dst.words(1, src.storage);
  for (const TilePlan &plan : planElementwise({low, high, src}, 1024))
    forEachTile(b, plan, [&](llvm::ArrayRef<TensorView> v) {
      Shape sizes(v[2].sizes.begin() + 1, v[2].sizes.end());
      int64_t rows = v[2].sizes[0];
      Tile value = b.sbuf(rows, sizes, src.storage), sign = b.sbuf(rows, sizes, DType::I32);
      b.load(value, v[2]);
      if (isSigned) {
        Tile bit = b.sbuf(rows, sizes, DType::U32);
        b.tensorScalar(bit, value.as(DType::U32), {AluOp::RightShift, b.integerScalar(rows, 31)});
        b.tensorScalar(sign, bit, {AluOp::Multiply, -1.0f});
      } else {
        b.fill(sign, 0);
      }
      b.store(v[0], value);
      b.store(v[1], sign.as(src.storage));
    });
}
