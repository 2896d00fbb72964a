//===- Cost.cpp - time of an engine instruction ---------------------------===//

#include "CostSite.h"

#include <algorithm>
#include <cstdlib>

using namespace neuron;

double neuron::elementsOf(const Operand &operand) {
  double count = 1;
  for (unsigned i = 0; i < operand.rank; ++i)
    count *= operand.dims[i].num;
  return count;
}

/// The innermost dim that really walks, or nullptr.
static const Dim *innermost(const Operand &operand) {
  for (unsigned i = operand.rank; i-- > 0;)
    if (operand.dims[i].num > 1)
      return &operand.dims[i];
  return nullptr;
}

bool neuron::innermostContiguous(const Operand &operand) {
  const Dim *dim = innermost(operand);
  return !dim || dim->step == 1;
}

bool neuron::wholeContiguous(const Operand &operand) {
  int64_t run = 1;
  for (unsigned i = operand.rank; i-- > 0;) {
    if (operand.dims[i].num <= 1)
      continue;
    if (operand.dims[i].step != run)
      return false;
    run *= operand.dims[i].num;
  }
  return true;
}

/// Operands whose size sets the time: present, and not a column by their role.
static bool isFull(const CostSite &site, unsigned slot) {
  char access = site.info.operands[slot].access;
  return site.has(slot) && (access == 'r' || access == 'w' || access == 'x');
}

double CostSite::elements() const {
  double most = 1;
  for (unsigned slot = 0; slot < info.operands.size(); ++slot)
    if (isFull(*this, slot))
      most = std::max(most, elementsOf(operand(slot)));
  return most;
}

double CostSite::strideFactor() const {
  for (unsigned slot = 0; slot < info.operands.size(); ++slot) {
    if (!isFull(*this, slot))
      continue;
    const Dim *dim = innermost(operand(slot));
    if (dim && std::llabs(dim->step) * bytesOf(operand(slot).dtype) > target.engine.maxFastStrideBytes)
      return target.engine.stridePortFactor;
  }
  return 1;
}

bool CostSite::perfTypes(std::initializer_list<unsigned> slots) const {
  return std::all_of(slots.begin(), slots.end(), [&](unsigned slot) {
    switch (operand(slot).dtype) {
    case DType::BF16:
    case DType::F16:
      return true;
    case DType::F8E4M3:
    case DType::F8E5M2:
    case DType::F8E4M3FN:
      return target.fp8PerfModes;
    default:
      return false;
    }
  });
}

static Cycles cyclesOf(const CostSite &site) {
  if (site.inst.opcode == Opcode::EventSemaphore)
    return {.work = site.target.engine.semaphoreCycles,
            .plainWork = site.target.engine.semaphoreCycles};
  switch (site.engine) {
  case Engine::Tensor:
    return tensorCycles(site);
  case Engine::Vector:
    return vectorCycles(site);
  case Engine::Scalar:
    return scalarCycles(site);
  case Engine::GpSimd:
    return gpsimdCycles(site);
  case Engine::Sync:
    break;
  }
  return {};
}

Cost neuron::cost(const Target &target, const Program &program, const Instruction &inst,
                  Engine engine) {
  CostSite site{target, program, inst, *infoOf(inst.opcode), engine};
  Cycles cycles = cyclesOf(site);
  bool waitsOnly = inst.opcode == Opcode::EventSemaphore;
  double fixed = waitsOnly ? 0 : target.engine.latencyCycles[unsigned(engine)];
  double tail = cycles.start + cycles.readout;
  double interval = std::max(cycles.floor, cycles.work) + tail;
  double plain = std::max(cycles.floor, cycles.plainWork) + tail;
  double latency = std::max(fixed + cycles.work + cycles.readout, interval);
  double ns = 1 / target.clockGhz[unsigned(engine)];
  return {interval * ns, latency * ns, std::max(plain, interval) * ns};
}

int neuron::activationTable(ActFn fn) {
  switch (fn) {
  case ActFn::Copy:
  case ActFn::Square:
  case ActFn::Abs:
  case ActFn::Relu:
  case ActFn::Prelu:
  case ActFn::Sign:
    return -1;
  default:
    return int(fn);
  }
}
