//===- Shapes.cpp - what operands of an instruction must agree on ---------===//

#include "Handlers.h"

#include <string_view>

using namespace neuron;
using namespace neuron::exec;

static uint32_t rowsOf(const DecodedInstruction &inst, unsigned i) { return inst.operands[i].rows; }
static uint32_t countOf(const DecodedInstruction &inst, unsigned i) { return inst.operands[i].pattern.count; }

static bool sameRows(const DecodedInstruction &inst, unsigned a, unsigned b) { return rowsOf(inst, a) == rowsOf(inst, b); }
static bool sameTile(const DecodedInstruction &inst, unsigned a, unsigned b) {
  return sameRows(inst, a, b) && countOf(inst, a) == countOf(inst, b);
}

/// [P,1] operands: one element a row, as many rows as the tile or one.
static const char *scalarRule(const DecodedInstruction &inst) {
  for (unsigned i = 1; i < inst.operands.size(); ++i) {
    const DecodedOperand &op = inst.operands[i];
    bool isScalar = op.access == 's' || inst.info->operands[i].name == "result" ||
                    inst.info->operands[i].name == "bound0" || inst.info->operands[i].name == "bound1";
    if (!op || !isScalar || (inst.opcode == Opcode::TensorCopyPredicated && op.pattern.count == countOf(inst, 0)))
      continue;
    if (op.pattern.count != 1 || (op.rows != rowsOf(inst, 0) && !(op.rows == 1 && op.access == 's')))
      return "an operand must be one value for each partition";
  }
  return nullptr;
}

static const char *elementwiseRule(const DecodedInstruction &inst) {
  for (unsigned i = 1; i < inst.operands.size(); ++i) {
    std::string_view name = inst.info->operands[i].name;
    bool isTile = inst.operands[i].access == 'r' && name != "bound0" && name != "bound1";
    if (isTile && !sameTile(inst, 0, i))
      return "tiles must have as many partitions and elements as dst";
  }
  return scalarRule(inst);
}

static const char *matmulRule(const DecodedInstruction &inst) {
  bool isTranspose = inst.immediates[2] & 1, isDouble = inst.immediates[2] & 8;
  uint32_t halves = isDouble ? 2 : 1, k = rowsOf(inst, 1);
  if (k != rowsOf(inst, 2))
    return "stationary and moving must have the same partitions";
  if (isDouble && (inst.operands[1].rank < 2 || inst.operands[2].rank < 2 || inst.operands[1].dims[0].num != 2 ||
                   inst.operands[2].dims[0].num != 2))
    return "double row needs an outermost free dim of 2";
  if (countOf(inst, 1) != rowsOf(inst, 0) * halves || countOf(inst, 2) != countOf(inst, 0) * halves)
    return "dst must be [stationary free, moving free]";
  if (countOf(inst, 1) > kPartitions * halves)
    return "stationary free size must be at most 128";
  if (inst.immediates[0] > unsigned(Accumulate::UnlessFirst))
    return "unknown accumulate mode";
  return isTranspose && (countOf(inst, 2) != k || isDouble) ? "a transposing matmul has a square moving operand" : nullptr;
}

static const char *transposeRule(const DecodedInstruction &inst) {
  uint32_t limit = inst.engine == Engine::Vector ? 32 : kPartitions;
  if (countOf(inst, 1) > limit || rowsOf(inst, 1) > limit)
    return "the tile to transpose is too large for the engine";
  if (countOf(inst, 1) != rowsOf(inst, 0) || rowsOf(inst, 1) != countOf(inst, 0))
    return "dst must be the transposed shape of src";
  bool isWidened = inst.operands[0].elementBytes == 2 && inst.operands[1].elementBytes == 1;
  return inst.operands[0].elementBytes == inst.operands[1].elementBytes || isWidened ||
                 inst.operands[0].dtype == DType::F32
             ? nullptr
             : "dst of a transpose must have the type of src";
}

static const char *reduceRule(const DecodedInstruction &inst) {
  const DecodedOperand &src = inst.operands[1];
  if (!sameRows(inst, 0, 1) || inst.immediates[1] < 1 || inst.immediates[1] > std::max<unsigned>(src.rank, 1))
    return "axes must name the last free dims of src";
  uint64_t outer = 1;
  for (unsigned i = 0; i + inst.immediates[1] < src.rank; ++i)
    outer *= src.dims[i].num;
  return countOf(inst, 0) == outer ? nullptr : "dst must have the free dims of src that are not reduced";
}

static const char *eightRule(const DecodedInstruction &inst) {
  bool isMax = inst.opcode == Opcode::Max8, isFind = inst.opcode == Opcode::NcFindIndex8;
  uint32_t n = countOf(inst, 1);
  if (n < 8 || n > 16384 || !sameRows(inst, 0, 1))
    return "data must have 8 to 16384 elements a row";
  if (isMax)
    return countOf(inst, 0) == 8 ? nullptr : "dst must be [P, 8]";
  if (countOf(inst, 2) != 8 || !sameRows(inst, 2, 1) || countOf(inst, 0) != (isFind ? 8 : n))
    return "vals must be [P, 8], dst must match";
  bool hasIndices = !isFind && inst.operands[3];
  return hasIndices && (countOf(inst, 3) != 8 || !sameRows(inst, 3, 1)) ? "indices must be [P, 8]" : nullptr;
}

