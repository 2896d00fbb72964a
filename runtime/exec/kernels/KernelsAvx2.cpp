//===- KernelsAvx2.cpp - one kernel set ------------------------------------===//

#define NEURON_KERNEL_SET avx2Kernels
#define NEURON_KERNEL_NAME "avx2"
#include "Kernels.inc"
