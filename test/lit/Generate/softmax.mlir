// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Rows on partitions. The exponential adds up its own row, shifted by the largest of
// the row; one factor for all of it.
// CHECK: nisa.kernel "softmax"
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_reduce <max> {{.*}}negate = true
// CHECK: nisa.activation <exp> {{.*}}cmd = #nisa.cmd<reset_reduce>
// CHECK: nisa.reciprocal
// CHECK: nisa.tensor_scalar <multiply>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %r = neuron.softmax %x dim = 1 : tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}
