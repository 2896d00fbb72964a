// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// Each value counts how many come before it: that is its place. Positions are
// computed, values gathered.
// CHECK: nisa.kernel "sort"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.iota
// CHECK-COUNT-2: nisa.loop %{{.*}} to 8
// CHECK: nisa.tensor_reduce <add>
// CHECK: nisa.nc_n_gather
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xi32>) {
  %r:2 = neuron.sort %x dim = 1 {descending = true} : (tensor<2x8xf32>) -> (tensor<2x8xf32>, tensor<2x8xi32>)
  return %r#0, %r#1 : tensor<2x8xf32>, tensor<2x8xi32>
}
