//===- Core.h - memories and registers of one NeuronCore --------*- C++ -*-===//
#ifndef NEURON_EXEC_CORE_H
#define NEURON_EXEC_CORE_H

#include "Decode.h"
#include "ThreadPool.h"
#include "kernels/Kernels.h"
#include "neuron/exec.h"

#include <cstring>
#include <vector>

namespace neuron::exec {

class RowTable;

/// Bytes on pages of their own, zero at first.
class Pages {
public:
  Pages() = default;
  explicit Pages(size_t bytes);
  ~Pages();
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;
  std::byte *data() const { return bytes; }

private:
  std::byte *bytes = nullptr;
  size_t size = 0;
};

/// Scratch rows of one thread.
struct Scratch {
  static constexpr unsigned kBuffers = 6;
  std::vector<float> buffers[kBuffers];
  float *buffer(unsigned i, size_t n) {
    if (buffers[i].size() < n)
      buffers[i].resize(n);
    return buffers[i].data();
  }
};

/// State of the random number generators.
struct RandomState {
  uint32_t vectorLfsr[kPartitions];
  uint32_t xorwow[kPartitions][6];
  void seed(uint32_t value);
  RandomState() { seed(0); }
};

/// Everything an instruction can change.
struct Core {
  Core(const DecodedProgram &program, const Kernels &kernels, unsigned threads);

  const DecodedProgram &program;
  const Kernels &kernels;
  ThreadPool pool;
  std::vector<Scratch> scratch; ///< by thread
  Pages sbuf, psum;
  std::span<const HbmBuffer> hbm;
  float vectorRegisters[kPartitions] = {};
  float scalarRegisters[kPartitions] = {};
  RandomState random;
};

/// "variable 'x'", "sbuf"
std::string placeOf(const Core &core, const DecodedOperand &op);

/// One instruction in one iteration.
class Frame {
public:
  Core &core;
  const DecodedInstruction &inst;
  const int64_t *counters;
  unsigned depth; ///< open loops
  int64_t address[kMaxOperands] = {};
  std::byte *base[kMaxOperands] = {}; ///< first row of each operand
  const RowTable *tables[kMaxOperands] = {}; ///< rows of the operands that an index places

  const DecodedOperand &operand(unsigned i) const { return inst.operands[i]; }
  bool has(unsigned i) const { return bool(inst.operands[i]); }
  std::byte *row(unsigned i, size_t r) const { return base[i] + int64_t(r) * inst.operands[i].rowPitch; }
  uint32_t word(unsigned i) const { return inst.immediates[i]; }
  float real(unsigned i) const { return __builtin_bit_cast(float, inst.immediates[i]); }
  AluOp alu(unsigned i) const { return AluOp(inst.immediates[i]); }

  /// Works out addresses; error 7002 if an operand leaves its buffer.
  Status locate();
  Status fail(unsigned code, const std::string &what) const;
};

} // namespace neuron::exec

#endif // NEURON_EXEC_CORE_H
