//===- Indirect.h - rows that an index tile names ---------------*- C++ -*-===//
#ifndef NEURON_EXEC_INDIRECT_H
#define NEURON_EXEC_INDIRECT_H

#include "Core.h"

#include <vector>

namespace neuron::exec {

/// Where each row of the indirect side of a DMA begins.
class RowTable {
public:
  /// Reads the index in slot `index` and places the rows of operand `side`.
  /// Immediates 3, 4, 5 are step, bound, oob. Error 7003: a value is out of
  /// bounds and rows are not to be skipped; 7002: a row leaves its variable.
  Status build(const Frame &f, unsigned index, unsigned side);
  /// nullptr: the row is skipped.
  std::byte *row(size_t r) const { return rows[r]; }
  size_t size() const { return rows.size(); }

private:
  std::vector<std::byte *> rows;
};

/// Whether the index of a DMA places the rows of operand `side`. Copy: the side
/// it names. Compute: dst and, where that is the same memory, src0 (scatter add),
/// or src1 (gather add).
bool movesByIndex(const Frame &f, unsigned side);

/// Tables for all operands that move; they live as long as this.
class IndirectRows {
public:
  Status build(Frame &f);

private:
  RowTable tables[3];
};

} // namespace neuron::exec

#endif // NEURON_EXEC_INDIRECT_H
