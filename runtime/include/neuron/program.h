//===- program.h - engine streams with counted loops ------------*- C++ -*-===//
//
// The last form of a model, shared by compiler, runtime and simulator. A
// program is five in-order engine streams and a set of DMA queues. Streams keep
// their counted loops: an address, a trip count and the number an instruction
// waits for are affine functions of the counters of the enclosing loops, so the
// size of a program does not depend on the size of its tensors.
//
// All variable-length parts live in pools of the Program; the structs hold
// (first, count) ranges into them. Nothing here allocates per instruction.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_PROGRAM_H
#define NEURON_PROGRAM_H

#include "neuron/types.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace neuron {

enum class Opcode : uint16_t {
#define NEURON_INSTRUCTION(code, Name, text, engines, operands, imms) Name = code,
#include "neuron/instructions.def"
};

/// A range in one of the program's pools.
struct Range {
  uint32_t first = 0;
  uint32_t count = 0;
};

/// One term of an affine function: `coefficient` times the counter of the
/// enclosing loop at depth `level` of the same stream (0 = outermost).
struct Term {
  int64_t coefficient = 0;
  uint32_t level = 0;
};

/// base + sum of terms. Terms lie in Program::terms.
struct Affine {
  int64_t base = 0;
  Range terms;
};

/// Position in a ring of buffers: adds slotBytes * (position mod slots) to an
/// address. position is never negative.
struct Rotation {
  Affine position;
  uint32_t slots = 1;
  uint32_t slotBytes = 0;
};

/// One free dimension of an access pattern, in elements; step 0 broadcasts.
struct Dim {
  int32_t step = 1;
  uint32_t num = 1;
};

inline constexpr unsigned kMaxFreeDims = 4;

/// One operand: which elements an instruction touches.
///
/// sbuf, psum: partitions startPartition .. +numPartitions-1, the same free
/// pattern in each; `address` is the byte offset inside a partition.
/// hbm: `address` is the byte offset in `variable`; row p starts at
/// p * partitionStep elements. Dims are outermost first; rank 0 is one element.
struct Operand {
  Space space = Space::None;
  DType dtype = DType::F32;
  uint8_t rank = 0;
  uint8_t core = 0;            ///< reserved for several cores; 0
  uint16_t startPartition = 0; ///< sbuf, psum
  uint16_t numPartitions = 1;  ///< rows; up to 128, in HBM up to 65535
  uint32_t variable = 0;       ///< hbm: index into Program::variables
  int64_t partitionStep = 0;   ///< hbm: elements between rows
  Affine address;
  int32_t rotation = -1;       ///< index into Program::rotations or -1
  std::array<Dim, kMaxFreeDims> dims{};
};

/// Who completes: sources 0..4 are the engines, 5 + q is DMA queue q.
/// The instruction starts only when instance number `index` (counted from 0 in
/// the order of that engine's stream, or of that queue's copies) and all before
/// it on the same engine or queue are complete. A queue completes in order:
/// each DMA engine works through its ring in order, and a copy is complete when
/// all of them have passed it.
/// No wait while `index` or `guard` is negative; a guard says from which
/// iteration on a ring of buffers is used again.
struct Wait {
  uint8_t source = 0;
  uint8_t core = 0;
  Affine index;
  Affine guard;
};
inline constexpr unsigned kFirstQueueSource = kNumEngines;

struct Instruction {
  Opcode opcode{};
  uint32_t firstOperand = 0;  ///< as many as the table row names
  uint32_t firstImmediate = 0;
  Range waits;
  uint32_t kernel = 0;        ///< index into Program::kernels
};

/// An element of a stream. Loop: `value` indexes Program::loops, the body runs
/// up to the matching End. Instr: `value` indexes Program::instructions.
struct Node {
  enum Kind : uint8_t { Instr = 0, Loop, End } kind = Instr;
  uint32_t value = 0;
};

