//===- RandomProgram.cpp - random nisa programs ---------------------------===//

#include "RandomProgram.h"

#include <random>
#include <sstream>
#include <vector>

using namespace neuron::schedule;

namespace {
struct Buffer {
  std::string name, space;
  int64_t elements; ///< of 4 bytes, in a partition or in all
};
struct LoopVar {
  std::string name;
  int64_t trip;
};

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}
  std::string run();

private:
  int64_t pick(int64_t low, int64_t high) { return low + int64_t(random() % uint64_t(high - low + 1)); }
  void block(unsigned depth, int64_t budget);
  void alloc();
  void instruction();
  std::string view(const Buffer &buffer, int64_t rows, int64_t size);
  const Buffer *pickBuffer(bool wantHbm);

  std::mt19937_64 random;
  std::ostringstream out;
  std::vector<Buffer> buffers;
  std::vector<LoopVar> loops;
  unsigned names = 0;
};
} // namespace

static constexpr int64_t kRows = 2;

const Buffer *Generator::pickBuffer(bool wantHbm) {
  std::vector<const Buffer *> fitting;
  for (const Buffer &buffer : buffers)
    if ((buffer.space == "hbm") == wantHbm)
      fitting.push_back(&buffer);
  return fitting.empty() ? nullptr : fitting[pick(0, fitting.size() - 1)];
}

void Generator::alloc() {
  Buffer buffer{"%b" + std::to_string(names++), pick(0, 3) ? "sbuf" : "psum", pick(1, 6) * 8};
  out << buffer.name << " = nisa.alloc : !nisa.buffer<" << buffer.space << ", 128, " << buffer.elements * 4 << ">\n";
  buffers.push_back(buffer);
}

/// A view of rows x size elements somewhere inside the buffer for all counters.
std::string Generator::view(const Buffer &buffer, int64_t rows, int64_t size) {
  bool isHbm = buffer.space == "hbm";
  int64_t rowStep = isHbm ? (pick(0, 1) ? 64 : size) : 0;
  int64_t slack = buffer.elements - size - (isHbm ? rowStep * (rows - 1) : 0);
  std::string name = "%v" + std::to_string(names++);
  std::ostringstream terms;
  for (const LoopVar &loop : loops) {
    if (pick(0, 2) == 0)
      continue;
    int64_t step = pick(0, 1) ? size : pick(0, 1) ? rowStep * rows : pick(1, 7);
    if (step == 0 || step * (loop.trip - 1) > slack)
      continue;
    slack -= step * (loop.trip - 1);
    terms << " + " << loop.name << " * " << step;
  }
  int64_t base = pick(0, 1) ? 0 : pick(0, slack);
  out << name << " = nisa.view " << buffer.name << "[" << base << terms.str() << "] partition "
      << (isHbm ? 0 : 32 * pick(0, 1)) << " row_step " << rowStep << " steps [1] : !nisa.buffer<" << buffer.space
      << ", " << (isHbm ? 1 : 128) << ", " << buffer.elements * 4 << "> -> !nisa.view<" << buffer.space << ", " << rows
      << ", [" << size << "], f32>\n";
  return name;
}

void Generator::instruction() {
  int64_t size = pick(0, 2) ? 8 : pick(1, 8), rows = kRows;
  bool isDma = pick(0, 1);
  const Buffer *dst = pickBuffer(isDma && pick(0, 1)), *src = pickBuffer(isDma && pick(0, 1));
  if (!dst || !src || (isDma && (dst->space == "psum" || src->space == "psum")))
    return;
  static const char *engines[] = {"vector", "scalar", "gpsimd"};
  std::string to = view(*dst, rows, size), from = view(*src, rows, size);
  bool isPsum = dst->space == "psum" || src->space == "psum";
  out << (isDma ? "nisa.dma_copy " : "nisa.tensor_copy ") << to << ", " << from;
  if (!isDma)
    out << " {engine = #nisa.engine<" << engines[pick(0, isPsum ? 1 : 2)] << ">}";
  out << " : !nisa.view<" << dst->space << ", " << rows << ", [" << size << "], f32>, !nisa.view<" << src->space << ", "
      << rows << ", [" << size << "], f32>\n";
}

void Generator::block(unsigned depth, int64_t budget) {
  size_t visible = buffers.size();
  for (int64_t i = 0; i < budget; ++i) {
    int64_t what = pick(0, 9);
    if (what < 2)
      alloc();
    else if (what < 4 && depth < 3) {
      LoopVar loop{"%i" + std::to_string(names++), pick(1, depth ? 4 : 6)};
      out << "nisa.loop " << loop.name << " to " << loop.trip << " {\n";
      loops.push_back(loop);
      block(depth + 1, pick(2, 6));
      loops.pop_back();
      out << "}\n";
    } else
      instruction();
  }
  buffers.resize(visible);
}

std::string Generator::run() {
  out << "nisa.program @main target \"trn2\" {\n";
  for (unsigned i = 0; i < 3; ++i) {
    Buffer buffer{"%x" + std::to_string(i), "hbm", 512};
    out << buffer.name << " = nisa.variable \"x" << i
        << "\" {kind = \"scratch\", dtype = \"f32\", shape = array<i64: 512>} : !nisa.buffer<hbm, 1, 2048>\n";
    buffers.push_back(buffer);
  }
  for (int64_t k = 0, kernels = pick(1, 3); k < kernels; ++k) {
    size_t visible = buffers.size();
    out << "nisa.kernel \"k" << k << "\" source \"s\" {\n";
    alloc();
    block(0, pick(4, 14));
    out << "}\n";
    buffers.resize(visible);
  }
  out << "}\n";
  return out.str();
}

std::string neuron::schedule::randomProgram(unsigned seed) { return Generator(seed).run(); }
