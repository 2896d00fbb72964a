//===- Target.cpp - lookup of targets, peaks and the roofline -------------===//

#include "Targets.h"

#include <algorithm>

using namespace neuron;

static const Target *const kTargets[] = {
#define NEURON_TARGET(name) &targets::name,
#include "targets.def"
};

const Target *neuron::findTarget(std::string_view name) {
  for (const Target *target : kTargets)
    if (target->name == name)
      return target;
  return nullptr;
}

const std::vector<std::string_view> &neuron::targetNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> list;
    for (const Target *target : kTargets)
      list.push_back(target->name);
    return list;
  }();
  return names;
}

double Target::peakFlopsPerNs(DType type) const {
  double array = double(partitions) * maxStationary;
  double peak = clockGhz[unsigned(Engine::Tensor)] * 2 * array;
  switch (type) {
  case DType::F32:
  case DType::F64:
    return peak / engine.fp32MatmulFactor;
  case DType::F8E4M3:
  case DType::F8E5M2:
  case DType::F8E4M3FN:
    return hasDoubleRow ? 2 * peak : peak;
  default:
    return peak;
  }
}

double Target::bytesPerNs() const { return std::min(dmaEngines * dmaBytesPerNs, hbmBytesPerNs); }

double neuron::boundNs(const Target &target, std::span<const TypedFlops> flops,
                       double compulsoryBytes) {
  double compute = 0;
  for (const TypedFlops &part : flops)
    compute += part.flops / target.peakFlopsPerNs(part.type);
  return std::max(compute, compulsoryBytes / target.bytesPerNs());
}
