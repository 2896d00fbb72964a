//===- Checker.h - memory checking of --strict ------------------*- C++ -*-===//
//
// Proves while a program runs that
//   7201  every byte that is read was written (inputs, weights and state are),
//   7202  two accesses to the same byte, one of them a write, are ordered by
//         semaphores, whatever the timing,
//   7203  a matmul stays inside one bank of PSUM,
//   7204  a matmul adds only to what a matmul began.
// An engine completes its own instructions in order and holds one until earlier
// results that it needs are there. A DMA copy is only triggered by its engine:
// it is ordered behind what that engine has waited for, nothing else, and two
// copies of a queue are ordered only by waits or by the depth of the ring.
//
//===----------------------------------------------------------------------===//
#ifndef NEURON_EXEC_CHECKER_H
#define NEURON_EXEC_CHECKER_H

#include "Clocks.h"
#include "Core.h"
#include "Shadow.h"

#include <memory>

namespace neuron::exec {

class Checker {
public:
  explicit Checker(const DecodedProgram &program) : program(program) {}

  /// Forgets everything: a new run.
  Status begin();
  /// The instruction of `f` starts; completed[s] instances of source s have run.
  /// Checks all operands but those whose rows an index places.
  Status start(const Frame &f, const std::vector<int64_t> &completed);
  /// Checks the operands that `start` left out, once their rows are known.
  Status finish(const Frame &f);

private:
  struct Access {
    uint32_t source;
    uint32_t instruction; ///< decoded
    int64_t index;        ///< instance of its source
  };
  /// Some bytes of one row.
  struct Span {
    Shadow *shadow;
    const Frame *frame;
    unsigned slot;
    size_t row;
    int64_t begin, end; ///< bytes
  };

  Status waits(const Frame &f, const std::vector<int64_t> &completed);
  Status operand(const Frame &f, unsigned slot);
  Status row(const Frame &f, unsigned slot, Shadow &shadow, size_t row, int64_t at);
  Status read(const Span &span);
  Status write(const Span &span);
  /// Cell `number` of the span's row; the side tables go by `number` in all rows.
  Status checkWriters(const Span &span, size_t number, Mark mark, const char *does);
  Status checkReaders(const Span &span, size_t number, Mark mark);
  void addReader(const Span &span, size_t number, Mark mark);
  void setWriter(const Span &span, size_t number, Mark mark);
  Status psumRules(const Frame &f);
  bool isOrdered(Mark earlier);
  Status race(const Span &span, Mark earlier, const char *did, const char *does, size_t number) const;
  Status unwritten(const Span &span, size_t number) const;
  Shadow *shadowOf(const DecodedOperand &op);

  const DecodedProgram &program;
  Clocks clocks;
  std::vector<Access> accesses;
  std::unique_ptr<Shadow> sbuf, psum;
  std::vector<std::unique_ptr<Shadow>> hbm; ///< by variable; null if only read
  // The instruction that is being checked.
  uint32_t source = 0;  ///< who completes its accesses
  bool isDma = false;
  bool isMatmul = false;
  Mark lastOrdered = 0; ///< answer of isOrdered that need not be worked out again
};

} // namespace neuron::exec

#endif // NEURON_EXEC_CHECKER_H
