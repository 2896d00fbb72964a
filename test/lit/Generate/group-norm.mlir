// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// A group of channels is one row.
// CHECK: nisa.kernel "group_norm"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.bn_stats
// CHECK: nisa.bn_aggr
// CHECK: nisa.activation <rsqrt>
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<2x4x8xf32>, %s: tensor<4xf32>) -> tensor<2x4x8xf32> {
  %r = neuron.group_norm %x scale(%s : tensor<4xf32>) groups = 2 epsilon = 1.0e-5 : tensor<2x4x8xf32>
  return %r : tensor<2x4x8xf32>
}
