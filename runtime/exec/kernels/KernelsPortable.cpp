//===- KernelsPortable.cpp - one kernel set ------------------------------------===//

#define NEURON_KERNEL_SET portableKernels
#define NEURON_KERNEL_NAME "portable"
#include "Kernels.inc"
