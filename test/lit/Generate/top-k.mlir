// RUN: neuron-opt %s --convert-kernel-to-nisa | FileCheck %s

// One pass for each of the k: the best key that is left, its first position, and out
// with it.
// CHECK: nisa.kernel "sort"
// CHECK: nisa.dma_copy {{.*}}: <sbuf{{.*}}, <hbm
// CHECK: nisa.iota
// CHECK: nisa.loop %{{.*}} to 5
// CHECK-COUNT-2: nisa.tensor_reduce <min>
// CHECK: nisa.nc_n_gather
// CHECK-COUNT-2: nisa.dma_copy {{.*}}: <hbm{{.*}}, <sbuf
func.func @main(%x: tensor<2x64xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>) {
  %r:2 = neuron.top_k %x k = 5 dim = 1 : (tensor<2x64xf32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  return %r#0, %r#1 : tensor<2x5xf32>, tensor<2x5xi32>
}
