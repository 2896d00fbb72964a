//===- Traffic.cpp - bytes that have to move, and those that do -----------===//

#include "Traffic.h"

using namespace neuron;

namespace {
struct VariableUse {
  uint64_t read = 0;
  bool isOnlyGathered = true;
  uint32_t firstKernel = UINT32_MAX;
};

class Counter {
public:
  explicit Counter(const Program &program) : program(program), uses(program.variables.size()) {
    traffic.kernels.resize(program.kernels.size());
  }
  Traffic run();

private:
  void visit(const Stream &stream);
  void visit(const Instruction &inst, uint64_t times);
  void addCompulsory();

  const Program &program;
  std::vector<VariableUse> uses;
  Traffic traffic;
};
} // namespace

static uint64_t bytesOf(const Operand &operand) {
  uint64_t bytes = uint64_t(operand.numPartitions) * neuron::bytesOf(operand.dtype);
  for (unsigned d = 0; d < operand.rank; ++d)
    bytes *= operand.dims[d].num;
  return bytes;
}

void Counter::visit(const Instruction &inst, uint64_t times) {
  const InstructionInfo &info = *infoOf(inst.opcode);
  int index = info.operandSlot("index");
  bool isIndexed = index >= 0 && program.operands[inst.firstOperand + index].space != Space::None;
  for (unsigned slot = 0; slot < info.operands.size(); ++slot) {
    const Operand &operand = program.operands[inst.firstOperand + slot];
    if (operand.space != Space::Hbm)
      continue;
    bool isWrite = info.operands[slot].access == 'w';
    uint64_t bytes = bytesOf(operand) * times;
    (isWrite ? traffic.kernels[inst.kernel].written : traffic.kernels[inst.kernel].read) += bytes;
    VariableUse &use = uses[operand.variable];
    use.read += isWrite ? 0 : bytes;
    use.isOnlyGathered &= isIndexed && !isWrite;
    use.firstKernel = std::min(use.firstKernel, inst.kernel);
  }
}

void Counter::visit(const Stream &stream) {
  // Trip counts may use outer counters; their first value stands for all.
  static constexpr int64_t zeros[64] = {};
  std::vector<uint64_t> times{1};
  for (const Node &node : stream.nodes) {
    if (node.kind == Node::Loop)
      times.push_back(times.back() * uint64_t(evaluate(program, program.loops[node.value].trip, zeros)));
    else if (node.kind == Node::End)
      times.pop_back();
    else
      visit(program.instructions[node.value], times.back());
  }
}

void Counter::addCompulsory() {
  for (size_t i = 0; i < uses.size(); ++i) {
    const Variable &variable = program.variables[i];
    if (variable.kind == VarKind::Scratch)
      continue;
    bool isTable = variable.kind == VarKind::Weight && uses[i].isOnlyGathered;
    uint64_t bytes = isTable ? std::min(variable.bytes, uses[i].read) : variable.bytes;
    traffic.compulsory += bytes;
    if (uses[i].firstKernel < traffic.kernels.size())
      traffic.kernels[uses[i].firstKernel].compulsory += bytes;
  }
}

Traffic Counter::run() {
  for (const Stream &stream : program.streams)
    visit(stream);
  addCompulsory();
  return std::move(traffic);
}

Traffic neuron::trafficOf(const Program &program) { return Counter(program).run(); }
