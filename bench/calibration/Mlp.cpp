//===- Mlp.cpp - gated MLPs of AWS's kernel library -----------------------===//
//
// Prefill: 512 tokens at a time stay in SBUF from norm to store; weights stream
// through rings of 4 and 8 buffers. Decode: tokens are stationary, weights move
// through four column tiles of the array.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <algorithm>

using namespace neuron;
using namespace neuron::calibration;

namespace {
constexpr DType kType = DType::BF16;

struct Prefill {
  Prefill(const Target &target, const MlpShape &shape)
      : b(target), shape(shape), subtiles(std::min(512u, shape.tokens) / 128) {}

  /// RMSNorm on ScalarE, in place; the weights come with the transposes.
  void norm(Part rows, Tile square, Part sum) {
    b.activation(ActFn::Square, {.tile = square, .elements = shape.hidden}, rows, {}, {}, sum);
    b.activation(ActFn::Rsqrt, sum, sum);
    b.activation(ActFn::Copy, rows, rows, sum);
  }
  /// Transposes [128, columns] in place, 512 columns to a bank.
  void transposeRows(Tile tile, unsigned columns, bool scaled) {
    for (unsigned first = 0; first < columns; first += 512) {
      Tile bank = banks.next();
      unsigned count = std::min(512u, columns - first);
      for (unsigned i = 0; i < count; i += 128)
        b.transpose({.tile = bank, .type = kType, .elements = 128, .offset = i * 2},
                    {.tile = tile, .type = kType, .elements = 128, .offset = (first + i) * 2});
      if (!scaled) {
        b.copyOn(Engine::Vector, {.tile = tile, .type = kType, .elements = count, .offset = first * 2},
                 {.tile = bank, .type = kType, .elements = count});
        continue;
      }
      for (unsigned i = 0; i < count; i += 128)
        b.tensorScalar({.tile = tile, .type = kType, .elements = 128, .offset = (first + i) * 2},
                       {.tile = bank, .type = kType, .elements = 128, .offset = i * 2}, {.tile = gamma});
    }
  }
  /// Tokens times [hidden, intermediate] into one bank for each 128 tokens.
  void project(const std::vector<Tile> &tokens) {
    unsigned step = std::min(1024u, shape.hidden);
    for (unsigned first = 0; first < shape.hidden; first += step) {
      Tile weight = weights.next();
      unsigned parts = std::min(step, shape.hidden - first) / 128;
      b.copy(loadsW, {.tile = weight, .type = kType, .elements = parts * shape.intermediate},
             b.rows(kType, 128 * parts, shape.intermediate, int64_t(shape.intermediate) * 2));
      for (unsigned token = 0; token < subtiles; ++token)
        for (unsigned i = 0; i < parts; ++i)
          b.matmul({.tile = banks[token], .elements = shape.intermediate},
                   {.tile = tokens[token], .type = kType, .elements = 128, .offset = (first + i * 128) * 2},
                   {.tile = weight, .type = kType, .elements = shape.intermediate,
                    .offset = i * shape.intermediate * 2});
    }
  }
  void down(const std::vector<Tile> &middle, const std::vector<Tile> &tokens) {
    unsigned step = std::min(1024u, shape.hidden);
    for (unsigned first = 0; first < shape.hidden; first += step) {
      for (unsigned k = 0; k < shape.intermediate; k += 128) {
        unsigned rows = std::min(128u, shape.intermediate - k);
        Tile weight = downWeights.next();
        b.copy(loadsD, {.tile = weight, .type = kType, .elements = step, .partitions = rows},
               b.rows(kType, rows, step, shape.hidden));
        for (unsigned token = 0; token < subtiles; ++token)
          for (unsigned half = 0; half < step / 512; ++half)
            b.matmul({.tile = banks[token * (step / 512) + half], .elements = 512},
                     {.tile = middle[token], .type = kType, .elements = 128, .partitions = rows, .offset = k * 2},
                     {.tile = weight, .type = kType, .elements = 512, .partitions = rows, .offset = half * 1024});
      }
      for (unsigned token = 0; token < subtiles; ++token)
        for (unsigned half = 0; half < step / 512; ++half)
          b.copyOn(Engine::Vector,
                   {.tile = tokens[token], .type = kType, .elements = 512, .offset = (first + half * 512) * 2},
                   {.tile = banks[token * (step / 512) + half], .elements = 512});
    }
  }
  void block(const std::vector<Tile> &tokens, const std::vector<Tile> &middle);

