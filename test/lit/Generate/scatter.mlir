// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s
// RUN: neuron-opt %s --convert-kernel-to-nisa=target=trn1 | FileCheck %s --check-prefix=ONE

// A copy of the operand, then rows by an indirect copy; row by row where the machine
// takes one index only.
// CHECK: nisa.kernel "scatter"
// CHECK: nisa.dma_copy {{.*}}: <hbm{{.*}}, <hbm
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// ONE: nisa.loop %{{.*}} to 4
// ONE: nisa.dma_copy {{.*}}indirect = 2
// CHECK: nisa.dma_copy {{.*}}index_bound = 9 : i32{{.*}}indirect = 2 : i32{{.*}}: <hbm{{.*}}, <hbm
func.func @main(%x: tensor<9x8xf32>, %i: tensor<4xi32>, %u: tensor<4x8xf32>) -> tensor<9x8xf32> {
  %r = neuron.scatter none %x, %i, %u : (tensor<9x8xf32>, tensor<4xi32>, tensor<4x8xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}
