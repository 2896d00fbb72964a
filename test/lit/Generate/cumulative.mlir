// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// One scan instruction for the rows of a tile.
// CHECK: nisa.kernel "cumulative"
// CHECK: nisa.loop %{{.*}} to 2
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.tensor_scalar_cumulative <bypass> {{.*}}cmd = #nisa.cmd<load_reduce>{{.*}}op1 = #nisa.alu<add>
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %r = neuron.cumulative add %x dim = 1 : tensor<256x64xf32>
  return %r : tensor<256x64xf32>
}
