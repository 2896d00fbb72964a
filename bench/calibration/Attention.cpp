//===- Attention.cpp - prefill attention of AWS's kernel library ----------===//
//
// Groups of 128 queries against sections of keys (8192, or all up to 10240).
// Three groups are under way: P V of group i between Q K of group i + 2, behind
// the exponentials of group i + 1. P is transposed by DMA. Sections carry a
// running maximum and sum; their outputs meet in HBM.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include <algorithm>

using namespace neuron;
using namespace neuron::calibration;

namespace {
constexpr unsigned kKeys = 512, kLarge = 2048;

class Attention {
public:
  Attention(const Target &target, const AttentionShape &shape)
      : shape(shape), b(target), section(shape.keys > 10240 ? 8192 : shape.keys),
        sections(shape.keys / section), groups(shape.queries / 128),
        groupsPerLoad(std::min(groups, shape.type == DType::F32 ? 4u : 8u)) {}

  Program run() {
    for (unsigned head = 0; head < shape.heads; ++head)
      for (current = 0; current < sections; ++current)
        runSection();
    return b.take();
  }

private:
  static Part column(Tile tile, unsigned index = 0) { return {.tile = tile, .offset = index * 4}; }
  /// Tiles of keys of this section that group `group` sees.
  unsigned visible(unsigned group) const {
    unsigned all = section / kKeys;
    if (!shape.causal)
      return all;
    int64_t last = int64_t(group) * 128 + 127 - int64_t(current) * section;
    return last < 0 ? 0 : std::min<unsigned>(all, unsigned(last / kKeys) + 1);
  }
  bool onDiagonal(unsigned group, unsigned tile) const {
    return shape.causal && group * 128 < current * section + (tile + 1) * kKeys;
  }
  void runSection();
  void loadKeys();
  void loadQueries(unsigned group);
  void scores(unsigned group, unsigned large);
  void mask(unsigned group, unsigned tile, Part out, Part max, Tile bank);
  void startScores(unsigned group);
  void updateMax(unsigned group);
  void exponentials(unsigned group);
  void startValues(unsigned group);
  void values(unsigned group, unsigned large);
  void writeBack(unsigned group);
  unsigned larges() const { return (section + kLarge - 1) / kLarge; }

  AttentionShape shape;
  KernelBuilder b;
  unsigned section, sections, groups, groupsPerLoad, current = 0;
  unsigned loads = b.queue(Engine::Sync), loadsV = b.queue(Engine::Sync), transposes = b.queue(Engine::Sync),
           stores = b.queue(Engine::GpSimd);
  Ring keys = b.sbufRing(section / kKeys, kKeys * 2), vs = b.sbufRing(section / 128, shape.size * 2);
  Ring queries = b.sbufRing(2, groupsPerLoad * 128 * 2), raw = b.sbufRing(2, groupsPerLoad * 128 * 4);
  Ring partialMax = b.sbufRing(3, section / kKeys * 4), partialSum = b.sbufRing(2, section / kKeys * 4);
  Ring correction = b.sbufRing(4, 4), sectionSum = b.sbufRing(2, 4), sectionMax = b.sbufRing(2, 4);
  Ring running = b.sbufRing(groups, 4), sums = b.sbufRing(groups, 4), reciprocals = b.sbufRing(2, 4);
  Ring masked = b.sbufRing(2 * (section / kKeys), kKeys * 4);
  Ring exps = b.sbufRing(section / kKeys, kKeys * 2), turned = b.sbufRing(2 * (section / kKeys), kKeys * 2);
  Ring copied = b.sbufRing(2, kKeys * 4), selected = b.sbufRing(2, kKeys * 4);
  Ring outputs = b.sbufRing(2, shape.size * 4), previous = b.sbufRing(2, shape.size * 4),
       merged = b.sbufRing(2, shape.size * 4), finals = b.sbufRing(2, shape.size * 4);
  Ring scoreBanks = b.psumRing(0, 4), valueBanks = b.psumRing(4, 4);
};
} // namespace

