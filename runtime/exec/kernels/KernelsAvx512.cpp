//===- KernelsAvx512.cpp - one kernel set ------------------------------------===//

#define NEURON_KERNEL_SET avx512Kernels
#define NEURON_KERNEL_NAME "avx512"
#include "Kernels.inc"
