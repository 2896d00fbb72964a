//===- Translate.cpp - scheduled sequence to Program ----------------------===//

#include "Translate.h"

#include "Pools.h"

#include "neuronc/Support/SourceLocation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

namespace {
class Translator {
public:
  Translator(const Sequence &sequence, const WaitPlan &plan) : sequence(sequence), plan(plan), pools(program) {}
  FailureOr<Program> run();

private:
  LogicalResult addVariables();
  void addKernels();
  void addInstruction(unsigned index);
  void addCarriers(unsigned index);
  void moveTo(Engine engine, int loop);
  void append(Engine engine, Instruction inst);
  Operand operandOf(const InstInfo &inst, Value value);
  int32_t rotationOf(unsigned buffer);
  SmallVector<uint32_t, 8> immediates(const InstInfo &inst);
  Range waits(ArrayRef<PlannedWait> planned);
  void countTraffic(const InstInfo &inst, const Operand &operand);

  const Sequence &sequence;
  const WaitPlan &plan;
  Program program;
  Pools pools;
  int openLoop[kNumEngines] = {-1, -1, -1, -1, -1};
  DenseMap<Operation *, unsigned> bufferOf;
  DenseMap<unsigned, int32_t> rotations;
  DenseMap<Value, unsigned> depthOf;
};
} // namespace

static VarKind kindOf(StringRef text) {
  return llvm::StringSwitch<VarKind>(text)
      .Case("input", VarKind::Input)
      .Case("output", VarKind::Output)
      .Case("inout", VarKind::InOut)
      .Case("state", VarKind::State)
      .Case("weight", VarKind::Weight)
      .Case("seed", VarKind::Seed)
      .Default(VarKind::Scratch);
}

LogicalResult Translator::addVariables() {
  for (auto [index, buffer] : llvm::enumerate(sequence.buffers)) {
    bufferOf[buffer.op] = index;
    if (!buffer.isHbm())
      continue;
    auto op = cast<nisa::VariableOp>(buffer.op);
    Variable variable;
    variable.name = op.getName().str();
    variable.kind = kindOf(op.getKind());
    std::optional<DType> dtype = nisa::parseDType(op.getDtype());
    if (!dtype)
      return op.emitOpError("[NRN-E9011] dtype must be an element type, but got '") << op.getDtype() << "'";
    variable.dtype = *dtype;
    variable.shape.assign(op.getShape().begin(), op.getShape().end());
    variable.bytes = buffer.type.getBytes();
    variable.file = op.getFile().str();
    variable.fileOffset = op.getFileOffset();
    variable.inputIndex = op.getInputIndex();
    variable.outputIndex = op.getOutputIndex();
    program.variables.push_back(std::move(variable));
  }
  return success();
}

void Translator::addKernels() {
  for (const KernelInfo &info : sequence.kernels) {
    Kernel kernel;
    if (nisa::KernelOp op = info.op) {
      kernel.name = op.getName().str();
      kernel.source = op.getSource().str();
      kernel.location = sourcePlace(op.getLoc());
      kernel.flops = op.getFlops();
      for (auto loop = op->getParentOfType<nisa::LoopOp>(); loop; loop = loop->getParentOfType<nisa::LoopOp>())
        kernel.flops *= loop.getTrip();
    }
    program.kernels.push_back(std::move(kernel));
  }
}

/// Ends and opens the loops of a stream on the way to the body of `loop`.
void Translator::moveTo(Engine engine, int loop) {
  std::vector<Node> &nodes = program.streams[unsigned(engine)].nodes;
  int &open = openLoop[unsigned(engine)];
  unsigned common = sequence.commonDepth(open, loop);
  for (unsigned d = sequence.depthOf(open); d > common; --d)
    nodes.push_back({Node::End, 0});
  for (int l : sequence.pathOf(loop).drop_front(common))
    nodes.push_back({Node::Loop, uint32_t(l)});
  open = loop;
}

int32_t Translator::rotationOf(unsigned index) {
  const BufferInfo &buffer = sequence.buffers[index];
  if (buffer.slots <= 1)
    return -1;
  auto [found, isNew] = rotations.try_emplace(index, int32_t(program.rotations.size()));
  if (!isNew)
    return found->second;
  ArrayRef<int64_t> trips = sequence.tripsOf(buffer.loop);
  Linear position;
  int64_t turns = 1;
  for (unsigned level = trips.size(); level-- > buffer.ringDepth;) {
    position.add(level, turns);
    turns *= trips[level];
  }
  program.rotations.push_back({pools.affine(position), uint32_t(buffer.slots), uint32_t(buffer.slotBytes)});
  return found->second;
}

Operand Translator::operandOf(const InstInfo &inst, Value value) {
  auto view = value.getDefiningOp<nisa::ViewOp>();
  nisa::ViewType type = view.getResult().getType();
  unsigned index = bufferOf.lookup(view.getBuffer().getDefiningOp());
  const BufferInfo &buffer = sequence.buffers[index];
  Operand operand;
  operand.space = Space(type.getSpace());
  operand.dtype = nisa::dtypeOf(type.getElement());
  operand.rank = type.getSizes().size();
  operand.startPartition = buffer.isHbm() ? 0 : view.getPartition();
  operand.numPartitions = type.getRows();
  operand.variable = buffer.variable;
  operand.partitionStep = buffer.isHbm() ? view.getRowStep() : 0;
  int64_t bytes = bytesOf(operand.dtype);
  Linear address(buffer.address + int64_t(view.getBase()) * bytes);
  for (auto [counter, factor] : llvm::zip(view.getCounters(), view.getCoefficients()))
    address.add(depthOf.lookup(counter), factor * bytes);
  operand.address = pools.affine(address);
  operand.rotation = rotationOf(index);
  for (auto [d, size] : llvm::enumerate(type.getSizes()))
    operand.dims[d] = {int32_t(view.getSteps()[d]), uint32_t(size)};
  return operand;
}

