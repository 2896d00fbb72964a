//===- Decode.h - instructions translated once, at load ---------*- C++ -*-===//
//
// What does not change from iteration to iteration is worked out here: the
// handler, the merged access pattern, the byte range it spans, the compiled
// affine address.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_DECODE_H
#define NEURON_EXEC_DECODE_H

#include "neuron/program.h"
#include "neuron/status.h"
#include "neuron/target.h"

#include <cstddef>
#include <vector>

namespace neuron::exec {

class Frame;
using Handler = Status (*)(Frame &);

inline constexpr unsigned kMaxOperands = 6;
inline constexpr unsigned kPartitions = 128;
inline constexpr uint32_t kPsumBytes = 16384;

/// base + sum of terms, with the terms in place.
struct Function {
  int64_t base = 0;
  const Term *terms = nullptr;
  uint32_t count = 0;

  /// Wraps round on overflow; whoever uses the value checks its range.
  int64_t operator()(const int64_t *counters) const {
    uint64_t value = uint64_t(base);
    for (uint32_t i = 0; i < count; ++i)
      value += uint64_t(terms[i].coefficient) * uint64_t(counters[terms[i].level]);
    return int64_t(value);
  }
};

/// The free dims of an operand, outermost first: size-1 dims dropped and
/// neighbours merged where they are one run. Steps in elements.
struct Pattern {
  struct PatternDim {
    int64_t step;
    uint32_t num;
  };
  uint8_t rank = 0;
  bool isContiguous = true;
  uint32_t count = 1; ///< elements of a row
  PatternDim dims[kMaxFreeDims];
};

struct DecodedOperand {
  Space space = Space::None;
  DType dtype = DType::F32;
  uint8_t elementBytes = 4;
  char access = ' ';
  uint16_t startPartition = 0;
  uint32_t rows = 1;
  uint32_t variable = 0;
  Pattern pattern;
  Dim dims[kMaxFreeDims]; ///< as written, for instructions that look at them
  uint8_t rank = 0;
  int64_t rowPitch = 0;   ///< bytes from row to row in our memory
  int64_t low = 0;        ///< bytes [low, high) of a row, relative to the address
  int64_t high = 0;
  uint64_t limit = 0;     ///< bytes of a partition, or of the variable
  Function address;
  Function position;      ///< of the rotation
  uint32_t slots = 0;     ///< 0: no rotation
  uint32_t slotBytes = 0;

  explicit operator bool() const { return space != Space::None; }
  uint64_t elements() const { return uint64_t(rows) * pattern.count; }
  int64_t addressFor(const int64_t *counters) const {
    int64_t value = address(counters);
    if (slots)
      value += int64_t(uint64_t(position(counters)) % slots * slotBytes);
    return value;
  }
};

struct DecodedWait {
  uint8_t source;
  Function index;
  Function guard;
};

struct DecodedInstruction {
  Opcode opcode{};
  const InstructionInfo *info = nullptr;
  Handler handler = nullptr;
  Engine engine{};
  uint32_t index = 0; ///< in Program::instructions
  const uint32_t *immediates = nullptr;
  std::vector<DecodedOperand> operands;
  std::vector<DecodedWait> waits;
  int queue = -1; ///< of a DMA
  bool isIndirect = false; ///< an index places rows
  uint32_t maxRow = 1; ///< elements of the longest row of an on-chip operand
};

/// A node of a stream with its jump worked out.
struct DecodedNode {
  Node::Kind kind;
  uint32_t value;     ///< Instr: decoded instruction; Loop: loop
  uint32_t match = 0; ///< Loop: node behind its End; End: first node of the body
  uint32_t depth = 0; ///< of the loop
};

/// The bytes of one partition (on chip) that rows are apart in our memory.
/// Not a multiple of the page size, so that a column does not share cache sets.
struct Geometry {
  uint32_t sbufBytes = 0;
  int64_t sbufPitch = 0;
  int64_t psumPitch = kPsumBytes + 320;
};
Geometry geometryFor(const Target *target);

struct DecodedProgram {
  const Program *program = nullptr;
  const Target *target = nullptr;
  Geometry geometry;
  std::vector<DecodedInstruction> instructions;
  std::vector<DecodedNode> streams[kNumEngines];
  std::vector<Function> trips; ///< by loop
  uint32_t maxRow = 1;
  uint32_t maxDepth = 0;
};

/// Error 7004 names the instruction and the rule.
Result<DecodedProgram> decode(const Program &program);

/// The handler for an opcode on an engine; nullptr if there is none.
Handler handlerFor(Opcode opcode);

/// "tensor_copy, instruction 12 of the vector engine, kernel 'k' (source 's')".
std::string describe(const Program &program, uint32_t instruction, Engine engine);

} // namespace neuron::exec

#endif // NEURON_EXEC_DECODE_H
