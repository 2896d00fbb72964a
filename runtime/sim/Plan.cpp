//===- Plan.cpp - a program prepared for timing ---------------------------===//

#include "Plan.h"

#include "Check.h"

#include <algorithm>

using namespace neuron;

namespace {
/// Loop nests deeper than this are refused.
constexpr unsigned kMaxDepth = 64;

class Planner {
public:
  Planner(const Program &program, const Target &target) : program(program), target(target) {}
  Result<Plan> run();

private:
  Status planStream(Engine engine);
  Status openLoop(std::vector<PlanNode> &nodes, uint32_t loop);
  Status closeLoop(std::vector<PlanNode> &nodes);
  Status planInstruction(std::vector<PlanNode> &nodes, uint32_t index, Engine engine);
  void planOperands(PlanInstruction &out, Engine engine);
  void planLevels(PlanInstruction &out);
  void planCopy(PlanInstruction &out);

  const Program &program;
  const Target &target;
  Plan plan;
  /// Nodes of the open loops, and whether their bodies hold instructions.
  struct Open {
    uint32_t node;
    bool works;
  };
  std::vector<Open> open;
};
} // namespace

/// First byte and end of what an operand touches, relative to its address.
static PlanOperand extent(const Operand &operand, bool write) {
  int64_t low = 0, high = 0;
  int64_t size = bytesOf(operand.dtype);
  for (unsigned i = 0; i < operand.rank; ++i) {
    int64_t reach = int64_t(operand.dims[i].step) * (int64_t(operand.dims[i].num) - 1);
    (reach < 0 ? low : high) += std::clamp<int64_t>(reach, -(1ll << 40), 1ll << 40) * size;
  }
  unsigned end = unsigned(operand.startPartition) + operand.numPartitions;
  return {&operand, operand.space == Space::Psum, write, uint16_t(std::min(end, 65535u)), low,
          high + size};
}

/// The blocks of the 128 x 128 array that a matmul on a tile occupies, as bits
/// 4 * row + column; 0 stands for the whole array. `rows` and `cols` are the
/// tile sizes, the starts are the operands' partitions.
static uint16_t tileOf(const Program &program, const Instruction &inst) {
  if (inst.opcode != Opcode::NcMatmul)
    return 0;
  uint32_t rows = program.immediates[inst.firstImmediate + 3];
  uint32_t cols = program.immediates[inst.firstImmediate + 4];
  if (rows == 0 && cols == 0)
    return 0;
  auto blocks = [](uint32_t size, unsigned start) {
    uint32_t count = size == 0 ? 4 : std::clamp(size / 32, 1u, 4u);
    return size == 0 ? 0xfu : ((1u << count) - 1) << std::min(start / 32, 3u) & 0xfu;
  };
  uint32_t rowBits = blocks(rows, program.operands[inst.firstOperand + 1].startPartition);
  uint32_t colBits = blocks(cols, program.operands[inst.firstOperand].startPartition);
  uint16_t tile = 0;
  for (unsigned row = 0; row < 4; ++row)
    if (rowBits >> row & 1)
      tile |= uint16_t(colBits << (4 * row));
  return tile == 0xffff ? 0 : tile;
}

void Planner::planOperands(PlanInstruction &out, Engine engine) {
  const InstructionInfo &info = *infoOf(out.inst->opcode);
  out.operands.first = uint32_t(plan.operands.size());
  for (size_t i = 0; i < info.operands.size(); ++i) {
    const Operand &operand = program.operands[out.inst->firstOperand + i];
    out.sbuf |= operand.space == Space::Sbuf;
    out.psum |= operand.space == Space::Psum;
    bool onChip = operand.space == Space::Sbuf || operand.space == Space::Psum;
    if (!onChip || (engine == Engine::Tensor && operand.space != Space::Psum))
      continue;
    char access = info.operands[i].access;
    plan.operands.push_back(extent(operand, access == 'w' || access == 'x' || access == 'o'));
  }
  out.operands.count = uint32_t(plan.operands.size()) - out.operands.first;
}

/// Widens `levels` to all loops whose counters `affine` uses.
static void widen(uint8_t &levels, const Program &program, const Affine &affine) {
  for (uint32_t i = 0; i < affine.terms.count; ++i)
    levels = std::max(levels, uint8_t(program.terms[affine.terms.first + i].level + 1));
}