SmallVector<uint32_t, 8> Translator::immediates(const InstInfo &inst) {
  SmallVector<uint32_t, 8> words = nisa::immediatesOf(inst.op);
  if (inst.isDma())
    words[inst.info->immediateSlot("queue")] = inst.queue;
  if (auto matmul = dyn_cast<nisa::NcMatmulOp>(inst.op))
    for (Value counter : matmul.getFirst())
      words[inst.info->immediateSlot("first")] |= 1u << depthOf.lookup(counter);
  return words;
}

Range Translator::waits(ArrayRef<PlannedWait> planned) {
  Range range{uint32_t(program.waits.size()), uint32_t(planned.size())};
  for (const PlannedWait &wait : planned)
    program.waits.push_back({uint8_t(wait.source), 0, pools.affine(wait.index), pools.affine(wait.guard)});
  return range;
}

void Translator::append(Engine engine, Instruction inst) {
  program.streams[unsigned(engine)].nodes.push_back({Node::Instr, uint32_t(program.instructions.size())});
  program.instructions.push_back(inst);
}

/// Adds the bytes of an HBM operand to the instruction's kernel.
void Translator::countTraffic(const InstInfo &inst, const Operand &operand) {
  if (operand.space != Space::Hbm)
    return;
  uint64_t bytes = uint64_t(operand.numPartitions) * bytesOf(operand.dtype);
  for (unsigned d = 0; d < operand.rank; ++d)
    bytes *= operand.dims[d].num;
  for (int64_t trip : sequence.tripsOf(inst.loop))
    bytes *= trip;
  program.kernels[inst.kernel].hbmBytes += bytes;
}

void Translator::addCarriers(unsigned index) {
  const InstInfo &inst = sequence.instructions[index];
  ArrayRef<PlannedWait> all = plan.waits[index];
  for (unsigned c = 0; c < plan.carriers[index]; ++c) {
    ArrayRef<PlannedWait> part = all.slice(std::min<size_t>(c * kMaxWaits, all.size())).take_front(kMaxWaits);
    Instruction carrier;
    carrier.opcode = Opcode::EventSemaphore;
    carrier.firstOperand = program.operands.size();
    carrier.firstImmediate = program.immediates.size();
    carrier.kernel = inst.kernel;
    carrier.waits = waits(part);
    append(inst.engine, carrier);
  }
}

void Translator::addInstruction(unsigned index) {
  const InstInfo &inst = sequence.instructions[index];
  moveTo(inst.engine, inst.loop);
  addCarriers(index);
  Instruction result;
  result.opcode = inst.info->opcode;
  result.kernel = inst.kernel;
  result.firstOperand = program.operands.size();
  auto op = cast<nisa::NisaInstruction>(inst.op);
  for (unsigned slot = 0; slot < inst.info->operands.size(); ++slot) {
    Value value = op.getSlot(slot);
    Operand operand = value ? operandOf(inst, value) : Operand();
    countTraffic(inst, operand);
    program.operands.push_back(operand);
  }
  result.firstImmediate = program.immediates.size();
  llvm::append_range(program.immediates, immediates(inst));
  ArrayRef<PlannedWait> all = plan.waits[index];
  result.waits = waits(all.drop_front(std::min<size_t>(plan.carriers[index] * kMaxWaits, all.size())));
  append(inst.engine, result);
}

FailureOr<Program> Translator::run() {
  nisa::ProgramOp op = sequence.program;
  program.name = op.getSymName().str();
  program.target = op.getTarget().str();
  program.queues = sequence.queues;
  op.walk([&](nisa::LoopOp loop) {
    unsigned depth = 0;
    for (auto outer = loop->getParentOfType<nisa::LoopOp>(); outer; outer = outer->getParentOfType<nisa::LoopOp>())
      ++depth;
    depthOf[loop.getCounter()] = depth;
  });
  for (const LoopInfo &loop : sequence.loops)
    program.loops.push_back({pools.affine(Linear(loop.trips.back()))});
  if (failed(addVariables()))
    return failure();
  addKernels();
  for (unsigned i = 0; i < sequence.instructions.size(); ++i)
    addInstruction(i);
  for (unsigned engine = 0; engine < kNumEngines; ++engine)
    moveTo(Engine(engine), -1);
  return std::move(program);
}

FailureOr<Program> schedule::translate(const Sequence &sequence, const WaitPlan &plan, ScheduleStats &stats) {
  FailureOr<Program> program = Translator(sequence, plan).run();
  if (failed(program))
    return failure();
  stats.instructions = program->instructions.size();
  stats.waits = program->waits.size();
  for (unsigned carriers : plan.carriers)
    stats.waitCarriers += carriers;
  for (const Variable &variable : program->variables)
    stats.hbmBytes += variable.bytes;
  return program;
}
