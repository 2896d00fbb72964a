//===- Entries.cpp - published times --------------------------------------===//
//
// The sources are named in docs/calibration.md. Of each family, entries take
// turns in being fitted on and checked with.
//
//===----------------------------------------------------------------------===//

#include "Entries.h"

using namespace neuron;
using namespace neuron::calibration;

namespace {
template <typename Shape>
std::function<Program(const Target &)> bind(Program (*build)(const Target &, const Shape &), Shape shape) {
  return [=](const Target &target) { return build(target, shape); };
}

void addMatmuls(std::vector<Entry> &list) {
  const MatmulShape bf16{4096, 8192, 8192, DType::BF16}, f32{4096, 8192, 8192, DType::F32};
  const std::string half = "matmul 4096 x 8192 x 8192 bf16, ", full = "matmul 4096 x 8192 x 8192 fp32, ";
  list.push_back({half + "tiled", "trn1", 51800, Use::Check, bind(matmulTiled, bf16)});
  list.push_back({half + "loads hoisted", "trn1", 42960, Use::Fit, bind(matmulHoisted, bf16)});
  list.push_back({half + "free dims blocked", "trn1", 22070, Use::Check, bind(matmulBlockedFree, bf16)});
  list.push_back({half + "all blocked", "trn1", 6970, Use::Fit, bind(matmulBlocked, bf16)});
  list.push_back({full + "tiled", "trn2", 39890, Use::Fit, bind(matmulTiled, f32)});
  list.push_back({full + "loads hoisted", "trn2", 28200, Use::Check, bind(matmulHoisted, f32)});
  list.push_back({full + "free dims blocked", "trn2", 28410, Use::Fit, bind(matmulBlockedFree, f32)});
  list.push_back({full + "all blocked", "trn2", 28300, Use::Check, bind(matmulBlocked, f32)});
}

void addScans(std::vector<Entry> &list) {
  list.push_back({"scan v1, 256 channels, 512", "trn1", 172.93, Use::Fit, bind(scanFirst, {256, 512})});
  list.push_back({"scan v1, 4096 channels, 512", "trn1", 2340, Use::Check, bind(scanFirst, {4096, 512})});
  struct Row {
    unsigned length;
    double second, third;
  };
  const Row rows[] = {{512, 1610, 1600},   {1024, 4400, 3300},   {2048, 8900, 6600},  {3072, 13100, 10100},
                      {4096, 17600, 13300}, {5120, 0, 17300}, {6144, 0, 19600}, {7168, 0, 24200}, {8192, 0, 27800}};
  unsigned turn = 0;
  for (const Row &row : rows)
    if (row.second > 0)
      list.push_back({"scan v2, 4096 channels, " + std::to_string(row.length), "trn1", row.second,
                      turn++ % 2 ? Use::Check : Use::Fit, bind(scanReordered, {4096, row.length})});
  for (const Row &row : rows)
    list.push_back({"scan v3, 4096 channels, " + std::to_string(row.length), "trn1", row.third,
                    turn++ % 2 ? Use::Check : Use::Fit, bind(scanTiled, {4096, row.length})});
}

void addAttentions(std::vector<Entry> &list) {
  struct Row {
    AttentionShape shape;
    double us;
  };
  const DType f32 = DType::F32, f16 = DType::F16, bf16 = DType::BF16;
  const Row rows[] = {{{1, 9216, 4096, 64, f32, false}, 580},     {{1, 4096, 9216, 64, bf16, false}, 567},
                      {{1, 9216, 9216, 64, bf16, false}, 1250},   {{1, 9216, 9216, 64, bf16, true}, 694},
                      {{1, 16384, 16384, 64, f16, true}, 1960},   {{1, 16384, 16384, 128, f16, true}, 2030},
                      {{1, 16384, 2048, 128, f32, false}, 520},   {{1, 16384, 4096, 128, bf16, false}, 981},
                      {{1, 16384, 8192, 128, bf16, false}, 1960}, {{1, 32768, 4096, 128, bf16, false}, 1880},
                      {{3, 2048, 2048, 128, f16, true}, 209}};
  unsigned turn = 0;
  for (const Row &row : rows) {
    const AttentionShape &s = row.shape;
    std::string name = "attention " + std::to_string(s.heads) + " x " + std::to_string(s.queries) + " x " +
                       std::to_string(s.keys) + ", d " + std::to_string(s.size) + " " +
                       std::string(nameOf(s.type)) + (s.causal ? " causal" : "");
    list.push_back({name, "trn2", row.us, turn++ % 2 ? Use::Check : Use::Fit, bind(attention, s)});
  }
  list.push_back({"flash attention 32768 x 32768, d 96 bf16 causal", "trn2", 15100, Use::Bound,
                  bind(attention, {1, 32768, 32768, 96, bf16, true})});
}

void addMlps(std::vector<Entry> &list) {
  list.push_back({"MLP prefill 8192 x 8192 x 448, RMSNorm", "trn2", 4297, Use::Fit,
                  bind(mlpPrefill, {8192, 8192, 448, true})});
  list.push_back({"MLP prefill 512 x 1024 x 448", "trn2", 80.5, Use::Check,
                  bind(mlpPrefill, {512, 1024, 448, false}),
                  "a cost of 16 to 40 us for each kernel in that harness, which its decode rows show as well"});
  list.push_back({"MLP decode 1 x 8192 x 448", "trn2", 76.5, Use::Check, bind(mlpDecode, {1, 8192, 448, false})});
  list.push_back({"MLP decode 1 x 16384 x 832", "trn2", 224.5, Use::Fit, bind(mlpDecode, {1, 16384, 832, false})});
  list.push_back({"matmul 512 x 16384 x 1024 fp8 double row", "trn2", 320, Use::Bound,
                  bind(matmulDoubleRow, {512, 16384, 1024, DType::F8E4M3})});
}
} // namespace

std::vector<Entry> calibration::entries() {
  std::vector<Entry> list;
  addMatmuls(list);
  addScans(list);
  addAttentions(list);
  addMlps(list);
  return list;
}