void Planner::planLevels(PlanInstruction &out) {
  for (uint32_t i = 0; i < out.operands.count; ++i) {
    const Operand &operand = *plan.operands[out.operands.first + i].operand;
    widen(out.operandLevels, program, operand.address);
    if (operand.rotation >= 0)
      widen(out.operandLevels, program, program.rotations[operand.rotation].position);
  }
  for (uint32_t i = 0; i < out.inst->waits.count; ++i) {
    const Wait &wait = program.waits[out.inst->waits.first + i];
    widen(out.waitLevels, program, wait.index);
    widen(out.waitLevels, program, wait.guard);
  }
}

void Planner::planCopy(PlanInstruction &out) {
  DmaCost cost = dmaCost(target, program, *out.inst);
  uint32_t queue = program.immediates[out.inst->firstImmediate];
  double hbm = (double(cost.hbmReadBytes) + double(cost.hbmWriteBytes)) / target.hbmBytesPerNs;
  out.interval = out.plainInterval = out.latency = fromNs(cost.issueNs);
  out.copy = int32_t(plan.copies.size());
  plan.copies.push_back({queue, fromNs(std::max(cost.shareNs, hbm)), fromNs(cost.engineNs),
                         fromNs(cost.startNs), fromNs(cost.completeNs), fromNs(cost.gpsimdNs),
                         fromNs(cost.generatorNs), cost.hbmReadBytes, cost.hbmWriteBytes});
}

Status Planner::planInstruction(std::vector<PlanNode> &nodes, uint32_t index, Engine engine) {
  if (Status status = checkInstruction(program, target, index, engine, unsigned(open.size())); !status)
    return status;
  PlanInstruction out;
  out.inst = &program.instructions[index];
  out.index = index;
  if (infoOf(out.inst->opcode)->isDma()) {
    planCopy(out);
  } else {
    Cost time = cost(target, program, *out.inst, engine);
    out.interval = fromNs(time.intervalNs);
    out.plainInterval = fromNs(time.plainIntervalNs);
    out.latency = fromNs(time.latencyNs);
    out.tile = tileOf(program, *out.inst);
    if (out.inst->opcode == Opcode::Activation)
      out.table = int16_t(activationTable(ActFn(program.immediates[out.inst->firstImmediate])));
    planOperands(out, engine);
  }
  planLevels(out);
  nodes.push_back({Node::Instr, uint32_t(plan.instructions.size()), 0});
  plan.instructions.push_back(out);
  if (!open.empty())
    open.back().works = true;
  return {};
}

Status Planner::openLoop(std::vector<PlanNode> &nodes, uint32_t loop) {
  if (loop >= program.loops.size() ||
      !checkAffine(program, program.loops[loop].trip, unsigned(open.size())))
    return badProgram("loop outside its pool or with a trip count of levels that are not open");
  if (open.size() == kMaxDepth)
    return badProgram("loops are nested deeper than " + std::to_string(kMaxDepth));
  open.push_back({uint32_t(nodes.size()), false});
  plan.depth = std::max(plan.depth, unsigned(open.size()));
  nodes.push_back({Node::Loop, loop, 0});
  return {};
}

/// A loop without instructions vanishes.
Status Planner::closeLoop(std::vector<PlanNode> &nodes) {
  if (open.empty())
    return badProgram("end without a loop");
  Open loop = open.back();
  open.pop_back();
  if (!loop.works) {
    nodes.resize(loop.node);
    return {};
  }
  nodes.push_back({Node::End, nodes[loop.node].value, loop.node + 1});
  nodes[loop.node].match = uint32_t(nodes.size());
  if (!open.empty())
    open.back().works = true;
  return {};
}

Status Planner::planStream(Engine engine) {
  std::vector<PlanNode> &nodes = plan.streams[unsigned(engine)];
  for (const Node &node : program.streams[unsigned(engine)].nodes) {
    Status status = node.kind == Node::Instr  ? planInstruction(nodes, node.value, engine)
                    : node.kind == Node::Loop ? openLoop(nodes, node.value)
                                              : closeLoop(nodes);
    if (!status)
      return status;
  }
  return open.empty() ? Status() : badProgram("a loop of " + std::string(nameOf(engine)) + " has no end");
}

Result<Plan> Planner::run() {
  if (program.queues.size() > 255 - kFirstQueueSource)
    return badProgram("more than 250 queues");
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    if (Status status = planStream(Engine(engine)); !status)
      return status;
  return std::move(plan);
}

Result<Plan> neuron::makePlan(const Program &program, const Target &target) {
  return Planner(program, target).run();
}
