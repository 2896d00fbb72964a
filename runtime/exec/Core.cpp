//===- Core.cpp - memories and operand addresses --------------------------===//

#include "Core.h"

#include <sys/mman.h>

using namespace neuron;
using namespace neuron::exec;

Pages::Pages(size_t bytesWanted) : size(bytesWanted) {
  void *at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) {
    size = 0;
    return;
  }
  // Rows of different partitions are pages apart: large pages spare the TLB.
  madvise(at, size, MADV_HUGEPAGE);
  bytes = static_cast<std::byte *>(at);
}

Pages::~Pages() {
  if (bytes)
    munmap(bytes, size);
}

Core::Core(const DecodedProgram &program, const Kernels &kernels, unsigned threads)
    : program(program), kernels(kernels), pool(threads), scratch(pool.size()),
      sbuf(size_t(program.geometry.sbufPitch) * kPartitions),
      psum(size_t(program.geometry.psumPitch) * kPartitions) {}

Status Frame::fail(unsigned code, const std::string &what) const {
  std::string text = describe(*core.program.program, inst.index, inst.engine) + ": " + what;
  if (depth) {
    text += "; loop counters";
    for (unsigned i = 0; i < depth; ++i)
      text += (i ? ", " : " ") + std::to_string(counters[i]);
  }
  return Status(code == 7006 ? ErrorClass::Unsupported : ErrorClass::BadInput, code, std::move(text));
}

std::string exec::placeOf(const Core &core, const DecodedOperand &op) {
  if (op.space == Space::Hbm)
    return "variable '" + core.program.program->variables[op.variable].name + "'";
  return std::string(nameOf(op.space));
}

/// First and last byte of all rows, relative to the first row's address.
static bool insideHbm(const DecodedOperand &op, int64_t address) {
  int64_t reach = int64_t(op.rows - 1) * op.rowPitch;
  int64_t low = address + op.low + (reach < 0 ? reach : 0);
  int64_t high = address + op.high + (reach > 0 ? reach : 0);
  return low >= 0 && uint64_t(high) <= op.limit;
}

/// Far from where sums with it overflow.
static bool inRange(int64_t address) { return address < (int64_t(1) << 60) && address > -(int64_t(1) << 60); }

static bool inside(const DecodedOperand &op, int64_t address) {
  if (!inRange(address))
    return false;
  if (op.space == Space::Hbm)
    return insideHbm(op, address);
  return address + op.low >= 0 && uint64_t(address + op.high) <= op.limit;
}

Status Frame::locate() {
  for (unsigned i = 0; i < inst.operands.size(); ++i) {
    const DecodedOperand &op = inst.operands[i];
    if (!op)
      continue;
    int64_t at = op.addressFor(counters);
    // Rows of an indirect copy are checked one by one where their place is known.
    if (!inside(op, at) && !(inst.isIndirect && op.space == Space::Hbm && inRange(at)))
      return fail(7002, "operand '" + std::string(inst.info->operands[i].name) + "' at byte " + std::to_string(at) +
                            " touches bytes " + std::to_string(op.low) + " to " + std::to_string(op.high) +
                            " from there, and leaves " + placeOf(core, op) + ", which has " +
                            std::to_string(op.limit) + (op.space == Space::Hbm ? "" : " a partition"));
    if (op.space != Space::Hbm && at % op.elementBytes)
      return fail(7002, "operand '" + std::string(inst.info->operands[i].name) + "' starts at byte " +
                            std::to_string(at) + ", which is not a multiple of its element size");
    address[i] = at;
    std::byte *memory = op.space == Space::Hbm    ? core.hbm[op.variable].data
                        : op.space == Space::Sbuf ? core.sbuf.data()
                                                  : core.psum.data();
    base[i] = memory + int64_t(op.startPartition) * (op.space == Space::Hbm ? 0 : op.rowPitch) + at;
  }
  return {};
}