  KernelBuilder b;
  MlpShape shape;
  unsigned subtiles;
  unsigned loads = b.queue(Engine::Sync), loadsW = b.queue(Engine::Sync), loadsD = b.queue(Engine::Sync),
           stores = b.queue(Engine::GpSimd);
  Ring banks = b.psumRing(0, 8);
  Tile gamma = b.sbuf(4);
  Ring weights = b.sbufRing(4, 8 * shape.intermediate * 2), downWeights = b.sbufRing(8, 2048);
  Ring squares = b.sbufRing(1, shape.hidden * 4), sums = b.sbufRing(4, 4);
};
} // namespace

void Prefill::block(const std::vector<Tile> &tokens, const std::vector<Tile> &middle) {
  for (Tile tile : tokens)
    b.copy(loads, {.tile = tile, .type = kType, .elements = shape.hidden},
           b.rows(kType, 128, shape.hidden, shape.hidden));
  if (shape.norm)
    for (Tile tile : tokens)
      norm({.tile = tile, .type = kType, .elements = shape.hidden}, squares[0], {.tile = sums.next()});
  for (Tile tile : tokens)
    transposeRows(tile, shape.hidden, shape.norm);
  project(tokens);
  for (unsigned token = 0; token < subtiles; ++token)
    b.activation(ActFn::Silu, {.tile = middle[token], .type = kType, .elements = shape.intermediate},
                 {.tile = banks[token], .elements = shape.intermediate});
  project(tokens);
  for (unsigned token = 0; token < subtiles; ++token) {
    Part gate{.tile = middle[token], .type = kType, .elements = shape.intermediate};
    b.tensorTensor(AluOp::Multiply, gate, gate, {.tile = banks[token], .elements = shape.intermediate});
  }
  for (Tile tile : middle)
    transposeRows(tile, shape.intermediate, false);
  down(middle, tokens);
  for (Tile tile : tokens)
    b.copy(stores, b.rows(kType, 128, shape.hidden, shape.hidden),
           {.tile = tile, .type = kType, .elements = shape.hidden});
}

Program calibration::mlpPrefill(const Target &target, const MlpShape &shape) {
  Prefill k(target, shape);
  unsigned degree = shape.hidden >= 8192 ? 1 : 2;
  Ring tokens = k.b.sbufRing(degree * k.subtiles, shape.hidden * 2);
  Ring middle = k.b.sbufRing(degree * k.subtiles, 512 * 2);
  for (unsigned first = 0; first < shape.tokens; first += 512) {
    std::vector<Tile> rows(k.subtiles), products(k.subtiles);
    for (unsigned i = 0; i < k.subtiles; ++i) {
      rows[i] = tokens.next();
      products[i] = middle.next();
    }
    k.block(rows, products);
  }
  return k.b.take();
}

namespace {
struct Decode {
  Decode(const Target &target, const MlpShape &shape) : b(target), shape(shape) {}

