// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// A copy of the operand, then rows by an indirect copy.
// CHECK: nisa.kernel "scatter"
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.loop %{{.*}} to 4
// CHECK: nisa.dma_copy {{.*}}index_bound = 9 : i32{{.*}}indirect = 2 : i32{{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<9x8xf32>, %i: tensor<4xi32>, %u: tensor<4x8xf32>) -> tensor<9x8xf32> {
  %r = neuron.scatter none %x, %i, %u : (tensor<9x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
