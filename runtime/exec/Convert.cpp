//===- Convert.cpp - element types to and from f32 ------------------------===//

#include "neuron/convert.h"

#include "kernels/Kernels.h"

using namespace neuron;

bool neuron::toFloat(DType type, const void *from, float *to, size_t n) {
  auto load = unsigned(type) < kNumDTypes ? selectKernels().load[unsigned(type)] : nullptr;
  if (load)
    load(from, to, n);
  return load;
}

bool neuron::fromFloat(DType type, const float *from, void *to, size_t n) {
  auto store = unsigned(type) < kNumDTypes ? selectKernels().store[unsigned(type)] : nullptr;
  if (store)
    store(from, to, n);
  return store;
}