void Attention::loadKeys() {
  for (unsigned i = 0; i < section / kKeys; ++i)
    b.copy(loads, {.tile = keys[i], .type = DType::BF16, .elements = kKeys, .partitions = shape.size},
           b.rows(shape.type == DType::F32 ? DType::F32 : DType::BF16, shape.size, kKeys, shape.keys));
  for (unsigned i = 0; i < section / 128; ++i)
    b.copy(loadsV, {.tile = vs[i], .type = DType::BF16, .elements = shape.size},
           b.rows(shape.type == DType::F32 ? DType::F32 : DType::BF16, 128, shape.size, shape.size));
}

void Attention::loadQueries(unsigned group) {
  if (group % groupsPerLoad != 0)
    return;
  unsigned count = groupsPerLoad * 128;
  Part out{.tile = queries[group / groupsPerLoad], .type = DType::BF16, .elements = count,
           .partitions = shape.size};
  Part in{.tile = shape.type == DType::BF16 ? out.tile : raw[group / groupsPerLoad], .type = shape.type,
          .elements = count, .partitions = shape.size};
  b.dmaTranspose(loads, in, b.rows(shape.type, count, shape.size, shape.size));
  if (shape.type != DType::BF16)
    b.copyOn(Engine::Vector, out, in);
}

/// Scores leave PSUM with their maximum; on the diagonal by way of GpSimdE.
void Attention::mask(unsigned group, unsigned tile, Part out, Part max, Tile bank) {
  Part source{.tile = bank, .elements = kKeys};
  if (onDiagonal(group, tile)) {
    Part copy{.tile = copied.next(), .elements = kKeys}, select{.tile = selected.next(), .elements = kKeys};
    b.copyOn(Engine::Vector, copy, source);
    b.emit(Engine::GpSimd, Opcode::AffineSelect, {select, copy});
    source = select;
  }
  b.emit(Engine::Vector, Opcode::TensorScalarReduce, {out, source, {}, {}, max},
         {uint32_t(AluOp::Multiply), uint32_t(AluOp::Max), uint32_t(ReduceCmd::ResetReduce)});
}

void Attention::startScores(unsigned group) {
  b.memset(Engine::Vector, {.tile = partialMax[group], .elements = section / kKeys});
}

void Attention::scores(unsigned group, unsigned large) {
  unsigned first = large * (kLarge / kKeys), end = std::min(first + kLarge / kKeys, visible(group));
  for (unsigned tile = first; tile < end; ++tile) {
    Tile bank = scoreBanks[tile];
    b.matmul({.tile = bank, .elements = kKeys},
             {.tile = queries[group / groupsPerLoad], .type = DType::BF16, .elements = 128,
              .partitions = shape.size, .offset = group % groupsPerLoad * 256},
             {.tile = keys[tile], .type = DType::BF16, .elements = kKeys, .partitions = shape.size});
    mask(group, tile, {.tile = masked[group % 2 * (section / kKeys) + tile], .elements = kKeys},
         column(partialMax[group], tile), bank);
  }
}

void Attention::updateMax(unsigned group) {
  Part max = column(sectionMax[group]), run = column(running[group]);
  b.reduce(AluOp::Max, max, {.tile = partialMax[group], .elements = section / kKeys});
  if (current == 0)
    return b.copyOn(Engine::Vector, run, max);
  Part factor = column(correction[group]);
  b.activation(ActFn::Copy, factor, run);
  b.tensorTensor(AluOp::Min, run, run, max);
  b.activation(ActFn::Exp, factor, factor, {}, run);
}

void Attention::exponentials(unsigned group) {
  b.memset(Engine::Vector, {.tile = partialSum[group], .elements = section / kKeys});
  for (unsigned tile = 0; tile < visible(group); ++tile) {
    Part out{.tile = exps[tile], .type = DType::BF16, .elements = kKeys};
    b.activation(ActFn::Exp, out, {.tile = masked[group % 2 * (section / kKeys) + tile], .elements = kKeys}, {},
                 column(running[group]), column(partialSum[group], tile));
    b.dmaTranspose(transposes,
                   {.tile = turned[group % 2 * (section / kKeys) + tile], .type = DType::BF16, .elements = kKeys},
                   out);
  }
}