/// A counted loop: counter 0 .. trip-1. trip may use outer counters.
struct Loop {
  Affine trip;
};

struct Stream {
  std::vector<Node> nodes;
};

/// A ring of DMA descriptors owned by one engine. At most `depth` copies are in
/// flight: copy n uses semaphore n mod depth and waits for copy n - depth.
struct Queue {
  Engine owner = Engine::Sync;
  uint32_t depth = 16;
};

/// What a variable is to the user.
enum class VarKind : uint8_t { Input = 0, Output, InOut, State, Weight, Scratch, Seed };

/// A block of HBM.
struct Variable {
  std::string name;
  VarKind kind = VarKind::Scratch;
  DType dtype = DType::U8;      ///< element type as the model sees it
  std::vector<int64_t> shape;   ///< dense row-major, model's own order
  uint64_t bytes = 0;
  /// Weight: name of the member that holds its bytes. State, in-out, seed:
  /// member with the initial value, empty = zeros.
  std::string file;
  uint64_t fileOffset = 0;      ///< byte offset of its data in that member's array data
  /// Signature position among inputs / outputs in the user's order; -1 if none.
  int32_t inputIndex = -1;
  int32_t outputIndex = -1;
};

/// Where instructions come from: one row of reports and one name in profiles.
struct Kernel {
  std::string name;     ///< generator and shape, e.g. "matmul 128x768x3072"
  std::string source;   ///< source ops, e.g. "/encoder/layer.0/MatMul" or module path
  std::string location; ///< file:line of the model source, may be empty
  uint64_t flops = 0;
  uint64_t hbmBytes = 0; ///< bytes this kernel moves from and to HBM
};

struct Program {
  std::string name = "main";
  std::string target = "trn2";
  uint32_t core = 0;
  std::array<Stream, kNumEngines> streams;
  std::vector<Queue> queues;
  std::vector<Variable> variables;
  std::vector<Kernel> kernels;
  // pools
  std::vector<Instruction> instructions;
  std::vector<Operand> operands;
  std::vector<uint32_t> immediates;
  std::vector<Wait> waits;
  std::vector<Loop> loops;
  std::vector<Rotation> rotations;
  std::vector<Term> terms;
};

/// Facts about an opcode, parsed once from instructions.def.
struct OperandInfo {
  std::string_view name;
  char access; ///< w r x s o i
  bool hbm, sbuf, psum;
};
struct ImmediateInfo {
  std::string_view name;
  std::string_view kind;
};
struct InstructionInfo {
  Opcode opcode{};
  std::string_view name;
  std::string_view engines;
  std::vector<OperandInfo> operands;
  std::vector<ImmediateInfo> immediates;
  bool isDma() const { return engines == "D"; }
  bool runsOn(Engine engine) const;
  /// Slot of a named operand or immediate; -1 if there is none.
  int operandSlot(std::string_view name) const;
  int immediateSlot(std::string_view name) const;
};

/// The row for an opcode, or nullptr for an unknown one.
const InstructionInfo *infoOf(Opcode opcode);
const InstructionInfo *infoOf(std::string_view name);
const std::vector<InstructionInfo> &allInstructions();

/// Value of an affine function for the counters of the enclosing loops.
inline int64_t evaluate(const Program &p, const Affine &a, const int64_t *counters) {
  int64_t value = a.base;
  for (uint32_t i = 0; i < a.terms.count; ++i) {
    const Term &t = p.terms[a.terms.first + i];
    value += t.coefficient * counters[t.level];
  }
  return value;
}

/// The instance a wait is for, or -1 if it does not wait in this iteration.
inline int64_t instanceOf(const Program &p, const Wait &w, const int64_t *counters) {
  if (evaluate(p, w.guard, counters) < 0)
    return -1;
  int64_t index = evaluate(p, w.index, counters);
  return index < 0 ? -1 : index;
}

} // namespace neuron

#endif // NEURON_PROGRAM_H
