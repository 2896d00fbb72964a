//===- Matmul.cpp - the matrix multiplications of AWS's tutorials ---------===//
//
// Five steps of one kernel: load both tiles for each product; load the tiles of
// a row of blocks once; block rows and columns; block K as well. lhs is stored
// transposed, [k, m]. Each tensor has a queue of its own.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace neuron;
using namespace neuron::calibration;

namespace {
constexpr unsigned kRows = 128, kColumns = 512;

struct Matmul {
  Matmul(const Target &target, const MatmulShape &shape)
      : b(target), shape(shape), bytes(bytesOf(shape.type)), tilesM(shape.m / kRows),
        tilesK(shape.k / 128), tilesN(shape.n / kColumns) {}

  void loadLeft(Tile tile, unsigned columns = kRows) {
    b.copy(left, {.tile = tile, .type = shape.type, .elements = columns},
           b.rows(shape.type, 128, columns, shape.m));
  }
  void loadRight(Tile tile, unsigned columns = kColumns) {
    b.copy(right, {.tile = tile, .type = shape.type, .elements = columns},
           b.rows(shape.type, 128, columns, shape.n));
  }
  void product(Tile bank, Tile lhs, Tile rhs, unsigned lhsColumn = 0, unsigned rhsColumn = 0) {
    b.matmul({.tile = bank, .elements = kColumns},
             {.tile = lhs, .type = shape.type, .elements = kRows, .offset = lhsColumn * bytes},
             {.tile = rhs, .type = shape.type, .elements = kColumns, .offset = rhsColumn * bytes});
  }
  /// Out of PSUM and to HBM.
  void finish(Tile bank) {
    Part out{.tile = results.next(), .type = shape.type, .elements = kColumns};
    b.copyOn(Engine::Vector, out, {.tile = bank, .elements = kColumns});
    b.copy(store, b.rows(shape.type, 128, kColumns, shape.n), out);
  }

  KernelBuilder b;
  MatmulShape shape;
  unsigned bytes, tilesM, tilesK, tilesN;
  unsigned left = b.queue(Engine::Sync), right = b.queue(Engine::Sync), store = b.queue(Engine::GpSimd);
  Ring banks = b.psumRing(0, 8);
  Ring results = b.sbufRing(2, kColumns * bytesOf(shape.type));
};
} // namespace

Program calibration::matmulTiled(const Target &target, const MatmulShape &shape) {
  Matmul k(target, shape);
  Ring left = k.b.sbufRing(8, kRows * k.bytes), right = k.b.sbufRing(8, kColumns * k.bytes);
  for (unsigned tile = 0; tile < k.tilesM * k.tilesN; ++tile) {
    Tile bank = k.banks.next();
    for (unsigned i = 0; i < k.tilesK; ++i) {
      Tile lhs = left.next(), rhs = right.next();
      k.loadLeft(lhs);
      k.loadRight(rhs);
      k.product(bank, lhs, rhs);
    }
    k.finish(bank);
  }
  return k.b.take();
}

Program calibration::matmulHoisted(const Target &target, const MatmulShape &shape) {
  Matmul k(target, shape);
  Ring left = k.b.sbufRing(k.tilesK, kRows * k.bytes);
  Ring right = k.b.sbufRing(k.tilesK + 16, kColumns * k.bytes);
  for (unsigned m = 0; m < k.tilesM; ++m) {
    for (unsigned i = 0; i < k.tilesK; ++i)
      k.loadLeft(left[i]);
    for (unsigned n = 0; n < k.tilesN; ++n) {
      std::vector<Tile> column(k.tilesK);
      for (Tile &tile : column)
        k.loadRight(tile = right.next());
      Tile bank = k.banks.next();
      for (unsigned i = 0; i < k.tilesK; ++i)
        k.product(bank, left[i], column[i]);
      k.finish(bank);
    }
  }
  return k.b.take();
}

/// Blocks of 2 x 2 tiles. A column of right tiles serves both rows of the block
/// before the next comes: all of them do not fit in fp32.
Program calibration::matmulBlockedFree(const Target &target, const MatmulShape &shape) {
  Matmul k(target, shape);
  Ring left = k.b.sbufRing(2 * k.tilesK, kRows * k.bytes);
  Ring right = k.b.sbufRing(k.tilesK + 8, kColumns * k.bytes);
  for (unsigned m = 0; m < k.tilesM / 2; ++m) {
    for (unsigned i = 0; i < 2 * k.tilesK; ++i)
      k.loadLeft(left[i]);
    for (unsigned n = 0; n < k.tilesN; ++n) {
      std::vector<Tile> column(k.tilesK);
      for (Tile &tile : column)
        k.loadRight(tile = right.next());
      for (unsigned row = 0; row < 2; ++row) {
        Tile bank = k.banks.next();
        for (unsigned i = 0; i < k.tilesK; ++i)
          k.product(bank, left[row * k.tilesK + i], column[i]);
        k.finish(bank);
      }
    }
  }
  return k.b.take();
}