void Attention::startValues(unsigned group) {
  b.memset(Engine::Vector, {.tile = outputs[group], .elements = shape.size});
}

void Attention::values(unsigned group, unsigned large) {
  unsigned first = large * (kLarge / kKeys), end = std::min(first + kLarge / kKeys, visible(group));
  if (first >= end)
    return;
  Part sum{.tile = valueBanks[large], .elements = shape.size}, out{.tile = outputs[group], .elements = shape.size};
  for (unsigned i = first * 4; i < end * 4; ++i) {
    if (shape.causal && current * section + i * 128 > group * 128 + 127)
      break;
    b.matmul(sum,
             {.tile = turned[group % 2 * (section / kKeys) + i / 4], .type = DType::BF16, .elements = 128,
              .offset = i % 4 * 256},
             {.tile = vs[i], .type = DType::BF16, .elements = shape.size});
  }
  if (large == 0)
    b.copyOn(Engine::Vector, out, sum);
  else
    b.tensorTensor(AluOp::Add, out, out, sum);
}

void Attention::writeBack(unsigned group) {
  Part sum = column(sectionSum[group]), total = column(sums[group]);
  Part out{.tile = outputs[group], .elements = shape.size};
  b.reduce(AluOp::Add, sum, {.tile = partialSum[group], .elements = section / kKeys});
  bool last = current + 1 == sections ||
              (shape.causal && group * 128 + 127 < (current + 1) * section);
  if (current == 0) {
    b.copyOn(Engine::Vector, total, sum);
  } else {
    b.tensorScalar(total, total, column(correction[group]));
    Part old{.tile = previous[group], .elements = shape.size}, both{.tile = merged[group], .elements = shape.size};
    b.copy(loads, old, b.rows(DType::F32, 128, shape.size, shape.size));
    b.emit(Engine::Vector, Opcode::ScalarTensorTensor, {both, old, column(correction[group]), out},
           {uint32_t(AluOp::Multiply), uint32_t(AluOp::Add)});
    out = both;
  }
  if (last) {
    Part reciprocal = column(reciprocals[group]);
    b.emit(Engine::Vector, Opcode::Reciprocal, {reciprocal, total});
    Part scaled{.tile = finals[group], .elements = shape.size};
    b.activation(ActFn::Copy, scaled, out, reciprocal);
    out = scaled;
  }
  b.copy(stores, b.rows(last ? shape.type : DType::F32, 128, shape.size, shape.size), out);
}

void Attention::runSection() {
  loadKeys();
  std::vector<unsigned> list;
  for (unsigned group = 0; group < groups; ++group)
    if (visible(group) > 0)
      list.push_back(group);
  auto loadAndScore = [&](unsigned group) {
    loadQueries(group);
    startScores(group);
    for (unsigned large = 0; large < larges(); ++large)
      scores(group, large);
    updateMax(group);
  };
  if (current > 0 && !list.empty() && list[0] % groupsPerLoad != 0)
    loadQueries(list[0] / groupsPerLoad * groupsPerLoad);
  loadAndScore(list[0]);
  exponentials(list[0]);
  if (list.size() > 1)
    loadAndScore(list[1]);
  for (size_t i = 0; i < list.size(); ++i) {
    bool more = i + 2 < list.size();
    if (more)
      loadQueries(list[i + 2]);
    if (i + 1 < list.size())
      exponentials(list[i + 1]);
    startValues(list[i]);
    if (more)
      startScores(list[i + 2]);
    for (unsigned large = 0; large < larges(); ++large) {
      values(list[i], large);
      if (more)
        scores(list[i + 2], large);
    }
    writeBack(list[i]);
    if (more)
      updateMax(list[i + 2]);
  }
}

Program calibration::attention(const Target &target, const AttentionShape &shape) {
  return Attention(target, shape).run();
}
