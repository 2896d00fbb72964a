//===- Scan.cpp - the selective scan of AWS's Mamba tutorial --------------===//
//
// For each state and each 128 channels: exp(delta A) on ScalarE, then on VectorE
// delta u, times B, the scan, times C, and the sum over the states. B and C are
// one row for all channels. Not published is how the vendor's compiler spreads
// them over the partitions and what it hoists. VectorE's activity fits this: the
// first version loads them with a copy; later ones spread rows of up to one bank
// with TensorE into PSUM, and delta u leaves the loop over the states.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <algorithm>

using namespace neuron;
using namespace neuron::calibration;

namespace {
constexpr unsigned kStates = 16;

struct Scan {
  Scan(const Target &target, unsigned length, bool inPsum)
      : b(target), length(length), inPsum(inPsum), rings(length <= 2048 ? 2 : 1) {}

  Part full(Tile tile) const { return {.tile = tile, .elements = length}; }
  Tile load(Ring &ring) {
    Tile tile = ring.next();
    b.copy(in, full(tile), b.rows(DType::F32, 128, length, length));
    return tile;
  }
  /// One row of B or C on all partitions.
  Part spread(unsigned rows, Ring &tiles, Ring &banks) {
    if (!inPsum) {
      Tile tile = tiles.next();
      b.copy(rows, full(tile), b.rows(DType::F32, 128, length, 0));
      return full(tile);
    }
    Tile row = tiles.next(), bank = banks.next();
    b.copy(rows, {.tile = row, .elements = length, .partitions = 1}, b.rows(DType::F32, 1, length, 0));
    b.matmul(full(bank), {.tile = one, .elements = 128, .partitions = 1},
             {.tile = row, .elements = length, .partitions = 1});
    return full(bank);
  }
  /// One state of 128 channels: the sum grows by C scan(exp(delta A), u' B).
  void state(Part delta, Part scaled, Part total, Part initial, bool productInPsum) {
    Tile a = column.next();
    b.copy(loadsA, {.tile = a}, b.rows(DType::F32, 128, 1, kStates));
    Tile decay = decays.next(), scanned = scans.next();
    b.activation(ActFn::Exp, full(decay), delta, {.tile = a});
    Part input = spread(loadsB, rowsB, banksB);
    b.tensorTensor(AluOp::Multiply, full(inputs[0]), scaled, input);
    b.emit(Engine::Vector, Opcode::TensorTensorScan, {full(scanned), full(decay), full(inputs[0]), initial},
           {uint32_t(AluOp::Multiply), uint32_t(AluOp::Add)});
    if (initial.tile.index != UINT32_MAX)
      b.copyOn(Engine::Vector, initial, {.tile = scanned, .offset = (length - 1) * 4});
    Part output = spread(loadsC, rowsC, banksC);
    Part product = full(productInPsum ? products.next() : inputs[1]);
    b.tensorTensor(AluOp::Multiply, product, full(scanned), output);
    b.tensorTensor(AluOp::Add, total, total, product);
  }

  KernelBuilder b;
  unsigned length;
  bool inPsum;
  unsigned rings;
  unsigned in = b.queue(Engine::Sync), out = b.queue(Engine::Sync), loadsA = b.queue(Engine::Sync),
           loadsB = b.queue(Engine::Sync), loadsC = b.queue(Engine::Sync);
  Tile one = b.sbuf(512);
  Ring column = b.sbufRing(4, 4);
  Ring decays = b.sbufRing(rings, length * 4), scans = b.sbufRing(1, length * 4);
  Ring inputs = b.sbufRing(2, length * 4);
  Ring rowsB = b.sbufRing(rings, length * 4), rowsC = b.sbufRing(rings, length * 4);
  Ring banksB = b.psumRing(0, 2), banksC = b.psumRing(2, 2), products = b.psumRing(4, 2);
};
} // namespace

