//===- Indirect.cpp - rows that an index tile names -----------------------===//

#include "Indirect.h"

using namespace neuron;
using namespace neuron::exec;

static int64_t readIndex(const DecodedOperand &op, const std::byte *at) {
  uint32_t word = 0;
  std::memcpy(&word, at, op.elementBytes);
  switch (op.dtype) {
  case DType::I8: return int8_t(word);
  case DType::I16: return int16_t(word);
  case DType::I32: return int32_t(word);
  default: return word;
  }
}

Status RowTable::build(const Frame &f, unsigned index, unsigned side) {
  const DecodedOperand &indices = f.operand(index), &op = f.operand(side);
  int64_t step = int32_t(f.word(3)), bound = f.word(4);
  bool isVector = indices.rows > 1 || op.rows == 1;
  rows.assign(op.rows, nullptr);
  for (uint32_t r = 0; r < op.rows; ++r) {
    int64_t value = readIndex(indices, f.row(index, isVector ? r : 0));
    if (value < 0 || value >= bound) {
      if (f.word(5))
        continue;
      return f.fail(7003, "index " + std::to_string(value) + " of row " + std::to_string(r) +
                              " is not below the bound " + std::to_string(bound));
    }
    int64_t offset = 0;
    bool isFar = __builtin_mul_overflow(value * step, int64_t(op.elementBytes), &offset) ||
                 offset > (int64_t(1) << 60) || offset < -(int64_t(1) << 60);
    offset += isVector || isFar ? 0 : int64_t(r) * op.rowPitch;
    int64_t low = f.address[side] + op.low, high = f.address[side] + op.high;
    if (isFar || low + offset < 0 || uint64_t(high + offset) > op.limit)
      return f.fail(7002, "row " + std::to_string(r) + " with index " + std::to_string(value) + " and step " +
                              std::to_string(step) + " leaves " + placeOf(f.core, op) + ", which has " +
                              std::to_string(op.limit));
    rows[r] = f.base[side] + offset;
  }
  return {};
}

bool exec::movesByIndex(const Frame &f, unsigned side) {
  if (!f.inst.info->isDma() || side + 1 >= f.inst.operands.size() || !f.inst.operands.back() ||
      f.inst.info->operands.back().access != 'i' || f.inst.opcode == Opcode::DmaTranspose)
    return false;
  bool isDst = f.word(2) == 2;
  if (f.inst.opcode == Opcode::DmaCopy)
    return side == (isDst ? 0 : 1);
  const DecodedOperand &dst = f.operand(0), &src0 = f.operand(1);
  bool isSameMemory = src0.space == dst.space && src0.rows == dst.rows &&
                      (dst.space != Space::Hbm || src0.variable == dst.variable);
  return isDst ? side == 0 || (side == 1 && isSameMemory) : side == 2;
}

Status IndirectRows::build(Frame &f) {
  unsigned index = unsigned(f.inst.operands.size()) - 1;
  for (unsigned side = 0; side < index; ++side) {
    if (!f.has(side) || !movesByIndex(f, side))
      continue;
    if (Status s = tables[side].build(f, index, side); !s)
      return s;
    f.tables[side] = &tables[side];
  }
  return {};
}
