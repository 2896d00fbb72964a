//===- VerifyOperand.cpp - no access leaves its memory --------------------===//

#include "Verifier.h"

#include "Layout.h"

#include <algorithm>

using namespace neuron;

static constexpr int64_t kSbufPartitionBytes = 256 << 10;
static constexpr int64_t kPsumPartitionBytes = 16 << 10;

static bool isLegal(const OperandInfo &info, Space space) {
  return space == Space::Hbm ? info.hbm : space == Space::Sbuf ? info.sbuf : space == Space::Psum && info.psum;
}

Status Verifier::checkBounds(const OperandInfo &info, const Operand &operand, bool isIndexed) const {
  Interval range = rangeOf(operand.address);
  Wide width = bytesOf(operand.dtype);
  for (unsigned i = 0; i < operand.rank; ++i) {
    Wide last = (Wide(operand.dims[i].num) - 1) * operand.dims[i].step * width;
    (last < 0 ? range.low : range.high) += last;
  }
  if (operand.rotation >= 0) {
    const Rotation &rotation = p.rotations[size_t(operand.rotation)];
    range.high += Wide(rotation.slots - 1) * rotation.slotBytes;
  }
  Wide limit = operand.space == Space::Sbuf ? kSbufPartitionBytes : kPsumPartitionBytes;
  if (operand.space == Space::Hbm) {
    limit = p.variables[operand.variable].bytes;
    Wide last = isIndexed ? Wide(0) : Wide(operand.numPartitions - 1) * operand.partitionStep * width;
    (last < 0 ? range.low : range.high) += last;
  }
  if (range.low < 0 || range.high + width > limit)
    return bad(info, "leaves its memory");
  return {};
}

Status Verifier::checkRotation(const OperandInfo &info, const Operand &operand) const {
  if (operand.rotation < 0)
    return {};
  if (size_t(operand.rotation) >= p.rotations.size())
    return bad(info, "names no rotation");
  const Rotation &rotation = p.rotations[size_t(operand.rotation)];
  if (!isValid(rotation.position) || rotation.slots == 0 || rangeOf(rotation.position).low < 0)
    return bad(info, "has a ring without slots, or a position that is negative or not in scope");
  return {};
}

Status Verifier::checkRows(const OperandInfo &info, const Operand &operand) const {
  bool isOnChip = operand.space != Space::Hbm;
  if (operand.numPartitions == 0)
    return bad(info, "has no rows");
  if (isOnChip && operand.startPartition + operand.numPartitions > 128)
    return bad(info, "leaves the 128 partitions");
  if (!isOnChip && operand.variable >= p.variables.size())
    return bad(info, "names no variable");
  if (isOnChip || (info.access != 'w' && info.access != 'x' && info.access != 'o'))
    return {};
  VarKind kind = p.variables[operand.variable].kind;
  return kind == VarKind::Weight || kind == VarKind::Input ? bad(info, "writes to what is only read") : Status();
}

Status Verifier::checkOperand(const OperandInfo &info, const Operand &operand, bool isIndexed) const {
  bool isOptional = info.access == 's' || info.access == 'o' || info.access == 'i';
  if (operand.space == Space::None)
    return isOptional ? Status() : bad(info, "is missing");
  if (!isLegal(info, operand.space))
    return bad(info, "may not lie there");
  if (nameOf(operand.dtype) == "?" || operand.core != 0)
    return bad(info, "has an unknown type or core");
  if (!isValid(operand.address) || operand.rank > kMaxFreeDims)
    return bad(info, "uses a counter that is not in scope, overflows or has too many dims");
  for (unsigned i = 0; i < operand.rank; ++i)
    if (operand.dims[i].num == 0)
      return bad(info, "is empty");
  if (Status status = checkRotation(info, operand); !status)
    return status;
  if (Status status = checkRows(info, operand); !status)
    return status;
  return checkBounds(info, operand, isIndexed);
}