/// States outside, channels inside: everything is loaded for each of both.
Program calibration::scanFirst(const Target &target, const ScanShape &shape) {
  Scan k(target, shape.length, false);
  unsigned tiles = shape.channels / 128;
  Ring totals = k.b.sbufRing(tiles, shape.length * 4);
  Ring deltas = k.b.sbufRing(2, shape.length * 4), us = k.b.sbufRing(2, shape.length * 4);
  Ring scaled = k.b.sbufRing(1, shape.length * 4);
  for (unsigned tile = 0; tile < tiles; ++tile)
    k.b.memset(Engine::Vector, k.full(totals[tile]));
  for (unsigned state = 0; state < kStates; ++state)
    for (unsigned tile = 0; tile < tiles; ++tile) {
      Part delta = k.full(k.load(deltas)), u = k.full(k.load(us)), product = k.full(scaled[0]);
      k.b.tensorTensor(AluOp::Multiply, product, delta, u);
      k.state(delta, product, k.full(totals[tile]), {}, false);
    }
  for (unsigned tile = 0; tile < tiles; ++tile)
    k.b.copy(k.out, k.b.rows(DType::F32, 128, shape.length, shape.length), k.full(totals[tile]));
  return k.b.take();
}

/// Channels outside: delta and u are loaded once.
Program calibration::scanReordered(const Target &target, const ScanShape &shape) {
  Scan k(target, shape.length, shape.length <= 512);
  Ring totals = k.b.sbufRing(k.rings, shape.length * 4);
  Ring deltas = k.b.sbufRing(k.rings, shape.length * 4), us = k.b.sbufRing(1, shape.length * 4);
  Ring scaled = k.b.sbufRing(1, shape.length * 4);
  for (unsigned tile = 0; tile < shape.channels / 128; ++tile) {
    Part total = k.full(totals.next());
    k.b.memset(Engine::Vector, total);
    Part delta = k.full(k.load(deltas)), u = k.full(k.load(us)), product = k.full(scaled[0]);
    k.b.tensorTensor(AluOp::Multiply, product, delta, u);
    for (unsigned state = 0; state < kStates; ++state)
      k.state(delta, product, total, {}, false);
    k.b.copy(k.out, k.b.rows(DType::F32, 128, shape.length, shape.length), total);
  }
  return k.b.take();
}

/// The sequence in tiles of 512 with the state carried over; products in PSUM.
Program calibration::scanTiled(const Target &target, const ScanShape &shape) {
  constexpr unsigned length = 512;
  unsigned steps = shape.length / length;
  Scan k(target, length, true);
  KernelBuilder &b = k.b;
  Tile carried = b.sbuf(4);
  Ring totals = b.sbufRing(1, shape.length * 4), deltas = b.sbufRing(1, shape.length * 4);
  Ring us = b.sbufRing(1, shape.length * 4), scaled = b.sbufRing(1, shape.length * 4);
  auto whole = [&](Tile tile) { return Part{.tile = tile, .elements = shape.length}; };
  auto part = [&](Tile tile, unsigned step) {
    return Part{.tile = tile, .elements = length, .offset = step * length * 4};
  };
  for (unsigned tile = 0; tile < shape.channels / 128; ++tile) {
    b.memset(Engine::Vector, whole(totals[0]));
    b.copy(k.in, whole(deltas[0]), b.rows(DType::F32, 128, shape.length, shape.length));
    b.copy(k.in, whole(us[0]), b.rows(DType::F32, 128, shape.length, shape.length));
    for (unsigned step = 0; step < steps; ++step)
      b.tensorTensor(AluOp::Multiply, part(scaled[0], step), part(deltas[0], step), part(us[0], step));
    for (unsigned state = 0; state < kStates; ++state) {
      b.memset(Engine::GpSimd, {.tile = carried});
      for (unsigned step = 0; step < steps; ++step)
        k.state(part(deltas[0], step), part(scaled[0], step), part(totals[0], step), {.tile = carried}, true);
    }
    b.copy(k.out, b.rows(DType::F32, 128, shape.length, shape.length), whole(totals[0]));
  }
  return b.take();
}
