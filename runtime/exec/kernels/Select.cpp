//===- Select.cpp - the kernels for this CPU ------------------------------===//

#include "Kernels.h"

#include <cstdlib>
#include <cstring>

using namespace neuron;

#ifdef NEURON_X86_KERNELS
static bool hasAvx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static bool hasAvx512() {
  return hasAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif

const Kernels *neuron::findKernels(const char *name) {
  if (!std::strcmp(name, "portable"))
    return &portableKernels();
#ifdef NEURON_X86_KERNELS
  if (!std::strcmp(name, "avx2") && hasAvx2())
    return &avx2Kernels();
  if (!std::strcmp(name, "avx512") && hasAvx512())
    return &avx512Kernels();
#endif
  return nullptr;
}

const Kernels &neuron::selectKernels() {
  static const Kernels &chosen = []() -> const Kernels & {
    const char *wanted = std::getenv("NEURON_KERNELS");
    if (const Kernels *named = wanted ? findKernels(wanted) : nullptr)
      return *named;
    for (const char *name : {"avx512", "avx2"})
      if (const Kernels *found = findKernels(name))
        return *found;
    return portableKernels();
  }();
  return chosen;
}