/// Blocks of 16 x 2 x 8 tiles; sums of the blocks of K are kept in SBUF. The
/// fp32 case is larger than SBUF if nothing is freed early; the published
/// allocation is not known, so its size is not enforced.
Program calibration::matmulBlocked(const Target &target, const MatmulShape &shape) {
  constexpr unsigned blockM = 16, blockN = 2, blockK = 8;
  Matmul k(target, shape);
  KernelBuilder &b = k.b;
  Ring left = b.sbufRing(2 * blockK, blockM * kRows * k.bytes);
  Ring right = b.sbufRing(2 * blockK, blockN * kColumns * k.bytes);
  Ring sums = b.sbufRing(k.tilesM * blockN, kColumns * k.bytes);
  Ring packed = b.sbufRing(2, blockN * kColumns * k.bytes);
  auto sum = [&](unsigned tile) { return Part{.tile = sums[tile], .type = shape.type, .elements = kColumns}; };
  for (unsigned n = 0; n < k.tilesN / blockN; ++n) {
    for (unsigned i = 0; i < k.tilesM * blockN; ++i)
      b.memset(Engine::Vector, sum(i));
    for (unsigned step = 0; step < k.tilesK / blockK; ++step) {
      std::vector<Tile> rhs(blockK), lhs(blockK);
      for (Tile &tile : rhs)
        k.loadRight(tile = right.next(), blockN * kColumns);
      for (unsigned m = 0; m < k.tilesM / blockM; ++m) {
        for (Tile &tile : lhs)
          k.loadLeft(tile = left.next(), blockM * kRows);
        for (unsigned tile = 0; tile < blockN * blockM; ++tile) {
          unsigned column = tile / blockM, row = tile % blockM;
          Tile bank = k.banks.next();
          for (unsigned i = 0; i < blockK; ++i)
            k.product(bank, lhs[i], rhs[i], row * kRows, column * kColumns);
          Part total = sum((m * blockM + row) * blockN + column);
          b.tensorTensor(AluOp::Add, total, total, {.tile = bank, .elements = kColumns});
        }
      }
    }
    for (unsigned row = 0; row < k.tilesM; ++row) {
      Part out{.tile = packed.next(), .type = shape.type, .elements = blockN * kColumns};
      for (unsigned column = 0; column < blockN; ++column)
        b.copyOn(Engine::Vector,
                 {.tile = out.tile, .type = shape.type, .elements = kColumns, .offset = column * kColumns * k.bytes},
                 sum(row * blockN + column));
      b.copy(k.store, b.rows(shape.type, 128, blockN * kColumns, shape.n), out);
    }
  }
  return b.take();
}

/// One pass over K: all products of the shape fit in the eight banks.
Program calibration::matmulDoubleRow(const Target &target, const MatmulShape &shape) {
  Matmul k(target, shape);
  KernelBuilder &b = k.b;
  Ring left = b.sbufRing(8, 2 * shape.m), right = b.sbufRing(8, 2 * shape.n), out = b.sbufRing(2, kColumns * 2);
  auto bank = [&](unsigned m, unsigned n) { return Part{.tile = k.banks[m * k.tilesN + n], .elements = kColumns}; };
  for (unsigned step = 0; step < k.tilesK / 2; ++step) {
    Tile lhs = left.next(), rhs = right.next();
    k.loadLeft(lhs, 2 * shape.m);
    k.loadRight(rhs, 2 * shape.n);
    for (unsigned m = 0; m < k.tilesM; ++m)
      for (unsigned n = 0; n < k.tilesN; ++n)
        b.emit(Engine::Tensor, Opcode::NcMatmul,
               {bank(m, n),
                {.tile = lhs, .type = shape.type, .elements = 2 * kRows, .offset = m * 2 * kRows},
                {.tile = rhs, .type = shape.type, .elements = 2 * kColumns, .offset = n * 2 * kColumns}},
               {0, 0, 8});
  }
  for (unsigned m = 0; m < k.tilesM; ++m)
    for (unsigned n = 0; n < k.tilesN; ++n) {
      Part result{.tile = out.next(), .type = DType::BF16, .elements = kColumns};
      b.copyOn(Engine::Vector, result, bank(m, n));
      b.copy(k.store, b.rows(DType::BF16, 128, kColumns, shape.n), result);
    }
  return b.take();
}