static const char *dmaRule(const DecodedInstruction &inst) {
  const DecodedOperand &dst = inst.operands[0], &src = inst.operands[1];
  if (inst.opcode == Opcode::DmaTranspose)
    return dst.rows == src.pattern.count && dst.pattern.count == src.rows && dst.dtype == src.dtype
               ? nullptr
               : "dst must have the type and the transposed shape of src";
  for (unsigned i = 1; i + 1 < inst.operands.size(); ++i)
    if (inst.operands[i] && inst.operands[i].elements() != dst.elements())
      return "all sides of a copy must have as many elements";
  const DecodedOperand &index = inst.operands.back();
  if (!index)
    return nullptr;
  unsigned side = inst.immediates[2];
  if (side != 1 && side != 2)
    return "an index needs a side: 1 src or 2 dst";
  uint32_t rows = inst.operands[side == 2 ? 0 : inst.opcode == Opcode::DmaCompute ? 2 : 1].rows;
  bool isInteger = !isFloat(index.dtype) && index.elementBytes <= 4;
  return isInteger && index.pattern.count == 1 && (index.rows == 1 || index.rows == rows)
             ? nullptr
             : "an index must be one integer, or one for each row";
}

static const char *gatherRule(const DecodedInstruction &inst) {
  const DecodedOperand &dst = inst.operands[0], &src = inst.operands[1], &indices = inst.operands[2];
  if (isFloat(indices.dtype) || dst.elementBytes != src.elementBytes || dst.rows != src.rows || src.rows != indices.rows)
    return "indices must be integers, tiles must agree in rows and type";
  if (inst.opcode == Opcode::NcNGather)
    return dst.pattern.count == indices.pattern.count ? nullptr : "dst must have as many elements as indices";
  uint32_t elements = inst.immediates[0];
  bool isPower = elements >= 1 && elements <= 32 && !(elements & (elements - 1));
  if (!isPower || src.rows % 16 || inst.immediates[1] > indices.pattern.count * 16 ||
      inst.immediates[1] * elements > dst.pattern.count)
    return "elements must be 1 to 32, a power of two, valid within the list and dst";
  return nullptr;
}

static const char *topKRule(const DecodedInstruction &inst) {
  uint32_t n = inst.immediates[0], k = inst.immediates[1];
  if (rowsOf(inst, 2) % 16 || n < 8 || n > countOf(inst, 2) * 16 || k < 1 || k > n)
    return "src must be a snake of n elements on 16 partitions, 1 <= k <= n";
  return sameTile(inst, 0, 1) && rowsOf(inst, 0) == rowsOf(inst, 2) && countOf(inst, 0) * 16 >= k
             ? nullptr
             : "values and indices must have room for k elements";
}

const char *exec::brokenShapeRule(const DecodedInstruction &inst) {
  switch (inst.opcode) {
  case Opcode::NcMatmul: return matmulRule(inst);
  case Opcode::NcTranspose: return transposeRule(inst);
  case Opcode::TensorReduce: return reduceRule(inst);
  case Opcode::BnStats:
    return sameRows(inst, 0, 1) && countOf(inst, 0) == 6 && countOf(inst, 1) <= 512 ? nullptr : "dst must be [P, 6], src at most [P, 512]";
  case Opcode::BnAggr:
    return sameRows(inst, 0, 1) && countOf(inst, 0) == 2 && countOf(inst, 1) % 3 == 0 ? nullptr : "dst must be [P, 2], src [P, 3n]";
  case Opcode::Max8: case Opcode::NcFindIndex8: case Opcode::NcMatchReplace8: return eightRule(inst);
  case Opcode::NcStreamShuffle:
    return countOf(inst, 0) == countOf(inst, 1) && inst.operands[0].elementBytes == inst.operands[1].elementBytes
               ? nullptr : "dst and src must agree in type and elements";
  case Opcode::DmaCopy: case Opcode::DmaTranspose: case Opcode::DmaCompute: return dmaRule(inst);
  case Opcode::LocalGather: case Opcode::NcNGather: return gatherRule(inst);
  case Opcode::TopK: return topKRule(inst);
  case Opcode::TensorPartitionReduce:
    return rowsOf(inst, 0) == 1 && countOf(inst, 0) == countOf(inst, 1) ? nullptr : "dst must be [1, F]";
  case Opcode::SetRngSeed:
    return inst.operands[0].elements() == 1 && inst.operands[0].elementBytes == 4 ? nullptr : "the seed must be one 32-bit word";
  default: return elementwiseRule(inst);
  }
}