  /// One token times [hidden, intermediate]: each partition takes hidden / 128
  /// rows that follow each other in HBM, four of them at a time.
  void project(Ring &weights, unsigned loads, Part out) {
    unsigned step = 2048, banksUsed = (shape.intermediate + 511) / 512;
    for (unsigned first = 0; first < shape.hidden; first += step) {
      Tile weight = weights.next();
      unsigned parts = step / 128;
      b.copy(loads, {.tile = weight, .type = kType, .elements = parts * shape.intermediate},
             b.rows(kType, 128, parts * shape.intermediate, int64_t(shape.hidden / 128) * shape.intermediate));
      for (unsigned i = 0; i < parts; ++i)
        for (unsigned bank = 0; bank < banksUsed; ++bank) {
          unsigned width = std::min(512u, shape.intermediate - bank * 512);
          b.columnMatmul({.tile = banks[bank], .elements = width, .partitions = 1, .start = i % 4 * 32},
                         {.tile = token, .type = kType, .elements = 1, .offset = (first / 128 + i) * 2},
                         {.tile = weight, .type = kType, .elements = width,
                          .offset = (i * shape.intermediate + bank * 512) * 2},
                         32);
        }
    }
    for (unsigned bank = 0; bank < banksUsed; ++bank) {
      Part part{.tile = out.tile, .elements = std::min(512u, shape.intermediate - bank * 512), .partitions = 1,
                .offset = bank * 2048};
      Part sum{.tile = banks[bank], .elements = part.elements, .partitions = 1};
      b.activation(ActFn::Copy, part, sum);
      for (unsigned column = 1; column < 4; ++column) {
        sum.start = column * 32;
        b.tensorTensor(AluOp::Add, part, sum, part);
      }
    }
  }
  void down(Ring &weights, unsigned loads, Tile middle, Tile out) {
    unsigned step = 4096, group = 0;
    for (unsigned first = 0; first < shape.hidden; first += step, ++group) {
      for (unsigned k = 0; k < shape.intermediate; k += 128) {
        unsigned rows = std::min(128u, shape.intermediate - k);
        Tile weight = weights.next();
        b.copy(loads, {.tile = weight, .type = kType, .elements = step, .partitions = rows},
               b.rows(kType, rows, step, shape.hidden));
        for (unsigned i = 0; i < step / 512; ++i)
          b.columnMatmul(
              {.tile = banks[group * 2 + i / 4], .elements = 512, .partitions = 1, .start = i % 4 * 32},
              {.tile = middle, .type = kType, .elements = 1, .partitions = rows, .offset = k / 128 * 2},
              {.tile = weight, .type = kType, .elements = 512, .partitions = rows, .offset = i * 1024}, 32);
      }
      for (unsigned i = 0; i < step / 512; ++i) {
        Part result{.tile = out, .type = kType, .elements = 512, .partitions = 1, .offset = (first + i * 512) * 2};
        Part sum{.tile = banks[group * 2 + i / 4], .elements = 512, .partitions = 1, .start = i % 4 * 32};
        if (i % 2)
          b.activation(ActFn::Copy, result, sum);
        else
          b.copyOn(Engine::Vector, result, sum);
      }
    }
  }

  KernelBuilder b;
  MlpShape shape;
  Ring banks = b.psumRing(0, 8);
  Tile token = b.sbuf(shape.hidden / 128 * 2);
};
} // namespace

Program calibration::mlpDecode(const Target &target, const MlpShape &shape) {
  Decode k(target, shape);
  KernelBuilder &b = k.b;
  unsigned loads = b.queue(Engine::Sync), other = b.queue(Engine::GpSimd);
  unsigned steps = shape.hidden / 2048, space = 150 * 1024;
  Ring weights = b.sbufRing(std::min(2 * steps, space / (16 * shape.intermediate * 2)), 16 * shape.intermediate * 2);
  Ring downs = b.sbufRing(4, 8192);
  Tile gate = b.sbuf(shape.intermediate * 4), up = b.sbuf(shape.intermediate * 4), middle = b.sbuf(64);
  Tile out = b.sbuf(shape.hidden * 2);
  b.copy(other, {.tile = k.token, .type = kType, .elements = shape.hidden / 128},
         b.rows(kType, 128, shape.hidden / 128, shape.hidden / 128));
  Part gates{.tile = gate, .elements = shape.intermediate, .partitions = 1};
  Part ups{.tile = up, .elements = shape.intermediate, .partitions = 1};
  k.project(weights, loads, gates);
  k.project(weights, loads, ups);
  b.activation(ActFn::Silu, gates, gates);
  b.tensorTensor(AluOp::Multiply, ups, gates, ups);
  for (unsigned i = 0; i < shape.intermediate; i += 128) {
    unsigned width = std::min(128u, shape.intermediate - i);
    Part bank{.tile = k.banks[4 + i / 128 % 4], .elements = 1, .partitions = width};
    b.transpose(bank, {.tile = up, .elements = width, .partitions = 1, .offset = i * 4});
    b.copyOn(Engine::Vector, {.tile = middle, .type = kType, .elements = 1, .partitions = width, .offset = i / 64},
             bank);
  }
  k.down(downs, loads, middle, out);
  b.copy(other, b.rows(kType, 1, shape.hidden, shape.hidden),
         {.tile = out, .type = kType, .elements = shape.hidden, .partitions = 1});
  return b.take();
}
