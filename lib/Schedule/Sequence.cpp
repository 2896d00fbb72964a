//===- Sequence.cpp - a nisa program as flat arrays -----------------------===//

#include "Sequence.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace neuron;
using namespace neuron::schedule;

unsigned Sequence::commonDepth(int a, int b) const {
  ArrayRef<int> pathA = pathOf(a), pathB = pathOf(b);
  unsigned depth = 0, limit = std::min(pathA.size(), pathB.size());
  while (depth < limit && pathA[depth] == pathB[depth])
    ++depth;
  return depth;
}

namespace {
class SequenceReader {
public:
  explicit SequenceReader(Sequence &sequence) : sequence(sequence) {}
  LogicalResult readBlock(Block &block);

private:
  LogicalResult readOp(Operation &op);
  LogicalResult readLoop(nisa::LoopOp op);
  LogicalResult readKernel(nisa::KernelOp op);
  void readBuffer(Operation *op, nisa::BufferType type);
  void readInstruction(nisa::NisaInstruction op);
  void readAccess(nisa::NisaInstruction op, unsigned slot, Value value);

  Sequence &sequence;
  int loop = -1;
  unsigned kernel = 0, kernelDepth = 0;
  uint32_t variables = 0;
  DenseMap<Operation *, unsigned> bufferOf;
  DenseMap<Value, unsigned> depthOf;
};
} // namespace

LogicalResult SequenceReader::readBlock(Block &block) {
  for (Operation &op : block)
    if (failed(readOp(op)))
      return failure();
  return success();
}

LogicalResult SequenceReader::readOp(Operation &op) {
  if (auto loopOp = dyn_cast<nisa::LoopOp>(op))
    return readLoop(loopOp);
  if (auto kernelOp = dyn_cast<nisa::KernelOp>(op))
    return readKernel(kernelOp);
  if (auto inst = dyn_cast<nisa::NisaInstruction>(op)) {
    readInstruction(inst);
    return success();
  }
  if (isa<nisa::VariableOp, nisa::AllocOp>(op)) {
    readBuffer(&op, cast<nisa::BufferType>(op.getResult(0).getType()));
    return success();
  }
  if (isa<nisa::ViewOp>(op))
    return success();
  return op.emitOpError("[NRN-E9010] cannot be part of an engine stream");
}

LogicalResult SequenceReader::readLoop(nisa::LoopOp op) {
  int outer = loop;
  LoopInfo info;
  info.op = op;
  info.parent = outer;
  info.depth = sequence.depthOf(outer);
  info.first = sequence.instructions.size();
  info.path.assign(sequence.pathOf(outer).begin(), sequence.pathOf(outer).end());
  info.trips.assign(sequence.tripsOf(outer).begin(), sequence.tripsOf(outer).end());
  loop = sequence.loops.size();
  info.path.push_back(loop);
  info.trips.push_back(op.getTrip());
  depthOf[op.getCounter()] = info.depth;
  sequence.loops.push_back(std::move(info));
  int self = loop;
  LogicalResult result = readBlock(op.getBody().front());
  sequence.loops[self].end = sequence.instructions.size();
  loop = outer;
  return result;
}

LogicalResult SequenceReader::readKernel(nisa::KernelOp op) {
  unsigned outer = kernel, outerDepth = kernelDepth;
  kernel = sequence.kernels.size();
  kernelDepth = sequence.depthOf(loop);
  sequence.kernels.push_back({op});
  LogicalResult result = readBlock(op.getBody().front());
  kernel = outer;
  kernelDepth = outerDepth;
  return result;
}

void SequenceReader::readBuffer(Operation *op, nisa::BufferType type) {
  BufferInfo info;
  info.op = op;
  info.type = type;
  info.loop = loop;
  info.slotBytes = type.getBytes();
  // A ring turns with the loops of its own kernel; with those around the kernel
  // it starts afresh, so that it does not occupy memory for all of them.
  info.ringDepth = std::min(kernelDepth, sequence.depthOf(loop));
  if (info.isHbm())
    info.variable = variables++;
  bufferOf[op] = sequence.buffers.size();
  sequence.buffers.push_back(std::move(info));
}

void SequenceReader::readInstruction(nisa::NisaInstruction op) {
  InstInfo info;
  info.op = op;
  info.info = &op.getInfo();
  info.engine = op.getEngineId();
  info.loop = loop;
  info.kernel = kernel;
  info.firstAccess = sequence.accesses.size();
  for (unsigned slot = 0; slot < info.info->operands.size(); ++slot)
    if (Value value = op.getSlot(slot))
      readAccess(op, slot, value);
  info.accesses = sequence.accesses.size() - info.firstAccess;
  sequence.instructions.push_back(info);
}

/// Sorts the dims and joins what is contiguous.
static void normalise(Access &access, int64_t elementBytes) {
  for (AccessDim &dim : access.dims)
    if (dim.step < 0) {
      access.address.base += dim.step * (dim.num - 1);
      dim.step = -dim.step;
    }
  llvm::erase_if(access.dims, [](AccessDim dim) { return dim.num == 1 || dim.step == 0; });
  llvm::sort(access.dims, [](AccessDim a, AccessDim b) { return a.step > b.step; });
  access.run = elementBytes;
  while (!access.dims.empty() && access.dims.back().step <= access.run) {
    access.run += access.dims.back().step * (access.dims.back().num - 1);
    access.dims.pop_back();
  }
}

/// A DMA side whose rows are chosen at run time touches any part of its buffer.
static bool isIndirect(nisa::NisaInstruction op, StringRef operand) {
  auto side = op->getAttrOfType<IntegerAttr>("indirect");
  if (!side || side.getInt() == 0)
    return false;
  return side.getInt() == 1 ? operand.starts_with("src") : operand == "dst";
}

void SequenceReader::readAccess(nisa::NisaInstruction op, unsigned slot, Value value) {
  const OperandInfo &operand = op.getInfo().operands[slot];
  auto view = value.getDefiningOp<nisa::ViewOp>();
  nisa::ViewType type = view.getResult().getType();
  int64_t bytes = bytesOf(nisa::dtypeOf(type.getElement()));
  Access access;
  access.instruction = sequence.instructions.size();
  access.buffer = bufferOf.lookup(view.getBuffer().getDefiningOp());
  BufferInfo &buffer = sequence.buffers[access.buffer];
  access.isWrite = operand.access == 'w' || operand.access == 'x' || operand.access == 'o';
  access.isRead = !access.isWrite || operand.access == 'x';
  if (isIndirect(op, operand.name)) {
    access.partitions = buffer.type.getPartitions();
    access.run = buffer.type.getBytes();
  } else {
    access.address.base = view.getBase() * bytes;
    for (auto [counter, factor] : llvm::zip(view.getCounters(), view.getCoefficients()))
      access.address.add(depthOf.lookup(counter), factor * bytes);
    for (auto [size, step] : llvm::zip(type.getSizes(), view.getSteps()))
      access.dims.push_back({step * bytes, size});
    if (buffer.isHbm())
      access.dims.push_back({int64_t(view.getRowStep()) * bytes, type.getRows()});
    else
      access.firstPartition = view.getPartition(), access.partitions = type.getRows();
    normalise(access, bytes);
  }
  buffer.accesses.push_back(sequence.accesses.size());
  sequence.accesses.push_back(std::move(access));
}

FailureOr<Sequence> schedule::readSequence(nisa::ProgramOp program) {
  Sequence sequence;
  sequence.program = program;
  sequence.kernels.push_back({});
  SequenceReader reader(sequence);
  if (failed(reader.readBlock(program.getBody().front())))
    return failure();
  return sequence;
}
