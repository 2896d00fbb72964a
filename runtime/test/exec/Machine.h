//===- Machine.h - runs hand-written programs -------------------*- C++ -*-===//
//
// A test writes values into HBM variables, emits instructions on tiles of SBUF
// and PSUM, and reads variables back:
//
//   Machine m;
//   auto x = m.input<float>({1, 2, 3, 4});
//   ...
//
// Loads go through the Sync engine's queue 0 and every emitted instruction waits
// for all that came before it, so tests of one instruction need no waits.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_TEST_EXEC_MACHINE_H
#define NEURON_TEST_EXEC_MACHINE_H

#include "neuron/exec.h"
#include "runtime/test/ProgramBuilder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <list>

namespace neuron::test {

class Machine : public ProgramBuilder {
public:
  std::list<std::vector<std::byte>> memories;
  std::vector<HbmBuffer> buffers;
  ExecOptions options;

  Machine() { queue(Engine::Sync); }

  /// A variable that holds `values`.
  template <typename T> uint32_t variableOf(const std::vector<T> &values, VarKind kind = VarKind::Input) {
    memories.emplace_back(values.size() * sizeof(T));
    std::memcpy(memories.back().data(), values.data(), values.size() * sizeof(T));
    buffers.push_back({memories.back().data(), memories.back().size()});
    return variable(kind, values.size() * sizeof(T), "v" + std::to_string(buffers.size() - 1));
  }
  uint32_t output(size_t bytes) { return variableOf(std::vector<uint8_t>(bytes), VarKind::Output); }

  /// Waits for everything emitted so far, on all engines and queue 0.
  std::vector<Wait> all() {
    std::vector<Wait> waits;
    for (unsigned e = 0; e < kNumEngines; ++e)
      if (counts[e])
        waits.push_back(wait(Engine(e), counts[e] - 1));
    if (copies)
      waits.push_back(waitQueue(0, copies - 1));
    return waits;
  }
  /// Emits after everything so far.
  uint32_t step(Engine engine, Opcode opcode, std::vector<Operand> operands, std::vector<uint32_t> immediates = {}) {
    std::vector<Wait> waits = all();
    ++counts[unsigned(engine)];
    copies += infoOf(opcode)->isDma();
    return emit(engine, opcode, std::move(operands), std::move(immediates), std::move(waits));
  }
  void copyStep(Operand dst, Operand src) { step(Engine::Sync, Opcode::DmaCopy, {dst, src, none()}, {0, 3}); }

  /// A dense [rows, n] tile of SBUF filled with `values` through a load.
  template <typename T> Operand load(int64_t address, DType type, unsigned rows, const std::vector<T> &values) {
    uint32_t v = variableOf(values);
    uint32_t n = uint32_t(values.size() / rows);
    Operand tile = sbuf(address, type, rows, {{1, n}});
    copyStep(tile, hbm(v, type, rows, n, {{1, n}}));
    return tile;
  }
  /// Stores a dense SBUF tile; the variable to read after run().
  uint32_t store(Operand tile) {
    uint32_t n = 1;
    for (unsigned i = 0; i < tile.rank; ++i)
      n *= tile.dims[i].num;
    uint32_t v = output(size_t(n) * tile.numPartitions * bytesOf(tile.dtype));
    copyStep(hbm(v, tile.dtype, tile.numPartitions, n, {{1, n}}), tile);
    return v;
  }
  /// PSUM cannot be reached by DMA: through `staging` in SBUF.
  uint32_t storePsum(Operand tile, Operand staging) {
    step(Engine::Vector, Opcode::TensorCopy, {staging, tile});
    return store(staging);
  }

  template <typename T> std::vector<T> read(uint32_t v) const {
    std::vector<T> values(buffers[v].bytes / sizeof(T));
    std::memcpy(values.data(), buffers[v].data, values.size() * sizeof(T));
    return values;
  }

  Status run() {
    Result<Executor> executor = Executor::create(program, options);
    return executor ? executor->run(buffers) : executor.status();
  }

private:
  int64_t counts[kNumEngines] = {};
  int64_t copies = 0;
};

} // namespace neuron::test

#endif // NEURON_TEST_EXEC_MACHINE_H
