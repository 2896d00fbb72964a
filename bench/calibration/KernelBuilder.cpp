//===- KernelBuilder.cpp - published kernels as programs ------------------===//

#include "KernelBuilder.h"

#include <algorithm>
#include <cassert>

using namespace neuron;
using namespace neuron::calibration;

Tile KernelBuilder::add(Space space, int64_t address) {
  State state{space, address, {}, {}};
  state.written.fill(-1);
  state.read.fill(-1);
  states.push_back(state);
  return {uint32_t(states.size() - 1)};
}

Tile KernelBuilder::sbuf(unsigned bytes) {
  Tile tile = add(Space::Sbuf, nextByte);
  nextByte += (bytes + 31) / 32 * 32;
  return tile;
}

Ring KernelBuilder::sbufRing(unsigned count, unsigned bytes) {
  std::vector<Tile> tiles;
  for (unsigned i = 0; i < count; ++i)
    tiles.push_back(sbuf(bytes));
  return Ring(std::move(tiles));
}

Ring KernelBuilder::psumRing(unsigned first, unsigned count) {
  std::vector<Tile> tiles;
  for (unsigned i = 0; i < count; ++i)
    tiles.push_back(add(Space::Psum, int64_t(first + i) * target.psumBankBytes));
  return Ring(std::move(tiles));
}

unsigned KernelBuilder::queue(Engine owner) {
  program.queues.push_back({owner, 16});
  assert(kFirstQueueSource + program.queues.size() <= kSources);
  return unsigned(program.queues.size() - 1);
}

Operand KernelBuilder::operand(const Part &part) const {
  Operand out;
  if (!part.hbm && part.tile.index == UINT32_MAX)
    return out;
  out.space = part.hbm ? Space::Hbm : states[part.tile.index].space;
  out.dtype = part.type;
  out.rank = 1;
  out.dims[0] = {1, part.elements};
  out.startPartition = uint16_t(part.hbm ? 0 : part.start);
  out.numPartitions = uint16_t(part.partitions);
  out.partitionStep = part.rowStep;
  out.address.base = part.hbm ? 0 : states[part.tile.index].address + part.offset;
  return out;
}

/// An engine's own instructions need no wait, but a copy is ordered only
/// behind what its engine has waited for.
void KernelBuilder::addWaits(Instruction &inst, unsigned engine, const Instances &needed, bool isCopy) {
  inst.waits.first = uint32_t(program.waits.size());
  for (unsigned source = 0; source < kSources; ++source) {
    if (needed[source] <= known[engine][source] || (source == engine && !isCopy))
      continue;
    known[engine][source] = needed[source];
    Wait wait;
    wait.source = uint8_t(source);
    wait.index.base = needed[source];
    program.waits.push_back(wait);
  }
  inst.waits.count = uint32_t(program.waits.size()) - inst.waits.first;
}

uint32_t KernelBuilder::append(Engine engine, Opcode opcode, std::initializer_list<Part> parts,
                               std::vector<uint32_t> &immediates, int queue) {
  const InstructionInfo &info = *infoOf(opcode);
  assert(parts.size() == info.operands.size());
  immediates.resize(info.immediates.size());
  Instances needed;
  needed.fill(-1);
  unsigned source = queue < 0 ? unsigned(engine) : kFirstQueueSource + unsigned(queue);
  int64_t instance = issued[source];
  Instruction inst;
  inst.opcode = opcode;
  inst.firstOperand = uint32_t(program.operands.size());
  inst.firstImmediate = uint32_t(program.immediates.size());
  size_t slot = 0;
  for (const Part &part : parts) {
    program.operands.push_back(operand(part));
    char access = info.operands[slot++].access;
    if (part.hbm || part.tile.index == UINT32_MAX)
      continue;
    State &state = states[part.tile.index];
    bool writes = access == 'w' || access == 'x' || access == 'o';
    for (unsigned i = 0; i < kSources; ++i)
      needed[i] = std::max({needed[i], state.written[i], writes ? state.read[i] : -1});
    (writes ? state.written : state.read)[source] = instance;
  }
  program.immediates.insert(program.immediates.end(), immediates.begin(), immediates.end());
  needed[source] = std::min(needed[source], instance - 1);
  addWaits(inst, unsigned(engine), needed, queue >= 0);
  ++issued[unsigned(engine)];
  if (queue >= 0)
    ++issued[source];
  program.instructions.push_back(inst);
  program.streams[unsigned(engine)].nodes.push_back({Node::Instr, uint32_t(program.instructions.size() - 1)});
  return uint32_t(program.instructions.size() - 1);
}

void KernelBuilder::emit(Engine engine, Opcode opcode, std::initializer_list<Part> parts,
                         std::vector<uint32_t> immediates) {
  append(engine, opcode, parts, immediates, -1);
}

static constexpr uint32_t kStatic = 3; ///< descriptors lie in HBM

void KernelBuilder::copy(unsigned queue, Part dst, Part src) {
  std::vector<uint32_t> immediates = {queue, kStatic};
  append(program.queues[queue].owner, Opcode::DmaCopy, {dst, src, {}}, immediates, int(queue));
}

void KernelBuilder::dmaTranspose(unsigned queue, Part dst, Part src) {
  std::vector<uint32_t> immediates = {queue, kStatic};
  append(program.queues[queue].owner, Opcode::DmaTranspose, {dst, src}, immediates, int(queue));
}
