//===- SmallModel.h - an artifact with every kind of variable ---*- C++ -*-===//
//
// On one row of four elements:
//   y (output)      = x + w
//   s (state, 10 at first) = s + x;  total (output) = s afterwards
//   c (in-out, bf16)       = 2 * c
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_TEST_SMALLMODEL_H
#define NEURON_TEST_SMALLMODEL_H

#include "neuron/neff.h"
#include "runtime/test/exec/Machine.h"

#include <unistd.h>

namespace neuron::test {

inline WeightMember weightOf(std::string name, std::vector<float> values) {
  WeightMember member;
  member.name = std::move(name);
  member.dtype = DType::F32;
  member.shape = {int64_t(values.size())};
  member.bytes = values.size() * 4;
  member.fill = [values](uint64_t offset, std::span<std::byte> out) {
    std::memcpy(out.data(), reinterpret_cast<const std::byte *>(values.data()) + offset, out.size());
    return Status();
  };
  return member;
}

inline uint32_t addVariable(Machine &m, const char *name, VarKind kind, DType type, int input, int output,
                            const char *file = "") {
  Variable v;
  v.name = name;
  v.kind = kind;
  v.dtype = type;
  v.shape = {1, 4};
  v.bytes = 4 * bytesOf(type);
  v.inputIndex = input;
  v.outputIndex = output;
  v.file = file;
  m.program.variables.push_back(v);
  return uint32_t(m.program.variables.size() - 1);
}

inline Artifact smallModel() {
  Machine m;
  uint32_t x = addVariable(m, "x", VarKind::Input, DType::F32, 0, -1);
  uint32_t c = addVariable(m, "c/cache", VarKind::InOut, DType::BF16, 1, 2);
  uint32_t w = addVariable(m, "w", VarKind::Weight, DType::F32, -1, -1, "w");
  uint32_t s = addVariable(m, "s", VarKind::State, DType::F32, -1, -1, "start");
  uint32_t y = addVariable(m, "y", VarKind::Output, DType::F32, -1, 0);
  uint32_t total = addVariable(m, "total", VarKind::Output, DType::F32, -1, 1);
  auto memory = [&](uint32_t v, DType type) { return m.hbm(v, type, 1, 4, {{1, 4}}); };
  auto tile = [&](int64_t address, DType type = DType::F32) { return m.sbuf(address, type, 1, {{1, 4}}); };
  m.copyStep(tile(0), memory(x, DType::F32));
  m.copyStep(tile(64), memory(w, DType::F32));
  m.copyStep(tile(128), memory(s, DType::F32));
  m.copyStep(tile(192, DType::BF16), memory(c, DType::BF16));
  m.step(Engine::Vector, Opcode::TensorTensor, {tile(64), tile(64), tile(0)}, {m.bits(AluOp::Add)});
  m.step(Engine::Vector, Opcode::TensorTensor, {tile(128), tile(128), tile(0)}, {m.bits(AluOp::Add)});
  m.step(Engine::Vector, Opcode::TensorScalar, {tile(192, DType::BF16), tile(192, DType::BF16), m.none(), m.none()},
         {m.bits(AluOp::Multiply), 0, 0, 0, m.bits(2.0f), 0});
  m.copyStep(memory(y, DType::F32), tile(64));
  m.copyStep(memory(s, DType::F32), tile(128));
  m.copyStep(memory(total, DType::F32), tile(128));
  m.copyStep(memory(c, DType::BF16), tile(192, DType::BF16));
  Artifact artifact;
  artifact.name = "small";
  artifact.infoJson = artifact.reportJson = artifact.recipesJson = "{}";
  artifact.programs.push_back(std::move(m.program));
  artifact.weights = {weightOf("w", {100, 200, 300, 400}), weightOf("start", {10, 10, 10, 10})};
  return artifact;
}

/// Writes it to a file of the test's temporary folder.
inline std::string writeSmallModel() {
  std::string path = testing::TempDir() + "/small-" + std::to_string(getpid()) + ".neff";
  Status s = writeNeff(path, smallModel());
  EXPECT_TRUE(s.ok()) << s.message();
  return path;
}

} // namespace neuron::test

#endif // NEURON_TEST_SMALLMODEL_H
